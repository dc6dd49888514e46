/// An event that waits to be sent: its line, which is written once for all connections, and the
/// data that determine when it is sent.
package final class EventLine {
    /// The control that the event is about.
    let control: ControlKey
    /// The gesture that it belongs to, if any.
    let gesture: Int64?
    /// Whether a later movement of the same gesture may replace it.
    let isMovement: Bool
    /// The line, including its `\n`.
    let bytes: [UInt8]

    /// Writes the line of an event that already has its sequence number.
    package convenience init(_ event: ValueChanged) {
        var writer = JSONWriter()
        self.init(event, with: &writer)
    }

    /// Writes the line of an event that already has its sequence number. The writer's contents are
    /// lost, and its memory is reused.
    package init(_ event: ValueChanged, with writer: inout JSONWriter) {
        writer.removeAll()
        event.write(to: &writer)
        bytes = writer.bytes
        control = ControlKey(event.control)
        gesture = event.gesture
        isMovement = event.phase == .changed
    }

    /// Writes the line of a meter's levels or a plot's points, which later ones of the same control
    /// may replace. The writer's contents are lost.
    package init(_ shown: some ShownNumbers, at time: Duration, with writer: inout JSONWriter) {
        writer.removeAll()
        writer.line { writer in
            writer.member("event", shown.event.rawValue)
            writer.object("v") { $0.member(.text(shown.control), shown.numbers) }
            writer.member("t", time.wholeMicroseconds)
        }
        bytes = writer.bytes
        // A key of its own: the numbers must not be ordered or limited together with the control's
        // value.
        control = ControlKey("\(shown.event.rawValue) \(shown.control)")
        gesture = nil
        isMovement = true
    }

    /// Writes the line of an event without a value that already has its sequence number. A later
    /// level in effect may replace the one of the same control. The writer's contents are lost.
    package init(_ notice: PanelNotice, with writer: inout JSONWriter) {
        writer.removeAll()
        notice.write(to: &writer)
        bytes = writer.bytes
        gesture = nil
        if case .effectiveChanged(let name, _) = notice.kind {
            // In order with the control's own value, which comes with the same level.
            control = ControlKey(name)
            isMovement = true
        } else {
            control = ControlKey("")
            isMovement = false
        }
    }
}
