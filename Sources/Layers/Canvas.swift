import Drawing

/// Where a layer is drawn: a bitmap, and the pixels of it that may change.
struct Canvas {
    /// The pixels.
    let bitmap: Bitmap
    /// The pixels that are drawn anew; all others keep what they show.
    let clip: PixelRect

    /// This canvas without what lies outside of `rect`.
    func clipped(to rect: PixelRect) -> Canvas {
        Canvas(bitmap: bitmap, clip: clip.intersection(rect))
    }
}

extension Color {
    /// The colour with its own alpha times `opacity`.
    func faded(to opacity: Double) -> Color {
        opacity == 1 ? self : withAlpha(alpha * opacity)
    }
}
