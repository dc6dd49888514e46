import Controls
import Drawing
import PanelProtocol
import TOML

extension ThemeDescription {
    static let options = OptionTable(of: ThemeDescription()) {
        PanelOption("base", \.base, .choice(), "The theme for all colours that are not set.")
        PanelOption(
            "font", \.fontPath, .font, otherwise: "Inter", "The font file of all texts.")
        PanelOption(
            "bold_font", \.boldFontPath, .font,
            otherwise: "the file beside \"font\" whose name has Bold in place of Regular or Medium",
            "The font file of bold texts.")
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
            // Called only for a message, because a search among all names is slow.
            func near() -> String {
                fields.notes.question(for: entry.key, among: Self.options.keys + Theme.colorNames)
            }
            if entry.value.asString == nil, Theme.colorPath(named: entry.key) == nil,
                case let near = near(), !near.isEmpty
            {
                fields.notes.warning(
                    "unknown key '\(entry.key)' in [theme]\(near)", at: entry.keyPosition)
                continue
            }
            guard let text = fields.string(entry.key) else { continue }
            guard let color = Color(hex: text) else {
                let near = Theme.colorPath(named: entry.key) == nil ? near() : ""
                fields.error(
                    "'\(entry.key)': expected a colour such as \"#35a7ff\"\(near)", at: entry.key)
                continue
            }
            colors[entry.key] = color
        }
    }

    /// Warns of colours whose name resembles that of a theme colour and that nothing in the file
    /// uses. Clients may use other names.
    func noteMisspeltColors(in fields: TableFields, of document: TableFields) {
        for name in colors.keys where Theme.colorPath(named: name) == nil {
            guard !document.hasText(name, besides: "theme") else { continue }
            let near = fields.notes.question(for: name, among: Theme.colorNames)
            guard !near.isEmpty else { continue }
            fields.notes.warning(
                "the colour '\(name)' is not used\(near)", at: fields.position(of: name))
        }
    }
}

extension ThemeDescription {
    /// Finds the bold font, if any text is bold.
    ///
    /// - Parameter position: A table with a bold text; `nil` if there is none.
    mutating func findBoldFont(for position: SourcePosition?, notes: PanelFileNotes) {
        guard let position, boldFontPath == nil else { return }
        let path = Font.boldPath(beside: fontPath)
        do {
            // Opened only to find its errors.
            _ = try Font(path: path, size: 16)
            boldFontPath = path
        } catch {
            notes.error("'bold': \(error): set 'bold_font' in [theme]", at: position)
        }
    }
}

extension Font {
    /// The usual path of a family's bold font, in the folder of another font of the family.
    fileprivate static func boldPath(beside path: String) -> String {
        let dot = path.lastIndex(of: ".") ?? path.endIndex
        let (stem, type) = (path[..<dot], path[dot...])
        for style in ["-Regular", "-Medium", "-Book"] where stem.hasSuffix(style) {
            return stem.dropLast(style.count) + "-Bold" + type
        }
        return stem + "-Bold" + type
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
