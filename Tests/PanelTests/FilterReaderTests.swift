import Testing

@testable import Panel

/// `[input]` as far as it tells fingers from noise.
struct FilterReaderTests {
    @Test func `a panel is capacitive by default`() throws {
        #expect(try filters("") == FilterDescription(for: .capacitive))
        #expect(
            try filters("technology = \"resistive\"") == FilterDescription(for: .resistive))
        let resistive = FilterDescription(for: .resistive)
        #expect(resistive.bounce == .milliseconds(40))
        #expect(resistive.minimumReports == 2)
        #expect(resistive.smoothing == .oneEuro(OneEuroDescription()))
    }

    @Test func `every stage can be changed or switched off`() throws {
        #expect(
            try filters(
                """
                jump_mm = 0
                smoothing = "off"
                liftoff_guard = false
                """) == .off)
        let changed = try filters(
            """
            technology = "resistive"
            ignore_corner = true
            palm_major_mm = 25
            jump_mm = 30
            after_jump = "restart"
            min_frames = 3
            bounce_ms = 60
            median = false
            smoothing = "one-euro"
            one_euro = { mincutoff = 1, beta = 0.05, dcutoff = 2 }
            rest = false
            liftoff_guard = false
            """)
        var oneEuro = OneEuroDescription()
        oneEuro.minimumCutoff = 1
        oneEuro.beta = 0.05
        oneEuro.derivativeCutoff = 2
        oneEuro.staysAtRest = false
        #expect(changed.ignoresCorners)
        #expect(changed.palmMajor == 25)
        #expect(changed.jump == 30)
        #expect(changed.afterJump == .restart)
        #expect(FilterDescription(for: .resistive).afterJump == .ignore)
        #expect(changed.minimumReports == 3)
        #expect(changed.bounce == .milliseconds(60))
        #expect(!changed.hasMedian)
        #expect(changed.smoothing == .oneEuro(oneEuro))
        #expect(!changed.guardsLiftOff)
        #expect(
            try filters("hysteresis_mm = 0.2\nrest = false").smoothing
                == .hysteresis(millimetres: 0.2, widensAtRest: false))
        #expect(try filters("bounce_ms = 0\npalm_major_mm = 0").palmMajor == nil)
    }

    @Test(arguments: [
        ("technology = \"capacitve\"", "7:14: unknown technology 'capacitve'"),
        ("jump_mm = -1", "7:11: 'jump_mm' is -1, outside 0…1000"),
        (
            "after_jump = \"begin\"",
            "7:14: unknown after_jump 'begin'; known are ignore, restart"
        ),
        ("palm_major_mm = \"25\"", "7:17: 'palm_major_mm': expected a number, found a string"),
        ("min_frames = 0", "7:14: 'min_frames' is 0, outside 1…10"),
        ("min_frames = 1.5", "7:14: 'min_frames': expected a whole number, found 1.5"),
        ("bounce_ms = 501", "7:13: 'bounce_ms' is 501, outside 0…500"),
        ("median = 3", "7:10: 'median': expected true or false, found a number"),
        ("smoothing = \"1€\"", "7:13: unknown smoothing '1€'; known are off, hysteresis, one-euro"),
        ("hysteresis_mm = 0", "7:17: 'hysteresis_mm' is 0, and must be above 0"),
        ("one_euro = 1.5", "7:12: 'one_euro': expected a table, found a number"),
        ("one_euro = { beta = -1 }", "7:21: 'beta' is -1, outside 0…100"),
        ("ignore_corner = 1", "7:17: 'ignore_corner': expected true or false, found a number"),
        ("liftoff_guard = 0", "7:17: 'liftoff_guard': expected true or false, found a number"),
    ])
    func `a mistake is reported with its position`(line: String, message: String) {
        let errors = file(line).errors.map(\.description)
        #expect(errors.contains { $0.hasPrefix("t.toml:" + message) }, "\(errors)")
    }

    @Test(arguments: [
        ("smothing = \"off\"", "unknown key 'smothing' in [input]; did you mean 'smoothing'?"),
        ("one_euro = { bta = 1 }", "unknown key 'bta' in 'one_euro'; did you mean 'beta'?"),
        ("one_euro = {}", "'one_euro' is not in effect: 'smoothing' is \"hysteresis\""),
        (
            "technology = \"resistive\"\nhysteresis_mm = 1",
            "'hysteresis_mm' is not in effect: 'smoothing' is \"one-euro\""
        ),
        (
            "rest = true\nsmoothing = \"off\"",
            "'rest' is not in effect: 'smoothing' is \"off\""
        ),
    ])
    func `an option that has no effect is reported`(line: String, message: String) {
        let warnings = file(line).warnings.map(\.description)
        #expect(warnings.contains { $0.contains(message) }, "\(warnings)")
    }

    private func filters(_ lines: String) throws -> FilterDescription {
        let file = file(lines)
        #expect(file.errors.isEmpty, "\(file.errors)")
        #expect(file.warnings.isEmpty, "\(file.warnings)")
        return try #require(file.panel).input.touchscreen.filters
    }

    /// A panel with an `[input]` whose first line is the seventh.
    private func file(_ lines: String) -> PanelFile {
        PanelFile(
            text: """
                version = 1
                pages = [
                  { id = "p", strips = [
                    { id = "s", controls = [{ id = "a", type = "slider" }] },
                  ] } ]
                [input]
                \(lines)
                """, name: "t.toml")
    }
}
