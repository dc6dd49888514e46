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

    /// Fills the part of `rect` that may change with an opaque colour, or blends it with another.
    func fill(_ rect: PixelRect, _ color: Color) {
        if color.isOpaque {
            bitmap.fill(clip.intersection(rect), color)
        } else {
            context.fill(Rect(rect), color)
        }
    }
}

extension Color {
    /// The colour with its own alpha times `opacity`.
    func faded(to opacity: Double) -> Color {
        opacity == 1 ? self : withAlpha(alpha * opacity)
    }
}
