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
        firstFit(downTo: least) { fits($0) ? $0 : nil }
    }

    /// The result of `fit` for the largest size that has one.
    private func firstFit<Result>(downTo least: Double, _ fit: (Font) -> Result?) -> Result? {
        var size = size
        while true {
            if let result = fit(smaller(size)) { return result }
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
        firstFit(downTo: leastNumberSize) { font in
            texts.lazy.map { TextLine($0, font: font, figures: .tabular) }
                .first { $0.fits(room(font)) }
        }
    }

    /// Words in one line, in the largest size in which they fit a space, or else in the smallest
    /// size; `nil` if even that is too high.
    func fit(words: String, in room: Size) -> TextLine? { fit(words: words) { _ in room } }

    /// The same in a space that depends on the font.
    func fit(words: String, in room: (Font) -> Size) -> TextLine? {
        let least = max(size * Self.leastShare, Self.sizes.lowerBound)
        return firstFit(downTo: least) { font in
            let line = TextLine(words, font: font, figures: .tabular)
            let room = room(font)
            let fitsWidth = line.width <= room.width || font.size <= least
            return fitsWidth && line.fitsHeight(of: room) ? line : nil
        }
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
