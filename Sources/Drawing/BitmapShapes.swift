/// Shapes in one colour, drawn directly into the pixels.
///
/// The new pixel depends only on the shape, the colour and the old pixel. So any part of a shape
/// can be redrawn without a seam.
extension Bitmap {
    /// Draws a part of a circle as a line with round ends.
    ///
    /// - Parameters:
    ///   - center: The circle's centre, in pixels.
    ///   - radius: The radius of the middle of the line.
    ///   - start: The angle at which the line begins.
    ///   - end: The angle at which it ends; counterclockwise if less than `start`.
    ///   - width: The line's width.
    ///   - color: The line's colour.
    ///   - clip: Which pixels may change.
    package func strokeArc(
        center: Point, radius: Double, start: Angle, end: Angle, width: Double, color: Color,
        clippedTo clip: PixelRect
    ) {
        let clip = clip.intersection(bounds)
        blend(
            shape: RingCoverage(
                center: center, radius: radius, width: width, start: min(start, end),
                end: max(start, end), in: clip), color, clip)
    }

    /// Draws a straight line.
    ///
    /// - Parameters:
    ///   - from: The point at which it begins, in pixels.
    ///   - to: The point at which it ends.
    ///   - width: The line's width.
    ///   - cap: The shape of its ends.
    ///   - color: The line's colour.
    ///   - clip: Which pixels may change.
    package func strokeLine(
        from: Point, to: Point, width: Double, cap: LineCap, color: Color,
        clippedTo clip: PixelRect
    ) {
        blend(
            shape: SegmentCoverage(from: from, to: to, width: width, cap: cap), color,
            clip.intersection(bounds))
    }

    /// Fills a rectangle, whose corners may be round. A colour that is not opaque is blended.
    package func fillBox(
        _ rect: Rect, cornerRadius: Double, color: Color, clippedTo clip: PixelRect
    ) {
        let clip = clip.intersection(bounds)
        guard !rect.isEmpty else { return }
        if color.isOpaque, rect.contains(Rect(clip), cornerRadius: max(cornerRadius, 0)) {
            return fill(clip, color)
        }
        if cornerRadius <= 0, color.isOpaque {
            let pixels = rect.integral
            if Rect(pixels) == rect { return fill(pixels.intersection(clip), color) }
        }
        let box = BoxCoverage(rect, cornerRadius: cornerRadius)
        draw(box, color, clippedTo: clip)
    }

    /// Draws the part of the clip around a core in which there is nothing to do.
    private func draw(
        _ box: BoxCoverage, _ color: Color, clippedTo clip: PixelRect, around core: PixelRect
    ) {
        guard !core.isEmpty else { return blend(box, color, clip) }
        let above = PixelRect(
            x: clip.x, y: clip.y, width: clip.width, height: core.minY - clip.minY)
        let below = PixelRect(
            x: clip.x, y: core.maxY, width: clip.width, height: clip.maxY - core.maxY)
        blend(box, color, above)
        blend(box, color, below)
        drawSide(box, color, clip.minX..<core.minX, core.minY..<core.maxY)
        drawSide(box, color, core.maxX..<clip.maxX, core.minY..<core.maxY)
    }

    /// Draws the columns of an edge between two corners: each is covered alike from end to end.
    private func drawSide(
        _ box: BoxCoverage, _ color: Color, _ columns: Range<Int>, _ rows: Range<Int>
    ) {
        let columns = box.columns(ofRow: rows.lowerBound).clamped(to: columns)
        guard columns.count <= 4, box.isEvenBetweenCorners else {
            return blend(
                box, color,
                PixelRect(
                    x: columns.lowerBound, y: rows.lowerBound, width: columns.count,
                    height: rows.count))
        }
        let pen = CoveragePen(color)
        for x in columns { pen.draw(box, pixels, column: x, rows, pixelsPerRow: stride / 4) }
    }

    /// Draws a line along the edge of a rectangle, whose corners may be round.
    package func strokeBox(
        _ rect: Rect, cornerRadius: Double, width: Double, color: Color,
        clippedTo clip: PixelRect
    ) {
        guard !rect.isEmpty else { return }
        draw(
            BoxCoverage(rect, cornerRadius: cornerRadius, lineWidth: width), color,
            clippedTo: clip.intersection(bounds))
    }

    /// Draws a box in one colour.
    func draw(_ box: BoxCoverage, _ color: Color, clippedTo clip: PixelRect) {
        let touched = box.reach.intersection(clip)
        // A box has no core if it is a line, and else no hole.
        let core = color.isOpaque ? box.core.intersection(touched) : .zero
        fill(core, color)
        draw(
            box, color, clippedTo: touched,
            around: core.isEmpty ? box.hole.intersection(touched) : core)
    }

    /// Not inlined, as it is long.
    @inline(never)
    private func blend(_ box: BoxCoverage, _ color: Color, _ clip: PixelRect) {
        blend(shape: box, color, clip)
    }

    /// Draws a box with a gradient.
    func draw(_ box: BoxCoverage, _ pen: GradientPen, clippedTo clip: PixelRect) {
        let rect = box.reach.intersection(clip)
        let columns = rect.minX..<rect.maxX
        // The rows in which each column has one colour and one coverage.
        let even =
            pen.isEvenInColumns && box.isEvenBetweenCorners
            ? box.core.intersection(rect) : PixelRect.zero
        for y in rect.minY..<rect.maxY where !(even.minY..<even.maxY).contains(y) {
            if pen.isEvenInRows {
                let row = PixelRect(x: rect.x, y: y, width: rect.width, height: 1)
                blend(box, pen.color(x: 0, y: Float(y) + 0.5), row)
                continue
            }
            let (hole, solid) = (
                box.hole(ofRow: y).clamped(to: columns), box.solidColumns(ofRow: y)
            )
            var left = hole.isEmpty ? columns : columns.lowerBound..<hole.lowerBound
            var right = hole.isEmpty ? 0..<0 : hole.upperBound..<columns.upperBound
            // Drawn in one place: see `CoveragePen`.
            repeat {
                pen.draw(box, row(y), width: width, left, solid: solid, y)
                (left, right) = (right, 0..<0)
            } while !left.isEmpty
        }
        guard !even.isEmpty else { return }
        for x in columns {
            CoveragePen(pen.color(x: Float(x) + 0.5, y: 0)).draw(
                box, pixels, column: x, even.minY..<even.maxY, pixelsPerRow: stride / 4)
        }
    }

    @inline(__always)
    private func blend(shape: some Coverage, _ color: Color, _ clip: PixelRect) {
        guard !clip.isEmpty, color.alpha > 0 else { return }
        let pen = CoveragePen(color)
        let columns = clip.minX..<clip.maxX
        for y in clip.minY..<clip.maxY {
            let row = row(y)
            let covered = shape.columns(ofRow: y).clamped(to: columns)
            guard !covered.isEmpty else { continue }
            let solid = shape.solidColumns(ofRow: y).clamped(to: covered)
            if !solid.isEmpty { pen.fill(row, width: width, solid) }
            let done = solid.isEmpty ? shape.hole(ofRow: y).clamped(to: covered) : solid
            var left = done.isEmpty ? covered : covered.lowerBound..<done.lowerBound
            var right = done.isEmpty ? 0..<0 : done.upperBound..<covered.upperBound
            // Drawn in one place: see `CoveragePen`.
            repeat {
                pen.draw(shape, row, width: width, left, y)
                (left, right) = (right, 0..<0)
            } while !left.isEmpty
        }
    }
}
