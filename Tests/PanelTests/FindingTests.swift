import Drawing
import Testing

@testable import Panel

/// What `check` finds in the pictures of a panel: texts and handles.
struct FindingTests {
    private func findings(
        _ text: String, width: Int = 800, height: Int = 480
    ) throws -> [String] {
        let preview = try PanelPreview(of: panel(text), width: width, height: height)
        return preview.findings().map { "\($0.position.line): \($0.message)" }
    }

    @Test func `a text that is cut has one line for all strips of a row`() throws {
        let found = try findings(
            """
            [[pages]]
            id = "p"
            strips = [{ id = "s{n}", count = 6, controls = [
            { id = "a", type = "switch", label = "Quite a long word for so narrow a key" },
            { id = "b", type = "switch", label = "Mute" } ] }]
            """)
        #expect(
            found == [
                "4: at 800×480 the text 'Quite a long word for so narrow a key' is cut: "
                    + "it needs more room"
            ])
    }

    @Test func `a control that the file makes too small leaves the texts of others to be found`()
        throws
    {
        let found = try findings(
            """
            [[pages]]
            id = "p"
            strips = [{ id = "s{n}", count = 6, controls = [
            { id = "a", type = "switch", label = "Quite a long word for so narrow a key" },
            { id = "b", type = "knob", label = "Far too long for it", width = 10, height = 10 }
            ] }]
            """)
        #expect(found.map { $0.prefix(2) } == ["4:"], "\(found)")
    }

    @Test func `a text that is too small has one line, with the sizes`() throws {
        let found = try findings(
            """
            [[pages]]
            id = "p"
            strips = [{ id = "s{n}", count = 5, controls = [
            { id = "a", type = "switch", label = "A much wider label it" } ] }]
            """)
        #expect(found.count == 1)
        #expect(found.first?.contains("pixels, and eyes need 16") == true, "\(found)")
    }

    @Test func `texts of several sizes have one line, with the smallest`() throws {
        let found = try findings(
            """
            [[pages]]
            id = "p"
            strips = [{ id = "s{n}", count = 5, controls = [{ id = "a", type = "slider" }], names = [
            "A much wider label it", "A much wider label it is"] }]
            """)
        #expect(found.count == 1, "\(found)")
        #expect(found.first?.contains("'A much wider label it is' and 1 more has") == true)
    }

    @Test func `keys of a grid that differ by their texts have one line`() throws {
        let keys = (1...64).map {
            "{ id = \"p\($0)\", type = \"switch\", label = \"Pad \($0) long name\", icon = \"note\" },"
        }
        let found = try findings(
            """
            [[pages]]
            id = "p"
            strips = [{ id = "s", label = "", controls = [{ grid = [
            \(keys.joined(separator: "\n"))
            ], columns = 8 }] }]
            """)
        #expect(
            found == [
                "4: at 800×480 the text 'Pad 1 long name' and 63 more has 9 pixels, "
                    + "and eyes need 16: it needs more room"
            ])
    }

    @Test func `texts are found on every card, and on every strip that a key chooses`() throws {
        let long = String(repeating: "long ", count: 30)
        let preview = try PanelPreview(
            of: panel(
                """
                [groups.sel]
                type = "radio"
                [[pages]]
                id = "p"
                strips = [{ id = "s{n}", count = 2, controls = [
                { id = "sel", type = "switch", label = "Sel", groups = ["sel"] },
                { id = "pick", type = "segmented", options = ["x", "y"] },
                { cards = "pick", x = { type = "knob" }, y = { type = "switch", label = "\(long)" } } ] }]
                [[pages]]
                id = "q"
                [[pages.strips]]
                id = "s1"
                show = "sel"
                controls = [{ id = "k", type = "switch", label = "K" }]
                [[pages.strips]]
                id = "s2"
                show = "sel"
                controls = [
                { id = "k", type = "switch", label = "\(long)" } ]
                """), width: 800, height: 480)
        #expect(preview.findings().map(\.position.line) == [8, 19])
        let isShown = ["s1.x", "s1.y", "s1.k", "s2.k"].map { preview.panel[$0]?.isShown }
        #expect(isShown == [true, false, true, false], "as before")
    }

    @Test(arguments: [("Vox", false), ("A label that is much longer", true)])
    func `an icon without room beside the title is missing`(
        label: String, isMissing: Bool
    ) throws {
        let found = try findings(
            """
            [[pages]]
            id = "p"
            strips = [{ id = "s{n}", count = 5, label = "\(label)", icon = "microphone", controls = [
            { id = "a", type = "slider" } ] }]
            """)
        let line = "3: at 800×480 the icon 'microphone' is missing: it needs more room"
        #expect(found.contains(line) == isMissing, "\(found)")
    }

    @Test func `a text that the file makes too small does not need more room`() throws {
        let found = try findings(
            """
            [theme]
            font_px = 18
            [[pages]]
            id = "p"
            strips = [{ id = "s", controls = [{ id = "a", type = "knob", label = "Knob" }] }]
            """)
        #expect(
            found == [
                "5: at 800×480 the text 'Knob' and 1 more has 15 pixels, and eyes need 16: "
                    + "'font_px' under [theme] says so"
            ])
    }

    @Test func `tabs that are too narrow for a finger have one line`() throws {
        let found = try findings(
            """
            [[pages]]
            id = "p"
            banks = 1
            strips = [{ id = "s{n}", count = 40, controls = [{ id = "f", type = "slider" }] }]
            """)
        #expect(
            found.first { $0.contains("tab") }
                == "1: at 800×480 a tab has 19 pixels in width, and a finger needs 46: "
                + "fewer pages or larger banks have wider ones", "\(found)")
    }

    @Test func `eyes need the same size on pages with and without enough space`() throws {
        let found = try findings(
            """
            [[pages]]
            id = "p"
            banks = 8
            strips = [{ id = "s{n}", count = 160, controls = [
              { id = "k", type = "knob", label = "Knob" }, { id = "f", type = "slider" },
              { row = [{ id = "a", type = "switch" }, { id = "b", type = "switch" }] },
            ] }]
            """)
        let needs = Set(found.compactMap { $0.split(separator: "eyes need ").dropFirst().first })
        #expect(needs.allSatisfy { $0.hasPrefix("16") }, "\(found)")
    }

    @Test func `a value without room is missing, and not cut`() throws {
        let found = try findings(
            """
            [[pages]]
            id = "p"
            strips = [{ id = "s", controls = [
              { id = "a", type = "knob", show_value = true, min = -100000, max = 100000, default = -54321, at = [10, 60, 64, 64] },
              ] }]
            """)
        #expect(found.contains { $0.contains("the text '-54321' is missing") }, "\(found)")
    }

    @Test func `a label without room in the rectangle of its control is missing`() throws {
        let found = try findings(
            """
            [[pages]]
            id = "p"
            strips = [{ id = "s", controls = [
              { id = "a", type = "knob", label = "Gain", at = [10, 60, 100, 70] },
              { id = "b", type = "knob", at = [150, 60, 100, 70] },
              { id = "c", type = "knob", label = "C", label_side = "none", at = [300, 60, 100, 70] },
              ] }]
            """)
        #expect(found == ["4: at 800×480 the text 'Gain' is missing: it needs more room"])
    }

    @Test func `a desk with short words has no findings`() throws {
        #expect(
            try findings(
                """
                [[pages]]
                id = "p"
                strips = [{ id = "s{n}", count = 6, label = "Ch {n}", controls = [
                { id = "pan", type = "knob", format = "pan", min = -100, max = 100 },
                { id = "level", type = "slider", taper = "x32" },
                { id = "mute", type = "switch", label = "M" } ] }]
                """) == [])
    }

    @Test func `each picture of a panel is whole, also that of the second page`() throws {
        let text = """
            [areas.top]
            strips = [{ id = "top", controls = [{ id = "a", type = "button", label = "A" }] }]
            [[pages]]
            id = "p"
            strips = [{ id = "s", controls = [{ id = "b", type = "knob" }] }]
            [[pages]]
            id = "q"
            strips = [{ use = "s" }]
            """
        let preview = try PanelPreview(of: panel(text), width: 800, height: 480)
        _ = try preview.png(page: "p")
        let second = try preview.png(page: "q")
        let alone = try PanelPreview(of: panel(text), width: 800, height: 480).png(page: "q")
        #expect(second == alone)
    }

    @Test func `a picture shows the card of its page`() throws {
        func pictures(_ first: String, _ second: String) throws -> [[UInt8]] {
            let text = """
                [[pages]]
                id = "p"
                strips = []
                [[pages]]
                id = "q"
                strips = []
                [areas.top]
                strips = [{ id = "top", controls = [{ id = "page", type = "pages" },
                { cards = "page", p = { type = "button", label = "\(first)" }, \
                q = { type = "button", label = "\(second)" } }] }]
                """
            let preview = try PanelPreview(of: panel(text), width: 800, height: 480)
            return try ["p", "q"].map { try preview.png(page: $0) }
        }
        let (plain, other) = try (pictures("A", "B"), pictures("A", "C"))
        #expect(plain[0] == other[0] && plain[1] != other[1])
    }

    @Test func `characters that no font has are one line, on every size`() throws {
        let preview = try PanelPreview(
            of: panel(
                """
                [[pages]]
                id = "p"
                strips = [{ id = "s", label = "音", controls = [
                { id = "a", type = "switch", label = "漢字" } ] }]
                """), width: 800, height: 480)
        #expect(
            preview.missingGlyphs().map(\.message) == [
                "the fonts lack characters of '音' and 1 more: "
                    + "name a font that has them as 'fallback' in [theme]"
            ])
    }

    @Test func `what is hidden, and a page that nothing shows, are warnings`() {
        let text = """
            [display]
            page_bar = false
            [[pages]]
            id = "p"
            strips = [{ id = "s", controls = [
            { id = "a", type = "switch", visible = false }, { id = "b", type = "knob" } ] },
            { id = "t{n}", count = 3, visible = false, controls = [{ id = "a", type = "knob" }] } ]
            [[pages]]
            id = "q"
            strips = [{ id = "u", controls = [{ id = "a", type = "knob" }] }]
            """
        let file = PanelFile(text: text, name: "t.toml")
        #expect(
            file.problems().warnings.map(\.description) == [
                "t.toml:6:1: no page shows this switch: 'visible' is false, until a client shows it",
                "t.toml:7:1: no page shows this strip: 'visible' is false, until a client shows it",
                "t.toml:8:1: no control shows this page, and page_bar is false: only clients show it",
            ])
    }
}
