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
    /// The gestures in progress, by number.
    private var gestures: [Int: UndoStep] = [:]

    /// The last touch on a key.
    private var keyTouch: (number: Int, step: UndoStep)?

    /// The step of a gesture, which begins if it is unknown.
    mutating func step(ofGesture number: Int) -> UndoStep {
        if let step = gestures[number] { return step }
        let step = UndoStep()
        gestures[number] = step
        return step
    }

    /// The step of a touch on a key, which has no end.
    mutating func step(ofKeyTouch number: Int) -> UndoStep {
        if let keyTouch, keyTouch.number == number { return keyTouch.step }
        let step = UndoStep()
        keyTouch = (number, step)
        return step
    }

    /// Forgets that a gesture is in progress.
    mutating func endGesture(_ number: Int) { gestures[number] = nil }

    /// The step of a single change by a source; `nil` if the change cannot be undone.
    ///
    /// The requests of one client are one step until another change comes, or nothing for a second.
    func step(of source: ValueChanged.Source, at time: Duration) -> UndoStep? {
        switch source {
        case .feedback, .restore, .undo, .redo: return nil
        case .touch, .link, .scene, .animation, .reset, .action: return UndoStep()
        case .client(let client, _):
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
        Self.push(step, to: &undoable)
        redoable = []
    }

    /// Drops the last change if it is this one, because it has changed nothing after all.
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

    /// Drops the values that their controls cannot have any more, and the changes without others.
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
