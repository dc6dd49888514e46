/// One part in the reply to `list`, of a control whose parts have their own scales.
package struct AxisInfo: Equatable, Sendable {
    /// The name of the part, such as `x`.
    package var part: String
    /// The least value.
    package var minimum: Double
    /// The greatest value.
    package var maximum: Double
    /// Whether the least value means silence, -∞ dB.
    package var minimumIsOff = false
    /// The unit, such as `dB` or `Hz`; empty for none.
    package var unit: String
    /// The name of the taper.
    package var taper: String
    /// The distance between values, counted from the least one; `nil` if any value is valid.
    package var step: Double?

    /// Describes the scale of a part.
    package init(part: String, minimum: Double, maximum: Double, unit: String, taper: String) {
        self.part = part
        self.minimum = minimum
        self.maximum = maximum
        self.unit = unit
        self.taper = taper
    }

    /// Writes the members of the part's object, with the names of a control with one scale.
    func write(to writer: inout JSONWriter) {
        writer.member("min", minimum)
        writer.member("max", maximum)
        if minimumIsOff { writer.member("min_is_off", true) }
        writer.member("unit", unit)
        writer.member("taper", taper)
        if let step { writer.member("step", step) }
    }
}
