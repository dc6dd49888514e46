import Drawing
import PanelProtocol

extension ThemeDescription {
    static let options = OptionTable(of: ThemeDescription()) {
        PanelOption("base", \.base, .choice(), "The theme for all colours that are not set.")
        PanelOption(
            "font", \.fontPath, .font, otherwise: "Inter", "The font file of all texts.")
        PanelOption(
            "fallback", \.fallbackPaths, .fonts, otherwise: "none",
            "Font files for characters that the first one lacks; one, or up to \(Limit.fonts.most)."
        )
        PanelOption(
            "font_px", \.fontSize, .number(in: 6...200), unit: "pixels",
            otherwise: "depends on the size of the panel", "The size of texts.")
    }

    /// Reads `[theme]`.
    init(_ fields: inout TableFields) {
        self.init()
        Self.options.read(&fields).apply(to: &self)
        // The remaining keys are colours.
        if let problem = Limit.colors.problem(with: fields.unknown.count) {
            fields.notes.error(problem, at: fields.position)
            return
        }
        for entry in fields.unknown {
            guard let text = fields.string(entry.key) else { continue }
            guard let color = Color(hex: text) else {
                fields.error("'\(entry.key)': expected a colour such as \"#35a7ff\"", at: entry.key)
                continue
            }
            colors[entry.key] = color
        }
    }
}

extension OptionForm where Value == String {
    fileprivate static var font: Self {
        Self(
            .text(bytes: Limit.path.most), read: { $0.font($1) }, written: { $0.written })
    }
}

extension OptionForm where Value == [String] {
    fileprivate static var fonts: Self {
        let path = OptionShape.text(bytes: Limit.path.most)
        return Self(
            .either([path, .list(path, count: 0...Limit.fonts.most)]), read: { $0.fonts($1) })
    }
}
