import Controls
import Drawing
import Fingers
import PanelProtocol
import Testing

@testable import Panel

/// What keys do by themselves.
struct ActionTests {
    /// A panel with a key that has an action, beside faders and a mute, and with three pages.
    private static func file(_ action: String, _ options: String = "", rest: String = "") -> String
    {
        """
        [[pages]]
        id = "mix"
        banks = 2
        strips = [
          { id = "ch{n}", count = 3, controls = [
            { id = "level", type = "slider", min = 0, max = 100, default = 50, step = 1 },
            { id = "mute", type = "switch" },
          ] },
        ]
        [[pages]]
        id = "fx"
        strips = [{ id = "fx", controls = [{ id = "v", type = "knob" }] }]
        [areas.top]
        strips = [{ id = "top", controls = [
          { id = "key", type = "button", label = "Key", action = \(action)\(options) },
          { id = "other", type = "button", label = "Other" },
        ] }]
        \(rest)
        """
    }

    private func desk(
        _ action: String, _ options: String = "", rest: String = ""
    ) throws -> PanelDesk {
        try PanelDesk(panel: Self.file(action, options, rest: rest))
    }

    private func press(_ desk: PanelDesk) throws { try desk.touch("top.key").lift() }

    /// The actions that were reported, and why they were not performed.
    private func reports(_ notices: [PanelNotice.Kind]) -> [String] {
        notices.compactMap { notice in
            guard case .action(let report) = notice else { return nil }
            return [report.control, report.action, report.name, report.problem?.rawValue]
                .compactMap(\.self).joined(separator: " ")
        }
    }

    private func errors(_ action: String, _ options: String = "") -> [String] {
        let file = PanelFile(text: Self.file(action, options), name: "t.toml")
        return (file.errors + file.warnings).map(\.description)
    }

    // MARK: What they do

