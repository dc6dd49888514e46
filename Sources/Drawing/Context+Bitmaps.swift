/// Bitmaps, which are scaled and turned by pixman.
extension Context {
    /// Draws a bitmap with its upper-left corner at a point. The transform applies.
    ///
    /// Without a transform and at whole pixels, `Bitmap.composite` does the same faster.
    public func draw(_ bitmap: Bitmap, at point: Point, opacity: Double = 1) {
        let size = Size(width: Double(bitmap.width), height: Double(bitmap.height))
        draw(bitmap, in: Rect(origin: point, size: size), opacity: opacity)
    }

    /// Draws a bitmap stretched to fill a rectangle.
    public func draw(_ bitmap: Bitmap, in rect: Rect, opacity: Double = 1) {
        guard !bitmap.bounds.isEmpty else { return }
        draw(Rect(bitmap.bounds), of: bitmap, in: rect, tintColor: nil, opacity: opacity)
    }

    /// Draws a part of a bitmap, stretched to fill a rectangle; in one colour if there is a tint.
    func draw(
        _ part: Rect, of bitmap: Bitmap, in rect: Rect, tintColor: Color?, opacity: Double
    ) {
        // Reading `self.bitmap` ends the recording: the bitmap might change before it is drawn.
        precondition(bitmap !== self.bitmap, "a bitmap is not drawn into itself")
        guard !rect.isEmpty else { return }
        let path = Path(rect).applying(transform)
        let frame = path.boundingBox.integral.intersection(clip.frame)
        let place = transform.translatedBy(x: rect.minX, y: rect.minY)
            .scaledBy(x: rect.width / part.width, y: rect.height / part.height)
            .translatedBy(x: -part.minX, y: -part.minY)
            .concatenating(.translation(x: Double(-frame.x), y: Double(-frame.y)))
        guard !frame.isEmpty, let inverse = place.inverted() else { return }
        let source = ScaledPart(part.integral.intersection(bitmap.bounds), of: bitmap, inverse)
        let mask = AlphaMask(frame: frame)
        mask.fill(path, rasterizer)
        mask.reduce(to: opacity)
        if let tintColor {
            let shape = AlphaMask(frame: frame)
            shape.withImage { source.draw(in: $0, frame) }
            mask.limit(to: shape)
            draw(mask, .color(tintColor))
        } else {
            let layer = Bitmap(width: frame.width, height: frame.height)
            source.draw(in: layer.image, frame)
            draw(layer, through: mask)
        }
    }
}
