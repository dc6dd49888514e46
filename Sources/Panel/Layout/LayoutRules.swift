import Drawing

/// The rules of the layout: the sizes that hands and eyes need, and what gives way, in which order,
/// if a page has too little space for them.
///
/// Lengths are in millimetres. A screen that does not report its size is assumed to have a usual
/// density, because the number of its pixels does not depend on its size.
enum LayoutRules {
    /// The density that the layout assumes for screens of unknown size, in pixels per millimetre.
    /// It is 132 dpi: a 7-inch panel with 800×480 pixels has 133, a 27-inch panel with 3840×2160
    /// has 163. Touches assume 96 dpi (`TouchScale`).
    static let assumedDensity = 5.2

    // MARK: Sizes

    /// The shortest side of what a finger hits: a key, or the end of a range.
    static let target = 9.0
    /// The shortest side of a handle: the cap of a fader of 9 mm.
    static let handle = 7.0
    /// The shortest side of a knob.
    static let knob = 12.0
    /// The least height of a knob with its value on its dial.
    static let knobWithValue = 14.0
    /// The shortest way of a thumb on its track.
    static let travel = 35.0
    /// The length of the way that a thumb needs for itself.
    static let thumb = 5.0
    /// The width of the widest fader: its cap is 22 mm wide.
    static let widestFader = 27.0
    /// The width beside a fader for the numbers of its scale and a meter. It is there also without
    /// them, so that a reload that adds them does not take the fader from a finger.
    static let besideFader = 13.0
    /// The least height for the numbers of a scale below a horizontal track.
    static let numbers = 3.0
    /// The shortest bar of a meter, and the narrowest; the width of each channel, and of the
    /// numbers, of a meter that is wider than a fader for them.
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

    /// The size of a font whose capital letters are 2.3 mm high, as 0.727 of it are in the fonts of
    /// the panel.
    static let leastText = 2.3 / 0.727
    /// The least size of text in pixels: smaller letters are not drawn legibly.
    static let leastTextPixels = 11.0
    /// The size of a font at which the digits of values are 4 mm high. Digits are 0.73 of it.
    static let legibleText = 4 / (0.73 * shareOfSmallText)
    /// The width of a label at the left of its control, as a fraction of the width of both.
    static let shareOfSideLabel = 0.34
    /// The width of such labels, and that of long ones, in sizes of their font; and the width of one
    /// of their letters.
    static let sideLabel = (usual: 8.0, widest: 14.0, letter: 0.45)
    /// The size of values and captions, as a fraction of the size of strip names.
    static let shareOfSmallText = 0.86

    /// The side of a target in pixels below which nothing is accepted: a page that cannot have it
    /// is an error at that size.
    static let leastTargetPixels = 24

    // MARK: What gives way

    /// How much has given way.
    struct Tightness: Equatable, Sendable {
        /// Whether gaps and margins inside the page have their least size.
        var hasLeastGaps = false
        /// How far text has gone from its wanted size, 0, to the least one, 1.
        var text = 0.0
        /// Whether knobs have no line for their value below them: it is on their dial.
        var hasValuesOnDials = false
    }

    /// What gives way, one after the other, until all controls have at least their least sizes.
    ///
    /// Parts within a control give way after that: labels of ticks are omitted if they make its cap
    /// too narrow, and captions are shortened in the middle.
    static let steps = [
        Tightness(),
        Tightness(hasLeastGaps: true),
        Tightness(hasLeastGaps: true, text: 0.4),
        Tightness(hasLeastGaps: true, text: 0.7),
        Tightness(hasLeastGaps: true, text: 1),
        Tightness(hasLeastGaps: true, text: 1, hasValuesOnDials: true),
    ]

    /// The fractions of all sizes that are tried, one after the other, if everything has given way.
    /// The layout then reports what is lacking.
    private static let scales = [0.95, 0.9, 0.8, 0.7, 0.6, 0.5]

    /// The first attempt in which nothing is lacking, from the most spacious one on. If there is
    /// none at the full scale, the result has also the last one of these.
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
            // If it was width that was lacking, there may be height for texts.
            return (spacious(at: scale) ?? tightest, full)
        }
        return (attempt(last, scales[scales.count - 1]), full)
    }
}
