import Drawing

/// The rules of the layout: the sizes that hands and eyes need, and the order in which things
/// shrink if a page has too little space.
///
/// Lengths are in millimetres. For a screen that does not report its size, the layout assumes a
/// usual density.
enum LayoutRules {
    /// The density that the layout assumes for screens of unknown size, in pixels per millimetre.
    /// It is 132 dpi: a 7-inch panel with 800×480 pixels has 133, a 27-inch panel with 3840×2160
    /// has 163. Touches assume 96 dpi (`TouchScale`).
    static let assumedDensity = 5.2

    // MARK: Sizes

    /// The shortest side of a touch target, such as a key or the end of a range.
    static let target = 9.0
    /// The shortest side of a handle: the cap of a fader of 9 mm.
    static let handle = 7.0
    /// The shortest side of a knob.
    static let knob = 12.0
    /// The least height of a knob with its value on its dial.
    static let knobWithValue = 14.0
    /// The shortest travel of a thumb on its track.
    static let travel = 35.0
    /// The length of track that each thumb adds to its travel.
    static let thumb = 5.0
    /// The width of the widest fader: its cap is 22 mm wide.
    static let widestFader = 27.0
    /// The width beside a fader for the numbers of its scale and a meter. It is reserved even
    /// without them: a reload that adds them then cancels no touch on the fader.
    static let besideFader = 13.0
    /// The least height for the numbers of a scale below a horizontal track.
    static let numbers = 3.0
    /// The least length and width of a meter; the least width of each channel, and of the numbers.
    static let meter = (length: 20.0, width: 3.0, channel: 1.0, numbers: 10.0)
    /// The greatest share of a strip's width for a meter, if the strip is wider than a fader.
    static let shareOfMeter = 0.25
    /// The narrowest plot, and the lowest.
    static let plot = (width: 24.0, height: 12.0)
    /// The distance between strips and between controls; and the least, if there is too little
    /// space.
    static let gap = (normal: 1.54, least: 0.6)
    /// The distance from the edge of a strip to its controls.
    static let padding = (normal: 0.96, least: 0.4)
    /// The thickness of a line between controls.
    static let line = 0.2

    /// The size of a font whose capital letters are 2.3 mm high. In the fonts of the panel, their
    /// height is 0.727 of the size.
    static let leastText = 2.3 / 0.727
    /// The least size of text in pixels: smaller letters are not drawn legibly.
    static let leastTextPixels = 11.0
    /// The size of a font at which the digits of values are 4 mm high. Digits are 0.73 of it.
    static let legibleText = 4 / (0.73 * shareOfSmallText)
    /// The width of a label at the left of its control, as a fraction of the width of both.
    static let shareOfSideLabel = 0.34
    /// The width of such labels, and that of long ones, in sizes of their font; and the width of
    /// one of their letters.
    static let sideLabel = (usual: 8.0, widest: 14.0, letter: 0.45)
    /// The size of values and captions, as a fraction of the size of strip names.
    static let shareOfSmallText = 0.86

    /// The least side of a target in pixels. A page with less is an error at that screen size.
    static let leastTargetPixels = 24

    // MARK: Shrinking

    /// How much the layout has shrunk.
    struct Tightness: Equatable, Sendable {
        /// Whether gaps and margins inside the page have their least size.
        var hasLeastGaps = false
        /// The size of text, from 0 for its wanted size to 1 for its least size.
        var text = 0.0
        /// Whether knobs show their value on their dial, and not on a line below them.
        var hasValuesOnDials = false
    }

    /// The steps of shrinking, in order, until all controls have at least their least sizes.
    ///
    /// Parts within a control shrink after that: a fader omits the labels of its ticks if they make
    /// its cap too narrow, and captions are shortened in the middle.
    static let steps = [
        Tightness(),
        Tightness(hasLeastGaps: true),
        Tightness(hasLeastGaps: true, text: 0.4),
        Tightness(hasLeastGaps: true, text: 0.7),
        Tightness(hasLeastGaps: true, text: 1),
        Tightness(hasLeastGaps: true, text: 1, hasValuesOnDials: true),
    ]

    /// The fractions of all sizes that the layout tries, in order, after the last step. It then
    /// reports what is lacking.
    private static let scales = [0.95, 0.9, 0.8, 0.7, 0.6, 0.5]

    /// The first attempt in which nothing is lacking, from the most spacious one on. If every
    /// attempt at full scale lacks space, `lacking` is the tightest of them.
    static func best(
        _ attempt: (Tightness, _ scale: Double) -> LayoutAttempt
    ) -> (chosen: LayoutAttempt, lacking: LayoutAttempt?) {
        let last = steps[steps.count - 1]
        func spacious(at scale: Double) -> LayoutAttempt? {
            for step in steps.dropFirst().dropLast() {
                let next = attempt(step, scale)
                if next.shortage == nil { return next }
            }
            return nil
        }
        let first = attempt(steps[0], 1)
        guard first.shortage != nil else { return (first, nil) }
        let full = attempt(last, 1)
        guard let shortage = full.shortage else { return (spacious(at: 1) ?? full, nil) }
        for scale in scales where scale <= shortage.share + 0.1 {
            let tightest = attempt(last, scale)
            guard tightest.shortage == nil else { continue }
            // If width was lacking, there may be enough height for larger texts.
            return (spacious(at: scale) ?? tightest, full)
        }
        return (attempt(last, scales[scales.count - 1]), full)
    }
}
