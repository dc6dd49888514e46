public import Drawing

/// A layer that shows only a part of its contents, like the column of a thermometer.
///
/// The contents are drawn once. Moving the edge of the part composites and damages only the strip
/// between the old and the new edge.
public final class RevealLayer: Layer {
    /// The visible part, in the layer's own coordinates; `nil`, the default, for all. The layer
    /// extends it to whole pixels.
    public var revealedRect: Rect? {
        didSet {
            guard revealedRect != oldValue else { return }
            let before = pixels(of: oldValue)
            let now = pixels(of: revealedRect)
            let difference = Region(before).union(now).subtracting(before.intersection(now))
            if !difference.isEmpty { damage(Rect(difference.extents)) }
        }
    }

    private func pixels(of rect: Rect?) -> PixelRect {
        rect.map { $0.intersection(bounds).integral } ?? bounds.integral
    }

    /// The pixels of the visible part, on the screen.
    private var revealed: PixelRect {
        place.placement.apply(to: Rect(pixels(of: revealedRect))).integral
    }

    override func drawContents(in canvas: Canvas) {
        let inner = canvas.clipped(to: revealed)
        if !inner.clip.isEmpty { super.drawContents(in: inner) }
    }

    override var opaquePixels: PixelRect {
        revealedRect == nil ? super.opaquePixels : .zero
    }

    override func hides(_ rect: PixelRect) -> Bool { revealedRect == nil && super.hides(rect) }
}
