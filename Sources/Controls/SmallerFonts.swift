import Drawing

/// Smaller sizes of a font, each created once. They are for numbers, which are shown whole or not
/// at all.
final class SmallerFonts {
    /// The smallest size of a number, as a fraction of its font's size.
    private static let leastShare = 0.6
    /// The smallest legible size, in pixels.
    private static let leastSize = 7.0

    private weak var font: Font?
    private var fonts: [Double: Font] = [:]

    /// The largest size of a font that fits, up to its own; `nil` if none does.
    func largest(of font: Font, where fits: (Font) -> Bool) -> Font? {
        if self.font !== font {
            self.font = font
            fonts = [:]
        }
        var size = font.size
        let least = (size * Self.leastShare).clamped(from: Self.leastSize, to: size)
        while true {
            let candidate = sized(font, size)
            if fits(candidate) { return candidate }
            guard size > least else { return nil }
            size = max(size - 1, least)
        }
    }

    /// The smallest size of a number in a font.
    func least(of font: Font) -> Font {
        sized(font, (font.size * Self.leastShare).clamped(from: Self.leastSize, to: font.size))
    }

    /// The first text that fits a width, in the largest size in which any does; `nil` if none does.
    /// The texts are the same number, from the longest to the shortest form.
    func fit(_ texts: [String], _ font: Font, in width: Double) -> TextLine? {
        var fitting: TextLine?
        _ = largest(of: font) { font in
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

    private func sized(_ font: Font, _ size: Double) -> Font {
        guard size != font.size else { return font }
        if let known = fonts[size] { return known }
        let made = font.withSize(size)
        fonts[size] = made
        return made
    }
}
