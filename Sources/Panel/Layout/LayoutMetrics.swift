/// The measures of a page in pixels, from which every margin, gap and line of text follows.
package struct LayoutMetrics: Equatable, Sendable {
    /// Between strips and around them, and between the controls of a strip.
    package let gap: Int
    /// Between a strip's edge and its controls.
    package let padding: Int
    /// The size of text.
    package let fontSize: Double
    /// The height of one line of text.
    package let lineHeight: Int
    /// How wide a fader may get where its strip is wider.
    package let widestFader: Int

    /// The shortest side of what is made for a finger: 9 mm, where the panel's size is known.
    package let target: Int

    /// How large the texts of values and captions are beside those of strips.
    package static let shareOfSmallText = 0.86
    /// The size of text, in millimetres, at which the digits of values are 4 mm high: they take up
    /// 0.73 of the size of theirs.
    private static let legibleSize = 4 / (0.73 * shareOfSmallText)

    /// The shortest side of what a finger can hit, whatever the size of the panel.
    package static let smallestTarget = 24

    /// The measures of a page of some strips.
    ///
    /// All follow the size of an 800×480 panel, where a gap has 8 pixels and text 16; text is
    /// smaller where `-10.0 dB` would not fit the strip. Where millimetres are known, text is as
    /// large as arm's length asks for, up to a sixteenth of the height.
    ///
    /// - Parameter fontSize: what the theme says, in pixels.
    init(
        width: Int, height: Int, strips: Int, fontSize: Double?, pixelsPerMillimetre: Double? = nil
    ) {
        let scale = min(Double(width) / 800, Double(height) / 480)
        gap = max(2, Int((8 * scale).rounded()))
        padding = max(2, Int((5 * scale).rounded()))
        let room = Double(width - gap) / Double(max(1, strips)) - Double(gap + 2 * padding)
        let legible = min((pixelsPerMillimetre ?? 0) * Self.legibleSize, Double(height) / 16)
        let wanted = max(16 * scale, legible)
        self.fontSize = max(9, (fontSize ?? min(wanted, room / 4.8)).rounded(.down))
        lineHeight = Int((self.fontSize * 1.3).rounded(.up))
        target = max(Self.smallestTarget, Int((9 * (pixelsPerMillimetre ?? 0)).rounded(.up)))
        widestFader = max(64, target, Int((110 * scale).rounded()))
    }
}
