import Controls
import Drawing
import Testing

@testable import Panel

/// What a panel file may say, and what it then means.
struct PanelFileTests {
    @Test func `a template makes as many strips as the file requests`() throws {
        let panel = try panel(
            """
            [templates.channel]
            label = "Ch {n}"
            controls = [
              { id = "pan", type = "knob", label = "Pan {n}" },
              { id = "level", type = "slider", taper = "x32" },
            ]
            [[pages]]
            id = "main"
            strips = [{ template = "channel", id = "ch{n}", count = 3 }]
            """)
        #expect(panel.pages[0].strips.map(\.label) == ["Ch 1", "Ch 2", "Ch 3"])
        #expect(
            panel.controls.map(\.id) == [
                "ch1.pan", "ch1.level", "ch2.pan", "ch2.level", "ch3.pan", "ch3.level",
            ])
        #expect(panel.control(withID: "ch2.pan")?.label == "Pan 2")
    }

    @Test func `strips are numbered from any number, with zeros or with letters`() throws {
        let panel = try panel(
            """
            [[pages]]
            id = "main"
            strips = [
              { id = "ch{n:02}", count = 3, first = 9, label = "Ch {n}", controls = [
                { id = "send", type = "knob", label = "Send {n:A}" },
              ] },
              { id = "dca{n:A}", count = 2, first = 26, controls = [{ id = "level", type = "slider" }] },
            ]
            """)
        let strips = panel.pages[0].strips
        #expect(strips.map(\.id) == ["ch09", "ch10", "ch11", "dcaZ", "dcaAA"])
        #expect(strips.prefix(3).map(\.label) == ["Ch 9", "Ch 10", "Ch 11"])
        #expect(panel.control(withID: "ch10.send")?.label == "Send J")
    }

    @Test func `strips get their names from a list, and the others use their label`() throws {
        let panel = try panel(
            """
            [[pages]]
            id = "main"
            strips = [{ id = "ch{n}", count = 4, first = 5, label = "Ch {n}", \
            names = ["Kick", "Snare {n}"], controls = [{ id = "level", type = "slider" }] }]
            [strips.ch5]
            label = "Bass drum"
            """)
        #expect(
            panel.pages[0].strips.map(\.label) == ["Bass drum", "Snare 6", "Ch 7", "Ch 8"])
    }

    @Test(
        arguments: [
            ("names = [\"a\", \"b\", \"c\"]", "'names' has 3 names, and there are 2 strips"),
            ("label = \"{n:x}\"", "'label': '{n:x}' is unknown; use {n}, {n:02} or {n:A}"),
            (
                "names = [\"a\", \"b {n:1}\"]",
                "'names': '{n:1}' is unknown; use {n}, {n:02} or {n:A}"
            ),
            ("first = 0", "'first' is 0, outside 1…9999"),
        ])
    func `a wrong number or name of a strip is an error`(option: String, problem: String) {
        let file = PanelFile(
            text: """
                [[pages]]
                id = "main"
                strips = [{ id = "s{n}", count = 2, \(option), controls = [
                  { id = "level", type = "slider" },
                ] }]
                """, name: "desk.toml")
        #expect(file.errors.map(\.message) == [problem])
        #expect(file.errors.first?.line == 3)
    }

    @Test func `a single strip leaves out controls, and options of a control, of its template`()
        throws
    {
        let panel = try panel(
            """
            [templates.channel]
            controls = [
              { id = "pan", type = "knob" },
              { id = "mute", type = "switch", label = "M", color = "danger", icon = "muted" },
            ]
            [[pages]]
            id = "main"
            strips = [{ template = "channel", id = "ch{n}", count = 3 }]
            [strips.ch2]
            without = ["pan"]
            mute.without = ["color", "icon"]
            mute.label = "Cut"
            """)
        #expect(panel.control(withID: "ch2.pan") == nil && panel.control(withID: "ch3.pan") != nil)
        let keys = try (1...3).map {
            try #require(panel.control(withID: "ch\($0).mute"))
        }
        #expect(keys.map(\.label) == ["M", "Cut", "M"])
        #expect(keys.map { $0.textStyle.icon == nil } == [false, true, false])
        #expect(keys.map { $0.ownColor == nil } == [false, true, false])
    }

    @Test func `a strip leaves out controls of its template and adds its own`() throws {
        let panel = try panel(
            """
            [templates.channel]
            controls = [{ id = "pan", type = "knob" }, { id = "level", type = "slider" }]
            [[pages]]
            id = "main"
            strips = [{ template = "channel", id = "main", without = ["pan"], controls = [
              { id = "limit", type = "range" },
            ] }]
            """)
        #expect(panel.controls.map(\.id) == ["main.level", "main.limit"])
    }

    @Test func `an exception changes one strip and one control of it`() throws {
        let panel = try panel(
            """
            [templates.channel]
            controls = [{ id = "level", type = "slider", taper = "x32", default = -6 }]
            [[pages]]
            id = "main"
            strips = [{ template = "channel", id = "ch{n}", count = 2, label = "Ch {n}" }]
            [strips.ch1]
            label = "Vox"
            accent = "#f00"
            level.default = -10.0
            """)
        let strips = panel.pages[0].strips
        #expect(strips.map(\.label) == ["Vox", "Ch 2"])
        #expect(strips[0].accent == .red)
        #expect(strips.map { $0.controls[0].defaultValue } == [-10, -6])
        #expect(strips.map { $0.controls[0].color } == [strips[0].accent, nil])
    }

    @Test func `a fader with a law needs nothing else`() throws {
        let panel = try panel(of: "{ id = \"level\", type = \"slider\", taper = \"x32\" }")
        let fader = try #require(panel.controls[0].kind as? SliderDescription)
        let scale = fader.scale
        #expect(scale.unit == "dB")
        #expect(scale.range == -90...10)
        #expect(scale.minimumIsOff)
        #expect(panel.controls[0].defaultValue == 0)
        #expect(scale.format.text(for: -6) == "-6.0 dB")
        #expect(fader.behavior.settleTime == .milliseconds(250))
    }

    @Test func `a range has two values and a gap`() throws {
        let panel = try panel(
            of: """
                { id = "gate", type = "range", unit = "dB", min = -60, max = 0, min_gap = 6, \
                default = { low = -48, high = -24 }, report = "release" }
                """)
        let range = try #require(panel.controls[0].kind as? RangeDescription)
        #expect((range.defaultLow, range.defaultHigh) == (-48, -24))
        #expect(range.settings.contains(.init("min_gap", .number(6))))
        #expect(range.behavior.report == .release)
        #expect(range.scale.taperName == "db_linear")
        #expect(!range.scale.minimumIsOff)
    }

    @Test func `a label shows a control of its own strip, or of another`() throws {
        let panel = try panel(
            of: """
                { id = "level", type = "slider" }, { id = "near", type = "label", shows = "level" }, \
                { id = "far", type = "label", shows = "s.level" }, { id = "text", type = "label", text = "FX" }
                """)
        let contents = panel.controls.compactMap { control in
            (control.kind as? LabelDescription)?.content
        }
        #expect(contents == [.value(of: "s.level"), .value(of: "s.level"), .text("FX")])
    }

    @Test func `a knob turns through three quarters of a turn by default`() throws {
        let panel = try panel(
            of:
                "{ id = \"a\", type = \"knob\" }, { id = \"b\", type = \"knob\", start_angle = -180, end_angle = 0, mode = \"latched\" }"
        )
        let knobs = panel.controls.compactMap { control in
            control.kind as? KnobDescription
        }
        #expect(knobs.map(\.startAngle) == [.degrees(-225), .degrees(-180)])
        #expect(knobs.map(\.endAngle) == [.degrees(45), .degrees(0)])
        #expect(knobs.map { $0.options.written("mode") } == ["\"relative\"", "\"latched\""])
    }

    @Test(arguments: [
        ("1280x800", DisplayMode(width: 1280, height: 800)),
        ("1280x800@60", DisplayMode(width: 1280, height: 800, refreshMillihertz: 60_000)),
        ("1920x1080@59.94", DisplayMode(width: 1920, height: 1080, refreshMillihertz: 59_940)),
    ])
    func `a connector and a mode are read`(text: String, mode: DisplayMode) throws {
        let panel = try panel(
            """
            [display]
            device = "/dev/dri/card1"
            connector = "HDMI-A-1"
            mode = "\(text)"
            [[pages]]
            id = "p"
            strips = []
            """)
        #expect(panel.display.device == .card(node: "/dev/dri/card1"))
        #expect(panel.display.connector == "HDMI-A-1")
        #expect(panel.display.mode == mode)
    }

    @Test func `settings are read`() throws {
        let panel = try panel(
            """
            version = 1
            name = "foh"
            [display]
            device = "png:panel.png"
            rotate = 90
            dim = { after_s = 120, brightness = 30, first_touch = "swallow" }
            [input]
            calibration = [0, 1, 0, 1, 0, 0]
            [socket]
            path = "/tmp/s"
            mode = "0600"
            group = "audio"
            [theme]
            base = "light"
            mute = "#ff4d4d"
            font_px = 20
            [[pages]]
            id = "p"
            strips = [{ id = "s", accent = "mute", controls = [] }]
            """)
        #expect(panel.name == "foh")
        #expect(panel.display.device == .picture(path: "panel.png"))
        #expect(panel.display.rotation == 90)
        #expect(
            panel.display.dim
                == DisplayDescription.Dim(
                    after: .seconds(120), brightness: 30, firstTouch: .swallow))
        #expect(panel.input.touchscreen.calibration == [0, 1, 0, 1, 0, 0])
        #expect(panel.socket.control == SocketPlace(path: "/tmp/s", mode: 0o600, group: "audio"))
        #expect(panel.socket.monitor == nil)
        #expect(panel.socket.limits == SocketLimits())
        #expect(panel.theme.base == .light)
        #expect(panel.theme.fontSize == 20)
        #expect(panel.theme.theme == .light)
        #expect(panel.pages[0].strips[0].accent == Color(hex: "#ff4d4d"))
    }

    @Test func `the sockets and the limits of their clients are read`() throws {
        let panel = try panel(
            """
            [socket]
            connections = 1024
            entries = 200
            lines_per_second = 100000
            [socket.monitor]
            mode = "0666"
            group = "users"
            [[pages]]
            id = "p"
            strips = []
            """)
        #expect(panel.socket.control == SocketPlace(path: "/run/glassfader/glassfader.sock"))
        #expect(
            panel.socket.monitor
                == SocketPlace(path: "/run/glassfader/monitor.sock", mode: 0o666, group: "users"))
        #expect(panel.socket.limits.connections == 1024)
        #expect(panel.socket.limits.entries == 200)
        #expect(panel.socket.limits.linesPerSecond == 100_000)
    }
}

