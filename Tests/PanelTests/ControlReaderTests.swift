import Testing

@testable import Panel

/// What the options of a control leave without effect.
struct ControlReaderTests {
    @Test(arguments: [
        ("mode = \"latched\", turns = 2", "'turns' is not in effect: 'mode' is \"latched\""),
        ("mode = \"absolute\", sensitivity = 2", "'sensitivity' is not in effect: 'mode'"),
        ("mode = \"absolute\", fine = \"second-finger\"", "'fine' is not in effect: 'mode'"),
        ("fine = \"zones\"", "'fine' is not in effect: 'drag' is \"rotary\""),
        ("drag = \"linear\", fine = \"zones\"", "'fine' is not in effect: 'drag'"),
        ("travel_mm = 40", "'travel_mm' is not in effect: 'drag' is \"rotary\""),
        ("drag = \"vertical\", turns = 2", "'turns' is not in effect: 'drag' is \"vertical\""),
        ("drag = \"linear\", mode = \"absolute\"", "'mode' is not in effect: 'drag'"),
        ("drag = \"vertical\", dead_zone = 0.3", "'dead_zone' is not in effect: 'drag'"),
        (
            "drag = \"linear\", wrap = true, acceleration = 2",
            "'acceleration' is not in effect: 'drag' is \"linear\""
        ),
        (
            "mode = \"latched\", wrap = true, acceleration = 2",
            "'acceleration' is not in effect: 'mode' is \"latched\""
        ),
        (
            "drag = \"auto\", mode = \"absolute\", turns = 2",
            "'turns' is not in effect: 'mode' is \"absolute\""
        ),
        (
            "max = 10, step = 3, detents = [6, 4]",
            "the detent 4 is not in effect: it is between two steps"
        ),
        ("fine_ratio = 0.2", "'fine_ratio' is not in effect: 'fine' is \"none\""),
        ("on_remote = \"allow\", settle_ms = 9", "'settle_ms' is not in effect: 'on_remote'"),
        (
            "pointer_length = 9, pointer_image = \"\(OptionCases.image)\"",
            "'pointer_length' is not in effect: 'pointer_image' is set"
        ),
        (
            "min = -1, max = 1, unit = \"Hz\", format = \"pan\"",
            "'unit' is not in effect: 'format' is \"pan\""
        ),
        (
            "exponent = 3", "'exponent' is not in effect: 'taper' is not set"
        ),
        (
            "taper = \"log\", min = 1, max = 9, exponent = 3",
            "'exponent' is not in effect: 'taper' is not \"power\""
        ),
        (
            "max = 10, step = 3, default = 5",
            "'default' is 5, between two steps: it starts at 6"
        ),
        ("min = -60, max = 0, unit = \"db\"", "'unit' is only a text: decibels are written \"dB\""),
        ("step = 0.3, default = 0.8", "'default' is 0.8, between two steps: it starts at 0.9"),
        ("ring = \"bar\", track_color = \"#ff0000\"", "'track_color' is not in effect"),
        ("ring = \"dot\", origin = 0.5", "'origin' is not in effect"),
        ("at = [0, 0, 90, 90], width = 80", "'width' is not in effect"),
        ("at = [0, 0, 90, 90], weight = 2", "'weight' is not in effect"),
    ])
    func `an option that has no effect on a knob is reported`(options: String, message: String) {
        let file = PanelFile(
            text: """
                version = 1
                pages = [{ id = "p", strips = [{ id = "s", controls = [
                  { id = "a", type = "knob", \(options) },
                ] }] }]
                """, name: "t.toml")
        #expect(file.errors.isEmpty)
        let warnings = file.warnings.map(\.description)
        #expect(warnings.count == 1 && warnings[0].contains(message), "\(warnings)")
    }

