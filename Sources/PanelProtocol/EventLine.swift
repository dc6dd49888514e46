/// An event that waits to be sent: its line, which is written once for all connections, and the
/// data that determine when it is sent.
///
/// The line of a value is written when it is sent: of a finger's movements, the rate of a
/// subscription leaves out every second one.
package final class EventLine {
    private enum Contents {
        case bytes([UInt8])
        case event(ValueChanged, number: Int64)
    }

    /// The control that the event is about.
    let control: ControlKey
    /// The gesture that it belongs to, if any.
    let gesture: Int64?
    /// Whether a later movement of the same gesture may replace it.
    let isMovement: Bool
    /// The line, including its `\n`, or what to write in it.
    private var contents: Contents
    /// How many outboxes may still send it.
    var outboxes = 0

    /// The line of an event with this sequence number.
    package init(_ event: ValueChanged, as number: Int64) {
        contents = .event(event, number: number)
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
        contents = .bytes(writer.bytes)
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
        contents = .bytes(writer.bytes)
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

    /// Appends the line to others.
    func write(to lines: inout JSONWriter) {
        switch contents {
        case .bytes(let bytes): lines.append(bytes)
        case .event(let event, let number):
            let start = lines.count
            event.write(as: number, to: &lines)
            if outboxes > 1 { contents = .bytes(Array(lines.bytes(from: start))) }
        }
    }
}
