package import Controls
package import Drawing

/// `[theme]`: colours, and the fonts and size of text.
package struct ThemeDescription: Equatable, Sendable {
    package var base = Base.dark
    /// Colours by their names in the file. A theme colour's name replaces that colour. Strips and
    /// controls may use all names.
    package var colors: [String: Color] = [:]
    /// The font file for all text.
    package var fontPath = Font.defaultPath
    /// The font file for bold text; `nil` if no text is bold.
    package var boldFontPath: String?
    /// Font files to search, in this order, for characters that the main font lacks.
    package var fallbackPaths: [String] = []
    /// The size of text in pixels; `nil` to follow the size of the panel.
    package var fontSize: Double?

    /// The built-in theme to start from.
    package enum Base: String, CaseIterable, Sendable {
        case dark
        case light
        case highContrast = "high-contrast"

        var theme: Theme {
            switch self {
            case .dark: .dark
            case .light: .light
            case .highContrast: .highContrast
            }
        }
    }

    /// The base theme with the colours of the file.
    package var theme: Theme {
        var theme = base.theme
        for (name, color) in colors {
            if let path = Theme.colorPath(named: name) { theme[keyPath: path] = color }
        }
        return theme
    }

    /// The colour of controls without one.
    package var accent: Color { theme.accent }

    /// A colour that strips and controls may use: `#rrggbb`, a name from the file, `accent`, or a
    /// theme colour with a meaning such as `danger`.
    func color(named name: String) -> Color? {
        colors[name] ?? Color(hex: name)
            ?? (Self.names.contains(name)
                ? Theme.colorPath(named: name).map { theme[keyPath: $0] } : nil)
    }

    /// The names that strips and controls may use.
    var colorNames: [String] { Set(colors.keys).union(Self.names).sorted() }

    /// The names that every theme defines for strips and controls.
    private static let names = ["accent", "danger", "positive", "selection", "warning"]
}
