/// One direction of a pad.
struct XYAxisDescription: Equatable, Sendable {
    var scale: ScaleDescription
    /// The value at start, and after two quick taps.
    var defaultNumber: Double
    /// The name that stands at the axis; empty for none.
    var label: String
    /// Whether the value goes back to its default when the finger leaves.
    var springs: Bool

    /// Reads the table of an axis; without one, it goes from 0 to 1.
    init(_ key: String, of fields: inout TableFields, springs: Bool) {
        var axis =
            fields.table(key, name: "'\(key)'")
            ?? TableFields([], name: "'\(key)'", position: fields.position, notes: fields.notes)
        scale = ScaleDescription(&axis)
        defaultNumber = axis.defaultNumber(scale)
        label = axis.string("label") ?? ""
        self.springs = axis.boolean("spring") ?? springs
        axis.noteUnknownKeys()
    }
}
