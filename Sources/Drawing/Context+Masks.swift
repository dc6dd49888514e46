import CPixman

/// Drawing through masks: everything that is not a `Path.Figure`.
extension Context {
    /// Draws a paint through a mask, which is in the bitmap's pixels whatever the transform.
    func draw(_ mask: AlphaMask, _ paint: Paint) {
        guard let mask = clipped(mask) else { return }
        if case .color(let color) = paint, blendMode == .normal {
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
        composite(layer, at: PixelPoint(x: frame.x, y: frame.y), through: mask)
    }

    /// Draws a bitmap of a mask's size through the mask.
    func draw(_ layer: Bitmap, through mask: AlphaMask) {
        guard let part = clipped(mask) else { return }
        composite(layer, at: PixelPoint(x: mask.frame.x, y: mask.frame.y), through: part)
    }

    /// The part of a mask that is in the clip's frame, limited to the clip; `nil` for none.
    private func clipped(_ mask: AlphaMask) -> AlphaMask? {
        let clip = clip
        let mask = mask.cropped(to: clip.frame)
        if let limit = clip.mask { mask?.limit(to: limit) }
        return mask
    }

    private func composite(_ layer: Bitmap, at origin: PixelPoint, through mask: AlphaMask) {
        let frame = mask.frame
        mask.withImage { coverage in
            guard blendMode != .normal else {
                return bitmap.blend(
                    layer.image, at: origin, into: frame, operator: PIXMAN_OP_OVER, mask: coverage)
            }
            // The old pixels remain as far as the mask does not cover them.
            bitmap.blend(
                coverage, at: PixelPoint(x: frame.x, y: frame.y), into: frame,
                operator: PIXMAN_OP_OUT_REVERSE)
            guard blendMode == .copy else { return }
            bitmap.blend(
                layer.image, at: origin, into: frame, operator: PIXMAN_OP_ADD, mask: coverage)
        }
    }
}
