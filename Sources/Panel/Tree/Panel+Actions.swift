import Controls
import PanelProtocol

// The actions of keys.
extension Panel {
    /// Performs the action of a key that was just pressed, if it has one and is on.
    func performAction(
        of control: PanelControl, from source: ValueChanged.Source, at time: Duration
    ) {
        guard let action = control.kind.action, control.hasPressedKey else { return }
        perform(action, of: control, from: source, at: time)
    }

    /// Performs the action of a key, or of a choice in a list, and reports it.
    func perform(
        _ action: KeyAction, of control: PanelControl, from source: ValueChanged.Source,
        at time: Duration
    ) {
        let problem = problem(with: action) ?? (isHeld(action) ? .touched : nil)
        guard problem == nil else {
            return report(action, of: control, problem: problem, from: source, at: time)
        }
        switch action.kind {
        case .store(let name): store(name, by: action, of: control, from: source, at: time)
        case .blank:
            let isDone = onBlank?(source) ?? false
            report(
                action, of: control, problem: isDone ? nil : .noDisplay, from: source, at: time)
        case .lock: toggleLock(by: control, from: source, at: time)
        case .unlock(let pin):
            askForPIN(pin, for: control, near: control.view.frameInWindow, at: time)
        case .page, .scene, .set, .reset, .undo, .redo, .spill, .run:
            report(action, of: control, from: source, at: time)
            perform(action.kind, as: .action(of: control.id), at: time)
        }
    }

    /// Performs an action that nothing prevents.
    private func perform(
        _ action: KeyAction.Kind, as source: ValueChanged.Source, at time: Duration
    ) {
        switch action {
        case .page(let name): _ = try? perform(page: name, from: source, at: time)
        case .scene(let name, let fade):
            _ = try? recallScene(named: name, fade: fade, from: source, at: time)
        case .set(let settings):
            set(values(of: settings, from: source, at: time), at: time)
        case .reset(let pattern):
            set(defaults(matching: pattern, at: time), at: time)
        case .undo: _ = try? perform(HistoryRequest.undo, from: source, at: time)
        case .redo: _ = try? perform(HistoryRequest.redo, from: source, at: time)
        case .spill(let master):
            _ = try? perform(SpillRequest(master, toggles: true), from: source, at: time)
        case .store, .lock, .unlock, .blank, .run: break
        }
    }

    /// Why an action cannot be performed now; `nil` if it can.
    private func problem(with action: KeyAction) -> ActionReport.Problem? {
        switch action.kind {
        case .page(let name): pageTree.page(named: name) == nil ? .noPage : nil
        case .scene(let name, _): findScene(named: name) == nil ? .noScene : nil
        case .undo: history.undoable.isEmpty ? .nothingToUndo : nil
        case .redo: history.redoable.isEmpty ? .nothingToRedo : nil
        case .lock:
            lock.map { $0.isByKey || description.lock.pin != nil } ?? true ? nil : .locked
        case .unlock: lock == nil ? .notLocked : nil
        case .spill(let master): isSpillable(master) ? nil : .noVCA
        case .store, .set, .reset, .blank, .run: nil
        }
    }

    /// Whether fingers hold all controls of the change that an action undoes or redoes.
    private func isHeld(_ action: KeyAction) -> Bool {
        let step: UndoStep? =
            switch action.kind {
            case .undo: history.next(.undo)
            case .redo: history.next(.redo)
            default: nil
            }
        guard let step else { return false }
        return step.values.keys.allSatisfy { self[$0]?.isKeptFromHistory ?? false }
    }

    /// Shows which keys can perform their action now.
    func showActions() {
        for control in table.actionKeys {
            guard let action = control.kind.action else { continue }
            control.key?.isAvailable = problem(with: action) == nil
        }
    }

    private func report(
        _ action: KeyAction, of control: PanelControl, problem: ActionReport.Problem? = nil,
        from source: ValueChanged.Source, at time: Duration
    ) {
        let report = ActionReport(
            control: control.id, action: action.word, name: action.name, problem: problem)
        onNotice?(PanelNotice(.action(report), source: source, time: time))
    }

    private func store(
        _ name: String, by action: KeyAction, of control: PanelControl,
        from source: ValueChanged.Source, at time: Duration
    ) {
        var problem: ActionReport.Problem?
        do throws(RequestError) {
            _ = try storeScene(name, [Glob("*")])
        } catch {
            problem = error.code == .full ? .full : .nothingToStore
        }
        report(action, of: control, problem: problem, from: source, at: time)
    }

    // MARK: Values

    /// Sets controls as one change. A control that a finger holds treats its value like one from a
    /// client.
    private func set(_ items: [TransactionValue], at time: Duration) {
        let step = UndoStep()
        let transaction = nextTransaction()
        let given = Set(items.map(\.control.id))
        let free = items.filter { item in
            var remote = item.remote
            (remote.step, remote.transaction) = (step, transaction)
            remote.linked = .allBut(given)
            return deferIfObstructed(remote, on: item.control, isAtPanel: true) == nil
        }
        recordingStep(step, at: time) {
            _ = set(free, as: transaction, keeping: given, at: time)
        }
    }

    private func values(
        of settings: [KeyAction.Setting], from source: ValueChanged.Source, at time: Duration
    ) -> [TransactionValue] {
        settings.flatMap { setting in
            controls.filter { setting.pattern.matches($0.id) && $0.access == .readWrite }
                .compactMap { control in
                    (try? control.wanted(.value(setting.value))).map { value in
                        TransactionValue(
                            control: control,
                            remote: RemoteValue(value: value, source: source, time: time))
                    }
                }
        }
    }

    private func defaults(matching pattern: Glob, at time: Duration) -> [TransactionValue] {
        controls.filter { pattern.matches($0.id) && $0.keptValue != nil }.compactMap { control in
            control.kind.defaultValue.map { value in
                TransactionValue(
                    control: control, remote: RemoteValue(value: value, source: .reset, time: time))
            }
        }
    }
}

extension PanelControl {
    /// Whether its key was just pressed: it is on, or never stays on.
    fileprivate var hasPressedKey: Bool {
        guard let key else { return false }
        return key.mode == .tap || key.isOn
    }
}