    @Test func `a slider that goes to the finger has no sensitivity`() {
        func warnings(_ touch: String) -> [String] {
            Self.file("type = \"slider\", touch = \"\(touch)\", sensitivity = 2").warnings
                .map(\.message)
        }
        #expect(
            warnings("absolute") == ["'sensitivity' is not in effect: 'touch' is \"absolute\""])
        #expect(warnings("handle") == [])
    }

    @Test(
        arguments: [
            (
                "knob",
                [
                    "popup = true", "double_tap = \"default\"", "on_remote = \"ignore\"",
                    "report = \"release\"", "revert_on_cancel = true", "sensitivity = 2",
                    "spring = true", "dead_zone = 0.3", "pointer_only = true",
                    "fine = \"second-finger\"", "fine_ratio = 0.2",
                ]
            ),
            ("knob", ["mode = \"latched\"", "gap_begin = \"nearest-end\""]),
            ("knob", ["drag = \"vertical\"", "travel_mm = 20", "settle_ms = 9"]),
            ("slider", ["touch = \"handle\"", "touch_zone = \"gauge\""]),
            ("range", ["crossing = \"push\"", "touch_zone = \"handle\""]),
            ("switch", ["confirm = \"hold\"", "hold_ms = 500", "on_remote = \"allow\""]),
            ("button", ["action = { run = \"a\" }"]),
            ("stepper", ["autorepeat = false"]),
            ("xy", ["mode = \"absolute\"", "spring = true", "fine = \"second-finger\""]),
            ("color", ["presets = [\"#ff0000\"]"]),
            ("stopwatch", ["hold_ms = 300"]),
            ("curve", ["popup = false", "double_tap = \"switch\""]),
            ("scenes", ["hold_ms = 500"]),
        ], ["r", "w"])
    func `what only a finger makes use of is reported where no finger sets the value`(
        control: (type: String, options: [String]), access: String
    ) {
        let options = control.options.joined(separator: ", ")
        let text = "type = \"\(control.type)\", \(options)"
        #expect(Self.file(text).warnings == [])
        let file = Self.file("access = \"\(access)\", " + text)
        #expect(file.errors.isEmpty)
        #expect(
            file.warnings.map(\.message)
                == control.options.map { option in
                    "'\(option.prefix { $0 != " " })' is not in effect: no finger sets the value"
                })
    }

    private static func file(_ options: String) -> PanelFile {
        PanelFile(
            text: """
                version = 1
                pages = [{ id = "p", strips = [{ id = "s", controls = [
                  { id = "a", \(options) },
                ] }] }]
                """, name: "t.toml")
    }

    @Test(arguments: [
        ("type = \"knob\", min = -1, max = 1, step = 0.3", 0),
        ("type = \"knob\", min = -1, max = 1, step = 0.3, default = 0", 1),
        ("type = \"knob\", min = -1, max = 1, step = 0.25", 0),
        ("type = \"stepper\", min = 1, max = 10, step = 4, default = 6", 1),
        ("type = \"range\", max = 10, step = 3, default = { low = 4, high = 8 }", 2),
        ("type = \"xy\", x = { min = -1, max = 1, step = 0.3 }", 0),
    ])
    func `the default for clients is the value at start`(options: String, warnings: Int) throws {
        let desk = try PanelDesk(
            panel: """
                [[pages]]
                id = "p"
                strips = [{ id = "s", controls = [{ id = "a", \(options) }] }]
                """)
        let control = try #require(desk.panel["s.a"])
        #expect(control.info.defaultValue == control.state?.value)
        #expect(Self.file(options).warnings.count == warnings)
        control.setDefault()
        #expect(control.info.defaultValue == control.state?.value)
    }

    @Test func `the size of letters is reported for pages that show dots and have no label`() {
        func warnings(_ options: String) -> [String] {
            PanelFile(
                text: """
                    version = 1
                    pages = [{ id = "p", strips = [{ id = "s", controls = [
                      { id = "a", \(options)type = "pages", text_scale = 2 },
                    ] }] }]
                    """, name: "t.toml"
            ).warnings.map(\.message)
        }
        #expect(warnings("") == ["'text_scale' is not in effect: dots have no text"])
        #expect(warnings("label = \"Pages\", ") == [])
        #expect(warnings("style = \"tabs\", ") == [])
    }

    @Test(arguments: [
        ("default = { low = 4, high = 9 }", ["'low' is 4, between two steps: it starts at 3"]),
        ("default = { low = 3, high = 9 }", []), ("default = { low = 0, high = 10 }", []),
    ])
    func `a default between two steps is reported`(options: String, messages: [String]) {
        let file = PanelFile(
            text: """
                version = 1
                pages = [{ id = "p", strips = [{ id = "s", controls = [
                  { id = "a", type = "range", max = 10, step = 3, \(options) },
                ] }] }]
                """, name: "t.toml")
        #expect(file.errors.isEmpty && file.warnings.map(\.message) == messages)
    }

    @Test func `a gap that is too wide is one mistake`() {
        let file = PanelFile(
            text: """
                version = 1
                pages = [{ id = "p", strips = [{ id = "s", controls = [
                  { id = "a", type = "range", min_gap = 5 },
                ] }] }]
                """, name: "t.toml")
        #expect(file.errors.map(\.message) == ["'min_gap' is 5, outside 0…1"])
    }

    @Test func `a knob whose options all have an effect gets no warning`() {
        let file = PanelFile(
            text: """
                version = 1
                pages = [{ id = "p", strips = [{ id = "s", controls = [
                  { id = "a", type = "knob", turns = 2, fine = "second-finger", fine_ratio = 0.2 },
                  { id = "b", type = "knob", drag = "auto", travel_mm = 40, turns = 2 },
                  { id = "d", type = "knob", drag = "auto", mode = "latched", sensitivity = 2 },
                  { id = "c", type = "knob", drag = "vertical", fine = "zones", settle_ms = 9 },
                ] }] }]
                """, name: "t.toml")
        #expect(file.errors.isEmpty && file.warnings.isEmpty, "\(file.warnings)")
    }
}
