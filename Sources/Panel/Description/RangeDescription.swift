/// The options of a slider with two thumbs.
package struct RangeDescription: Equatable, Sendable {
    package var scale: ScaleDescription
    /// The lower value at start; never above `defaultHigh`.
    package var defaultLow: Double
    /// The upper value at start.
    package var defaultHigh: Double
    package var orientation: Orientation
    /// How close the two values may come, in the unit of the scale.
    package var minimumGap: Double
}
