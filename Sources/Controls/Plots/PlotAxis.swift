/// An axis of a plot: its scale, its ends and its unit.
public struct PlotAxis: Hashable, Sendable {
    /// How values are spread over the length of an axis.
    public enum Scale: String, Sendable, CaseIterable {
        /// Equal steps have equal lengths.
        case linear
        /// Equal ratios have equal lengths, as for frequencies.
        case logarithmic = "log"
        /// Levels in dB: equal steps, with lines at the usual levels.
        case decibels = "db"
    }

    /// How values are spread over the length.
    public let scale: Scale
    /// The value at the left, or at the bottom.
    public let minimum: Double
    /// The value at the right, or at the top.
    public let maximum: Double
    /// The unit of the values; empty for none.
    public let unit: String

    /// An axis between two values; `nil` if the axis has no length, or if a logarithmic one does
    /// not begin above 0.
    public init?(
        _ scale: Scale = .linear, from minimum: Double, to maximum: Double, unit: String = ""
    ) {
        guard minimum < maximum, minimum.isFinite, (maximum - minimum).isFinite,
            scale != .logarithmic || (minimum > 0 && (maximum / minimum).isFinite)
        else { return nil }
        self.init(valid: scale, minimum, maximum, unit)
    }

    private init(valid scale: Scale, _ minimum: Double, _ maximum: Double, _ unit: String) {
        self.scale = scale
        self.minimum = minimum
        self.maximum = maximum
        self.unit = unit
    }

    /// A linear axis from 0 to 1.
    public static let unit = PlotAxis(valid: .linear, 0, 1, "")

    /// The axis with its grid.
    ///
    /// - Parameters:
    ///   - most: The greatest number of lines of a linear axis.
    ///   - isMirrored: Whether the minimum is in the middle, and the maximum at both ends.
    func grid(most: Int, isMirrored: Bool = false) -> CurveAxis {
        let range = minimum...maximum
        var axis: CurveAxis
        switch scale {
        case .linear: axis = .linear(range, most: most)
        case .logarithmic: axis = .logarithmic(range)
        case .decibels: axis = .decibels(range, most: most)
        }
        axis.isMirrored = isMirrored
        return axis
    }
}
