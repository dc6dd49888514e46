/// An event that waits to be sent: its line, and the data that determine when it is sent.
package class EventLine {
    /// The control that the event is about.
    final let key: ControlKey
    /// The number of the gesture that it belongs to; `nil` without a gesture.
    package final var gesture: Int64?
    /// Whether a later movement of the same gesture may replace it.
    final let isMovement: Bool
    /// Whether it is about something other than a value or a level, such as an action or a page.
    /// The snapshot of a resync does not stand for it.
    final var isNotice: Bool { key == Self.keyOfNotices }
    /// The line, including its `\n`; empty until it is written.
    final var bytes: [UInt8] = []
    /// How many outboxes may still send it.
    final var outboxes = 0

    /// An event whose line is not written yet.
    init(about key: ControlKey, gesture: Int64?, isMovement: Bool) {
        self.key = key
        self.gesture = gesture
        self.isMovement = isMovement
    }

    /// Writes the line of a meter's levels or a plot's points, which later ones of the same control
    /// may replace. The writer's contents are lost.
    package init(_ data: some MeasuredData, at time: Duration, with writer: inout JSONWriter) {
        writer.removeAll()
        writer.line { writer in
            writer.member("event", data.event.rawValue)
            writer.object("v") { $0.member(.text(data.control), data.numbers) }
            writer.member("t", time.wholeMicroseconds)
        }
        bytes = writer.bytes
        // A key of its own: the numbers must not be ordered or limited together with the control's
        // value.
        key = ControlKey("\(data.event.rawValue) \(data.control)")
        isMovement = true
    }

    /// Writes the line of an event without a value that already has its sequence number. A later
    /// level in effect may replace the one of the same control. The writer's contents are lost.
    package init(_ notice: PanelNotice, with writer: inout JSONWriter) {
        writer.removeAll()
        notice.write(to: &writer)
        bytes = writer.bytes
        if case .effectiveChanged(let name, _) = notice.kind {
            // In order with the control's own value, which comes with the same level.
            key = ControlKey(name)
            isMovement = true
        } else {
            key = Self.keyOfNotices
            isMovement = false
        }
    }

    private static let keyOfNotices = ControlKey("")

    /// Appends the line to others.
    package func write(to lines: inout JSONWriter) { lines.append(bytes) }
}
