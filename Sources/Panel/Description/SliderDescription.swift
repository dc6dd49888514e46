package import Controls

/// The options of a slider.
package struct SliderDescription: Equatable, Sendable {
    package var scale: ScaleDescription
    /// The value at start and after two quick taps.
    package var defaultValue: Double
    package var orientation: Orientation
    package var touch: Slider.TouchMode
    package var fine: FineDescription
    /// The value the track is filled from; nil for the minimum.
    package var origin: Double?
}
