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
        let source = textColor(color)
        let clip = clip.map { $0.intersection(bounds) } ?? bounds
        line.forEachGlyph(at: baseline) { glyph, frame in
            let visible = frame.intersection(clip)
            guard !visible.isEmpty else { return }
            pixman_image_composite32(
                PIXMAN_OP_OVER, source.image, glyph.page.image, image, 0, 0,
                Int32(glyph.x + visible.x - frame.x), Int32(glyph.y + visible.y - frame.y),
                Int32(visible.x), Int32(visible.y), Int32(visible.width), Int32(visible.height))
        }
    }

    /// Draws a line of text, within a region.
    public func draw(
        _ line: TextLine, at baseline: Point, color: Color, clippedTo clip: Region
    ) {
        clip.forEachRect { draw(line, at: baseline, color: color, clippedTo: $0) }
    }
}
