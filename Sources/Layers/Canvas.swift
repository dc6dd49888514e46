import Drawing

/// The target of drawing: a bitmap, and the pixels that may change.
struct Canvas {
    /// The pixels.
    let bitmap: Bitmap
    /// The pixels to draw. All others stay unchanged.
    let clip: PixelRect
    /// Pixels that need not be drawn, because an opaque layer will cover them; `.zero` for none.
    var cover = PixelRect.zero

    /// This canvas, clipped to `rect` as well.
    func clipped(to rect: PixelRect) -> Canvas {
        Canvas(bitmap: bitmap, clip: clip.intersection(rect), cover: cover)
    }
}

extension Color {
    /// The colour with its alpha multiplied by `opacity`.
    func faded(to opacity: Double) -> Color {
        opacity == 1 ? self : withAlpha(alpha * opacity)
    }
}
