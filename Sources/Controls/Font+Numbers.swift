import Drawing

/// Smaller sizes of a font for texts that do not fit. Numbers are shown whole or not at all.
extension Font {
    /// The smallest size of a text, as a fraction of its font's size.
    private static let leastShare = 0.6
    /// The smallest legible size, in pixels.
    private static let leastSize = 7.0

    /// The largest size that fits, up to its own; `nil` if none does.
    func largest(where fits: (Font) -> Bool) -> Font? {
        largest(downTo: leastNumberSize, where: fits)
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

    private var leastNumberSize: Double {
        (size * Self.leastShare).clamped(from: Self.leastSize, to: size)
    }

    /// The first text that fits a width, in the largest size in which any does; `nil` if none does.
    /// The texts are the same number, from the longest to the shortest form.
    func fit(_ texts: [String], in width: Double) -> TextLine? {
        var fitting: TextLine?
        _ = largest { font in
            for text in texts {
                let line = TextLine(text, font: font, figures: .tabular)
                guard line.width <= width else { continue }
                fitting = line
                return true
            }
            return false
        }
        return fitting
    }

    /// Words in one line, in the largest size in which they fit a width, or else in the smallest.
    func fit(words: String, in width: Double) -> TextLine {
        var line = TextLine(words, font: self, figures: .tabular)
        _ = largest(downTo: max(size * Self.leastShare, Self.sizes.lowerBound)) { font in
            if font !== self { line = TextLine(words, font: font, figures: .tabular) }
            return line.width <= width
        }
        return line
    }
}
