import CCairo

/// Figures are drawn straight into the pixels, which is several times as fast as by cairo. The results
/// of these functions are whether something was drawn; if not, cairo draws it.
extension Context {
    /// Fills a path that is a figure.
    func fillFigure(of path: Path, _ paint: Paint) -> Bool {
        // The coverage of less than a pixel would not be exact.
        guard case .box(let rect, let radius) = figure(of: path), min(rect.width, rect.height) >= 1
        else { return false }
        return draw(BoxCoverage(rect, cornerRadius: radius), paint)
    }

    /// Draws a line along a path that is a figure.
    func strokeFigure(of path: Path, _ paint: Paint, width: Double, cap: LineCap) -> Bool {
        guard width > 0 else { return false }
        switch figure(of: path) {
        // Others have sharp corners, or reach over the middle.
        case .box(let rect, let radius)
        where radius >= width / 2 && min(rect.width, rect.height) > width + 1:
            return draw(BoxCoverage(rect, cornerRadius: radius, lineWidth: width), paint)
        case .arc(let center, let radius, let start, let end) where cap == .round:
            guard case .color(let color) = paint else { return false }
            changePixels {
                $0.strokeArc(
                    center: center, radius: radius, start: min(start, end), end: max(start, end),
                    width: width, color: color, clippedTo: $0.bounds)
            }
            return true
        default: return false
        }
    }

    private func draw(_ box: BoxCoverage, _ paint: Paint) -> Bool {
        let offset = transform
        let paint = paint.offsetBy(dx: offset.tx, dy: offset.ty)
        if case .color(let color) = paint {
            changePixels { $0.draw(box, color, clippedTo: $0.bounds) }
        } else if let pen = GradientPen(paint) {
            changePixels { $0.draw(box, pen) }
        } else {
            return false
        }
        return true
    }

    /// Draws a colour through a mask.
    func drawPixels(of mask: AlphaMask, _ color: Color) -> Bool {
        guard !isClipped, blendMode == .normal else { return false }
        changePixels { mask.draw(MaskPen(color), in: $0) }
        return true
    }

    /// The figure that a path is in the bitmap's pixels.
    private func figure(of path: Path) -> Path.Figure? {
        guard !isClipped, blendMode == .normal, path.figure != nil else { return nil }
        return path.applying(transform).figure
    }

    /// Changes the pixels of the bitmap without cairo.
    private func changePixels(_ change: (Bitmap) -> Void) {
        cairo_surface_flush(bitmap.surface)
        change(bitmap)
        cairo_surface_mark_dirty(bitmap.surface)
    }
}
