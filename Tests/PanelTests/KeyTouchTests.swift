import Controls
import Drawing
import Fingers
import PanelProtocol
import Testing

@testable import Panel

/// Keys, groups, steppers and pages under fingers: what is told, and by whom.
struct KeyTouchTests {
    /// A panel on glass, and what it has told since the last reading.
    private final class KeyDesk {
        let panel: Panel
        let glass: Glass
        private var lines: [String] = []
        private var isAsking = false

        init(_ text: String) throws {
            let file = PanelFile(text: text, name: "t.toml")
            try #require(file.errors.map(\.description) == [])
            panel = try Panel(
                #require(file.panel), width: 800, height: 480, fonts: FontCollection())
            glass = Glass(panel.window)
            panel.onValueChanged = { [unowned self] event in
                let source =
                    switch event.source {
                    case .touch: event.reason?.rawValue ?? "touch"
                    case .link(let cause): "link \(cause)"
                    default: "\(event.source)"
                    }
                // What a client sets at once has an answer.
                if !isAsking || source.hasPrefix("link") {
                    tell(event.control, event.phase.rawValue, source)
                }
            }
        }

        convenience init(controls: String, rest: String = "") throws {
            try self.init(
                """
                [[pages]]
                id = "p"
                strips = [{ id = "s", controls = [\(controls)] }]
                \(rest)
                """)
        }

        private func tell(_ id: String, _ phase: String, _ source: String) {
            let value = panel[id]?.state.map { state in
                state.value.number.map { String(Int($0)) } ?? state.value.text ?? "?"
            }
            lines.append("\(id) \(value ?? "-") \(phase) \(source)")
        }

        /// What was told since the last reading.
        func read() -> [String] {
            defer { lines = [] }
            return lines
        }

        func control(_ id: String) throws -> PanelControl { try #require(panel[id], "\(id)") }

        func touch(_ id: String) throws -> Finger { glass.touch(try control(id).view) }

        func tap(_ id: String) throws { try touch(id).lift() }

        func set(_ id: String, _ value: ControlValue, isFeedback: Bool = false) throws {
            isAsking = true
            defer { isAsking = false }
            _ = try panel.apply(
                SetRequest(control: id, change: .value(value)),
                from: isFeedback ? .feedback("c1", name: nil) : .client("c1", name: nil),
                at: glass.now)
        }
    }

    // MARK: Keys

    @Test func `a switch emits one event per tap`() throws {
        let desk = try KeyDesk(controls: #"{ id = "mute", type = "switch", label = "M" }"#)
        try desk.tap("s.mute")
        #expect(desk.read() == ["s.mute 1 set touch"])
        #expect(!desk.glass.nextFrame().isEmpty)
        try desk.tap("s.mute")
        #expect(desk.read() == ["s.mute 0 set touch"])
        #expect(!desk.glass.nextFrame().isEmpty)
        #expect(desk.glass.nextFrame().isEmpty && desk.glass.missedPixels.isEmpty)
    }

    @Test func `a sliding switch emits one event, when it reaches its other position`() throws {
        let desk = try KeyDesk(controls: #"{ id = "on", type = "switch", style = "slide" }"#)
        try desk.tap("s.on")
        #expect(desk.read() == ["s.on 1 set touch"])
        try desk.touch("s.on").drag(left: 80).drag(right: 80).lift()
        #expect(desk.read() == [])
        try desk.touch("s.on").drag(left: 80).lift()
        #expect(desk.read() == ["s.on 0 set touch"])
    }

    @Test func `a momentary button emits both its edges and loses none`() throws {
        let desk = try KeyDesk(controls: #"{ id = "talk", type = "button" }"#)
        let finger = try desk.touch("s.talk")
        #expect(desk.read() == ["s.talk 1 set touch"])
        finger.drag(down: 200)
        #expect(desk.read() == [])
        finger.cancel()
        #expect(desk.read() == ["s.talk 0 set palm"])
        try desk.tap("s.talk")
        #expect(desk.read() == ["s.talk 1 set touch", "s.talk 0 set touch"])
    }

    @Test func `a button emits an event per tap, and the program controls its lamp`() throws {
        let desk = try KeyDesk(controls: #"{ id = "play", type = "button", mode = "tap" }"#)
        try desk.tap("s.play")
        try desk.tap("s.play")
        #expect(desk.read() == ["s.play 0 set touch", "s.play 0 set touch"])
        try desk.set("s.play", .number(1))
        #expect(desk.panel["s.play"]?.state?.value == .number(1))
        #expect(desk.read() == [])
        try desk.touch("s.play").drag(down: 200).lift()
        #expect(desk.read() == [])
    }

    @Test func `a long touch confirms, and a short one does nothing`() throws {
        let desk = try KeyDesk(
            controls: #"{ id = "kill", type = "switch", confirm = "hold", hold_ms = 500 }"#)
        try desk.tap("s.kill")
        let finger = try desk.touch("s.kill")
        desk.glass.wait(.milliseconds(450))
        #expect(desk.read() == [])
        desk.glass.wait(.milliseconds(100))
        #expect(desk.read() == ["s.kill 1 set touch"])
        finger.lift()
        #expect(desk.read() == [])
    }

    @Test func `two taps confirm, and switch a momentary button on and off`() throws {
        let desk = try KeyDesk(
            controls: #"{ id = "fire", type = "button", confirm = "double_tap" }"#)
        try desk.tap("s.fire")
        #expect(desk.read() == [])
        desk.glass.wait(.milliseconds(100))
        try desk.tap("s.fire")
        #expect(desk.read() == ["s.fire 1 set touch", "s.fire 0 set touch"])
    }

    @Test func `a client's change to a held key is deferred`() throws {
        let desk = try KeyDesk(controls: #"{ id = "mute", type = "switch" }"#)
        let finger = try desk.touch("s.mute")
        try desk.set("s.mute", .number(0))
        #expect(desk.panel["s.mute"]?.state?.value == .number(1))
        finger.lift()
        desk.panel.advance(to: desk.glass.now + .milliseconds(300))
        #expect(desk.panel["s.mute"]?.state?.value == .number(0))
        #expect(desk.read().last?.hasPrefix("s.mute 0 set client") == true)
    }

    // MARK: Groups

    private func muteDesk() throws -> KeyDesk {
        try KeyDesk(
            controls: """
                { id = "a", type = "switch", groups = ["m"] },
                { id = "b", type = "switch", groups = ["m"] },
                { id = "c", type = "switch" },
                { id = "all", type = "button", master = "m" },
                { id = "text", type = "label", shows = "b" },
                """)
    }

    @Test func `a master switches its group, and keys that were on stay on`() throws {
        let desk = try muteDesk()
        try desk.tap("s.a")
        #expect(desk.read() == ["s.a 1 set touch"])
        try desk.tap("s.all")
        #expect(desk.read() == ["s.all 1 set touch", "s.b 1 set link s.all"])
        let key = try #require(try desk.control("s.b").view as? Button)
        #expect(!key.isOn && key.isOnByGroup)
        #expect((try desk.control("s.text").view as? Label)?.text == "on")
        // It counts as on already: that it is on by itself now is no news.
        try desk.tap("s.b")
        #expect(desk.read() == [] && key.isOn)
        try desk.tap("s.all")
        #expect(desk.read() == ["s.all 0 set touch"])
    }

    @Test func `a client switches a master, and its group emits events`() throws {
        let desk = try muteDesk()
        try desk.set("s.all", .number(1))
        #expect(desk.read() == ["s.a 1 set link s.all", "s.b 1 set link s.all"])
        // The engine says that it has muted the channel, which is not the key's own doing.
        try desk.set("s.a", .number(1), isFeedback: true)
        try desk.set("s.all", .number(0))
        #expect(desk.read() == ["s.a 0 set link s.all", "s.b 0 set link s.all"])
        // A client that wants it on means the key.
        try desk.set("s.all", .number(1))
        try desk.set("s.a", .number(1))
        _ = desk.read()
        try desk.set("s.all", .number(0))
        #expect(desk.read() == ["s.b 0 set link s.all"])
        #expect((try desk.control("s.text").view as? Label)?.text == "off")
    }

    @Test func `one key of a radio group is on`() throws {
        let desk = try KeyDesk(
            controls: """
                { id = "a", type = "switch", groups = ["src"] },
                { id = "b", type = "switch", groups = ["src"], default = true },
                { id = "c", type = "switch", groups = ["src"] },
                """, rest: "[groups.src]\ntype = \"radio\"")
        let values = { ["s.a", "s.b", "s.c"].compactMap { desk.panel[$0]?.state?.value.number } }
        #expect(values() == [0, 1, 0])
        try desk.tap("s.c")
        #expect(desk.read() == ["s.b 0 set link s.c", "s.c 1 set touch"])
        try desk.tap("s.c")
        #expect(desk.read() == [] && values() == [0, 0, 1])
        try desk.set("s.a", .number(1))
        #expect(desk.read() == ["s.c 0 set link s.a"] && values() == [1, 0, 0])
    }

    // MARK: Choices and steps

    @Test func `a segment emits its word when the finger lifts on it`() throws {
        let desk = try KeyDesk(
            controls: #"{ id = "mode", type = "segmented", options = ["off", "gate", "comp"] }"#)
        let segmented = try #require(try desk.control("s.mode").view as? SegmentedControl)
        let finger = desk.glass.touch(segmented, at: segmented.rectForSegment(at: 1).center)
        #expect(desk.read() == [])
        finger.lift()
        #expect(desk.read() == ["s.mode gate set touch"])
        desk.glass.touch(segmented, at: segmented.rectForSegment(at: 1).center).lift()
        #expect(desk.read() == [])
    }

    @Test func `a stepper emits a gesture, and repeats while the finger stays`() throws {
        let desk = try KeyDesk(controls: #"{ id = "n", type = "stepper", max = 10, step = 1 }"#)
        let stepper = try #require(try desk.control("s.n").view as? Stepper)
        let finger = desk.glass.touch(stepper, at: stepper.incrementRect.center)
        #expect(desk.read() == ["s.n 1 began touch"])
        desk.glass.wait(.milliseconds(700))
        #expect(desk.read() == ["s.n 2 changed touch", "s.n 3 changed touch"])
        finger.lift()
        #expect(desk.read() == ["s.n 3 ended touch"])
    }

    // MARK: Pages

    private static let threePages = """
        [[pages]]
        id = "mix"
        label = "Mix"
        strips = [{ id = "a", controls = [{ id = "level", type = "slider" }] }]
        [[pages]]
        id = "dyn"
        label = "Dyn"
        strips = [{ id = "b", controls = [{ id = "level", type = "slider" }] }]
        [[pages]]
        id = "fx"
        strips = [{ id = "c", controls = [{ id = "level", type = "slider" }] }]
        """

    /// The pages of which something is seen.
    private func seenPages(_ panel: Panel) -> Set<String> {
        Set(
            panel.controls.filter { control in
                sequence(first: control.view) { $0.superview }.allSatisfy { !$0.isHidden }
            }.map(\.page))
    }

    @Test func `several pages have a bar to switch between them`() throws {
        let desk = try KeyDesk(Self.threePages)
        let bar = try #require(desk.panel.window.subviews.last as? PageControl)
        #expect(bar.titles == ["Mix", "Dyn", "fx"] && desk.panel.page == "mix")
        #expect(desk.panel.controls.allSatisfy { $0.view.frameInWindow.minY > bar.frame.maxY })
        let held = try desk.touch("a.level").drag(up: 20)
        #expect(desk.read().first?.hasPrefix("a.level") == true)
        desk.glass.touch(bar, at: bar.rectForPage(at: 1).center).lift()
        #expect(desk.read() == ["a.level 0 cancelled page"])
        #expect(desk.panel.page == "dyn" && seenPages(desk.panel) == ["dyn"])
        held.drag(up: 20).lift()
        #expect(desk.read() == [])
        #expect(!desk.glass.nextFrame().isEmpty && desk.glass.missedPixels.isEmpty)
        desk.glass.touch(bar).drag(left: 80).lift()
        #expect(desk.panel.page == "fx")
        desk.panel.show(page: "nowhere")
        #expect(desk.panel.page == "fx")
        desk.panel.show(page: "mix")
        #expect(bar.currentPage == 0 && seenPages(desk.panel) == ["mix"])
    }

    @Test(arguments: [
        "page_bar = false", "page_bar = true",
    ])
    func `one page has no bar, and several pages can be without one`(option: String) throws {
        let display = "[display]\n\(option)\n"
        let one = try KeyDesk(
            display + "[[pages]]\nid = \"p\"\nstrips = [{ id = \"s\", controls = [] }]")
        #expect(
            one.panel.description.pageBarHeight(
                on: .init(width: 800, height: 480)) == 0)
        let three = try KeyDesk(display + Self.threePages)
        let height = three.panel.description.pageBarHeight(
            on: .init(width: 800, height: 480))
        #expect((height > 0) == option.hasSuffix("true"))
    }

    private static let pagesOfTheirOwn = """
        [templates.pages]
        controls = [{ id = "pages", type = "pages", style = "tabs", settle_ms = 0 }]
        [[pages]]
        id = "mix"
        strips = [{ id = "a", template = "pages" }, { id = "k", controls = [{ id = "v", type = "knob" }] }]
        [[pages]]
        id = "dyn"
        label = "Dyn"
        strips = [{ id = "b", template = "pages" }]
        """

    @Test(arguments: ["mix", "dyn"])
    func `a page that a program shows is reported, whatever waits for a finger on the tabs`(
        waiting: String
    ) throws {
        let desk = try KeyDesk(Self.pagesOfTheirOwn)
        desk.panel.show(page: "dyn", from: .client("c1", name: nil), at: desk.glass.now)
        _ = desk.read()
        let finger = try desk.touch("b.pages")
        try desk.set("b.pages", .text(waiting))
        desk.panel.show(page: "mix", from: .client("c2", name: nil), at: desk.glass.now)
        #expect(desk.read().map { $0.prefix(15) } == ["a.pages mix set", "b.pages mix set"])
        finger.lift()
        #expect(desk.panel.page == "mix" && desk.read() == [])
    }

    @Test func `a control that shows the pages reports the id of the page`() throws {
        let desk = try KeyDesk(Self.pagesOfTheirOwn)
        #expect(
            desk.panel.description.pageBarHeight(
                on: .init(width: 800, height: 480)) == 0)
        let pages = try desk.control("a.pages")
        #expect(pages.info.options == ["mix", "dyn"])
        #expect(pages.info.values?.map(\.label) == ["mix", "Dyn"])
        let view = try #require(pages.view as? PageControl)
        desk.glass.touch(view, at: view.rectForPage(at: 1).center).lift()
        #expect(desk.read() == ["a.pages dyn set touch", "b.pages dyn set link a.pages"])
        #expect(desk.panel.page == "dyn" && seenPages(desk.panel) == ["dyn"])
        try desk.touch("b.pages").drag(right: 60).drag(right: 60).lift()
        #expect(desk.read() == ["b.pages mix set touch", "a.pages mix set link b.pages"])
        #expect(desk.panel.page == "mix")
        try desk.set("a.pages", .text("dyn"))
        #expect(desk.panel.page == "dyn" && desk.read() == ["b.pages dyn set link a.pages"])
    }
}
