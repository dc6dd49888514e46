/// A ring of lamps around a knob in place of a track, as on encoders.
public struct KnobRing: Hashable, Sendable {
    /// Which lamps are lit.
    public enum Style: String, Sendable, CaseIterable {
        /// Lights from the origin, or else the first lamp, to the value.
        case bar
        /// Lights the lamp at the value.
        case dot
        /// Lights from the origin, or else the middle, to the value: a boost or a cut.
        case boostCut = "boost-cut"
        /// Lights the same number on both sides of the middle: a width.
        case spread
    }

    /// Which lamps are lit.
    public var style: Style
    /// The number of lamps, 3…63.
    public let count: Int

    /// A ring of lamps; the count is clamped to 3…63.
    public init(_ style: Style, count: Int = 15) {
        self.style = style
        self.count = count.clamped(from: 3, to: 63)
    }

    /// The numbers of the lamps that are lit when the knob is at `position`, 0…1.
    func lit(at position: Double, origin: Double?) -> ClosedRange<Int> {
        let last = Double(count - 1)
        let value = Int((position * last).rounded())
        switch style {
        case .dot: return value...value
        case .bar, .boostCut:
            let from = Int(((origin ?? (style == .bar ? 0 : 0.5)) * last).rounded())
            return min(from, value)...max(from, value)
        case .spread:
            let reach = Int((position * last / 2).rounded())
            return max((count - 1) / 2 - reach, 0)...min(count / 2 + reach, count - 1)
        }
    }
}
