import PanelProtocol

/// The last changes of a panel's values, which can be undone, and those that were undone.
struct UndoHistory {
    /// Requests of one client that follow one another faster than this are one change.
    private static let longestPause = Duration.seconds(1)

    /// The changes to undo, with the last one at the end.
    private(set) var undoable: [UndoStep] = []
    /// The changes that were undone, with the last one at the end.
    private(set) var redoable: [UndoStep] = []
    /// The change that is being made now; `nil` if nothing is recorded.
    var current: UndoStep?
    /// A gesture in progress, with the IDs of the controls that it moves.
    private struct Gesture {
        let number: Int
        let step: UndoStep
        var controls: [String]
    }
    /// There are only as many as fingers, and some of clients: a linear search is faster than
    /// hashing.
    private var gestures: [Gesture] = []
    /// Clients may hold thousands of controls. Beyond this number, each gesture of a client is a
    /// change of its own.
    private static let mostSharedGestures = 32

    /// The last touch on a key.
    private var keyTouch: (number: Int, step: UndoStep)?

    /// Joins a gesture that moves a control to the step of the gesture's other controls, or to a
    /// new one. Returns the step.
    ///
    /// Gestures that move one control at the same time are one change: the value before one gesture
    /// is an intermediate value of another.
    mutating func joinStep(ofGesture number: Int, on control: String) -> UndoStep {
        guard let index = gestures.firstIndex(where: { $0.number == number }) else {
            let other = gestures.first {
                $0.controls.contains(control) || $0.step.values[control] != nil
            }
            let gesture = Gesture(
                number: number, step: other?.step ?? UndoStep(), controls: [control])
            gestures.append(gesture)
            return gesture.step
        }
        if !gestures[index].controls.contains(control) { gestures[index].controls.append(control) }
        return gestures[index].step
    }

    /// Like `joinStep(ofGesture:on:)`, for the gesture of a client when it begins.
    mutating func joinStep(ofClientGesture number: Int, on control: String) -> UndoStep {
        gestures.count < Self.mostSharedGestures
            ? joinStep(ofGesture: number, on: control) : UndoStep()
    }

    /// Returns the step of a touch on a key or of a typed value, which joins the gestures on its
    /// control. Begins a step if there is none.
    mutating func joinStep(ofKeyTouch number: Int, on control: String? = nil) -> UndoStep {
        if let step = control.flatMap(stepOfGesture) { return step }
        if let keyTouch, keyTouch.number == number { return keyTouch.step }
        let step = UndoStep()
        keyTouch = (number, step)
        return step
    }

    /// Records that a gesture does not move a control any more. Returns whether its change is
    /// complete: no gesture moves a control of that change any more.
    mutating func endGesture(_ number: Int, on control: String) -> Bool {
        guard let index = gestures.firstIndex(where: { $0.number == number }) else { return true }
        gestures[index].controls.removeAll { $0 == control }
        guard gestures[index].controls.isEmpty else { return false }
        let gesture = gestures.remove(at: index)
        return !gestures.contains { $0.step === gesture.step }
    }

    /// The step of the gestures that move a control now; `nil` if there are none.
    private func stepOfGesture(on control: String) -> UndoStep? {
        gestures.first { $0.controls.contains(control) }?.step
    }

    /// The step of a single change by a source; `nil` if the change cannot be undone.
    ///
    /// The requests of one client are one step until another change comes, or the client pauses for
    /// a second. A request during a gesture on the same control joins the gesture's step.
    func step(of source: ValueChanged.Source, on control: String? = nil, at time: Duration)
        -> UndoStep?
    {
        let step = control.flatMap(stepOfGesture)
        switch source {
        case .feedback, .restore, .undo, .redo: return nil
        case .touch, .link, .scene, .animation, .reset, .action: return step ?? UndoStep()
        case .client(let client, _):
            if let step { return step }
            if let last = undoable.last, last.client == client, redoable.isEmpty,
                time - last.lastChange <= Self.longestPause
            {
                return last
            }
            return UndoStep(client: client)
        }
    }

    /// Adds a change, which makes redoing impossible. The oldest change is dropped if there are too
    /// many.
    mutating func add(_ step: UndoStep, at time: Duration) {
        step.lastChange = time
        if undoable.last === step { return }
        if !undoable.contains(where: { $0 === step }) { Self.push(step, to: &undoable) }
        redoable = []
    }

    /// Returns the step of a deferred value: that of its scene, unless the history has dropped it.
    ///
    /// The gestures that deferred the value move before the scene, because they ended first.
    mutating func resumeStep(_ scene: UndoStep, by control: String) -> UndoStep {
        guard let index = undoable.firstIndex(where: { $0 === scene }) else {
            return scene.values.isEmpty ? scene : UndoStep()
        }
        let isEarlier = { (step: UndoStep) in step.values[control] != nil }
        let later = undoable[(index + 1)...]
        undoable.replaceSubrange(
            index..., with: later.filter(isEarlier) + [scene] + later.filter { !isEarlier($0) })
        return scene
    }

    /// Drops the last change if it is `step`, because that step has changed nothing after all.
    mutating func remove(_ step: UndoStep) {
        if undoable.last === step { undoable.removeLast() }
    }

    /// The change that a request is about; `nil` if there is none.
    func next(_ request: HistoryRequest) -> UndoStep? {
        request == .undo ? undoable.last : redoable.last
    }

    /// Replaces the change that a request is about by its opposite.
    mutating func replaceNext(_ request: HistoryRequest, by opposite: UndoStep) {
        if request == .undo {
            undoable.removeLast()
            Self.push(opposite, to: &redoable)
        } else {
            redoable.removeLast()
            Self.push(opposite, to: &undoable)
        }
    }

    /// Drops values that are no longer valid for their controls, and changes that then have no
    /// values.
    mutating func keepValues(where isValid: (String, ControlValue) -> Bool) {
        for step in undoable + redoable { step.keepValues(where: isValid) }
        undoable.removeAll(where: \.values.isEmpty)
        redoable.removeAll(where: \.values.isEmpty)
    }

    /// Drops all changes.
    mutating func removeAll() { (undoable, redoable) = ([], []) }

    private static func push(_ step: UndoStep, to steps: inout [UndoStep]) {
        steps.append(step)
        steps.removeFirst(max(steps.count - Limit.undoSteps.most, 0))
    }
}
