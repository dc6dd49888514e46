/// Figures are drawn straight into the pixels, which is several times as fast as by FreeType. The
/// results of these functions are whether something was drawn.
extension Context {
    /// Fills a path that is a figure in the bitmap's pixels.
    func fillFigure(of path: Path, _ paint: Paint) -> Bool {
        // The coverage of less than a pixel would not be exact.
        guard case .box(let rect, let radius) = figure(of: path), min(rect.width, rect.height) >= 1
        else { return false }
        return draw(BoxCoverage(rect, cornerRadius: radius), paint)
    }

    /// Draws a line along a path that is a figure in the bitmap's pixels.
    func strokeFigure(of path: Path, _ paint: Paint, width: Double, cap: LineCap) -> Bool {
        switch figure(of: path) {
        // Others have sharp corners, or reach over the middle.
        case .box(let rect, let radius)
        where radius >= width / 2 && min(rect.width, rect.height) > width + 1:
            return draw(BoxCoverage(rect, cornerRadius: radius, lineWidth: width), paint)
        case .arc(let center, let radius, let start, let end) where cap == .round:
            guard case .color(let color) = paint else { return false }
            bitmap.strokeArc(
                center: center, radius: radius, start: min(start, end), end: max(start, end),
                width: width, color: color, clippedTo: clip.frame)
            return true
        default: return false
        }
    }

    private func draw(_ box: BoxCoverage, _ paint: Paint) -> Bool {
        if case .color(let color) = paint {
            bitmap.draw(box, color, clippedTo: clip.frame)
        } else if let pen = GradientPen(paint, transform) {
            bitmap.draw(box, pen, clippedTo: clip.frame)
        }
        return true
    }

    /// The figure that a path is, if it can be drawn straight into the pixels.
    private func figure(of path: Path) -> Path.Figure? {
        clip.mask == nil && blendMode == .normal ? path.figure : nil
    }
}
