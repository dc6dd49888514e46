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

    // MARK: Names

    @Test func `one call sets more controls than a request has patterns`() throws {
        let words = (0..<70).flatMap { ["ch1.level", "-\($0)"] }
        let result = try ToolResult(of: ["set"] + words, socket: panel.socket)
        #expect(result.status == 0 && result.lines.count == 70, "\(result.errors)")
        #expect(try panel.value(of: "ch1.level") == "-69.0")
    }

    @Test func `list names each pattern that matches nothing, and prints the others`() throws {
        let result = try panel.tool("list", "--names", "ch1.level", "zz", "ch2", "ch3.*")
        #expect(result.status == 1)
        #expect(result.lines.first == "ch1.level" && result.lines.contains("ch2.level"))
        #expect(
            result.errors
                == "glassfader: no control matches zz\nglassfader: no control matches ch3.*\n")
        #expect(try panel.tool("list", "ch1", "ch2.*").status == 0)
    }

    @Test(arguments: [
        (["get", "ch1.in", "ch1.level"], "ch1.in has no value that can be read"),
        (["get", "ch1.level", "ch1.levle"], "no control 'ch1.levle'; did you mean ch1.level"),
        (["get", "*.in"], "no control with a value matches *.in"),
        (["get", "ch1.level", "*.zz"], "no control matches *.zz"),
        (["watch", "ch1.level", "*.zz"], "no control matches *.zz"),
        (["get", "--effective", "ch?.level"], "no member of a VCA matches ch?.level"),
        (["scene", "recall", "verse", "--safe", "zz*"], "no control 'zz*'"),
        (["scene", "recall", "verse", "ch1.*", "zz*"], "no control 'zz*'"),
        (["scene", "store", "verse", "ch1.*", "zz*"], "no control 'zz*'"),
    ])
    func `a name that stands for nothing is an error, also beside others`(
        arguments: [String], message: String
    ) throws {
        #expect(try panel.tool("scene", "store", "verse").status == 0)
        let result = try ToolResult(of: arguments, socket: panel.socket)
        #expect(result.status == 1 && result.output.isEmpty)
        #expect(result.errors.hasPrefix("glassfader: \(message)"), "\(result.errors)")
    }

    @Test func `the level in effect is printed of members of VCAs`() throws {
        try panel.tool("link", "--vca", "all", "ch1.level", "ch2.level")
        #expect(try panel.tool("get", "--effective", "*").lines == ["ch2.level  0.0"])
        let named = try panel.tool("get", "--effective", "ch1.level", "ch2.level")
        #expect(named.lines == ["ch1.level  0.0", "ch2.level  0.0"])
    }
}
