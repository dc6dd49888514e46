import Testing

@testable import Panel

/// Every mistake is told with its line and column, and what was expected.
struct PanelFileErrorTests {
    /// A control in line 4, and the message it must give.
    struct Mistake: CustomTestStringConvertible, Sendable {
        let control: String
        let message: String
        var testDescription: String { message }

        init(_ control: String, _ message: String) {
            self.control = control
            self.message = message
        }
    }

    private static let knownTypes = ControlType.builtIn.map(\.name).joined(separator: ", ")

    static let mistakes = [
        Mistake(
            #"{ id = "a", type = "theremin" }"#,
            "4:20: unknown control type 'theremin'; known are \(knownTypes)"),
        Mistake(
            #"{ id = "a", type = "sldier" }"#,
            "4:20: unknown control type 'sldier'; known are \(knownTypes); did you mean 'slider'?"
        ),
        Mistake(#"{ id = "a" }"#, "4:1: missing 'type' in a control"),
        Mistake(#"{ type = "knob" }"#, "4:1: missing 'id' in a control"),
        Mistake(
            #"{ id = "a.b", type = "knob" }"#,
            "4:8: 'a.b': an id is made of letters, digits, '_' and '-'"),
        Mistake(
            "{ id = \"\(String(repeating: "a", count: 65))\", type = \"knob\" }",
            "4:8: '\(String(repeating: "a", count: 65))': an id has at most 64 characters, found 65"
        ),
        Mistake(
            #"{ id = "a", type = "knob" }, { id = "a", type = "knob" }"#,
            "4:37: the id 's.a' is taken by a control in line 4"),
        Mistake(
            #"{ id = "a", type = "knob", min = "0" }"#,
            "4:34: 'min': expected a number, found a string"),
        Mistake(
            #"{ id = "a", type = "knob", label = 7 }"#,
            "4:36: 'label': expected a string, found a number"),
        Mistake(
            #"{ id = "a", type = "knob", visible = "yes" }"#,
            "4:38: 'visible': expected true or false, found a string"),
        Mistake(
            #"{ id = "a", type = "knob", max = inf }"#, "4:34: 'max': expected a finite number"),
        Mistake(
            #"{ id = "a", type = "knob", min = 5, max = 5 }"#,
            "4:43: 'min' is 5 and 'max' is 5: 'min' must be below 'max'"),
        Mistake(
            #"{ id = "a", type = "knob", min = 10, max = 5, default = 7 }"#,
            "4:44: 'min' is 10 and 'max' is 5: 'min' must be below 'max'"),
        Mistake(
            #"{ id = "a", type = "knob", min = 5 }"#,
            "4:34: 'min' is 5 and 'max' is 1: 'min' must be below 'max'"
        ),
        Mistake(
            #"{ id = "a", type = "knob", max = 10, default = 10.5 }"#,
            "4:48: 'default' is 10.5, outside 0…10"),
        Mistake(
            #"{ id = "a", type = "range", default = 3 }"#,
            "4:39: 'default': expected { low = …, high = … }, found a number"),
        Mistake(
            #"{ id = "a", type = "range", default = { low = 0.5, high = 2 } }"#,
            "4:59: 'high' is 2, outside 0…1"),
        Mistake(
            #"{ id = "a", type = "range", default = { low = 0.5, high = 0.25 } }"#,
            "4:47: 'low' is 0.5 and 'high' is 0.25: 'low' must not be above 'high'"),
        Mistake(
            #"{ id = "a", type = "range", min_gap = 0.5, default = { low = 0.5, high = 0.75 } }"#,
            "4:54: 'default' is 0.25 wide, less than 'min_gap', 0.5"),
        Mistake(
            #"{ id = "a", type = "range", min_gap = 2 }"#, "4:39: 'min_gap' is 2, outside 0…1"),
        Mistake(
            #"{ id = "a", type = "knob", step = 0 }"#, "4:35: 'step' is 0, and must be above 0"),
        Mistake(
            #"{ id = "a", type = "knob", step = 3 }"#,
            "4:35: 'step' is 3, more than the range of 1"),
        Mistake(
            #"{ id = "a", type = "knob", weight = -1 }"#,
            "4:37: 'weight' is -1, outside 0.001…1000"),
        Mistake(
            #"{ row = [{ id = "a", type = "knob" }], weight = 1e-308 }"#,
            "4:49: 'weight' is 1e-308, outside 0.001…1000"),
        Mistake(
            #"{ row = [{ id = "a", type = "knob" }, { space = 0 }] }"#,
            "4:49: 'space' is 0, outside 0.001…1000"),
        Mistake(
            #"{ id = "a", type = "slider", taper = "x33" }"#,
            "4:38: unknown taper 'x33'; known are linear, db_linear, log, power, alsamixer, x32, "
                + "cubic, ardour, console_100mm, obs_log, obs_iec, midi_cc7, iec60268_18, "
                + "iec60268_18_plus6; did you mean 'x32'?"),
        Mistake(
            #"{ id = "a", type = "slider", taper = "x32", unit = "Hz" }"#,
            "4:52: taper 'x32' is in dB: it needs unit = \"dB\""),
        Mistake(
            #"{ id = "a", type = "slider", taper = "x32", max = 12 }"#,
            "4:51: taper 'x32' ends at 10 dB"),
        Mistake(
            #"{ id = "a", type = "slider", taper = "log" }"#,
            "4:38: taper 'log' needs a 'min' above 0"),
        Mistake(
            #"{ id = "a", type = "slider", unit = "dB" }"#,
            "4:1: a scale in dB needs 'min' and 'max', or the 'taper' of a fader"),
        Mistake(
            #"{ id = "a", type = "slider", min_is_off = true }"#,
            "4:43: 'min_is_off' needs the unit dB, because off is -∞ dB"),
        Mistake(
            #"{ id = "a", type = "slider", detents = [2] }"#, "4:40: the detent 2 is outside 0…1"),
        Mistake(
            #"{ id = "a", type = "slider", detents = [0, "1"] }"#,
            "4:44: 'detents': expected an array of numbers, found a string"),
        Mistake(
            #"{ id = "a", type = "slider", orientation = "verticl" }"#,
            "4:44: unknown orientation 'verticl'; known are horizontal, vertical; did you mean 'vertical'?"
        ),
        Mistake(
            #"{ id = "a", type = "slider", report = "never" }"#,
            "4:39: unknown report 'never'; known are live, release"),
        Mistake(
            #"{ id = "a", type = "slider", decimals = 1.5 }"#,
            "4:41: 'decimals': expected a whole number, found 1.5"),
        Mistake(
            #"{ id = "a", type = "slider", settle_ms = -1 }"#,
            "4:42: 'settle_ms' is -1, outside 0…60000"),
        Mistake(
            #"{ id = "a", type = "knob", start_angle = 90, end_angle = 0 }"#,
            "4:58: 'start_angle' is 90 and 'end_angle' is 0: 'end_angle' must be above "
                + "'start_angle'"),
        Mistake(
            #"{ id = "a", type = "knob", start_angle = 0, end_angle = 361 }"#,
            "4:57: the arc is 361°, more than a whole turn"),
        Mistake(
            #"{ id = "a", type = "knob", color = "red" }"#,
            "4:36: unknown color 'red'; known are accent, danger, positive, selection, warning"),
        Mistake(
            ##"{ id = "a", type = "knob", color = "#12345" }"##,
            "4:36: 'color': expected a colour such as \"#35a7ff\""),
        Mistake(
            #"{ id = "a", type = "knob", at = [0, 0, 10] }"#,
            "4:33: 'at': expected 4 numbers, found 3"),
        Mistake(
            #"{ id = "a", type = "label", shows = "levle" }, { id = "level", type = "slider" }"#,
            "4:37: 'shows': no control 's.levle'; did you mean 's.level'?"),
        Mistake(
            #"{ id = "a", type = "label", shows = "b" }, { id = "b", type = "label" }"#,
            "4:37: 'shows': 's.b' is a label, and has no value"),
        Mistake(
            #"{ id = "a", type = "label", text = "x", shows = "a" }"#,
            "4:49: a label has a 'text' or 'shows' a control, not both"),
    ]

    @Test(arguments: mistakes) func `a mistake in a control is reported with its position`(
        mistake: Mistake
    ) {
        let file = file(of: mistake.control)
        #expect(file.panel == nil)
        #expect(
            file.errors.map(\.description).contains("t.toml:" + mistake.message), "\(file.errors)")
    }

    @Test(arguments: [
        "1280", "1280x", "x800", "1280x800@", "1280x800@0", "1280x800@60@60", "1280x800x32",
        "0x800", "+1280x800", "1280 x 800", "99999x800", "",
    ])
    func `an invalid mode is reported with its position`(mode: String) {
        let file = PanelFile(
            text: """
                [display]
                mode = "\(mode)"
                [[pages]]
                id = "p"
                strips = []
                """, name: "t.toml")
        #expect(
            file.errors.map(\.description) == [
                "t.toml:2:8: 'mode' is '\(mode)'; expected a size such as \"1280x800\", "
                    + "or one with a refresh rate such as \"1280x800@60\""
            ])
    }

    @Test func `an invalid device is reported with its position`() {
        let file = PanelFile(
            text: """
                [display]
                device = "card0"
                [input]
                device = "name:"
                [[pages]]
                id = "p"
                strips = []
                """, name: "t.toml")
        #expect(
            file.errors.map(\.description) == [
                "t.toml:2:10: 'device' is 'card0'; expected \"auto\", a card such as "
                    + "\"/dev/dri/card0\", \"driver:vc4\", \"fb:/dev/fb0\" or \"png:FILE\"",
                "t.toml:4:10: 'device' is 'name:'; expected \"auto\", a node such as "
                    + "/dev/input/event3, path:ID_PATH, name:PATTERN or VENDOR:PRODUCT",
            ])
    }

    @Test func `a mistake in the sockets is reported with its position`() {
        let file = PanelFile(
            text: """
                [socket]
                path = "/run/s"
                connections = 0
                entries = 15
                lines_per_second = "many"
                conections = 3
                [socket.monitor]
                path = "/run/s"
                mode = "0999"
                group = 7
                [[pages]]
                id = "main"
                strips = []
                """, name: "t.toml")
        #expect(
            file.errors.map(\.description) == [
                "t.toml:3:15: 'connections' is 0, outside 1…4096",
                "t.toml:4:11: 'entries' is 15, outside 16…65536",
                "t.toml:5:20: 'lines_per_second': expected a whole number, found a string",
                "t.toml:8:8: 'path' is that of [socket]; expected another",
                "t.toml:9:8: 'mode': expected octal digits such as \"0660\"",
                "t.toml:10:9: 'group': expected a string, found a number",
            ])
        #expect(
            file.warnings.map(\.description) == [
                "t.toml:6:1: unknown key 'conections' in [socket]; did you mean 'connections'?"
            ])
    }

    @Test func `all mistakes are reported at once, in the order of the file`() {
        let file = PanelFile(
            text: """
                version = 2
                [display]
                rotate = 45
                [theme]
                accent = "blue"
                [socket]
                mode = "rw"
                [[pages]]
                id = "main"
                strips = [
                  { id = "ch", count = 2, controls = [] },
                  { template = "channle", id = "x" },
                  { id = "y" },
                  { id = "z", controls = 3 },
                ]
                [[pages]]
                id = "main"
                [templates.channel]
                controls = []
                [strips.chx]
                """, name: "desk.toml")
        #expect(
            file.errors.map(\.description) == [
                "desk.toml:1:11: 'version' is 2, outside 1…1",
                "desk.toml:3:10: 'rotate' is 45; known are 0, 90, 180, 270",
                "desk.toml:5:10: 'accent': expected a colour such as \"#35a7ff\"",
                "desk.toml:7:8: 'mode': expected octal digits such as \"0660\"",
                "desk.toml:11:10: 'id' needs a '{n}' to tell 2 strips apart",
                "desk.toml:12:16: unknown template 'channle'; known are channel; did you mean 'channel'?",
                "desk.toml:13:3: missing 'template' or 'controls' in a strip",
                "desk.toml:14:26: 'controls': expected an array of tables, found a number",
                "desk.toml:16:1: missing 'strips' in a page",
                "desk.toml:17:6: the id 'main' is taken by another page",
                "desk.toml:20:1: no strip 'chx'",
            ])
    }

