import Drawing
import Fingers
import PanelProtocol
import Testing

@testable import Panel

/// The addresses of controls and strips in other programs.
struct BindTests {
    private static let file = """
        [templates.channel]
        bind = { osc = "/ch/{n:02}/config", midi = "strip {n:A}" }
        controls = [
          { id = "level", type = "slider", max = 100, default = 50, bind = { osc = "/ch/{n:02}/mix/fader", midi = "cc 7 channel {n}" } },
          { id = "mute", type = "switch" },
        ]
        [[pages]]
        id = "main"
        strips = [
          { id = "ch{n}", template = "channel", count = 3 },
          { id = "aux", template = "channel", first = 12, bind.midi = "" },
          { id = "free", controls = [{ id = "pad", type = "xy" }] },
        ]
        [strips.ch2]
        bind.osc = "/auxin/{n}/config"
        level.bind.osc = "/auxin/{n}/mix"
        mute.bind = { osc = "/auxin/{n}/on" }
        [strips.ch3]
        level.bind = { midi = "" }

        """

    private func binds(_ desk: PanelDesk, _ id: String) throws -> [String] {
        try #require(desk.panel[id]).info.bind.map { "\($0.key) \($0.value)" }
    }

    private func binds(_ desk: PanelDesk, strip id: String) throws -> [String] {
        try #require(desk.panel.strips(matching: [Glob(id)]).first).bind.map {
            "\($0.key) \($0.value)"
        }
    }

    private func text(_ bridge: String, _ text: String) -> String {
        "\(bridge) \(ControlInfo.Setting.Value.text(text))"
    }

    @Test func `a template numbers what its controls and strips are bound to`() throws {
        let desk = try PanelDesk(panel: Self.file)
        #expect(
            try binds(desk, "ch1.level") == [
                text("midi", "cc 7 channel 1"), text("osc", "/ch/01/mix/fader"),
            ])
        #expect(
            try binds(desk, "aux.level") == [
                text("midi", "cc 7 channel 12"), text("osc", "/ch/12/mix/fader"),
            ])
        #expect(
            try binds(desk, strip: "ch3") == [
                text("midi", "strip C"), text("osc", "/ch/03/config"),
            ])
        #expect(try binds(desk, "ch1.mute") == [] && binds(desk, strip: "free") == [])
    }

    @Test func `a strip and an exception change one text, or take it away, and keep the others`()
        throws
    {
        let desk = try PanelDesk(panel: Self.file)
        #expect(
            try binds(desk, "ch2.level") == [
                text("midi", "cc 7 channel 2"), text("osc", "/auxin/2/mix"),
            ])
        #expect(try binds(desk, "ch2.mute") == [text("osc", "/auxin/2/on")])
        #expect(
            try binds(desk, strip: "ch2") == [
                text("midi", "strip B"), text("osc", "/auxin/2/config"),
            ])
        #expect(try binds(desk, "ch3.level") == [text("osc", "/ch/03/mix/fader")])
        #expect(try binds(desk, strip: "aux") == [text("osc", "/ch/12/config")])
    }

    @Test func `the parts of a control have no bind of their own`() throws {
        let desk = try PanelDesk(
            panel: """
                [[pages]]
                id = "main"
                strips = [{ id = "ch", controls = [
                  { id = "eq", type = "curve", bind = { osc = "/eq" } },
                ] }]
                """)
        #expect(try binds(desk, "ch.eq") == [text("osc", "/eq")])
        let parts = desk.panel.controls.filter { $0.id != "ch.eq" }
        #expect(!parts.isEmpty && parts.allSatisfy(\.info.bind.isEmpty))
    }

    @Test func `a strip on two pages is bound to what either says, and once`() throws {
        func file(_ second: String) -> PanelFile {
            PanelFile(
                text: """
                    [[pages]]
                    id = "main"
                    strips = [{ id = "ch1", bind = { osc = "/1" }, controls = [] }]
                    [[pages]]
                    id = "dyn"
                    strips = [{ id = "ch1", bind = { \(second) }, controls = [] }]
                    """, name: "t.toml")
        }
        let both = file("midi = \"strip 1\", osc = \"/1\"")
        #expect(both.errors.isEmpty && both.warnings.isEmpty)
        let panel = try Panel(
            try #require(both.panel), width: 800, height: 480, fonts: FontCollection())
        let strips = panel.strips(matching: [Glob("*")])
        #expect(strips.map { $0.bind.map(\.key) } == [["osc", "midi"]])
        #expect(
            file("osc = \"/2\"").warnings.map(\.description) == [
                "t.toml:6:40: 'bind': '/2' is not in effect: line 3 sets 'osc' of the strip 'ch1' to '/1'"
            ])
    }

    @Test(arguments: [
        (
            #"bind = "/ch/01""#, 4,
            #"'bind': expected a table of strings, such as { osc = "/ch/{n:02}/mix/fader" }, found a string"#
        ),
        ("bind = { midi = 7 }", 4, "'bind': 'midi': expected a string, found a number"),
        (#"bind.osc = "/\u0000""#, 4, "a text has no NUL: leave \\u0000 out"),
        ("bind.osc = [\"/a\"]", 4, "'bind': 'osc': expected a string, found an array"),
        (
            #"bind = { osc = "/ch/{n:2}" }"#, 4,
            "'bind': '{n:2}' is unknown; use {n}, {n:02} or {n:A}"
        ),
        (
            #"bind = { osc = "/ch/{m}/x" }"#, 4,
            "'bind': '{m}' is unknown; use {n}, {n:02} or {n:A}"
        ),
        (
            #"bind = { osc = "/ch/{n" }"#, 4, "'bind': '{n' is unknown; use {n}, {n:02} or {n:A}"
        ),
        (
            #"bind = { "o s c" = "/ch" }"#, 4,
            "'bind': 'o s c': the name of a bridge is made of letters, digits, '_' and '-'"
        ),
        (
            #"bind = { osc = "/ch/{n}" }"#, 4,
            "'bind': '/ch/{n}' has the number of the strip, and 's' has none: write '{n}' in its id, "
                + "set 'first', or set 'bind.osc' in [strips.s]"
        ),
    ])
    func `a wrong bind is an error with its line`(option: String, line: Int, message: String) {
        for strip in [true, false] {
            let file = PanelFile(
                text: "[[pages]]\nid = \"p\"\nstrips = [\n{ id = \"s\", "
                    + (strip
                        ? "\(option), controls = [{ id = \"c\", type = \"knob\" }] }]\n"
                        : "controls = [{ id = \"c\", type = \"knob\", \(option) }] }]\n"),
                name: "t.toml")
            #expect(file.errors.map(\.message) == [message])
            #expect(file.errors.first?.line == line && (file.errors.first?.column ?? 0) > 1)
            #expect(file.warnings.isEmpty)
        }
    }

    @Test func `a template that no strip uses is checked, too`() {
        let file = PanelFile(
            text: """
                [templates.t]
                controls = [{ id = "c", type = "knob", bind = { osc = "{x}" } }]
                [[pages]]
                id = "p"
                strips = []
                """, name: "t.toml")
        #expect(
            file.errors.map(\.description) == [
                "t.toml:2:55: 'bind': '{x}' is unknown; use {n}, {n:02} or {n:A}"
            ])
    }

    @Test func `a strip that another page describes is not bound again`() {
        let file = PanelFile(
            text: Self.file
                + "[[pages]]\nid = \"q\"\nstrips = [{ use = \"ch1\", bind.osc = \"/x\" }]\n",
            name: "t.toml")
        #expect(file.errors.count == 1 && file.errors[0].message.hasPrefix("'bind' has no effect"))
    }

    @Test func `another bind takes no control from a finger, and is announced`() throws {
        let desk = try PanelDesk(panel: Self.file)
        let finger = try desk.touch("ch1.level").drag(up: 30)
        let value = try #require(desk.value("ch1.level"))
        _ = (desk.read(), desk.readNotices())
        let other = Self.file.replacing("/mix/fader", with: "/fader")
            .replacing("/config", with: "/name")
        desk.panel.reload(try PanelDesk.description(other), from: nil, at: desk.glass.now)
        #expect(
            desk.readNotices() == [.configReloaded(generation: 2, added: [], removed: [])])
        #expect(desk.read() == [] && desk.value("ch1.level") == value)
        #expect(try binds(desk, "ch1.level").last == text("osc", "/ch/01/fader"))
        #expect(try binds(desk, strip: "ch1").last == text("osc", "/ch/01/name"))
        finger.drag(up: 30).lift()
        #expect(try #require(desk.value("ch1.level")) > value)
        #expect(!desk.events.contains { $0.phase == .cancelled } && desk.isWellNested(after: 1))
    }
}

extension PanelDesk {
    /// Whether a gesture that began before goes on and ends once.
    fileprivate func isWellNested(after begun: Int) -> Bool {
        events.count { $0.phase == .ended } == begun && !events.contains { $0.phase == .began }
    }
}
