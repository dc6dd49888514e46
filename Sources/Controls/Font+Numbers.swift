import Drawing

/// Smaller sizes of a font for texts that do not fit. Numbers are shown whole or not at all.
extension Font {
    /// The smallest size of a text, as a fraction of its font's size.
    private static let leastShare = 0.6
    /// The smallest size of a number that a finger or an eye looks for, in pixels.
    private static let leastSize = 7.0
    /// The smallest size of the numbers of a scale, in pixels. The scale is useful without them.
    private static let leastScaleSize = 9.0

    /// The largest size that fits, up to its own; `nil` if none does.
    func largest(where fits: (Font) -> Bool) -> Font? {
        largest(downTo: leastNumberSize, where: fits)
    }

    /// The largest size of the numbers of a scale that fits, up to its own; `nil` if none does.
    func largestForScale(where fits: (Font) -> Bool) -> Font? {
        largest(downTo: leastForScale.size, where: fits)
    }

    private func largest(downTo least: Double, where fits: (Font) -> Bool) -> Font? {
        var size = size
        while true {
            let candidate = smaller(size)
            if fits(candidate) { return candidate }
            guard size > least else { return nil }
            size = max(size - 1, least)
        }
    }

    /// The smallest size of a number in this font.
    var leastForNumbers: Font { smaller(leastNumberSize) }

    /// The smallest size of the numbers of a scale in this font.
    var leastForScale: Font { smaller(leastNumber(of: Self.leastScaleSize)) }

    private var leastNumberSize: Double { leastNumber(of: Self.leastSize) }

    private func leastNumber(of least: Double) -> Double {
        (size * Self.leastShare).clamped(from: min(least, size), to: size)
    }

    /// The first text that fits a space, in the largest size in which any does; `nil` if none does.
    /// The texts are the same number, from the longest to the shortest form.
    func fit(_ texts: [String], in room: Size) -> TextLine? { fit(texts) { _ in room } }

    /// The same in a space that depends on the font.
    func fit(_ texts: [String], in room: (Font) -> Size) -> TextLine? {
        var fitting: TextLine?
        _ = largest { font in
            for text in texts {
                let line = TextLine(text, font: font, figures: .tabular)
                guard line.fits(room(font)) else { continue }
                fitting = line
                return true
            }
            return false
        }
        return fitting
    }

    /// Words in one line, in the largest size in which they fit a space, or else in the smallest
    /// size; `nil` if even that is too high.
    func fit(words: String, in room: Size) -> TextLine? { fit(words: words) { _ in room } }

    /// The same in a space that depends on the font.
    func fit(words: String, in room: (Font) -> Size) -> TextLine? {
        var line = TextLine(words, font: self, figures: .tabular)
        _ = largest(downTo: max(size * Self.leastShare, Self.sizes.lowerBound)) { font in
            if font !== self { line = TextLine(words, font: font, figures: .tabular) }
            return line.fits(room(font))
        }
        return line.fitsHeight(of: room(line.font)) ? line : nil
    }
}

extension TextLine {
    /// Whether the whole line is visible in a layer of this size.
    func fits(_ room: Size) -> Bool { width <= room.width && fitsHeight(of: room) }

    /// Whether no glyph is cut at the top or bottom of a layer of this size. A layer lower than the
    /// font may still be high enough for the glyphs themselves, such as digits.
    func fitsHeight(of room: Size) -> Bool {
        guard font.lineHeight > room.height else { return true }
        let y = (room.height + ascent - descent) / 2
        let pixels = pixelBounds(at: Point(x: 0, y: y))
        return pixels.minY >= 0 && Double(pixels.maxY) <= room.height
    }
}
