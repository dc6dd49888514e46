/// The metrics of a page in pixels, which determine every margin, gap and line of text.
package struct LayoutMetrics: Equatable, Sendable {
    /// The distance from the edge of the page to its strips. It is the same for all pages and
    /// areas.
    package let margin: Int
    /// The gap between strips, and between the controls of a strip.
    package let gap: Int
    /// The distance from a strip's edge to its controls.
    package let padding: Int
    /// The size of the names of strips.
    package let fontSize: Double
    /// The size of values and captions.
    package let smallFontSize: Double
    /// The height of one line of text.
    package let lineHeight: Int
    /// The greatest width and height of a control: those of the screen. A panel file may request
    /// more, which would be invisible and take memory.
    let greatestWidth: Int
    let greatestHeight: Int
    /// The width of a line between controls.
    let lineWidth: Int
    /// The greatest width of a fader in a wider strip.
    package let widestFader: Int
    /// The shortest side of a touch target.
    package let target: Int
    /// The number of pixels per millimetre, of the screen or as assumed.
    let density: Double
    /// Whether knobs have no line for their value below them.
    let hasValuesOnDials: Bool
    /// Whether the page is mirrored once everything has its place.
    let isRightToLeft: Bool
    /// The least size of text.
    let leastFontSize: Double
    /// The least legible size of text, regardless of the available space.
    let legibleFontSize: Double

    /// The metrics of a page with some strips.
    ///
    /// Text is as high as at arm's length, if the screen is high enough, and smaller if `-10.0 dB`
    /// would not fit a strip.
    ///
    /// - Parameters:
    ///   - fontSize: The size of the theme, in pixels.
    ///   - regionWidth: The width for the strips, if that is not the width of the screen.
    ///   - largestText: The greatest size of text. For areas, it is the size on the pages beside
    ///     them.
    ///   - scale: The fraction of all sizes that the page has space for.
    init(
        on screen: PanelDescription.Screen, strips: Int, fontSize: Double?,
        regionWidth: Int? = nil, largestText: Double? = nil, isRightToLeft: Bool = false,
        tightness: LayoutRules.Tightness = LayoutRules.Tightness(), scale: Double = 1
    ) {
        self.isRightToLeft = isRightToLeft
        let (width, height) = (screen.width, screen.height)
        let real = screen.pixelsPerMillimetre ?? LayoutRules.assumedDensity
        let density = scale * real
        func pixels(_ millimetres: Double) -> Int { Int((millimetres * density).rounded()) }
        // On the smallest screens, margins are smaller and leave space for the controls.
        let widest = max(2, min(width, height) / 40)
        func distance(_ distance: (normal: Double, least: Double)) -> Int {
            let length = tightness.hasLeastGaps ? distance.least : distance.normal
            return pixels(length).clamped(from: 2, to: widest)
        }
        // The margin does not shrink, since neighbouring areas share it.
        margin = Int((LayoutRules.gap.normal * real).rounded()).clamped(from: 2, to: widest)
        gap = distance(LayoutRules.gap)
        padding = distance(LayoutRules.padding)
        (greatestWidth, greatestHeight) = (width, height)
        lineWidth = max(1, pixels(LayoutRules.line))
        let column = Double((regionWidth ?? width) - 2 * margin + gap) / Double(max(1, strips))
        let room = column - Double(gap + 2 * padding)
        let highest = Double(height) / 16
        let least = max(LayoutRules.leastTextPixels, LayoutRules.leastText * density)
        // People look at a small screen from nearby.
        let lowest = min(least, Double(height) / 12)
        leastFontSize = least
        legibleFontSize = max(LayoutRules.leastTextPixels, LayoutRules.leastText * real)
        let legible =
            screen.pixelsPerMillimetre == nil
            ? min(LayoutRules.legibleText * density, Double(height) / 30, Double(width) / 50)
            : min(LayoutRules.legibleText * density, highest)
        let wanted = max(min(legible, room / 4.8, largestText ?? legible), least)
        let size = wanted + (least - wanted) * tightness.text
        self.fontSize = (fontSize ?? max(min(size, max(highest, lowest)), 9)).rounded(.down)
        let small = (self.fontSize * LayoutRules.shareOfSmallText).rounded()
        smallFontSize =
            fontSize == nil ? max(small, min(least.rounded(.down), self.fontSize)) : small
        lineHeight = Int((self.fontSize * 1.3).rounded(.up))
        target = max(1, Int((LayoutRules.target * density).rounded(.up)))
        widestFader = max(target, pixels(LayoutRules.widestFader))
        self.density = density
        hasValuesOnDials = tightness.hasValuesOnDials
    }

    /// The size of the names of strips in a style.
    func fontSize(_ style: TextStyle) -> Double { scaled(fontSize, style) }

    /// The size of values and captions in a style.
    func smallFontSize(_ style: TextStyle) -> Double { scaled(smallFontSize, style) }

    /// The height of one line of text in a style.
    func lineHeight(_ style: TextStyle) -> Int {
        style.scale == nil ? lineHeight : Int((fontSize(style) * 1.3).rounded(.up))
    }

    /// A size in a style: not less than the least size, unless the unscaled size is already less.
    private func scaled(_ size: Double, _ style: TextStyle) -> Double {
        guard let scale = style.scale else { return size }
        return max((size * scale).rounded(), min(size, leastFontSize.rounded(.down)))
    }

    /// A length in pixels.
    func pixels(_ millimetres: Double) -> Int { Int((millimetres * density).rounded(.up)) }
}
