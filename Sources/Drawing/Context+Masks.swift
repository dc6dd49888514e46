import CPixman

/// What is drawn through a mask: all that is no figure.
extension Context {
    /// Draws a paint through a mask, which is in the bitmap's pixels whatever the transform.
    func draw(_ mask: AlphaMask, _ paint: Paint) {
        guard let mask = mask.cropped(to: clip.frame) else { return }
        if case .color(let color) = paint, blendMode == .normal {
            if let limit = clip.mask { mask.limit(to: limit) }
            return mask.draw(MaskPen(color), in: bitmap)
        }
        let frame = mask.frame
        let place = transform.concatenating(
            .translation(x: Double(-frame.x), y: Double(-frame.y)))
        let layer = Bitmap(width: frame.width, height: frame.height)
        if case .color(let color) = paint {
            layer.fill(color)
        } else if let pen = GradientPen(paint, place) {
            let box = BoxCoverage(Rect(layer.bounds), cornerRadius: 0)
            layer.draw(box, pen, clippedTo: layer.bounds)
        }
        draw(layer, through: mask)
    }

    /// Draws a bitmap of a mask's size through the mask, which is inside the clip.
    func draw(_ layer: Bitmap, through mask: AlphaMask) {
        if let limit = clip.mask { mask.limit(to: limit) }
        let frame = mask.frame
        mask.withImage { coverage in
            func composite(
                _ operation: pixman_op_t, _ source: OpaquePointer, _ mask: OpaquePointer?
            ) {
                pixman_image_composite32(
                    operation, source, mask, bitmap.image, 0, 0, 0, 0, Int32(frame.x),
                    Int32(frame.y), Int32(frame.width), Int32(frame.height))
            }
            guard blendMode != .normal else {
                return composite(PIXMAN_OP_OVER, layer.image, coverage)
            }
            // What was there stays as far as it is not covered.
            composite(PIXMAN_OP_OUT_REVERSE, coverage, nil)
            if blendMode == .copy { composite(PIXMAN_OP_ADD, layer.image, coverage) }
        }
    }
}
