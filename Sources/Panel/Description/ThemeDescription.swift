package import Drawing

/// `[theme]`: colours and the size of text.
package struct ThemeDescription: Equatable, Sendable {
    package var base = Base.dark
    /// Colours by the name the file gives them; `accent` is always there.
    package var colors = ["accent": standardAccent]
    /// The height of text in pixels; nil follows the size of the panel.
    package var fontSize: Double?

    /// The colours that are used where the file names none.
    package enum Base: String, CaseIterable, Sendable {
        case dark
        case light
        case highContrast = "high-contrast"
    }

    /// The colour of what names none.
    package var accent: Color {
        colors["accent"] ?? Self.standardAccent
    }

    /// `#35a7ff`
    private static let standardAccent = Color(red: 0x35 / 255, green: 0xA7 / 255, blue: 1)
}
