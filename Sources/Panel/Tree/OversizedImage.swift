import Controls
import Drawing

/// An image of a slider that is too large for it.
struct OversizedImage: Hashable {
    private let option: String
    private let size: Size
    /// How many pixels there are across the track.
    private let breadth: Int
    /// How many pixels there are along it; `nil` if the image is stretched.
    private let length: Int?

    /// The images of a slider that are broader than it, or leave the handle no travel.
    static func images(of slider: Slider) -> [OversizedImage] {
        // The handle may have half of the slider's length, and an image at an end a third.
        images("thumb_image", slider.thumbImage(for:), of: slider, share: 0.5)
            + images("min_track_image", slider.minimumTrackImage(for:), of: slider)
            + images("max_track_image", slider.maximumTrackImage(for:), of: slider)
            + [
                OversizedImage("min_image", slider.minimumValueImage, of: slider, share: 1 / 3),
                OversizedImage("max_image", slider.maximumValueImage, of: slider, share: 1 / 3),
            ].compactMap(\.self)
    }

    /// The images of an option in all states.
    private static func images(
        _ option: String, _ image: (Control.State) -> Image?, of slider: Slider,
        share: Double? = nil
    ) -> [OversizedImage] {
        [("", Control.State.normal), ("held_", .highlighted), ("disabled_", .disabled)]
            .compactMap { prefix, state in
                OversizedImage(prefix + option, image(state), of: slider, share: share)
            }
    }

    private init?(_ option: String, _ image: Image?, of slider: Slider, share: Double? = nil) {
        guard let size = image?.size else { return nil }
        /// Across the track and along it.
        func sides(_ size: Size) -> (across: Double, along: Double) {
            slider.isVertical ? (size.width, size.height) : (size.height, size.width)
        }
        let (sides, room) = (sides(size), sides(slider.bounds.size))
        self.option = option
        self.size = size
        breadth = Int(room.across)
        length = share.map { Int(room.along * $0) }
        if Int(sides.across) <= breadth, length.map({ Int(sides.along) <= $0 }) ?? true {
            return nil
        }
    }

    /// The error message about it.
    var message: String {
        "'\(option)' has \(Int(size.width))×\(Int(size.height)) pixels, and there is room for "
            + "\(breadth) across the track" + (length.map { " and \($0) along it" } ?? "")
    }
}
