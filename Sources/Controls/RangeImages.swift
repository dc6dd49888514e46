import Drawing

/// The images of a range slider. It is a class because few range sliders have any.
final class RangeImages {
    var track = TrackImages()
    var lowerThumb = StateValues<Image>()
    var upperThumb = StateValues<Image>()
    /// The layers of the images of the track; `nil` before there are any.
    var layers: TrackImageLayers?

    /// The images of a thumb.
    func thumb(_ part: RangeSlider.Part) -> StateValues<Image> {
        part == .lower ? lowerThumb : upperThumb
    }

    /// The images that are drawn in a state.
    struct Shown: Equatable {
        let track: TrackImages.Shown
        let lowerThumb: ShownImage?
        let upperThumb: ShownImage?
    }

    /// The largest length of a thumb along the track, in any state.
    func thumbLength(isVertical: Bool, drawn: Double) -> Double {
        max(
            lowerThumb.length(isVertical: isVertical, drawn: drawn),
            upperThumb.length(isVertical: isVertical, drawn: drawn))
    }
}
