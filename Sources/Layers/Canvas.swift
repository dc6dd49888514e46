package import Drawing

/// Where a tree of layers is drawn: a bitmap, and the pixels of it that may change.
package struct Canvas {
    /// The pixels.
    package let bitmap: Bitmap
    /// Draws into `bitmap`, clipped to `clip`.
    package let context: Context
    /// The pixels that are drawn anew; all others keep what they show.
    package let clip: Region

    /// A canvas that changes no pixel of `bitmap` outside `clip`.
    package init(bitmap: Bitmap, clip: Region) {
        self.bitmap = bitmap
        self.clip = clip
        context = Context(bitmap)
        context.clip(to: clip)
    }

    /// This canvas without what lies outside of `rect`.
    func clipped(to rect: PixelRect) -> Canvas {
        Canvas(bitmap: bitmap, clip: clip.intersection(rect))
    }

    /// Fills the part of `rect` that may change with an opaque colour, or blends it with another.
    func fill(_ rect: PixelRect, _ color: Color) {
        if color.isOpaque {
            bitmap.fill(clip.intersection(rect), color)
        } else {
            context.fill(Rect(rect), color)
        }
    }

    /// Fills a rectangle with round corners.
    ///
    /// An opaque one on whole pixels is filled row by row, and only what of its corners may change
    /// is drawn as a path: a page's surfaces lie under everything that moves.
    func fill(_ rect: Rect, cornerRadius: Double, _ color: Color) {
        let radius = min(cornerRadius, rect.width / 2, rect.height / 2)
        let pixels = rect.integral
        guard color.isOpaque, Rect(pixels) == rect else {
            context.fill(Path(roundedRect: rect, cornerRadius: radius), color)
            return
        }
        guard radius > 0 else { return fill(pixels, color) }
        let side = Int(radius.rounded(.up))
        let corners = Region(
            DamagedRects.corners(of: rect, side: Double(side)).map(\.integral))
        bitmap.fill(clip.intersection(pixels).subtracting(corners), color)
        let cut = clip.intersection(corners)
        guard !cut.isEmpty else { return }
        context.saveState()
        context.clip(to: cut)
        context.fill(Path(roundedRect: rect, cornerRadius: radius), color)
        context.restoreState()
    }
}

extension Color {
    /// The colour with its own alpha times `opacity`.
    func faded(to opacity: Double) -> Color {
        opacity == 1 ? self : withAlpha(alpha * opacity)
    }
}