extension PanelFileTests {
    @Test(arguments: [("dark", Theme.dark), ("light", .light), ("high-contrast", .highContrast)])
    func `a panel uses one of the themes that ship`(name: String, theme: Theme) throws {
        let panel = try panel(
            "theme = { base = \"\(name)\" }\npages = [{ id = \"p\", strips = [] }]")
        #expect(panel.theme.theme == theme && Theme(named: name) == theme)
    }

    @Test func `a colour in the file replaces that of the theme`() throws {
        let panel = try panel(
            """
            theme = { surface_edge = "#102030", rehearsal = "#405060" }
            [[pages]]
            id = "p"
            strips = [
                { id = "a", accent = "rehearsal", controls = [] },
                { id = "b", accent = "danger", controls = [] },
            ]
            """)
        var theme = Theme.dark
        theme.surfaceEdge = Color(red: 0x10 / 255, green: 0x20 / 255, blue: 0x30 / 255)
        #expect(panel.theme.theme == theme)
        #expect(
            panel.pages[0].strips.map(\.accent) == [Color(hex: "#405060"), Theme.dark.danger])
    }
}

extension ControlDescription {
    /// The value of a knob or slider at start.
    fileprivate var defaultValue: Double? { kind.defaultValue?.number }
}

/// The panel a text describes, which has no error.
func panel(_ text: String) throws -> PanelDescription {
    let file = PanelFile(text: text, name: "t.toml")
    return try #require(file.panel, "\(file.errors)")
}

/// A panel of one strip `s`, with the controls in line 4.
func panel(of controls: String) throws -> PanelDescription {
    let file = file(of: controls)
    return try #require(file.panel, "\(file.errors)")
}

/// A file of one strip `s`, with the controls in line 4 from column 1, and more after them.
func file(of controls: String, after rest: String = "") -> PanelFile {
    PanelFile(
        text: """
            [[pages]]
            id = "p"
            strips = [{ id = "s", controls = [
            \(controls)
            ] }]
            \(rest)
            """, name: "t.toml")
}
