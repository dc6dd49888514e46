import Controls
import Fingers
import PanelProtocol
import Testing

@testable import Panel

struct ReloadTests {
    private static let other = """
        [[pages]]
        id = "dyn"
        strips = [{ id = "ch1", controls = [
          { id = "level", type = "slider", min = 0, max = 60, default = 30, step = 1 },
          { id = "pan", type = "knob" },
        ] }]
        [[pages]]
        id = "main"
        strips = [{ id = "ch2", controls = [
          { id = "level", type = "slider", min = 0, max = 100, step = 1 },
        ] }]
        """

    @Test func `a reload keeps the values of the remaining controls, within their ranges`()
        throws
    {
        let desk = try PanelDesk()
        try desk.set("ch1.level", 80)
        try desk.set("ch2.level", 70)
        try desk.set("ch1.mute", 1)
        _ = desk.read()
        let change = desk.panel.reload(
            try PanelDesk.description(Self.other), from: nil, at: desk.glass.now)
        #expect(change.added == ["ch1.pan"])
        #expect(change.removed == ["ch1.mute", "ch2.mute", "ch1.gate"])
        #expect(
            desk.readNotices() == [
                .configReloaded(generation: 2, added: change.added, removed: change.removed)
            ])
        #expect(desk.value("ch1.level") == 60 && desk.value("ch2.level") == 70)
        #expect(desk.panel.page == "main")
        #expect(desk.read() == ["ch1.level 60 set restore"])
        // What is gone comes back with its value.
        desk.panel.reload(
            try PanelDesk.description(PanelDesk.twoFaders), from: nil, at: desk.glass.now)
        #expect(desk.value("ch1.mute") == 1)
        #expect(desk.panel.generation == 3)
    }

    @Test func `a reload keeps what programs have set, also what no saved state has`() throws {
        let file = """
            [[pages]]
            id = "p"
            strips = [{ id = "k", controls = [
              { id = "w", type = "knob", access = "w" },
              { id = "talk", type = "button", mode = "momentary" },
              { id = "lamp", type = "button", mode = "tap" },
            ] }]

            """
        let desk = try PanelDesk(panel: file)
        let wanted: [(String, ControlValue)] = [
            ("k.w", .number(0.7)), ("k.talk", .number(1)), ("k.lamp", .number(1)),
        ]
        for (id, value) in wanted {
            _ = try desk.panel.apply(
                SetRequest(control: id, change: .value(value)), from: desk.client,
                at: desk.glass.now)
        }
        _ = desk.read()
        for file in [
            file, file + "# a comment", file.replacing("id = \"w\"", with: "id = \"w\", max = 0.5"),
        ] {
            desk.panel.reload(try PanelDesk.description(file), from: nil, at: desk.glass.now)
            let events = desk.read()
            #expect(events.count == (file.contains("max") ? 1 : 0), "\(events)")
        }
        #expect(desk.panel["k.w"]?.value == .number(0.5))
        #expect(desk.panel["k.talk"]?.value == .number(1))
        #expect(desk.panel["k.lamp"]?.value == .number(1))
    }

    @Test func `a reload cancels a touch, and new controls can be touched and are drawn`() throws {
        let desk = try PanelDesk()
        _ = desk.glass.nextFrame()
        let finger = try desk.touch("ch1.level")
        finger.drag(up: 20)
        desk.panel.reload(try PanelDesk.description(Self.other), from: nil, at: desk.glass.now)
        finger.drag(up: 20)
        finger.lift()
        #expect(desk.isWellNested())
        #expect(desk.events.contains { $0.phase == .cancelled && $0.reason == .reload })
        _ = desk.glass.nextFrame()
        #expect(desk.glass.missedPixels.isEmpty)
        _ = desk.read()
        let next = try desk.touch("ch2.level")
        next.drag(up: 20)
        next.lift()
        #expect(desk.read().last?.hasPrefix("ch2.level") == true)
    }

    @Test func `a reload adds the links of the file and keeps client links where possible`() throws
    {
        let desk = try PanelDesk()
        try desk.link("levels")
        try desk.link("mutes", ["ch1.mute", "ch2.mute"])
        desk.panel.reload(try PanelDesk.description(Self.other), from: nil, at: desk.glass.now)
        #expect(desk.panel["ch1.level"]?.info.group == "levels")
        #expect(desk.panel.links.all.count == 1)
        let before = desk.value("ch2.level")
        try desk.set("ch1.level", 10)
        #expect(desk.value("ch2.level") != before)
        #expect(desk.panel.nextDeadline == nil)
    }

    @Test func `after a reload, fades continue to their targets as new gestures`() throws {
        let desk = try PanelDesk()
        try desk.set("ch1.level", 0, over: 1000)
        desk.wait(400)
        let before = try #require(desk.value("ch1.level"))
        desk.panel.reload(try PanelDesk.description(Self.other), from: nil, at: desk.glass.now)
        #expect(desk.value("ch1.level") == before)
        desk.wait(300)
        #expect((1..<before).contains(try #require(desk.value("ch1.level"))))
        desk.wait(400)
        #expect(desk.value("ch1.level") == 0)
        #expect(desk.isWellNested())
        #expect(desk.panel.nextDeadline == nil)
    }

    @Test(arguments: [true, false])
    func `a fade that waits for the end of a touch goes on in the panel that a reload brings`(
        isFinger: Bool
    ) throws {
        let desk = try PanelDesk()
        if isFinger {
            try desk.touch("ch1.level").drag(up: 20)
        } else {
            desk.hold("ch1.level", at: 55)
        }
        try desk.set("ch1.level", 0, over: 1000)
        desk.wait(400)
        desk.panel.reload(try PanelDesk.description(Self.other), from: nil, at: desk.glass.now)
        #expect(desk.events.contains { $0.phase == .cancelled && $0.reason == .reload })
        desk.wait(300)
        let value = try #require(desk.value("ch1.level"))
        #expect((1..<50).contains(value))
        #expect(desk.events.last?.state.value == .number(value))
        desk.wait(1100)
        #expect(desk.value("ch1.level") == 0)
        #expect(desk.isWellNested())
        #expect(desk.panel.nextDeadline == nil)
    }

    @Test func `the saved state is restored in another panel and reported`() throws {
        let desk = try PanelDesk()
        try desk.set("ch1.level", 80)
        try desk.set("ch1.mute", 1)
        _ = try desk.panel.perform(
            .store(name: "a", match: [Glob("*")]), from: desk.client, at: desk.glass.now)
        _ = try desk.panel.perform(page: "dyn", from: desk.client, at: desk.glass.now)
        _ = try desk.panel.perform(
            LockRequest(isOn: true), from: desk.client, at: desk.glass.now)
        var state = desk.panel.state
        state.values["gone.level"] = .number(3)
        state.values["ch2.level"] = .number(1e9)
        state.values["ch2.mute"] = .text("what")

        let other = try PanelDesk()
        let revision = other.panel.revision
        other.panel.restore(state, at: other.glass.now)
        #expect(other.panel.revision != revision)
        #expect(
            other.read() == [
                "ch1.level 80 set restore", "ch1.mute 1 set restore", "ch2.level 100 set restore",
            ])
        #expect(other.panel.page == "dyn")
        #expect(other.panel.lock == PanelLock())
        #expect(other.panel.state.values["gone.level"] == .number(3))
        #expect(other.panel.state.scenes == state.scenes)
        #expect(other.value("ch2.mute") == 0)
        let unchanged = other.panel.revision
        _ = other.panel.state
        #expect(other.panel.revision == unchanged)
    }

    // MARK: Fingers that stay

    /// The panel with other options of the second fader and of the second page.
    private static func file(
        first: String = "", second: String = "", rest: String = ""
    ) -> String {
        """
        [[pages]]
        id = "main"
        strips = [
          { id = "ch1", controls = [
            { id = "level", type = "slider", min = 0, max = 100, default = 50, step = 1\(first) },
            { id = "mute", type = "switch", label = "M" },
          ] },
          { id = "ch2", controls = [
            { id = "level", type = "slider", min = 0, max = 100, default = 50, step = 1\(second) },
            { id = "mute", type = "switch", label = "M" },
          ] },
        ]

        """ + rest
    }

    @Test
    func `a reload keeps the touch on an unchanged control, and the value does not jump`()
        throws
    {
        let desk = try PanelDesk(panel: Self.file())
        let finger = try desk.touch("ch1.level")
        let other = try desk.touch("ch2.level")
        finger.drag(up: 20)
        other.drag(up: 20)
        let before = try #require(desk.value("ch1.level"))
        // Thrice, with other and with fewer pages.
        for (second, rest) in [
            (", detents = [20]", ""),
            ("", "[[scenes]]\nname = \"a\"\nvalues = { \"ch1.level\" = 3 }\n"), ("", ""),
        ] {
            desk.panel.reload(
                try PanelDesk.description(Self.file(second: second, rest: rest)), from: nil,
                at: desk.glass.now)
            #expect(desk.value("ch1.level") == before)
            #expect(desk.panel["ch1.level"]?.isTouched == true)
        }
        #expect(desk.events.filter { $0.phase == .cancelled }.map(\.control) == ["ch2.level"])
        _ = desk.read()
        finger.drag(up: 1)
        finger.drag(up: 1)
        finger.drag(up: 40)
        let after = try #require(desk.value("ch1.level"))
        #expect(after > before + 5)
        #expect(desk.events.allSatisfy { $0.phase == .changed && $0.gesture != nil })
        // From where it was, and not from where the finger is.
        #expect(abs((desk.events.first?.state.value.number ?? 0) - before) <= 2)
        finger.lift()
        other.lift()
        #expect(desk.read().last == "ch1.level \(Int(after)) ended touch")
        #expect(desk.panel["ch1.level"]?.isTouched == false)
        _ = desk.glass.nextFrame()
        #expect(desk.glass.missedPixels.isEmpty)
        // And the next one as ever.
        let next = try desk.touch("ch1.level")
        next.drag(up: 10)
        next.lift()
        #expect(desk.isWellNested())
    }

    @Test(arguments: [
        ReloadTests.file(first: ", detents = [20]"),
        ReloadTests.file(first: ", height = 120"),
        ReloadTests.file(first: ", visible = false"), ReloadTests.file(first: ", access = \"r\""),
        ReloadTests.file(first: ", double_tap = \"default\""), ReloadTests.other,
    ])
    func `a reload cancels the touch on a control that is changed, moved or removed`(file: String)
        throws
    {
        let desk = try PanelDesk(panel: Self.file())
        let finger = try desk.touch("ch1.level")
        finger.drag(up: 20)
        desk.panel.reload(try PanelDesk.description(file), from: nil, at: desk.glass.now)
        #expect(desk.events.last { $0.gesture != nil }?.phase == .cancelled)
        let count = desk.events.count
        finger.drag(up: 20)
        finger.lift()
        #expect(desk.events.count == count)
        #expect(desk.isWellNested())
    }

    private static func named(_ first: String = "", rest: String = "") -> String {
        file(first: ", label = \"Lev\"" + first, rest: rest)
    }

    /// All that may be said of a panel and of what is on it, and means nothing to a finger.
    static let looks = [
        named(", color = \"warning\""), file(first: ", label = \"Vox\""),
        named(", ticks = [0, 50, 100], tick_labels = true, origin = 50"),
        named(", popup = true, decimals = 2, recall_safe = true"),
        named(", meter = { channels = 2, tick_labels = true }"),
        named(rest: "[theme]\nbase = \"light\"\n"),
        named(rest: "[theme]\nbase = \"high-contrast\"\n"),
        named(rest: "[theme]\naccent = \"#ff0000\"\ntrack = \"#00ff00\"\n"),
        named(rest: "[display]\nbrightness = 50\n"), named(rest: "[input]\nfine_ratio = 0.5\n"),
        named(rest: "[socket]\nconnections = 3\n[state]\nsave_after_ms = 50\n"),
        named().replacing(
            "id = \"ch1\",", with: "id = \"ch1\", label = \"Vox\", accent = \"danger\","),
        named().replacing("id = \"main\"\n", with: "id = \"main\"\nlabel = \"Mix\"\n"),
    ]

    @Test(arguments: looks)
    func `a reload that changes only appearance keeps the touch, and the value does not jump`(
        file: String
    )
        throws
    {
        let desk = try PanelDesk(panel: Self.named())
        let finger = try desk.touch("ch1.level")
        finger.drag(up: 20)
        let before = try #require(desk.value("ch1.level"))
        desk.panel.reload(try PanelDesk.description(file), from: nil, at: desk.glass.now)
        #expect(desk.value("ch1.level") == before)
        finger.drag(up: 1)
        let next = try #require(desk.value("ch1.level"))
        #expect(abs(next - before) <= 1)
        finger.drag(up: 40)
        #expect(try #require(desk.value("ch1.level")) > before + 5)
        finger.lift()
        #expect(!desk.events.contains { $0.phase == .cancelled })
        #expect(desk.isWellNested())
        // It looks as on a panel that was made of the file.
        let other = try PanelDesk(panel: file)
        try other.set("ch1.level", try #require(desk.value("ch1.level")))
        for desk in [desk, other] {
            desk.wait(2000)
            _ = desk.glass.nextFrame()
            #expect(desk.glass.missedPixels.isEmpty)
        }
        #expect(desk.glass.picture.differingPixels(from: other.glass.picture, tolerance: 0).isEmpty)
        #expect(desk.panel["ch1.level"]?.info.label == other.panel["ch1.level"]?.info.label)
        #expect(desk.panel["ch1.level"]?.info.color == other.panel["ch1.level"]?.info.color)
    }

    /// One of each type that a finger holds.
    static let types = [
        "type = \"knob\", default = 0.4", "type = \"knob\", default = 0.4, drag = \"vertical\"",
        "type = \"slider\", default = 0.4", "type = \"slider\", touch = \"absolute\"",
        "type = \"range\", default = { low = 0.2, high = 0.6 }, orientation = \"vertical\"",
        "type = \"switch\"", "type = \"switch\", style = \"slide\", orientation = \"vertical\"",
        "type = \"button\", mode = \"latching\"", "type = \"button\"",
        "type = \"segmented\", options = [\"a\", \"b\"], default = \"b\"", "type = \"stepper\"",
        "type = \"pages\", style = \"tabs\"", "type = \"xy\", x = { default = 0.3 }",
        "type = \"color\"", "type = \"time\", default = 3723",
    ]

    @Test(arguments: types)
    func `a finger stays on a control of any type when the theme changes`(options: String) throws {
        let file = {
            "[[pages]]\nid = \"p\"\nstrips = [{ id = \"s\", controls = [{ id = \"c\", \(options) }] }]\n"
                + $0
        }
        let light = "[theme]\nbase = \"light\"\naccent = \"#ff0000\"\n"
        let desk = try PanelDesk(panel: file(""))
        let finger = try desk.touch("s.c")
        let before = desk.panel["s.c"]?.value
        desk.panel.reload(try PanelDesk.description(file(light)), from: nil, at: desk.glass.now)
        #expect(desk.panel["s.c"]?.isTouched == true)
        #expect(desk.panel["s.c"]?.value == before)
        finger.lift()
        #expect(!desk.events.contains { $0.phase == .cancelled })
        desk.panel.window.cancelTouches(reason: .page)
        // And it has all of the new colours.
        let other = try PanelDesk(panel: file(light))
        let value = try #require(desk.panel["s.c"]?.value)
        _ = try other.panel.apply(
            SetRequest(control: "s.c", change: .value(value)), from: other.client,
            at: other.glass.now)
        for desk in [desk, other] {
            (desk.panel["s.c"]?.view as? ColorWell)?.dismissPicker()
            desk.wait(2000)
            _ = desk.glass.nextFrame()
            desk.wait(2000)
            _ = desk.glass.nextFrame()
        }
        #expect(desk.glass.picture.differingPixels(from: other.glass.picture, tolerance: 0).isEmpty)
    }

    @Test func `a value that waits for the release of a finger is also applied after a reload`()
        throws
    {
        let desk = try PanelDesk(panel: Self.file())
        let finger = try desk.touch("ch1.level")
        #expect(try desk.set("ch1.level", 10).reason == "touched")
        desk.panel.reload(
            try PanelDesk.description(Self.file(second: ", detents = [20]")), from: nil,
            at: desk.glass.now)
        finger.lift()
        desk.wait(1000)
        #expect(desk.value("ch1.level") == 10)
    }

    private static let link = """
        [[links]]
        name = "levels"
        controls = ["ch1.level", "ch2.level"]

        """

    @Test func `a control that follows a finger continues to follow it while the link exists`()
        throws
    {
        let desk = try PanelDesk(panel: Self.file(rest: Self.link))
        let finger = try desk.touch("ch1.level")
        finger.drag(up: 20)
        desk.panel.reload(
            try PanelDesk.description(
                Self.file(
                    rest: Self.link + "[[scenes]]\nname = \"a\"\nvalues = { \"ch1.level\" = 3 }\n")),
            from: nil, at: desk.glass.now)
        finger.drag(up: 20)
        #expect(desk.value("ch1.level") == desk.value("ch2.level"))
        #expect(!desk.events.contains { $0.phase == .cancelled })
        // The follower is another now, and begins again.
        desk.panel.reload(
            try PanelDesk.description(Self.file(second: ", detents = [20]", rest: Self.link)),
            from: nil, at: desk.glass.now)
        finger.drag(up: 20)
        #expect(desk.value("ch1.level") == desk.value("ch2.level"))
        // The link is gone.
        desk.panel.reload(
            try PanelDesk.description(Self.file(second: ", detents = [20]")), from: nil,
            at: desk.glass.now)
        let last = desk.value("ch2.level")
        finger.drag(down: 20)
        finger.lift()
        #expect(desk.value("ch2.level") == last)
        #expect(
            desk.events.filter { $0.phase == .cancelled }.map {
                "\($0.control) \($0.reason?.rawValue ?? "")"
            }
                == ["ch2.level reload", "ch2.level reload"])
        #expect(desk.isWellNested())
        #expect(desk.events.last?.phase == .ended)
    }

    @Test func `a reload keeps the touch on a key of a group, and the key stays in the group`()
        throws
    {
        let keys = { (title: String) in
            """
            [[pages]]
            id = "main"
            strips = [{ id = "a", controls = [
              { id = "one", type = "button", mode = "latching", title = "1", groups = ["r"] },
              { id = "two", type = "button", mode = "latching", title = "\(title)", groups = ["r"] },
            ] }]
            [groups.r]
            type = "radio"
            """
        }
        let desk = try PanelDesk(panel: keys("2"))
        try desk.set("a.two", 1)
        #expect(desk.value("a.one") == 0)
        let finger = try desk.touch("a.one")
        desk.panel.reload(try PanelDesk.description(keys("II")), from: nil, at: desk.glass.now)
        #expect(desk.panel["a.one"]?.isTouched == true)
        finger.lift()
        #expect(desk.value("a.one") == 1 && desk.value("a.two") == 0)
        try desk.touch("a.two").lift()
        #expect(desk.value("a.one") == 0 && desk.value("a.two") == 1)
    }

    @Test func `a reload leaves the key that is on, and under a finger, on`() throws {
        let file = try PanelDesk.description(
            """
            [[pages]]
            id = "main"
            strips = [{ id = "a", controls = [
              { id = "one", type = "switch", groups = ["r"] },
              { id = "two", type = "switch", groups = ["r"], default = true },
            ] }]
            [groups.r]
            type = "radio"
            """)
        let desk = try PanelDesk(panel: PanelDesk.twoFaders)
        desk.panel.reload(file, from: nil, at: desk.glass.now)
        try desk.set("a.one", 1)
        _ = desk.read()
        _ = try desk.touch("a.one")
        desk.panel.reload(file, from: nil, at: desk.glass.now)
        #expect(desk.value("a.one") == 1 && desk.value("a.two") == 0)
        #expect(desk.read() == [])
    }

    @Test func `a file without the page that is shown shows another, and says so`() throws {
        let desk = try PanelDesk()
        desk.panel.show(page: "dyn")
        _ = desk.readNotices()
        let one = String(
            PanelDesk.twoFaders.prefix(
                upTo: try #require(PanelDesk.twoFaders.range(of: "[[pages]]\nid = \"dyn\""))
                    .lowerBound))
        desk.panel.reload(try PanelDesk.description(one), from: nil, at: desk.glass.now)
        #expect(desk.readNotices().contains(.pageChanged(page: "main")))
        desk.panel.reload(try PanelDesk.description(one), from: nil, at: desk.glass.now)
        #expect(!desk.readNotices().contains(.pageChanged(page: "main")))
    }

    private static let relabelled = PanelDesk.twoFaders.replacing(
        "label = \"M\"", with: "label = \"Mute\"")

    @Test func `a fader that its link has pushed against an end comes back over a reload`() throws {
        let desk = try PanelDesk()
        try desk.set("ch2.level", 95)
        try desk.link("st")
        try desk.set("ch1.level", 70)
        #expect(desk.value("ch2.level") == 100)
        desk.panel.reload(
            try PanelDesk.description(Self.relabelled), from: nil, at: desk.glass.now)
        try desk.set("ch1.level", 50)
        #expect(desk.value("ch2.level") == 95)
    }

    @Test func `a link of a client comes back with the control that a panel file was without`()
        throws
    {
        let desk = try PanelDesk()
        try desk.link("st")
        let without = PanelDesk.twoFaders.replacing("count = 2", with: "count = 1")
        desk.panel.reload(try PanelDesk.description(without), from: nil, at: desk.glass.now)
        try desk.set("ch1.level", 70)
        #expect(desk.panel.state.links.map(\.name) == ["st"])
        desk.panel.reload(
            try PanelDesk.description(PanelDesk.twoFaders), from: nil, at: desk.glass.now)
        try desk.set("ch1.level", 80)
        #expect(desk.value("ch2.level") == 60)
        desk.panel.reload(try PanelDesk.description(without), from: nil, at: desk.glass.now)
        _ = try desk.panel.unlink("st", from: desk.client, at: desk.glass.now)
        #expect(desk.panel.state.links == [])
    }

    @Test func `a fade whose end has come arrives before a reload`() throws {
        let desk = try PanelDesk()
        try desk.set("ch1.level", 100, over: 1000)
        desk.glass.wait(.seconds(2))
        desk.panel.reload(
            try PanelDesk.description(PanelDesk.twoFaders), from: nil, at: desk.glass.now)
        #expect(desk.value("ch1.level") == 100)
    }
}
