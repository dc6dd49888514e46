import Controls

/// What a file has drawn in place of the parts of a slider.
struct SliderImages: Equatable, Sendable {
    private var thumb: ImageSource?
    private var heldThumb: ImageSource?
    private var disabledThumb: ImageSource?
    /// From the least value to the thumb.
    private var minimumTrack: ImageSource?
    /// From the thumb to the greatest value.
    private var maximumTrack: ImageSource?
    /// At the end of the least value.
    private var minimumValue: ImageSource?
    /// At the end of the greatest value.
    private var maximumValue: ImageSource?

    /// None.
    init() {}

    init(_ fields: inout TableFields) {
        thumb = fields.image("thumb_image")
        heldThumb = fields.image("held_thumb_image")
        disabledThumb = fields.image("disabled_thumb_image")
        minimumTrack = fields.image("min_track_image")
        maximumTrack = fields.image("max_track_image")
        minimumValue = fields.image("min_image")
        maximumValue = fields.image("max_image")
    }

    /// Gives a slider the images that there are.
    func dress(_ slider: Slider, from images: ImageCollection) {
        slider.setThumbImage(images.image(thumb), for: .normal)
        slider.setThumbImage(images.image(heldThumb), for: .highlighted)
        slider.setThumbImage(images.image(disabledThumb), for: .disabled)
        slider.setMinimumTrackImage(images.image(minimumTrack), for: .normal)
        slider.setMaximumTrackImage(images.image(maximumTrack), for: .normal)
        slider.minimumValueImage = images.image(minimumValue)
        slider.maximumValueImage = images.image(maximumValue)
    }
}