    @Test func `a mistake in an exception is reported at the exception, not at the template`() {
        let file = file(
            of: #"{ id = "level", type = "slider", taper = "x32" }"#,
            after: """
                [strips.s]
                level.default = 20
                lable = "Vox"
                levl.min = 3
                level.id = "main"
                """)
        #expect(
            file.errors.map(\.description) == [
                "t.toml:7:17: 'default' is 20, outside -90…10",
                "t.toml:8:1: strip 's' has no control or option 'lable'; did you mean 'label'?",
                "t.toml:9:1: strip 's' has no control or option 'levl'; did you mean 'level'?",
                "t.toml:10:12: an exception does not change the 'id' of a control",
            ])
    }

    @Test func `a mistake that an exception makes in a template names the exception and its strip`()
    {
        func errors(_ template: String) -> [String] {
            PanelFile(
                text: """
                    [templates.ch]
                    controls = [{ id = "a", type = "slider", min = 0, \(template) }]
                    [[pages]]
                    id = "p"
                    strips = [{ id = "s{n}", count = 3, template = "ch" }]
                    [strips.s2]
                    a = { min = 20, detents = [{}] }
                    """, name: "t.toml"
            ).errors.map { "\($0.line): \($0.message)" }
        }
        let found = errors("max = 10")
        #expect(
            found.first
                == "2: 'min' is 20 and 'max' is 10: 'min' must be below 'max' "
                + "(as line 7 changes it in the strip 's2')")
        #expect(found.dropFirst().allSatisfy { $0.hasPrefix("7: ") && !$0.contains("as line") })
        // The template's own mistake is that of all its strips.
        #expect(
            errors("max = -10").first == "2: 'min' is 0 and 'max' is -10: 'min' must be below 'max'"
        )
    }

    @Test func `what an exception leaves out must be there, and not be set besides`() {
        let file = file(
            of: #"{ id = "level", type = "slider", taper = "x32", color = "danger" }"#,
            after: """
                [strips.s]
                without = ["levle"]
                level.without = ["colour", "type", "id", "taper"]
                level.taper = "linear"
                """)
        #expect(
            file.errors.map(\.description) == [
                "t.toml:7:11: 'without': the strip 's' has no control 'levle'; did you mean 'level'?",
                "t.toml:8:17: 'without' names 'taper', which is set here",
                "t.toml:8:17: 'without': a control needs its 'id'",
                "t.toml:8:17: 'without': a control needs its 'type'",
                "t.toml:8:17: 'without': the template does not set 'colour'; did you mean 'color'?",
            ])
    }

    @Test func `a mistake in a template is reported once`() {
        let file = PanelFile(
            text: """
                [templates.t]
                controls = [{ id = "a", type = "knob", step = -1 }]
                [[pages]]
                id = "p"
                strips = [{ id = "ch{n}", count = 8, template = "t", without = ["b"] }]
                """, name: "t.toml")
        #expect(
            file.errors.map(\.description) == [
                "t.toml:2:47: 'step' is -1, and must be above 0",
                "t.toml:5:64: 'without': the strip has no control 'b'",
            ])
    }

    @Test func `a template that no strip uses is checked too`() {
        let file = file(
            of: "",
            after: """
                [templates.spare]
                controls = [{ id = "a", type = "knob", step = -1 }]
                """)
        #expect(
            file.errors.map(\.description) == ["t.toml:7:47: 'step' is -1, and must be above 0"])
        #expect(file.warnings.map(\.description) == ["t.toml:6:1: template 'spare' is not used"])
    }

    @Test func `a duplicate strip is reported at the second one`() {
        let file = PanelFile(
            text: """
                [templates.t]
                controls = [{ id = "a", type = "knob" }]
                [[pages]]
                id = "p"
                strips = [{ id = "s", template = "t" }]
                [[pages]]
                id = "q"
                strips = [{ id = "s", template = "t" }, { id = "s", controls = [] }]
                """, name: "t.toml")
        #expect(
            file.errors.map(\.description) == [
                "t.toml:8:18: the id 's.a' is taken by a control in line 2",
                "t.toml:8:48: the id 's' is taken by the strip in line 8 of the page",
            ])
    }

    @Test func `an unknown key is a warning with a suggestion`() {
        let file = file(
            of: #"{ id = "a", type = "knob", lable = "x", start_angel = 3, zzz = 1 }"#,
            after: "[dispaly]\nrotate = 0")
        #expect(file.errors == [])
        #expect(
            file.warnings.map(\.description) == [
                "t.toml:4:28: unknown key 'lable' in a knob; did you mean 'label'?",
                "t.toml:4:41: unknown key 'start_angel' in a knob; did you mean 'start_angle'?",
                "t.toml:4:58: unknown key 'zzz' in a knob",
                "t.toml:6:2: unknown key 'dispaly' in the panel; did you mean 'display'?",
            ])
    }

    @Test(arguments: [
        ("a = \n", "t.toml:1:5: "), ("[a]\n[a]", "t.toml:2:1: "),
        ("a = 1\nb = [1,\n2", "t.toml:3:2: "),
        ("a = 1\n[{ id = 1 }]", "t.toml:2:2: "), ("[]", "t.toml:1:2: "), ("[[ [", "t.toml:1:4: "),
        ("pages = [\n}", "t.toml:2:1: "), ("a = 1979-05-27T_:0", "t.toml:1:16: "),
        ("", "t.toml:1:1: a panel needs at least one page, [[pages]]"),
        ("pages = []", "t.toml:1:9: a panel needs at least one page, [[pages]]"),
        ("pages = 3", "t.toml:1:9: 'pages': expected an array of tables, found a number"),
        (String(repeating: "a.", count: 100) + "a = 1", "t.toml:1:127: nested too deeply"),
    ])
    func `a text that is not a panel is reported where it becomes invalid`(
        text: String, start: String
    ) {
        let file = PanelFile(text: text, name: "t.toml")
        #expect(file.panel == nil)
        #expect(file.errors.count == 1)
        #expect(file.errors[0].description.hasPrefix(start), "\(file.errors)")
    }

    @Test(
        arguments: [
            ([0xff], "1:1"), (Array("a = 1\nb = \"é".utf8) + [0xe9, 0x22], "2:7"),
            (Array("# ".utf8) + [0xed, 0xa0, 0x80], "1:3"),
        ] as [([UInt8], String)])
    func `a file that is not UTF-8 is reported with the position`(bytes: [UInt8], place: String) {
        let file = PanelFile(utf8: bytes, name: "t.toml")
        #expect(file.panel == nil)
        #expect(
            file.errors.map(\.description) == [
                "t.toml:\(place): this byte is not valid UTF-8: save the file as UTF-8"
            ])
    }

    @Test func `names of the theme that are misspelt are reported`() {
        let file = file(
            of: #"{ id = "a", type = "knob", color = "warnin" }"#,
            after: """
                [theme]
                backgroud = "#ff0000"
                acent = "#00ff00"
                font_pxx = 20
                warnin = "#0000ff"
                moss = "#00ff00"
                """)
        #expect(file.errors == [])
        #expect(
            file.warnings.map(\.description) == [
                "t.toml:7:13: the colour 'backgroud' is not used; did you mean 'background'?",
                "t.toml:8:9: the colour 'acent' is not used; did you mean 'accent'?",
                "t.toml:9:1: unknown key 'font_pxx' in [theme]; did you mean 'font_px'?",
            ])
    }

    @Test func `an option of the theme that is misspelt gets a suggestion`() {
        let file = file(
            of: #"{ id = "a", type = "knob" }"#, after: "[theme]\nbas = \"light\"")
        #expect(
            file.errors.map(\.message) == [
                "'bas': expected a colour such as \"#35a7ff\"; did you mean 'base'?"
            ])
    }

    @Test func `a colour of the theme that is no text is an error`() {
        let file = file(of: #"{ id = "a", type = "knob" }"#, after: "[theme]\naccent = 123")
        #expect(file.errors.map(\.message) == ["'accent': expected a string, found a number"])
    }

    @Test func `options that are valid but have no effect are reported`() {
        let file = file(
            of: #"{ id = "a", type = "range", groups = ["x"], spring = true }"#,
            after: """
                [theme]
                base = "light"
                [display]
                brightness = 80
                backlight = "none"
                dim = { after_s = 5 }
                blank = { after_s = 9 }
                """)
        #expect(file.errors == [])
        #expect(
            file.warnings.map(\.description) == [
                "t.toml:4:38: 'groups' is not in effect: only keys with a lamp join groups",
                "t.toml:4:54: 'spring' is not in effect: a range has two values to go to",
                "t.toml:9:14: 'brightness' is not in effect: 'backlight' is \"none\"",
                "t.toml:11:7: 'dim' is not in effect: 'backlight' is \"none\"",
            ])
    }

    @Test func `an unknown name gets no suggestion where no names exist`() {
        let file = PanelFile(
            text: "[[pages]]\nid = \"p\"\nstrips = [{ id = \"s\", template = \"q\" }]",
            name: "t.toml")
        #expect(
            file.errors.map(\.description) == [
                "t.toml:3:34: unknown template 'q'; there are none"
            ])
    }

    @Test func `nothing on a page has a negative size, however full the page is`() throws {
        let panel = try panel(
            """
            [[pages]]
            id = "p"
            strips = [{ id = "s{n}", count = 200, controls = [
              { id = "k", type = "knob", label = "K" }, { id = "f", type = "slider" },
            ] }]
            """)
        for (width, height) in [(800, 480), (16, 16), (1, 1)] {
            let layout = PanelLayout(
                panel.pages[0], on: .init(width: width, height: height), theme: panel.theme)
            for strip in layout.strips {
                for control in strip.controls {
                    for frame in [strip.frame, control.frame, control.caption, control.value] {
                        #expect((frame?.width ?? 0) >= 0 && (frame?.height ?? 0) >= 0)
                    }
                }
            }
            #expect(panel.problems(atWidth: width, height: height).count <= 5)
        }
    }

    @Test func `a page that is too full for a size is reported for that size only`() {
        let file = file(
            of: (1...4).map { #"{ id = "k\#($0)", type = "slider", label = "L" }"# }
                .joined(separator: ",\n"))
        #expect(file.problems(atWidth: 1280, height: 800).errors == [])
        let errors = file.problems(atWidth: 480, height: 320).errors
        #expect(errors.count == 1)
        let error = errors.first?.description ?? ""
        #expect(error.hasPrefix("t.toml:4:1: at 480×320 this slider "), "\(errors)")
        #expect(error.contains("3 more"), "\(errors)")
    }

    @Test func `a control outside its strip is reported`() {
        let file = file(of: #"{ id = "a", type = "knob", at = [790, 0, 60, 60] }"#)
        #expect(
            file.problems(atWidth: 800, height: 480).errors.map(\.description) == [
                "t.toml:4:1: at 800×480 this knob is not inside its strip"
            ])
    }
}
