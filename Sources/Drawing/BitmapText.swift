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
        let pen = MaskPen(color)
        let clip = clip.map { $0.intersection(bounds) } ?? bounds
        line.forEachGlyph(at: baseline) { glyph, frame in
            let visible = frame.intersection(clip)
            if !visible.isEmpty { pen.draw(glyph, frame, part: visible, in: self) }
        }
    }

    /// Draws a line of text, within a region.
    public func draw(
        _ line: TextLine, at baseline: Point, color: Color, clippedTo clip: Region
    ) {
        clip.forEachRect { draw(line, at: baseline, color: color, clippedTo: $0) }
    }
}
