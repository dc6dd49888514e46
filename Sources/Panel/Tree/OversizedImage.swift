import Controls
import Drawing

/// An image that is too large for its slider or range.
struct OversizedImage: Hashable {
    let option: String
    let size: Size
    /// How many pixels there are across the track.
    let breadth: Int
    /// How many pixels there are along the track; `nil` if the image is stretched.
    let length: Int?

    /// The images of a slider or a range that are broader than the view, or leave the handles no
    /// travel; none for another view.
    static func images(of view: View) -> [OversizedImage] {
        if let slider = view as? Slider { return images(of: slider) }
        if let range = view as? RangeSlider { return images(of: range) }
        return []
    }

    private static func images(of slider: Slider) -> [OversizedImage] {
        let room = Room(slider.bounds.size, isVertical: slider.isVertical)
        // The handle may have half of the slider's length, and an image at an end a third.
        return room.images("thumb_image", slider.thumbImage(for:), share: 0.5)
            + room.images("min_track_image", slider.minimumTrackImage(for:))
            + room.images("max_track_image", slider.maximumTrackImage(for:))
            + room.ends(slider.minimumValueImage, slider.maximumValueImage)
    }

    private static func images(of range: RangeSlider) -> [OversizedImage] {
        let room = Room(range.bounds.size, isVertical: range.isVertical)
        func thumbs(_ option: String, _ part: RangeSlider.Part) -> [OversizedImage] {
            // Both handles together may have half of the length. An image of both is reported once.
            room.images(
                option,
                { state in
                    let both = range.thumbImage(of: .both, for: state)
                    return part == .both || both == nil
                        ? range.thumbImage(of: part, for: state) : nil
                }, share: 0.25)
        }
        return thumbs("thumb_image", .both) + thumbs("low_thumb_image", .lower)
            + thumbs("high_thumb_image", .upper)
            + room.images("range_track_image", range.trackHighlightImage(for:))
            + room.images("track_image", range.trackImage(for:))
            + room.ends(range.minimumValueImage, range.maximumValueImage)
    }

    /// The space that a control has for images.
    private struct Room {
        private let isVertical: Bool
        private let breadth: Double
        private let length: Double

        init(_ size: Size, isVertical: Bool) {
            self.isVertical = isVertical
            (breadth, length) =
                isVertical ? (size.width, size.height) : (size.height, size.width)
        }

        /// The images at the ends that are too large.
        func ends(_ minimum: Image?, _ maximum: Image?) -> [OversizedImage] {
            [image("min_image", minimum, share: 1 / 3), image("max_image", maximum, share: 1 / 3)]
                .compactMap(\.self)
        }

        /// The images of an option in all states that are too large.
        func images(
            _ option: String, _ image: (Control.State) -> Image?, share: Double? = nil
        ) -> [OversizedImage] {
            [("", Control.State.normal), ("held_", .highlighted), ("disabled_", .disabled)]
                .compactMap { self.image($0.0 + option, image($0.1), share: share) }
        }

        private func image(_ option: String, _ image: Image?, share: Double?) -> OversizedImage? {
            guard let size = image?.size else { return nil }
            let (across, along) =
                isVertical ? (size.width, size.height) : (size.height, size.width)
            let (breadth, length) = (Int(breadth), share.map { Int(self.length * $0) })
            if Int(across) <= breadth, length.map({ Int(along) <= $0 }) ?? true { return nil }
            return OversizedImage(option: option, size: size, breadth: breadth, length: length)
        }
    }

    /// The error message about the image.
    var message: String {
        "'\(option)' has \(Int(size.width))×\(Int(size.height)) pixels, and there is room for "
            + "\(breadth) across the track" + (length.map { " and \($0) along it" } ?? "")
    }
}
