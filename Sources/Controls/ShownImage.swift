import Drawing

/// An image as it is drawn in a state of its control. It is a class, because an image is large, and
/// comparisons would copy it.
final class ShownImage: Equatable {
    let image: Image
    /// Whether the image is dimmed, because the control is disabled and has no image for that
    /// state.
    let isDimmed: Bool

    /// The opacity of a dimmed image.
    static let dimmedOpacity = 0.4

    init(_ image: Image, isDimmed: Bool = false) {
        self.image = image
        self.isDimmed = isDimmed
    }

    static func == (one: ShownImage, other: ShownImage) -> Bool {
        one.image == other.image && one.isDimmed == other.isDimmed
    }
}
