extension Context {
    /// Draws a line of text with unrotated glyphs of the font's size.
    ///
    /// The transform moves the start of the baseline. It does not rotate or scale the glyphs.
    public func draw(_ line: TextLine, at baseline: Point, color: Color) {
        guard
            !record(.line(DrawingSteps.Line(line: line), baseline: baseline, color))
        else { return }
        let start = transform.apply(to: baseline)
        let frame = line.pixelBounds(at: start).intersection(clip.frame)
        guard !frame.isEmpty else { return }
        let mask = AlphaMask(frame: frame)
        line.forEachGlyph(at: start) { mask.add($0, in: $1) }
        draw(mask, .color(color))
    }
}
