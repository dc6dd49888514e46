package import PanelProtocol

// Undo and redo of changes of values.
extension Panel {
    /// Undoes or redoes a change of values. A finger keeps the controls that it holds.
    ///
    /// - Throws: If there is no such change, a lock prevents it, or fingers hold all of its
    ///   controls. Nothing is changed then.
    package func perform(
        _ request: HistoryRequest, from source: ValueChanged.Source, at time: Duration
    ) throws(RequestError) -> PanelReply {
        guard let step = history.next(request) else {
            throw RequestError(.badRequest, "there is nothing to \(request.rawValue)")
        }
        noteFollowers(ofFadesIn: step)
        for id in step.values.keys.sorted() { try checkLock(on: id, for: source) }
        let origin: ValueChanged.Source = request == .undo ? .undo : .redo
        let opposite = UndoStep()
        let destinations = fades.destinations
        var rejected: [SetResult] = []
        let items = transactionValues(step.values, from: origin, at: time) { control, remote in
            if control.isKeptFromHistory {
                rejected.append(
                    SetResult(
                        control: control.id, state: state(of: control),
                        reason: Arbitration.Obstacle.touched.rawValue))
                return false
            }
            let present = destinations[ObjectIdentifier(control)] ?? control.keptValue
            if let present { opposite.note(control.id, before: present) }
            return true
        }
        guard !items.isEmpty else {
            let control = rejected.first?.control ?? "it"
            let cause = links.holds.first { $0.follower.id == control }?.cause
            let holder = self[control]?.holder ?? cause?.holder
            let name = holder?.client == nil ? "a finger" : "a client"
            throw RequestError(.badRequest, "\(name) holds \(control)")
        }
        dropValues(of: step, into: opposite)
        history.replaceNext(request, by: opposite)
        let transaction = nextTransaction()
        // The step already contains the controls that followed by a link.
        recording(nil) { _ = set(items, as: transaction, movesLinked: false, at: time) }
        showActions()
        return .history(
            transaction: transaction, controls: items.count, rejected: rejected,
            undoable: history.undoable.count, redoable: history.redoable.count)
    }

    /// Records the linked controls that fades of a change have not moved yet: redoing the change
    /// sets them, too.
    private func noteFollowers(ofFadesIn step: UndoStep) {
        for fade in fades.all where fade.step === step {
            for follower in fade.control.link?.controls ?? [] where fade.linked.has(follower) {
                if let value = follower.notedValue { step.note(follower.id, before: value) }
            }
        }
    }

    /// Drops the deferred values of an undone change: redoing the change sets them.
    private func dropValues(of step: UndoStep, into opposite: UndoStep) {
        for control in deferring {
            guard let waiting = control.arbitration.deferred, waiting.step === step else {
                continue
            }
            opposite.note(control.id, before: waiting.value)
            control.arbitration.dropDeferred()
        }
    }

    // MARK: Recording

    /// Runs `change`, and records its changes in a step; without a step, they cannot be undone.
    func recording<Result, Failure: Error>(
        _ step: UndoStep?, _ change: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let outer = history.current
        history.current = step
        defer { history.current = outer }
        return try change()
    }

    /// Runs a change of a control, which one undo reverts together with the controls that follow.
    func recordingStep<Result, Failure: Error>(
        of source: ValueChanged.Source, on control: PanelControl, at time: Duration,
        _ change: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try recordingStep(history.step(of: source, on: control.id, at: time), at: time, change)
    }

    /// Runs `change`, records its changes in a step, and adds the step to the history.
    func recordingStep<Result, Failure: Error>(
        _ step: UndoStep?, at time: Duration, _ change: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let result = try recording(step, change)
        if let step { finish(step, at: time) }
        return result
    }

    /// Runs a change by a touch on a key. One touch may switch several keys, one after the other.
    func recordingStep(
        ofKeyTouch number: Int, on control: PanelControl? = nil, at time: Duration,
        _ change: () -> Void
    ) {
        recordingStep(
            history.joinStep(ofKeyTouch: number, on: control?.id), at: time, change)
    }

    /// Adds a step to the history, if it has changed something.
    func finish(_ step: UndoStep, at time: Duration) {
        let hasChanged = step.values.contains { id, value in
            guard let control = self[id] else { return false }
            return control.keptValue != value || fades.contains(control)
        }
        if hasChanged { history.add(step, at: time) } else { history.remove(step) }
        showActions()
    }

    /// Records that a control has just changed to `present`, with its value before the change.
    func noteForUndo(
        _ control: PanelControl, with present: ControlValue?, isFeedback: Bool = false
    ) {
        // A time that passes is not a change to undo.
        guard control.roles.stopwatch == nil else { return }
        let value = control.keptValue(of: present)
        let before = control.notedValue
        control.notedValue = value
        guard value != before, let before, !isFeedback else { return }
        history.current?.note(control.id, before: before)
    }

    /// Begins to record changes from the present values, because all of them may be different.
    func noteAllForUndo() {
        for control in controls { control.notedValue = control.keptValue }
    }
}

extension PanelControl {
    /// Whether a finger keeps the control from the values of the history, whatever its policy for
    /// clients.
    var isKeptFromHistory: Bool { isTouched || isReserved }
}
