/// The level that a member of VCAs has in effect: its own, moved by its masters.
package struct EffectiveLevel: Equatable, Sendable {
    /// In dB, and not limited to the control's range. If the control's least value is off, a level
    /// that is not above it is silence, and is that value.
    package var value: Double
    /// The position on the control's travel, 0...1: an end for a level beyond it.
    package var norm: Double
    /// The linear factor, 0 for silence.
    package var gain: Double
    /// The level as the panel would show it, such as `-16.0 dB`.
    package var text: String?

    /// Describes a level.
    package init(value: Double, norm: Double, gain: Double, text: String? = nil) {
        self.value = value
        self.norm = norm
        self.gain = gain
        self.text = text
    }

    /// Writes the level as the member `effective`.
    func write(to writer: inout JSONWriter) {
        writer.object("effective") { writer in
            writer.member("value", value)
            writer.member("norm", norm)
            writer.member("gain", gain)
            if let text { writer.member("text", text) }
        }
    }
}
