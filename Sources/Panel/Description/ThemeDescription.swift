package import Controls
package import Drawing

/// `[theme]`: colours, and the fonts and size of text.
package struct ThemeDescription: Equatable, Sendable {
    package var base = Base.dark
    /// Colours by the name the file gives them. Those that are parts of a theme take their place in
    /// it, and all may be used by strips and controls.
    package var colors: [String: Color] = [:]
    /// The font file that everything is written in.
    package var fontPath = Font.defaultPath
    /// The font files to look in, in this order, for characters that the first lacks.
    package var fallbackPaths: [String] = []
    /// The height of text in pixels; nil follows the size of the panel.
    package var fontSize: Double?

    /// The theme that holds where the file names no colours.
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

    /// The base with the colours of the file.
    package var theme: Theme {
        var theme = base.theme
        for (name, color) in colors {
            if let path = Theme.colorPaths[name] { theme[keyPath: path] = color }
        }
        return theme
    }

    /// The colour of what names none.
    package var accent: Color { theme.accent }

    /// The colour of a name that strips and controls may use: the file's own, `accent`, and what
    /// says what it is for.
    func color(named name: String) -> Color? {
        colors[name]
            ?? (Self.names.contains(name) ? Theme.colorPaths[name].map { theme[keyPath: $0] } : nil)
    }

    /// The names that strips and controls may use.
    var colorNames: [String] { Set(colors.keys).union(Self.names).sorted() }

    /// What every theme has for them.
    private static let names = ["accent", "danger", "positive", "selection", "warning"]
}
