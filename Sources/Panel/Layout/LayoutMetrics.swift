/// The metrics of a page in pixels, which determine every margin, gap and line of text.
package struct LayoutMetrics: Equatable, Sendable {
    /// The gap between strips and around them, and between the controls of a strip.
    package let gap: Int
    /// The distance from a strip's edge to its controls.
    package let padding: Int
    /// The size of text.
    package let fontSize: Double
    /// The height of one line of text.
    package let lineHeight: Int
    /// The greatest width and height of a control: those of the screen. A panel file may want more,
    /// which nobody would see, and which would take memory.
    let greatestWidth: Int
    let greatestHeight: Int
    /// The width of a line between controls.
    let lineWidth: Int
    /// The greatest width of a fader in a wider strip.
    package let widestFader: Int

    /// The shortest side of a touch target: 9 mm, if the panel's size is known.
    package let target: Int

    /// The size of values and captions, as a fraction of the size of strip names.
    package static let shareOfSmallText = 0.86
    /// The size of text, in millimetres, at which the digits of values are 4 mm high. Digits are
    /// 0.73 of their font's size.
    private static let legibleSize = 4 / (0.73 * shareOfSmallText)

    /// The shortest side that a finger can hit, on a panel of any size.
    package static let smallestTarget = 24

    /// The metrics of a page with some strips.
    ///
    /// All are scaled from an 800×480 panel, where a gap has 8 pixels and text 16. Text is smaller
    /// if `-10.0 dB` would not fit the strip. If millimetres are known, text is large enough for
    /// arm's length, up to a sixteenth of the height.
    ///
    /// - Parameters:
    ///   - fontSize: The size of the theme, in pixels.
    ///   - regionWidth: The width for the strips, if that is not the width of the screen.
    init(
        width: Int, height: Int, strips: Int, fontSize: Double?,
        pixelsPerMillimetre: Double? = nil, regionWidth: Int? = nil
    ) {
        let scale = min(Double(width) / 800, Double(height) / 480)
        gap = max(2, Int((8 * scale).rounded()))
        (greatestWidth, greatestHeight) = (width, height)
        lineWidth = max(1, Int(scale.rounded()))
        padding = max(2, Int((5 * scale).rounded()))
        let column = Double((regionWidth ?? width) - gap) / Double(max(1, strips))
        let room = column - Double(gap + 2 * padding)
        let legible = min((pixelsPerMillimetre ?? 0) * Self.legibleSize, Double(height) / 16)
        let wanted = max(16 * scale, legible)
        self.fontSize = max(9, (fontSize ?? min(wanted, room / 4.8)).rounded(.down))
        lineHeight = Int((self.fontSize * 1.3).rounded(.up))
        target = max(Self.smallestTarget, Int((9 * (pixelsPerMillimetre ?? 0)).rounded(.up)))
        widestFader = max(64, target, Int((110 * scale).rounded()))
    }
}
