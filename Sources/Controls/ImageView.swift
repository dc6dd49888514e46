public import Drawing

/// A view that shows an image and lets touches through. Like `UIImageView`.
///
/// A right-to-left layout mirrors an image if its `isMirrored` is on.
open class ImageView: View {
    /// How an image is fitted into the view.
    public enum ContentMode: String, Sendable, CaseIterable {
        /// Stretched to the view's size, except for its caps.
        case scaleToFill = "scale-to-fill"
        /// The largest size that fits into the view with its own proportions.
        case scaleAspectFit = "aspect-fit"
        /// The smallest size that covers the view with its own proportions; the rest is clipped.
        case scaleAspectFill = "aspect-fill"
        /// At its own size, at this place.
        case center, top, bottom, left, right
        /// At its own size, in a corner.
        case topLeft = "top-left"
        /// At its own size, in a corner.
        case topRight = "top-right"
        /// At its own size, in a corner.
        case bottomLeft = "bottom-left"
        /// At its own size, in a corner.
        case bottomRight = "bottom-right"
    }

    /// The image; `nil` for none.
    public var image: Image? {
        didSet { if image != oldValue, !showsHighlightedImage { setNeedsDisplay() } }
    }
    /// The image while `isHighlighted`; `nil` for `image`.
    public var highlightedImage: Image? {
        didSet { if highlightedImage != oldValue, isHighlighted { setNeedsDisplay() } }
    }
    /// Whether the view shows `highlightedImage`, if there is one.
    public var isHighlighted = false {
        didSet {
            if isHighlighted != oldValue, highlightedImage != nil { setNeedsDisplay() }
        }
    }
    /// How the image is fitted into the view; stretched by default.
    public var contentMode = ContentMode.scaleToFill {
        didSet { if contentMode != oldValue { setNeedsDisplay() } }
    }
    /// Redraws the image. A tint colour that is set on the view itself colours an image without
    /// one, as a template. An inherited tint colour has no effect.
    open override func tintColorDidChange() { setNeedsDisplay() }

    /// A view without an image.
    public override init(frame: Rect) {
        super.init(frame: frame)
        isUserInteractionEnabled = false
        isAccessibilityElement = true
    }

    /// A view as large as its image.
    public convenience init(image: Image) {
        self.init(frame: Rect(origin: .zero, size: image.size))
        self.image = image
    }

    /// The traits that were set, and `image`.
    open override var accessibilityTraits: AccessibilityTraits {
        get { super.accessibilityTraits.union(.image) }
        set { super.accessibilityTraits = newValue }
    }

    /// The size of the current image; zero without one.
    open override var intrinsicContentSize: Size { shownImage?.size ?? .zero }

    private var showsHighlightedImage: Bool { isHighlighted && highlightedImage != nil }

    private var shownImage: Image? { showsHighlightedImage ? highlightedImage : image }

    open override var drawsContents: Bool { true }

    open override func draw(in context: Context) {
        guard var image = shownImage?.flipped(forRightToLeft: isRightToLeft) else { return }
        if let ownTintColor, image.tintColor == nil {
            image = image.withTintColor(ownTintColor)
        }
        context.draw(image, in: contentMode.rect(for: image.size, in: bounds))
    }
}

extension ImageView.ContentMode {
    /// The rectangle of an image of a size.
    func rect(for size: Size, in bounds: Rect) -> Rect {
        guard size.width > 0, size.height > 0 else { return .zero }
        let scales = (bounds.width / size.width, bounds.height / size.height)
        switch self {
        case .scaleToFill: return bounds
        case .scaleAspectFit: return scaled(size, by: min(scales.0, scales.1), in: bounds)
        case .scaleAspectFill: return scaled(size, by: max(scales.0, scales.1), in: bounds)
        case .center, .top, .bottom, .left, .right, .topLeft, .topRight, .bottomLeft,
            .bottomRight:
            let free = Size(
                width: bounds.width - size.width, height: bounds.height - size.height)
            // Whole pixels, so that an image at its own size is copied, not resampled.
            return Rect(
                origin: Point(
                    x: (bounds.minX + free.width * horizontalShare).rounded(),
                    y: (bounds.minY + free.height * verticalShare).rounded()), size: size)
        }
    }

    private func scaled(_ size: Size, by scale: Double, in bounds: Rect) -> Rect {
        Rect(
            center: bounds.center,
            size: Size(width: size.width * scale, height: size.height * scale))
    }

    /// The fraction of the free space that is to the left of the image, 0…1.
    private var horizontalShare: Double {
        switch self {
        case .left, .topLeft, .bottomLeft: 0
        case .right, .topRight, .bottomRight: 1
        default: 0.5
        }
    }

    /// The fraction of the free space that is above the image, 0…1.
    private var verticalShare: Double {
        switch self {
        case .top, .topLeft, .topRight: 0
        case .bottom, .bottomLeft, .bottomRight: 1
        default: 0.5
        }
    }
}
