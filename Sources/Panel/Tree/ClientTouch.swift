import PanelProtocol

/// A control that a client holds, as a finger at the panel does. It is a class because few controls
/// have one.
final class ClientTouch {
    /// The client.
    let source: ValueChanged.Source
    /// The number of the gesture.
    let gesture: Int64
    /// The part that moved last; `nil` if all parts moved, or the control has only one.
    var part: String?
    /// Whether the touch has set a value. A touch that sets none is a tap.
    var hasValue = false
    /// Whether its key has been visible during the touch. A key that was never visible is not
    /// released when it is hidden.
    var wasSeen = false
    /// The value before the touch.
    let before: ControlValue?
    /// The step that undoes the whole touch.
    let step: UndoStep

    init(
        source: ValueChanged.Source, gesture: Int64, part: String?, before: ControlValue?,
        step: UndoStep
    ) {
        self.source = source
        self.gesture = gesture
        self.part = part
        self.before = before
        self.step = step
    }

    /// Whether this client makes the touch.
    func isOf(_ client: ValueChanged.Source) -> Bool { source.client == client.client }
}
