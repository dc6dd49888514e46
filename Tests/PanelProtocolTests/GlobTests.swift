import PanelProtocol
import Testing

struct GlobTests {
    @Test(arguments: [
        ("*", "", true), ("", "", true), ("", "a", false), ("ch*.level", "ch12.level", true),
        ("ch*.level", "ch12.levels", false), ("ch?.mute", "ch1.mute", true),
        ("ch?.mute", "ch12.mute", false), ("?", "ß", true), ("*a*b", "xaxxbb", true),
        ("??", "ß", false), ("*?ß", "ßß", true), ("*?", "", false), ("ß*", "ßa", true),
        ("*é?", "éèé", false), ("*è?", "éèé", true), ("a?c", "a🎚c", true), ("a??c", "a🎚c", false),
        ("*🎚", "🎛🎚", true),
        ("a*a", "a", false), ("Ch1", "ch1", false), ("**.??", "x.ab", true),
    ])
    func `a star matches any run of characters and a question mark matches one`(
        pattern: String, name: String, matches: Bool
    ) {
        #expect(Glob(pattern).matches(name) == matches)
    }

    @Test func `a pattern with many stars matches quickly`() {
        let pattern = Glob(String(repeating: "a*", count: 60) + "b")
        #expect(!pattern.matches(String(repeating: "a", count: 1000)))
    }

    @Test func `suggestions list near names first and leave out distant ones`() {
        let names = (1...8).map { "ch\($0).level" } + ["master.level", "ch1.mute"]
        #expect(Suggestions.near("ch9.levle", in: names).count == 3)
        #expect(Suggestions.near("mastre.level", in: names) == ["master.level"])
        #expect(Suggestions.near("zzz", in: names).isEmpty)
        #expect(Suggestions.near(String(repeating: "x", count: 8000), in: names).isEmpty)
    }
}
