import Testing

/// What `*` and `?` in names match, and what happens if they match nothing.
struct PatternTests {
    private let panel: ServedPanel

    init() throws {
        panel = try ServedPanel(changing: { $0 = Self.desk })
    }

    private static let desk = """
        [[pages]]
        id = "p"
        strips = [{ id = "ch{n}", count = 2, controls = [
          { id = "eq", type = "curve", bands = [
            { type = "low_cut", frequency = 80 }, { type = "peak", frequency = 900 },
          ] },
          { id = "hue", type = "color" },
          { id = "level", type = "slider", taper = "x32", unit = "dB" },
          { id = "in", type = "meter" },
        ] }]

        """

    // MARK: Styles

    @Test func `a pattern skips the controls that cannot have the style`() throws {
        let result = try panel.tool("style", "ch1.*", "--label", "New")
        #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
        #expect(result.lines.contains { $0.hasPrefix("ch1.eq:") && $0.hasSuffix("'New'") })
        #expect(result.lines.contains { $0.hasPrefix("ch1.level:") })
        #expect(!result.lines.contains { $0.hasPrefix("ch1.eq.") })
        let color = try panel.tool("style", "*", "--color", "#ff8800")
        #expect(color.status == 0 && color.lines.count == 2)
        let controls = try panel.tool("style", "*.*", "--color", "#ff8800")
        #expect(controls.status == 0 && controls.lines.contains { $0.hasPrefix("ch2.level:") })
        #expect(!controls.lines.contains { $0.hasPrefix("ch2.hue:") })
    }

    @Test func `a style that no matching control can have is an error`() throws {
        for name in ["ch?.eq.2.*", "ch1.eq.2.gain"] {
            let result = try panel.tool("style", name, "--label", "New")
            #expect(result.status == 1 && result.output.isEmpty)
            #expect(result.errors.contains("has the style of ch1.eq"), "\(result.errors)")
        }
        #expect(try panel.tool("style", "*.*", "--color", "nocolor").errors.contains("theme"))
    }
}
