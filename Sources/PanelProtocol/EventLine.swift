/// An event on its way to connections: its line, which is written once for all of them, and what
/// decides when it goes out.
package final class EventLine {
    /// The control that it tells of.
    let control: ControlKey
    /// The gesture that it is a part of, if any.
    let gesture: Int64?
    /// Whether a later movement of the same gesture may stand for it.
    let isMovement: Bool
    /// The line, with its `\n`.
    let bytes: [UInt8]

    /// Writes the line of an event that has its number.
    package convenience init(_ event: ValueChanged) {
        var writer = JSONWriter()
        self.init(event, with: &writer)
    }

    /// Writes the line of an event that has its number, by means of a writer whose memory is used
    /// and whose contents are lost.
    package init(_ event: ValueChanged, with writer: inout JSONWriter) {
        writer.removeAll()
        event.write(to: &writer)
        bytes = writer.bytes
        control = ControlKey(event.control)
        gesture = event.gesture
        isMovement = event.phase == .changed
    }

    /// Writes the line that tells of levels, for which later ones of the meter may stand, by means
    /// of a writer whose contents are lost.
    package init(_ levels: MeterLevels, at time: Duration, with writer: inout JSONWriter) {
        writer.removeAll()
        writer.line { writer in
            writer.member("event", EventKind.meters.rawValue)
            writer.object("v") { $0.member(levels.control, levels.decibels) }
            writer.member("t", time.wholeMicroseconds)
        }
        bytes = writer.bytes
        // The edges of the control's value have no place among its levels, nor its rate.
        control = ControlKey("meter \(levels.control)")
        gesture = nil
        isMovement = true
    }

    /// Writes the line of an event that has its number and is about no value, by means of a writer
    /// whose contents are lost.
    package init(_ notice: PanelNotice, with writer: inout JSONWriter) {
        writer.removeAll()
        notice.write(to: &writer)
        bytes = writer.bytes
        control = ControlKey("")
        gesture = nil
        isMovement = false
    }
}
