import Controls
import Drawing
import Fingers
import PanelProtocol
import Testing

@testable import Panel

/// What the options of a panel file make of switches, buttons, segments, steppers and pages, and
/// what is wrong with some.
struct KeyFileTests {
    @Test func `a switch is a key that stays on, with a lamp`() throws {
        let button: Button = try view(
            """
            type = "switch", label = "Mute", title = "M", title_on = "MUTED", color = "#ff4d4d", \
            default = true, confirm = "hold", hold_ms = 500, blink = true, revert_on_cancel = true
            """)
        #expect(button.mode == .latching && button.isOn && button.isBlinking)
        #expect(button.confirmation == .hold(for: .milliseconds(500)))
        #expect(button.title(for: .normal) == "M" && button.title(for: .selected) == "MUTED")
        #expect(button.tintColor == Color(hex: "#ff4d4d") && button.revertsOnCancel)
    }

    @Test func `a switch slides if its style is slide`() throws {
        let slide: Switch = try view(
            #"type = "switch", style = "slide", default = 1, orientation = "vertical""#)
        #expect(slide.isOn && slide.isVertical)
        let lying: Switch = try view(#"type = "switch", style = "slide", direction = "rtl""#)
        #expect(!lying.isOn && lying.isRightToLeft)
    }

    @Test(arguments: [
        ("", Button.Mode.momentary), (#", mode = "tap""#, .tap),
        (#", mode = "latching""#, .latching),
    ])
    func `a button is momentary, unless its mode is latching or tap`(
        options: String, mode: Button.Mode
    )
        throws
    {
        let button: Button = try view(#"type = "button", label = "Go"\#(options)"#)
        #expect(button.mode == mode && button.title(for: .normal) == "Go")
        #expect(button.confirmation == .none)
    }

    @Test func `a finger on a key that is on changes neither its text nor its icon`() throws {
        let file = PanelFile(
            text: """
                [[pages]]
                id = "p"
                [[pages.strips]]
                id = "s"
                [[pages.strips.controls]]
                id = "talk"
                type = "button"
                title = "Talk"
                title_on = "On air"
                icon = "microphone"
                icon_on = "record"
                """, name: "t.toml")
        let panel = try Panel(
            #require(file.panel), width: 400, height: 300, fonts: FontCollection())
        let glass = Glass(panel.window)
        let key = try #require(panel["s.talk"]?.view as? Button)
        let finger = glass.touch(key)
        #expect(key.isOn && key.isHighlighted)
        #expect(key.title(for: key.state) == "On air" && key.icon(for: key.state) == .record)
        finger.lift()
        #expect(key.title(for: key.state) == "Talk" && key.icon(for: key.state) == .microphone)
        key.isOn = true
        key.isEnabled = false
        #expect(key.title(for: key.state) == "On air")
    }

    @Test func `segments are words, or words with labels`() throws {
        let panel = try panel(
            """
            type = "segmented", orientation = "vertical", default = "comp", \
            options = ["off", { value = "gate", label = "Gate" }, { value = "comp" }]
            """)
        let control = try #require(panel["s.c"])
        let segmented = try #require(control.view as? SegmentedControl)
        #expect(segmented.isVertical && segmented.numberOfSegments == 3)
        #expect(segmented.titleForSegment(at: 1) == "Gate")
        #expect(segmented.selectedSegmentIndex == 2)
        let info = control.info
        #expect(info.options == ["off", "gate", "comp"] && info.defaultValue == .text("comp"))
        #expect(info.values?.map(\.label) == ["off", "Gate", "comp"])
        #expect(info.state?.value == .text("comp") && info.state?.norm == .number(1))
        _ = try control.apply(.value(.text("gate")))
        #expect(segmented.selectedSegmentIndex == 1 && control.valueText == "Gate")
        #expect(control.info.accessibility?.value == "Gate")
    }

    @Test func `a stepper takes every option of the file`() throws {
        let panel = try panel(
            """
            type = "stepper", min = -12, max = 12, step = 1, default = 3, wrap = true, \
            autorepeat = false, orientation = "vertical", show_value = true, report = "release"
            """)
        let control = try #require(panel["s.c"])
        let stepper = try #require(control.view as? Stepper)
        #expect(stepper.minimumValue == -12 && stepper.stepValue == 1 && stepper.value == 3)
        #expect(stepper.wraps && !stepper.autorepeat && stepper.isVertical)
        #expect(stepper.font != nil && !control.reportsMovements)
    }

    @Test func `a stepper steps through words`() throws {
        let panel = try panel(
            #"type = "stepper", options = ["hall", "room", "plate"], default = "room""#)
        let control = try #require(panel["s.c"])
        let stepper = try #require(control.view as? Stepper)
        #expect(stepper.value == 1 && stepper.maximumValue == 2)
        #expect(control.state?.value == .text("room"))
        _ = try control.apply(.delta(.number(1)))
        #expect(stepper.value == 2 && control.state?.value == .text("plate"))
        #expect(control.info.options == ["hall", "room", "plate"] && control.info.minimum == nil)
    }

    @Test func `a client gets the description of a key`() throws {
        let panel = try panel(#"type = "switch", label = "Mute", groups = ["m"], enabled = false"#)
        let info = try #require(panel["s.c"]).info
        #expect(
            info.type == "switch" && info.settings == [.init("mode", .text("latching"))]
                && info.groups == ["m"])
        #expect(info.values == [.init(.number(0), label: "off"), .init(.number(1), label: "on")])
        #expect(info.defaultValue == .number(0) && info.state?.value == .number(0))
        #expect(info.accessibility?.label == "s Mute" && info.accessibility?.value == "off")
        #expect(info.accessibility?.traits == ["button", "notEnabled", "toggleButton"])
    }

    @Test(arguments: [
        (SetRequest.Change.value(.number(1)), 1.0), (.value(.text("on")), 1),
        (.norm(.number(0.4)), 0), (.delta(.number(1)), 1), (.deltaNorm(.number(-1)), 0),
    ])
    func `a client can switch a key with every kind of change`(
        change: SetRequest.Change, value: Double
    ) throws {
        let control = try #require(try panel(#"type = "switch""#)["s.c"])
        #expect(try control.apply(change).state.value == .number(value))
        #expect((control.view as? Button)?.isOn == (value == 1))
    }

    @Test func `a value that is neither on nor off is rejected`() throws {
        let control = try #require(try panel(#"type = "switch""#)["s.c"])
        for value in [ControlValue.number(0.5), .text("of"), .range(low: 0, high: 1)] {
            let rejection = #expect(throws: RequestError.self) { try control.apply(.value(value)) }
            #expect(rejection?.message == "s.c: expected 0 or 1")
        }
    }

    static let mistakes = [
        (
            #"type = "switch", default = 2"#,
            "4:40: 'default': expected true, false, 1 or 0, found 2"
        ),
        (#"type = "switch", style = "kee""#, "4:38: unknown style 'kee'; known are key, slide"),
        (
            #"type = "button", mode = "tip""#,
            "known are momentary, latching, tap; did you mean 'tap'?"
        ),
        (
            #"type = "button", confirm = "hold", hold_ms = 9"#,
            "4:58: 'hold_ms' is 9, outside 100…10000"
        ),
        (#"type = "segmented""#, "4:1: missing 'options' in a segmented"),
        (
            #"type = "segmented", options = []"#,
            "4:43: 'options': expected an array of 1 to 64 words"
        ),
        (
            "type = \"segmented\", options = \((0...64).map(String.init))",
            "4:43: 'options': 65 options of a choice: at most 64 are allowed"
        ),
        (#"type = "segmented", options = ["a", 3]"#, "4:49: 'options': expected a string or {"),
        (#"type = "segmented", options = ["a", "a"]"#, "4:49: 'options': 'a' is a duplicate"),
        (#"type = "segmented", options = [{ label = "A" }]"#, "4:44: missing 'value' in an option"),
        (
            #"type = "segmented", options = ["gate", "off"], default = "gat""#,
            "4:70: unknown default 'gat'; known are gate, off; did you mean 'gate'?"
        ),
        (#"type = "stepper", max = 5, default = 6"#, "4:50: 'default' is 6, outside 0…5"),
        (#"type = "pages", style = "tab""#, "known are dots, tabs; did you mean 'tabs'?"),
        (#"type = "button", master = "m1""#, "4:39: 'master': no group 'm1'"),
        (#"type = "button", mode = "tap", groups = ["m1"]"#, "is \"tap\" is in no group"),
    ]

    @Test(arguments: mistakes)
    func `a mistake is reported with its position`(options: String, message: String) {
        let errors = PanelTests.file(of: #"{ id = "c", \#(options) }"#).errors.map(\.description)
        #expect(errors.count == 1 && errors[0].contains(message), "\(errors)")
    }

    @Test(arguments: [
        (
            #"type = "button", default = true"#,
            "'default' is not in effect: 'mode' is \"momentary\""
        ),
        (#"type = "switch", hold_ms = 500"#, "'hold_ms' is not in effect: 'confirm' is \"none\""),
        (#"type = "switch", double_tap = "default""#, "unknown key 'double_tap' in a switch"),
        (
            #"type = "switch", style = "slide", groups = ["m"]"#,
            "'groups' is not in effect: only keys"
        ),
        (
            #"type = "stepper", detents = [0]"#,
            "'detents' is not in effect: a stepper has no travel"
        ),
        (
            #"type = "stepper", options = ["a", "b"], step = 2"#,
            "'step' is not in effect: its values are words"
        ),
        (
            #"type = "switch", orientation = "vertical""#,
            "'orientation' is not in effect: 'style' is \"key\""
        ),
        (
            #"type = "switch", style = "slide", mode = "momentary""#,
            "'mode' is not in effect: 'style' is \"slide\""
        ),
    ])
    func `an option that has no effect is reported`(options: String, message: String) {
        let file = PanelTests.file(of: #"{ id = "c", \#(options) }"#)
        let warnings = file.warnings.map(\.description)
        #expect(file.errors.isEmpty)
        #expect(warnings.count == 1 && warnings[0].contains(message), "\(warnings)")
    }

    // MARK: Groups

    @Test func `groups that the file does not declare are mute groups`() throws {
        let file = PanelTests.file(
            of: #"{ id = "a", type = "switch", groups = ["m1", "m2"] }"#)
        #expect(file.warnings.isEmpty)
        #expect(try #require(file.panel).groups.map(\.name) == ["m1", "m2"])
        #expect(file.panel?.groups.allSatisfy { $0.kind == .mute } == true)
    }

    @Test func `two keys of a radio group that would be on are reported`() {
        let file = PanelTests.file(
            of: #"{ id = "a", type = "switch", groups = ["g"], default = true }, "#
                + #"{ id = "b", type = "switch", groups = ["g"], default = true }"#,
            after: "[groups.g]\ntype = \"radio\"")
        #expect(file.errors.isEmpty)
        #expect(
            file.warnings.map(\.message) == [
                "'default': 2 keys of the radio group 'g' would be on, and only the last of them is"
            ])
    }

    static let groupMistakes = [
        (
            #"{ id = "a", type = "switch", groups = ["drms"] }"#,
            "4:39: 'groups': no group 'drms'; did you mean 'drums'?"
        ),
        (
            #"{ id = "a", type = "button", groups = ["solo"] }"#,
            "4:39: 'groups': a key of the radio group 'solo' stays on"
        ),
        (
            #"{ id = "a", type = "button", master = "solo" }"#,
            "4:39: 'master': 'solo' is a radio group"
        ),
        (
            #"{ id = "a", type = "switch", groups = ["drums"], master = "drums" }"#,
            "'master': a key cannot be in"
        ),
        (
            #"{ id = "a", type = "button", master = "drums" }, { id = "b", type = "button", master = "drums" }"#,
            "4:88: 'master': the group 'drums' has another"
        ),
    ]

    @Test(arguments: groupMistakes)
    func `a file that declares any group must declare all of them`(
        controls: String, message: String
    ) {
        let file = PanelTests.file(
            of: controls, after: "[groups.drums]\n[groups.solo]\ntype = \"radio\"")
        let errors = file.errors.map(\.description)
        #expect(errors.count == 1 && errors[0].contains(message), "\(errors)")
    }

    @Test func `a group that is invalid or empty is reported`() {
        let file = PanelTests.file(
            of: #"{ id = "a", type = "knob" }"#,
            after: "[groups.drums]\ntype = \"radoi\"\nnone = true")
        #expect(
            file.errors.map(\.description) == [
                "t.toml:7:8: unknown type 'radoi'; known are mute, radio; did you mean 'radio'?"
            ])
        #expect(
            file.warnings.map(\.description) == [
                "t.toml:6:9: no key is in the group 'drums'",
                "t.toml:8:1: unknown key 'none' in a group",
            ])
    }

    // MARK: The room

    @Test(arguments: [(480, 320), (800, 480), (1280, 800), (1920, 1080)])
    func `a mute key is nine millimetres high, or as high as there is space for`(
        width: Int, height: Int
    ) throws {
        let description = try PanelTests.panel(
            of: """
                { id = "pan", type = "knob" }, { id = "level", type = "slider" },
                { id = "mode", type = "segmented", options = ["off", "gate", "comp"] },
                { id = "step", type = "stepper" }, { id = "mute", type = "switch", label = "M" },
                """)
        #expect(description.problems(atWidth: width, height: height).filter(\.isError).isEmpty)
        let layout = PanelLayout(
            description.pages[0], on: .init(width: width, height: height), theme: description.theme)
        let mute = try #require(layout.control(withID: "s.mute")).frame
        let level = try #require(layout.control(withID: "s.level")).frame
        #expect(mute.height >= LayoutRules.leastTargetPixels)
        // 47 pixels are 9 mm at 132 dpi.
        #expect(mute.height <= max(47, Int(1.7 * Double(layout.metrics.lineHeight))))
        #expect(level.height > 2 * mute.height)
    }

    // MARK: The controls

    /// A panel of one control `s.c`.
    private func panel(_ options: String) throws -> Panel {
        let file = PanelTests.file(of: #"{ id = "c", \#(options) }"#)
        try #require(file.errors.map(\.description) == [])
        #expect(file.warnings.map(\.description) == [])
        return try Panel(#require(file.panel), width: 400, height: 300, fonts: FontCollection())
    }

    private func view<Body: Control>(_ options: String) throws -> Body {
        try #require(try panel(options)["s.c"]?.view as? Body)
    }
}

extension PanelControl {
    /// A client asks for something before anybody has touched anything.
    fileprivate func apply(_ change: SetRequest.Change) throws(RequestError) -> SetResult {
        try apply(change, from: .client("c1", name: nil), at: .zero)
    }
}
