import Controls
import Drawing
import Fingers
import PanelProtocol
import Testing

@testable import Panel

/// Strips on several pages: the same controls, with one value, one ID and one event.
struct UsedStripTests {
    private static let desk = """
        [templates.channel]
        controls = [
          { id = "level", type = "slider", min = 0, max = 100, default = 50, step = 1 },
          { id = "mute", type = "switch", label = "M" },
        ]
        [[pages]]
        id = "fav"
        strips = [{ use = "ch2" }, { use = "main", apart = true }]
        [[pages]]
        id = "mix"
        strips = [
          { template = "channel", id = "ch{n}", count = 4 },
          { template = "channel", id = "main", label = "Main", accent = "danger" },
        ]
        [[pages]]
        id = "fx"
        strips = [
          { id = "rev", controls = [{ id = "time", type = "knob" }] },
          { use = "main" },
        ]

        """

    private func desk(_ rest: String = "") throws -> PanelDesk {
        try PanelDesk(rest, panel: Self.desk)
    }

    private func turn(_ desk: PanelDesk, to page: String) throws {
        _ = try desk.panel.perform(page: page, from: desk.client, at: desk.glass.now)
        desk.panel.layOutIfNeeded()
    }

    private func frame(_ desk: PanelDesk, _ id: String) throws -> Rect {
        try #require(desk.panel[id]).view.frameInWindow
    }

    /// Moves a fader on the visible page, as far as it goes.
    private func raise(_ desk: PanelDesk, _ id: String) throws {
        let finger = try desk.touch(id)
        finger.drag(up: 400)
        finger.lift()
    }

    @Test(arguments: ["fav", "mix", "fx"])
    func `a finger on a strip goes on over a reload, on each of its pages`(page: String) throws {
        let desk = try desk()
        try turn(desk, to: page)
        let goesOn = try desk.raise(
            "main.level", whileReloading: Self.desk.replacing("\"Main\"", with: "\"Master\""))
        #expect(desk.panel.page == page)
        #expect(goesOn)
    }

