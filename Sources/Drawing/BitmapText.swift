import CCairo

extension Bitmap {
    /// Draws a line of text.
    ///
    /// - Parameters:
    ///   - line: The text.
    ///   - baseline: The start of the baseline. y is rounded to a whole pixel, and so is x with
    ///     tabular figures.
    ///   - color: The colour of the glyphs.
    ///   - clip: Which pixels of this bitmap may change; `nil` for all.
    public func draw(
        _ line: TextLine, at baseline: Point, color: Color, clippedTo clip: PixelRect? = nil
    ) {
        draw(line, at: baseline, SolidImage(color), clip)
    }

    /// Draws a line of text, within a region.
    public func draw(
        _ line: TextLine, at baseline: Point, color: Color, clippedTo clip: Region
    ) {
        let source = SolidImage(color)
        clip.forEachRect { draw(line, at: baseline, source, $0) }
    }

    private func draw(
        _ line: TextLine, at baseline: Point, _ source: borrowing SolidImage, _ clip: PixelRect?
    ) {
        let clip = clip.map { $0.intersection(bounds) } ?? bounds
        let color = source.image
        line.forEachGlyph(at: baseline) { glyph, frame in
            let visible = frame.intersection(clip)
            guard !visible.isEmpty else { return }
            pixman_image_composite32(
                PIXMAN_OP_OVER, color, glyph.page.image, image, 0, 0,
                Int32(glyph.x + visible.x - frame.x), Int32(glyph.y + visible.y - frame.y),
                Int32(visible.x), Int32(visible.y), Int32(visible.width), Int32(visible.height))
        }
    }
}
