package import PanelProtocol

// Scenes: values that are stored by name.
extension Panel {
    /// Stores, recalls, lists or deletes a scene.
    ///
    /// - Throws: If there is no such scene, if a pattern matches nothing, or if the scene cannot be
    ///   deleted because it is in the panel file.
    package func perform(
        _ request: SceneRequest, from source: ValueChanged.Source, at time: Duration
    ) throws(RequestError) -> PanelReply {
        switch request {
        case .store(let name, let match):
            try checkLock(for: source)
            try checkPatterns(match, in: "match")
            return try storeScene(name, match)
        case .recall(let name, let match, let fade, let exceptions):
            // The scene may contain controls that do not exist now.
            let known = try scene(named: name).values.keys
            try checkPatterns(match, in: "match", orAmong: known)
            try checkPatterns(exceptions, in: "safe", orAmong: known)
            return try recallScene(
                named: name, match, fade: fade, except: exceptions, from: source, at: time)
        case .list:
            return .scenes(scenes)
        case .delete(let name):
            try checkLock(for: source)
            return try deleteScene(name)
        }
    }

    /// All scenes, sorted by name.
    package var scenes: [SceneInfo] {
        let own = storedScenes.all.map { scene in
            SceneInfo(name: scene.name, controls: scene.values.count, isInFile: false)
        }
        let names = Set(own.map(\.name))
        let others = description.scenes.filter { !names.contains($0.name) }.map { scene in
            SceneInfo(name: scene.name, controls: scene.values.count, isInFile: true)
        }
        return (own + others).sorted { $0.name < $1.name }
    }

    /// The scene with a name; `nil` if there is none. Stored scenes have precedence over those of
    /// the panel file.
    func findScene(named name: String) -> PanelScene? {
        storedScenes[name] ?? description.scenes.first { $0.name == name }
    }

    /// The scene with a name.
    ///
    /// - Throws: If there is none. The error has similar names, and finding these is slow.
    func scene(named name: String) throws(RequestError) -> PanelScene {
        if let scene = findScene(named: name) { return scene }
        throw RequestError(
            .badValue, "no scene '\(name)'", field: "name",
            near: Suggestions.near(name, in: scenes.map(\.name)))
    }

    func storeScene(_ name: String, _ match: [Glob]) throws(RequestError) -> PanelReply {
        var values: [String: ControlValue] = [:]
        for (control, value) in lastingValues
        // A scene does not set the time of a stopwatch.
        where control.roles.stopwatch == nil
            && match.matches(control.id)
        {
            values[control.id] = value
        }
        if values.isEmpty {
            throw RequestError(
                .badValue, "no control with a value to store matches", field: "match")
        }
        let scene = PanelScene(name: name, values: values)
        try checkRoom(scenes: storedScenes.bytes(with: scene))
        storedScenes.put(scene)
        revision += 1
        showActions()
        noteScene(scene)
        showScenes()
        return .storedScene(name: name, controls: values.count)
    }

    private func deleteScene(_ name: String) throws(RequestError) -> PanelReply {
        guard storedScenes.remove(name) else {
            _ = try scene(named: name)
            throw RequestError(
                .readOnly, "the scene '\(name)' is in the panel file and cannot be deleted",
                field: "name")
        }
        revision += 1
        showActions()
        showScenes()
        return .deletedScene(name: name)
    }

    /// Sets the controls that match to the values of a scene, except those that are recall-safe. A
    /// control that a finger holds treats its value like one from a client. Controls that do not
    /// exist any more are reported, and their values stay in the scene.
    ///
    /// - Throws: If there is no such scene, if none of its controls matches, or if a lock protects
    ///   all matching controls from the client.
    @discardableResult
    package func recallScene(
        named name: String, _ match: [Glob] = [Glob("*")], fade: Duration = .zero,
        except exceptions: [Glob] = [], from client: ValueChanged.Source, at time: Duration
    ) throws(RequestError) -> PanelReply {
        let scene = try scene(named: name)
        let wanted = PanelScene(
            name: name, values: scene.values.filter { match.matches($0.key) })
        if wanted.values.isEmpty, !scene.values.isEmpty {
            throw RequestError(
                .badValue, "no control of the scene '\(name)' matches", field: "match")
        }
        if !wanted.values.keys.contains(where: { self[$0] != nil && !isLocked($0, for: client) }) {
            try checkLock(for: client)
        }
        let source = ValueChanged.Source.scene(name)
        let step = UndoStep()
        let transaction = nextTransaction()
        var rejected: [SetResult] = []
        let safe = Set(controls.filter { isRecallSafe($0, except: exceptions) }.map(\.id))
        // Controls whose values are deferred get their own value later, not the value of a link.
        let given = safe.union(wanted.values.keys)
        let items = transactionValues(wanted.values, from: source, at: time, fade: fade) {
            control, remote in
            if safe.contains(control.id) || isLocked(control.id, for: client) { return false }
            var remote = remote
            (remote.step, remote.transaction) = (step, transaction)
            remote.linked = .allBut(given)
            guard
                let result = deferIfObstructed(
                    remote, on: control, isAtPanel: client.isAtPanel)
            else { return true }
            rejected.append(result)
            return false
        }
        recordingStep(step, at: time) {
            _ = set(items, as: transaction, keeping: given, at: time)
        }
        // Controls that a lock protects, or that do not match, still belong to the scene: the panel
        // then differs from it.
        noteScene(scene, except: exceptions)
        let missing = missingControls(
            of: wanted.values.filter { !exceptions.matches($0.key) })
        onNotice?(
            PanelNotice(
                .sceneRecalled(name: name, transaction: transaction, missing: missing),
                source: client, time: time))
        return .recalledScene(
            name: name, transaction: transaction, controls: items.count, rejected: rejected,
            missing: missing)
    }

    /// The first controls of a scene, by name, that do not exist now or cannot have its value.
    private func missingControls(of values: [String: ControlValue]) -> [String] {
        let missing = values.filter { self[$0.key]?.valid($0.value) == nil }.keys
        return Array(missing.sorted().prefix(Limit.missingControls.most))
    }

    /// Whether a recall leaves a control unchanged: it is recall-safe, or matches an exception.
    func isRecallSafe(_ control: PanelControl, except exceptions: [Glob]) -> Bool {
        control.description.isRecallSafe || exceptions.matches(control.id)
    }
}
