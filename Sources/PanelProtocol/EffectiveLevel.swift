/// The level that a member of VCAs has in effect: its own, moved by its masters.
///
/// An object, because few controls are in a VCA: the states of the others have one word for it.
package final class EffectiveLevel: Equatable, Sendable {
    /// In dB, and not limited to the control's range. If the control's least value is off, a level
    /// that is not above it is silence, and is that value.
    package let value: Double
    /// The position on the control's travel, 0...1: an end for a level beyond it.
    package let norm: Double
    /// The linear factor, 0 for silence.
    package let gain: Double
    /// The level as the panel would show it, such as `-16.0 dB`.
    package let text: String?

    /// Describes a level.
    package init(value: Double, norm: Double, gain: Double, text: String? = nil) {
        self.value = value
        self.norm = norm
        self.gain = gain
        self.text = text
    }

    /// The same level with a text.
    package func with(text: String?) -> EffectiveLevel {
        EffectiveLevel(value: value, norm: norm, gain: gain, text: text)
    }

    /// Whether two levels are the same in each form.
    package static func == (one: EffectiveLevel, other: EffectiveLevel) -> Bool {
        one.value == other.value && one.norm == other.norm && one.gain == other.gain
            && one.text == other.text
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