    @Test func `a key shows a page, and the banks of one`() throws {
        let desk = try desk(#"{ page = "next" }"#)
        #expect(desk.panel.page == "mix/1")
        try press(desk)
        let events = desk.readNotices()
        #expect(reports(events) == ["top.key page next"])
        #expect(events.last == .pageChanged(page: "mix/2"))
        try press(desk)
        #expect(desk.panel.page == "fx")
        try press(desk)
        #expect(desk.panel.page == "mix/1")
        for (name, page) in [("prev", "fx"), ("mix/2", "mix/2"), ("fx", "fx"), ("mix", "mix/1")] {
            let desk = try self.desk("{ page = \"\(name)\" }")
            try press(desk)
            #expect(desk.panel.page == page)
        }
    }

    @Test func `a key on the page that it leaves ends its touch there`() throws {
        let file = """
            [[pages]]
            id = "a"
            strips = [{ id = "s", controls = [
              { id = "go", type = "button", action = { page = "b" } },
              { id = "slow", type = "button", action = { page = "b" }, confirm = "hold" },
            ] }]
            [[pages]]
            id = "b"
            strips = [{ id = "t", controls = [{ id = "v", type = "switch" }] }]
            """
        for (id, wait) in [("s.go", 0), ("s.slow", 900)] {
            let desk = try PanelDesk(panel: file)
            let finger = try desk.touch(id)
            desk.wait(wait)
            #expect(desk.panel.page == "b")
            #expect(desk.read() == ["\(id) 1 set touch", "\(id) 0 set touch page"])
            finger.drag(right: 5).lift()
            #expect(desk.read() == [] && desk.value("t.v") == 0)
        }
    }

    @Test func `a key recalls a scene, and the event of the action comes first`() throws {
        let scenes =
            "[[scenes]]\nname = \"verse\"\n"
            + "values = { ch1.level = 20, ch2.mute = true, ch3 = {} }\n"
        let desk = try desk(#"{ scene = "verse" }"#, rest: scenes)
        var order: [String] = []
        desk.panel.onNotice = { order.append("\($0.event)") }
        desk.panel.onValueChanged = { order.append($0.control) }
        try press(desk)
        #expect(
            order == [
                "top.key", "action", "ch1.level", "ch2.mute", "sceneRecalled", "top.key",
            ])
        #expect(desk.value("ch1.level") == 20 && desk.value("ch2.mute") == 1)
    }

    @Test func `a key fades to a scene`() throws {
        let scenes = "[[scenes]]\nname = \"verse\"\nvalues = { ch1.level = 100 }\n"
        let desk = try desk(#"{ scene = "verse", over_ms = 400 }"#, rest: scenes)
        try press(desk)
        desk.wait(200)
        #expect(abs(try #require(desk.value("ch1.level")) - 75) < 5)
        desk.wait(300)
        #expect(desk.value("ch1.level") == 100)
    }

    @Test func `a key without its scene looks disabled and says so, until a key stores it`() throws
    {
        let keys = """
            [areas.bottom]
            strips = [{ id = "end", controls = [
              { id = "store", type = "button", action = { store = "take" }, confirm = "hold" },
            ] }]
            """
        let desk = try desk(#"{ scene = "take" }"#, rest: keys)
        let key = try #require(desk.panel["top.key"]?.view as? Button)
        #expect(!key.isAvailable)
        try press(desk)
        #expect(reports(desk.readNotices()) == ["top.key scene take no-scene"])
        // Lifted early, nothing happens.
        let early = try desk.touch("end.store")
        desk.wait(500)
        early.lift()
        desk.wait(1000)
        #expect(desk.readNotices() == [] && desk.panel.scenes == [])
        let finger = try desk.touch("end.store")
        desk.wait(900)
        finger.lift()
        #expect(reports(desk.readNotices()) == ["end.store store take"])
        #expect(key.isAvailable && desk.panel.scenes.map(\.name) == ["take"])
        try desk.set("ch1.level", 90)
        try press(desk)
        #expect(desk.value("ch1.level") == 50)
        _ = try desk.panel.perform(.delete(name: "take"), from: desk.client, at: desk.glass.now)
        #expect(!key.isAvailable)
    }

    @Test func `a key that finds nothing to store says so`() throws {
        let desk = try PanelDesk(
            panel: """
                [[pages]]
                id = "main"
                strips = [{ id = "top", controls = [
                  { id = "key", type = "button", action = { store = "take" } },
                ] }]
                """)
        try press(desk)
        #expect(reports(desk.readNotices()) == ["top.key store take nothing-to-store"])
        #expect(desk.panel.scenes == [])
    }

    @Test func `a key sets controls by their names`() throws {
        let desk = try desk(#"{ set = { "ch?.mute" = true, ch1.level = 10 } }"#)
        try press(desk)
        #expect(
            desk.read() == [
                "top.key 1 set touch", "ch1.mute 1 set action top.key",
                "ch2.mute 1 set action top.key", "ch3.mute 1 set action top.key",
                "ch1.level 10 set action top.key", "top.key 0 set touch",
            ])
        #expect(reports(desk.readNotices()) == ["top.key set"])
        // The whole is one change.
        _ = try desk.panel.perform(.undo, from: desk.client, at: desk.glass.now)
        #expect(desk.value("ch1.level") == 50 && desk.value("ch3.mute") == 0)
        // A finger keeps its fader.
        let held = try desk.touch("ch1.level")
        try press(desk)
        #expect(desk.value("ch1.level") == 50 && desk.value("ch1.mute") == 1)
        held.lift()
        desk.wait(1000)
        #expect(desk.value("ch1.level") == 10, "it waited")
    }

    @Test func `a key resets controls to their defaults`() throws {
        let desk = try desk(#"{ reset = "ch1.*" }"#)
        for id in ["ch1.level", "ch2.level"] { try desk.set(id, 10) }
        try desk.set("ch1.mute", 1)
        _ = desk.read()
        try press(desk)
        #expect(
            desk.read() == [
                "top.key 1 set touch", "ch1.level 50 set reset", "ch1.mute 0 set reset",
                "top.key 0 set touch",
            ])
        #expect(reports(desk.readNotices()) == ["top.key reset ch1.*"])
    }

    @Test func `keys undo and redo, and look disabled if there is nothing to do`() throws {
        let redo = """
            [areas.bottom]
            strips = [{ id = "end", controls = [
              { id = "redo", type = "button", action = { redo = true } },
            ] }]
            """
        let desk = try desk("{ undo = true }", rest: redo)
        let keys = try ["top.key", "end.redo"].map {
            try #require(desk.panel[$0]?.view as? Button)
        }
        #expect(keys.map(\.isAvailable) == [false, false])
        try press(desk)
        #expect(reports(desk.readNotices()) == ["top.key undo nothing-to-undo"])
        try desk.touch("ch1.mute").lift()
        #expect(keys.map(\.isAvailable) == [true, false])
        try press(desk)
        #expect(desk.value("ch1.mute") == 0 && keys.map(\.isAvailable) == [false, true])
        try desk.touch("end.redo").lift()
        #expect(desk.value("ch1.mute") == 1)
        #expect(reports(desk.readNotices()) == ["top.key undo", "end.redo redo"])
    }

    @Test func `a key that undoes leaves alone what fingers hold, and says so`() throws {
        let desk = try desk("{ undo = true }")
        try desk.touch("ch1.mute").lift()
        let held = try desk.touch("ch1.mute")
        try #require(desk.value("ch1.mute") == 0)
        try desk.set("ch2.level", 10)
        let fader = try desk.touch("ch2.level")
        try press(desk)
        #expect(reports(desk.readNotices()) == ["top.key undo touched"])
        #expect(desk.value("ch2.level") == 10)
        fader.lift()
        held.lift()
        try press(desk)
        #expect(desk.value("ch2.level") == 50)
    }

    @Test func `a key sends a name to programs, and nothing else`() throws {
        let desk = try desk(#"{ run = "applause" }"#, #", mode = "tap""#)
        let finger = try desk.touch("top.key")
        #expect(desk.readNotices() == [])
        finger.lift()
        let notice = try #require(desk.notices.first)
        #expect(notice.source == .touch(slot: 0))
        #expect(
            notice.kind
                == .action(ActionReport(control: "top.key", action: "run", name: "applause")))
        // Off the key, it was no tap.
        try desk.touch("top.key").drag(down: 400).lift()
        #expect(reports(desk.readNotices()).count == 1)
    }

    @Test func `a key blanks the display, or says that there is none`() throws {
        let desk = try desk("{ blank = true }")
        try press(desk)
        #expect(reports(desk.readNotices()) == ["top.key blank no-display"])
        var sources: [ValueChanged.Source] = []
        desk.panel.onBlank = {
            sources.append($0)
            return true
        }
        try press(desk)
        #expect(sources == [.touch(slot: 0)])
        #expect(reports(desk.readNotices()) == ["top.key blank"])
    }

    @Test func `a key acts for assistive software, and not for a client's value`() throws {
        let desk = try desk(#"{ run = "a" }"#, #", confirm = "hold""#)
        try desk.set("top.key", 1)
        try desk.set("top.key", 0)
        #expect(desk.readNotices() == [])
        _ = try desk.panel.perform(
            AccessibilityRequest(control: "top.key", action: .activate), from: desk.client,
            at: desk.glass.now)
        #expect(desk.notices.map(\.source) == [desk.client])
    }

    @Test func `clients see which action a key has, and no PIN`() throws {
        let keys = try [#"{ scene = "a" }"#, #"{ unlock = "4321" }"#].map { action in
            try #require(try desk(action).panel["top.key"]).info.settings
        }
        #expect(keys[0].contains(.init("action", .text("scene"))))
        #expect(keys[0].contains(.init("action_name", .text("a"))))
        #expect(keys[1].contains(.init("action", .text("unlock"))))
        #expect(!"\(keys[1])".contains("4321"))
    }

    @Test func `a template's key acts on its own strip`() throws {
        let file = """
            [[pages]]
            id = "p"
            strips = [{ id = "ch{n}", count = 2, controls = [
              { id = "level", type = "slider", default = 0.5 },
              { id = "zero", type = "button", action = { set = { "ch{n}.level" = 0 } } },
            ] }]
            """
        let desk = try PanelDesk(panel: file)
        try desk.touch("ch2.zero").lift()
        #expect(desk.value("ch1.level") == 0.5 && desk.value("ch2.level") == 0)
    }

    // MARK: Mistakes

    @Test(arguments: [
        (
            #"{ }"#,
            "15:58: 'action' does nothing: expected one of page, scene, store, set, reset, lock, unlock, blank, undo, redo, spill, run"
        ),
        (
            #"{ undo = true, redo = true }"#,
            "15:58: 'action' has undo and redo: expected one of page, scene, store, set, reset, lock, unlock, blank, undo, redo, spill, run"
        ),
        (#""next""#, "15:58: 'action': expected a table, found a string"),
        (#"{ page = "nowhere" }"#, "15:67: 'page': no page 'nowhere'"),
        (#"{ page = "mix/3" }"#, "15:67: 'page': no page 'mix/3'; did you mean 'mix/2'?"),
        (
            #"{ scene = "verse" }"#,
            "15:68: 'scene': no scene 'verse' in [[scenes]], and no key stores it: it does nothing until a client does"
        ),
        (#"{ scene = "" }"#, "15:68: 'scene' has 0 bytes: expected 1 to 64"),
        (#"{ store = 7 }"#, "15:68: 'store': expected a string, found a number"),
        (#"{ set = { "ch9.*" = 1 } }"#, "15:78: 'set': no control 'ch9.*'"),
        (
            #"{ set = { "ch*.level" = 101 } }"#,
            "15:82: 'set': 'ch1.level' is 101, outside 0…100"
        ),
        (#"{ set = { ch1.mute = 2 } }"#, "15:79: 'set': 'ch1.mute': expected 0 or 1"),
        (#"{ set = { ch1.mute = [] } }"#, "15:79: 'ch1.mute': expected a value, found an array"),
        (#"{ set = {} }"#, "15:66: 'set' names no control"),
        (
            #"{ reset = "ch1.levle" }"#,
            "15:68: 'reset': no control 'ch1.levle'; did you mean 'ch1.level'?"
        ),
        (
            #"{ unlock = 1234 }"#,
            #"15:69: 'unlock': expected a PIN in quotes, as in "1234", found a number"#
        ),
        (#"{ undo = false }"#, "15:67: 'undo' is false: leave it out, or write true"),
        (#"{ undo = 1 }"#, "15:67: 'undo': expected true or false, found a number"),
        (
            #"{ unlock = "12a4" }"#,
            #"15:69: 'unlock': a PIN has 1 to 12 digits, as in "1234""#
        ),
        (#"{ undo = true, over_ms = 5 }"#, "15:83: 'over_ms' is not in effect: 'scene' is not set"),
    ])
    func `a mistake in an action has its line and column`(action: String, error: String) {
        let found = errors(action)
        #expect(found.contains("t.toml:\(error)"), "\(found)")
    }

    @Test func `an action is rejected where it makes no sense`() {
        #expect(
            errors("{ undo = true }", #", mode = "latching""#) == [
                "t.toml:15:58: 'action' needs a key that does not stay on: 'mode' is \"latching\""
            ])
        #expect(
            errors("{ undo = true }", #", groups = ["g"]"#) == [
                "t.toml:15:84: 'groups': a key with an action is in no group"
            ])
        let file = PanelFile(
            text: """
                [[pages]]
                id = "p"
                strips = [{ id = "s", controls = [
                  { id = "a", type = "switch", action = { undo = true } },
                  { id = "b", type = "knob", action = { undo = true } },
                  { id = "c", type = "button", action = { page = "next" } },
                ] }]
                """, name: "t.toml")
        #expect(
            (file.errors + file.warnings).map(\.description) == [
                "t.toml:4:41: 'action' has no effect: only a button has an action",
                "t.toml:5:39: 'action' has no effect: only a button has an action",
                "t.toml:6:50: 'page' is not in effect: the panel has one page",
            ])
    }
}
