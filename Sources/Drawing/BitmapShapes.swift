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
            RingCoverage(
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
            SegmentCoverage(from: from, to: to, width: width, cap: cap), color,
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
        let touched = box.reach.intersection(clip)
        let core = color.isOpaque ? box.core.intersection(touched) : .zero
        guard !core.isEmpty else { return blend(box, color, touched) }
        fill(core, color)
        blend(box, color, touched, around: core)
    }

    /// Blends the part of the clip around a core that is filled already.
    private func blend(
        _ box: BoxCoverage, _ color: Color, _ clip: PixelRect, around core: PixelRect
    ) {
        let above = PixelRect(
            x: clip.x, y: clip.y, width: clip.width, height: core.minY - clip.minY)
        let below = PixelRect(
            x: clip.x, y: core.maxY, width: clip.width, height: clip.maxY - core.maxY)
        blend(box, color, above)
        blend(box, color, below)
        blendSide(box, color, clip.minX..<core.minX, core.minY..<core.maxY)
        blendSide(box, color, core.maxX..<clip.maxX, core.minY..<core.maxY)
    }

    /// Blends the columns of an edge between two corners: each is covered alike from end to end.
    private func blendSide(
        _ box: BoxCoverage, _ color: Color, _ columns: Range<Int>, _ rows: Range<Int>
    ) {
        let columns = box.columns(ofRow: rows.lowerBound).clamped(to: columns)
        guard columns.count <= 2, box.isEvenBetweenCorners else {
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
        blend(
            BoxCoverage(rect, cornerRadius: cornerRadius, lineWidth: width), color,
            clip.intersection(bounds))
    }

    @inline(__always)
    private func blend(_ shape: some Coverage, _ color: Color, _ clip: PixelRect) {
        guard !clip.isEmpty, color.alpha > 0 else { return }
        let pen = CoveragePen(color)
        let pixelsPerRow = stride / 4
        let columns = clip.minX..<clip.maxX
        for y in clip.minY..<clip.maxY {
            let row = pixels + y * pixelsPerRow
            let covered = shape.columns(ofRow: y).clamped(to: columns)
            guard !covered.isEmpty else { continue }
            let solid = shape.solidColumns(ofRow: y).clamped(to: covered)
            if !solid.isEmpty { pen.fill(row, solid) }
            let done = solid.isEmpty ? shape.hole(ofRow: y).clamped(to: covered) : solid
            var left = done.isEmpty ? covered : covered.lowerBound..<done.lowerBound
            var right = done.isEmpty ? 0..<0 : done.upperBound..<covered.upperBound
            // Drawn in one place: see `CoveragePen`.
            repeat {
                pen.draw(shape, row, left, y)
                (left, right) = (right, 0..<0)
            } while !left.isEmpty
        }
    }
}
