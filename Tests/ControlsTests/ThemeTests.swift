import Drawing
import Testing

@testable import Controls

#if canImport(Glibc)
    import Glibc
#endif

@Suite struct ThemeTests {
    /// How much the one stands out from the other: 1 to 21 (WCAG 2.2, "contrast ratio").
    private func contrast(_ one: Color, _ other: Color) -> Double {
        let values = [luminance(one), luminance(other)].sorted()
        return (values[1] + 0.05) / (values[0] + 0.05)
    }

    private func luminance(_ color: Color) -> Double {
        func linear(_ component: Double) -> Double {
            component <= 0.04045 ? component / 12.92 : pow((component + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * linear(color.red) + 0.7152 * linear(color.green)
            + 0.0722 * linear(color.blue)
    }

    private static let themes = [("dark", 4.5), ("light", 4.5), ("high-contrast", 7.0)]

    @Test(arguments: themes)
    func `text is legible on every background`(name: String, least: Double) throws {
        let theme = try #require(Theme(named: name))
        for (what, color) in [("text", theme.text), ("secondary text", theme.secondaryText)] {
            for (where_, ground) in [("surface", theme.surface), ("background", theme.background)] {
                let ratio = contrast(color, ground)
                #expect(ratio >= least, "\(what) on \(where_): \(ratio)")
            }
        }
        for fill in [theme.accent, theme.positive, theme.warning, theme.danger, theme.selection] {
            #expect(contrast(theme.onAccent, fill) >= least, "\(fill)")
            // What is no text, but says something.
            #expect(contrast(fill, theme.surface) >= 3, "\(fill)")
        }
        for body in [theme.bodyTop, theme.bodyBottom] {
            #expect(contrast(theme.text, body) >= 4.5, "text on a key")
            #expect(contrast(theme.mark, body) >= 4.5, "a mark on a thumb")
            #expect(contrast(theme.heldMark, body) >= 3, "a mark on a held thumb")
        }
        for level in [theme.levelNormal, theme.levelWarning, theme.levelDanger] {
            #expect(contrast(level, theme.meterTrack) >= 3, "\(level)")
        }
    }

    @Test(arguments: themes.map(\.0))
    func `a key that warns, one that is selected and one that is dangerous look different`(
        name: String
    ) throws {
        let theme = try #require(Theme(named: name))
        let colors = [theme.positive, theme.warning, theme.danger, theme.selection]
        #expect(Set(colors).count == colors.count)
    }

    @Test func `themes have names and differ from one another`() {
        #expect(Theme.byName.keys.sorted() == ["dark", "high-contrast", "light"])
        #expect(Set(Theme.byName.values).count == 3)
        #expect(Theme(named: "pink") == nil)
    }

    @Test func `every theme colour has a distinct name`() {
        var theme = Theme.dark
        let paths = Theme.colorNames.compactMap(Theme.colorPath)
        for (number, path) in paths.enumerated() {
            theme[keyPath: path] = Color(white: Double(number) / 100)
        }
        #expect(Set(paths.map { theme[keyPath: $0] }).count == 25)
    }
}