    @Test func `a strip on three pages has one value, one id and one event`() throws {
        let desk = try desk()
        #expect(desk.panel.controls.map(\.id).filter { $0 == "main.level" }.count == 1)
        try raise(desk, "main.level")
        #expect(desk.value("main.level") == 100)
        #expect(
            desk.read().filter { $0.hasSuffix("ended touch") } == ["main.level 100 ended touch"])
        try turn(desk, to: "mix")
        #expect(desk.value("main.level") == 100)
        let finger = try desk.touch("main.level")
        finger.drag(up: -400)
        finger.lift()
        #expect(desk.read().last == "main.level 0 ended touch")
        try turn(desk, to: "fx")
        try raise(desk, "main.level")
        #expect(desk.read().last == "main.level 100 ended touch")
        try turn(desk, to: "fav")
        desk.wait(1000)
        try desk.set("main.level", 20)
        #expect(desk.read() == ["main.level 20 set client"])
    }

    @Test func `it is laid out anew for each page`() throws {
        let desk = try desk()
        let wide = try frame(desk, "ch2.level")
        try turn(desk, to: "mix")
        #expect(try frame(desk, "ch2.level") != wide)
        #expect(try frame(desk, "ch2.level").width == frame(desk, "ch1.level").width)
        #expect(try frame(desk, "ch1.level").maxX < frame(desk, "ch2.level").minX)
        try turn(desk, to: "fav")
        #expect(try frame(desk, "ch2.level") == wide)
    }

    @Test func `each page shows the same picture after it was left and shown again`() throws {
        let desk = try desk()
        var pictures: [String: [UInt8]] = [:]
        for page in ["fav", "mix", "fx", "mix", "fav", "fx"] {
            try turn(desk, to: page)
            _ = desk.glass.nextFrame()
            #expect(desk.glass.missedPixels.isEmpty)
            let picture = try desk.glass.picture.pngData()
            #expect(pictures[page] == nil || pictures[page] == picture, "\(page)")
            pictures[page] = picture
        }
    }

    @Test func `it looks the same as on a page that describes it`() throws {
        let used = try PanelDesk(panel: Self.desk)
        let described = try PanelDesk(
            panel: """
                [templates.channel]
                controls = [
                  { id = "level", type = "slider", min = 0, max = 100, default = 50, step = 1 },
                  { id = "mute", type = "switch", label = "M" },
                ]
                [[pages]]
                id = "fav"
                strips = [
                  { template = "channel", id = "ch2" },
                  { template = "channel", id = "main", label = "Main", accent = "danger", apart = true },
                ]
                [[pages]]
                id = "mix"
                strips = [{ template = "channel", id = "x" }]
                [[pages]]
                id = "fx"
                strips = [{ template = "channel", id = "y" }]
                """)
        for desk in [used, described] {
            try raise(desk, "main.level")
            desk.wait(1000)
            _ = desk.glass.nextFrame()
        }
        #expect(try used.glass.picture.pngData() == described.glass.picture.pngData())
    }

    @Test func `clients get all its pages, and change its style on all of them`() throws {
        let desk = try desk()
        let strip = try #require(desk.panel.strips(matching: [Glob("main")]).first)
        #expect(strip.pages == ["fav", "mix", "fx"])
        #expect(strip.controls == ["main.level", "main.mute"])
        #expect(desk.panel["main.level"]?.info.page == "mix")
        var request = StyleRequest(strip: "main")
        request.isVisible = false
        try desk.style(request)
        for page in ["fav", "mix", "fx"] {
            try turn(desk, to: page)
            #expect(desk.panel["main.level"]?.isShown == false, "\(page)")
        }
        request.isVisible = true
        try desk.style(request)
        for page in ["fx", "mix", "fav"] {
            try turn(desk, to: page)
            #expect(desk.panel["main.level"]?.isShown == true, "\(page)")
        }
        var label = StyleRequest(control: "main.mute")
        label.label = .other("Off")
        try desk.style(label)
        try turn(desk, to: "mix")
        #expect(desk.panel["main.mute"]?.shownLabel == "Off")
    }

    @Test func `a finger on it is cancelled when the page turns, as on all others`() throws {
        let desk = try desk()
        let finger = try desk.touch("main.level")
        finger.drag(up: 20)
        try turn(desk, to: "mix")
        #expect(desk.read().last?.hasPrefix("main.level") == true)
        #expect(desk.events.isEmpty && desk.panel["main.level"]?.isTouched == false)
        finger.lift()
        #expect(desk.isWellNested())
        try raise(desk, "main.level")
        #expect(desk.value("main.level") == 100)
    }

    @Test func `a finger on it stays over a reload that does not move it`() throws {
        let desk = try desk()
        let finger = try desk.touch("main.level")
        finger.drag(up: 20)
        let moved = try #require(desk.value("main.level"))
        let dark = Self.desk + "[theme]\naccent = \"#ff8800\"\n"
        desk.panel.reload(try PanelDesk.description(dark), from: nil, at: desk.glass.now)
        #expect(desk.panel["main.level"]?.isTouched == true)
        finger.drag(up: 20)
        #expect(try #require(desk.value("main.level")) > moved)
        finger.lift()
        #expect(desk.read().last?.hasSuffix("ended touch") == true)
        #expect(desk.isWellNested())
        try turn(desk, to: "mix")
        try turn(desk, to: "fav")
        _ = desk.glass.nextFrame()
        #expect(desk.glass.missedPixels.isEmpty)
    }

    @Test func `the values and the page are restored after a restart`() throws {
        let desk = try desk()
        try desk.set("main.level", 70)
        try turn(desk, to: "fx")
        let other = try self.desk()
        other.panel.restore(desk.panel.state, at: .zero)
        #expect(other.panel.page == "fx" && other.value("main.level") == 70)
        #expect(try other.panel["main.level"]?.view.frameInWindow == frame(desk, "main.level"))
    }

    @Test func `a strip that several pages describe is used by the name of a page`() throws {
        let text = """
            [[pages]]
            id = "mix"
            banks = 2
            strips = [{ id = "ch{n}", count = 3, controls = [{ id = "level", type = "slider" }] }]
            [[pages]]
            id = "dyn"
            strips = [{ id = "ch{n}", count = 3, controls = [{ id = "gate", type = "knob" }] }]
            [[pages]]
            id = "fav"
            strips = [{ use = "PAGEch{n}", count = 2, first = 2 }]
            """
        let file = PanelFile(text: text.replacing("PAGE", with: ""), name: "t.toml")
        #expect(
            file.errors.first?.message
                == "'use': 2 pages describe 'ch2'; write \"mix/ch2\" or \"dyn/ch2\"")
        let desk = try PanelDesk(panel: text.replacing("PAGE", with: "mix/"))
        try turn(desk, to: "fav")
        let fav = try #require(desk.panel.pages.last)
        #expect(desk.panel["ch2.level"]?.host === fav && desk.panel["ch3.level"]?.host === fav)
        #expect(desk.panel["ch2.gate"]?.host !== fav)
    }

    struct Mistake: CustomTestStringConvertible, Sendable {
        let strips: String
        let message: String
        var testDescription: String { strips }
    }

    @Test(arguments: [
        Mistake(
            strips: #"{ use = "chX" }"#, message: "'use': no strip 'chX'; did you mean 'ch"),
        Mistake(
            strips: #"{ use = "ch1" }, { use = "ch1" }"#,
            message: "'use': the strip 'ch1' is on the page already, in line"),
        Mistake(
            strips: #"{ use = "fx" }"#,
            message: "'use': the strip 'fx' is in an area, and seen on every page"),
        Mistake(
            strips: #"{ use = "ch1", label = "Kick" }"#,
            message:
                "'label' has no effect: 'use' shows a strip as another page describes it"),
        Mistake(
            strips: #"{ use = "ch1", owner = "engine" }"#,
            message:
                "'owner' has no effect: 'use' shows a strip as another page describes it"),
        Mistake(
            strips: #"{ use = "ch", count = 2 }"#,
            message: "'use' needs a '{n}' to tell 2 strips apart"),
        Mistake(strips: #"{ use = "dyn/ch1" }"#, message: "'use': no strip 'ch1' on a page 'dyn'"),
    ]) func `a wrong use is an error with its place`(mistake: Mistake) throws {
        let file = PanelFile(
            text: """
                [[pages]]
                id = "mix"
                strips = [{ id = "ch{n}", count = 2, controls = [{ id = "a", type = "knob" }] }]
                [areas.top]
                strips = [{ id = "fx", controls = [{ id = "a", type = "knob" }] }]
                [[pages]]
                id = "more"
                strips = [\(mistake.strips)]
                """, name: "t.toml")
        let error = try #require(file.errors.first)
        #expect(error.message.hasPrefix(mistake.message), "\(file.errors)")
        #expect(error.position.line == 8)
    }

    @Test func `an area uses no strip`() throws {
        let file = PanelFile(
            text: """
                [[pages]]
                id = "mix"
                strips = [{ id = "main", controls = [{ id = "a", type = "knob" }] }]
                [areas.right]
                strips = [{ use = "main" }]
                """, name: "t.toml")
        #expect(
            file.errors.map(\.message) == [
                "'use': an area stays whatever page is shown; describe 'main' in the area"
            ])
    }
}
