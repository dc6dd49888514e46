import Controls
import PanelProtocol

// Lists of scenes, which show the scenes and the current one.
extension Panel {
    /// Makes a list recall and store scenes, as keys with these actions do.
    func connectScenes(of control: PanelControl) {
        guard let list = control.roles.sceneList else { return }
        list.onChoice = { [unowned self, unowned control] choice, name, touch in
            let action =
                switch choice {
                case .recall:
                    KeyAction(
                        kind: .scene(name, over: control.kind.scenes?.fade ?? .zero), word: "scene")
                case .store: KeyAction(kind: .store(name), word: "store")
                }
            perform(
                action, of: control, from: .touch(slot: touch.slot), at: time(of: touch))
        }
    }

    /// The names of all scenes: those of the file in its order, then those of clients.
    private var sceneNames: [String] {
        let names = description.scenes.map(\.name)
        let known = Set(names)
        return names + storedScenes.all.map(\.name).filter { !known.contains($0) }
    }

    /// Shows the present scenes in all lists. The current one may have other values than before, or
    /// be gone.
    func showScenes() {
        if let scene = currentScene {
            currentScene = nil
            if let present = findScene(named: scene.name) {
                noteScene(present, except: scene.exceptions)
            }
        }
        let lists = controls.filter { $0.roles.sceneList != nil }
        if lists.isEmpty { return }
        let all = sceneNames
        let known = Set(all)
        for control in lists {
            control.roles.sceneList?.rows = (control.kind.scenes?.names ?? all).map {
                SceneList.Row(name: $0, isStored: known.contains($0))
            }
        }
        showCurrentScene()
    }

    /// Marks a scene as the current one, because it was recalled or stored.
    ///
    /// - Parameter exceptions: The controls that its recall left out.
    func noteScene(_ scene: PanelScene, except exceptions: [Glob] = []) {
        let values = scene.values.filter { id, _ in
            self[id].map { !isRecallSafe($0, except: exceptions) } ?? true
        }
        var current = CurrentScene(name: scene.name, values: values, except: exceptions)
        for id in values.keys { if let control = self[id] { _ = current.compare(control) } }
        currentScene = current
        showCurrentScene()
    }

    /// Shows whether a value that has changed is still that of the current scene.
    func compareWithScene(_ control: PanelControl) {
        if currentScene?.compare(control) ?? false { showCurrentScene() }
    }

    private func showCurrentScene() {
        for list in controls.compactMap(\.roles.sceneList) {
            list.current = currentScene?.name
            list.isCurrentExact = currentScene?.isExact ?? true
        }
    }
}
