public import Drawing

/// A layer of whose contents only a part is seen, as the column of a thermometer.
///
/// The contents are drawn once; moving the edge of the part composites, and damages, the strip
/// that it moved over and nothing else.
public final class RevealLayer: Layer {
    /// The part that is seen, in the layer's own space; all of it at first. Its edges are those of
    /// the pixels around it.
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

    override func drawContents(in canvas: Canvas) {
        let revealed = place.placement.apply(to: Rect(pixels(of: revealedRect))).integral
        let inner = canvas.clipped(to: revealed)
        if !inner.clip.isEmpty { super.drawContents(in: inner) }
    }

    override func hides(_ rect: PixelRect) -> Bool { revealedRect == nil && super.hides(rect) }
}
