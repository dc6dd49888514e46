import Controls
import Drawing
import Fingers
import PanelProtocol
import TestVectors
import Testing

@testable import Panel

/// Panels that begin at the right.
struct MirroredPanelTests {
    private static let desk = """
        [[pages]]
        id = "one"
        strips = [
          { id = "s", controls = [
            { id = "level", type = "slider", orientation = "horizontal", max = 100, default = 20 },
            { id = "pan", type = "slider", orientation = "horizontal", min = -100, max = 100, format = "pan" },
            { id = "plain", type = "slider", orientation = "horizontal", max = 100, default = 20, direction = "ltr" },
            { id = "send", type = "slider", orientation = "horizontal", max = 100, label = "Send", label_side = "left" },
            { row = [ { id = "a", type = "button" }, { id = "b", type = "button" } ] },
          ] },
          { id = "t", controls = [{ id = "level", type = "slider" }] },
        ]
        [[pages]]
        id = "two"
        strips = [{ id = "u", controls = [{ id = "level", type = "slider" }] }]
        """

    private func desk(_ head: String = #"direction = "rtl""#) throws -> PanelDesk {
        try PanelDesk(panel: head + "\n" + Self.desk)
    }

    @Test(arguments: ["live", "mixer", "room", "synth", "transport", "monitor"])
    func `a shipped desk that begins at the right is its own mirror image`(_ name: String) throws {
        let text = try TestFiles.text("Config/\(name).toml")
        let plain = try PanelDesk.description(text)
        let mirrored = try PanelDesk.description("direction = \"rtl\"\n" + text)
        let layouts = { (panel: PanelDescription) in
            panel.layouts(atWidth: 1280, height: 800, millimetres: nil)
        }
        let pairs = zip(layouts(plain), layouts(mirrored))
        let regions = ScreenRegions(of: plain, on: .init(width: 1280, height: 800))
        let places = plain.pages.map { _ in regions.page } + regions.areas
        for ((before, after), region) in zip(pairs, places) {
            #expect(before.strips.map { $0.mirrored(in: region.width) } == after.strips)
            #expect(before.problems == after.problems)
            for strip in after.strips {
                #expect(strip.frame.x >= 0 && strip.frame.maxX <= region.width)
            }
        }
    }

    @Test func `strips, rows and tabs begin at the right, and clients see where`() throws {
        let (desk, plain) = (try desk(), try desk(""))
        func frame(_ id: String, _ desk: PanelDesk) throws -> [Double] {
            try #require(desk.panel[id]?.info.frame)
        }
        for id in ["s.level", "s.a", "s.b", "t.level"] {
            let (left, right) = (try frame(id, plain), try frame(id, desk))
            #expect(right == [800 - left[0] - left[2], left[1], left[2], left[3]], "\(id)")
        }
        #expect(try frame("s.a", desk)[0] > frame("s.b", desk)[0])
        // The first tab is at the right, so a finger left of it chooses the second.
        desk.panel.layOutIfNeeded()
        let bar = try #require(desk.panel.pageBar?.view as? PageControl)
        #expect(bar.frame.maxX > 780)
        desk.glass.touch(bar, at: Point(x: bar.bounds.midX - 20, y: bar.bounds.midY)).lift()
        #expect(desk.panel.page == "two")
    }

    /// The places in a strip that has a pad, and this element beside it.
    private func layout(of element: String, _ head: String = "") throws -> StripLayout {
        let panel = try PanelDesk.description(
            """
            \(head)
            [[pages]]
            id = "p"
            strips = [{ id = "s", controls = [
              { row = [{ id = "wide", type = "xy", weight = 3.0 }, \(element)] } ] }]
            """)
        let layouts = panel.layouts(atWidth: 800, height: 480, millimetres: nil)
        return try #require(layouts.first?.strips.first)
    }

    private static let keys = """
        [{ id = "back", type = "button" }, { line = true },
        { column = [{ id = "play", type = "button", label = "Play", label_side = "left" },
          { row = [{ id = "stop", type = "button" }], width = 60 }], align = "end" },
        { grid = [{ id = "a", type = "button" }, { id = "b", type = "button" }, { id = "c", type = "button" }], columns = 2 }]
        """

    @Test func `a row keeps its own direction in a panel that begins at the right`() throws {
        let plain = try layout(of: "{ row = \(Self.keys), weight = 5.0 }")
        let kept = try layout(
            of: "{ row = \(Self.keys), weight = 5.0, direction = \"ltr\" }",
            #"direction = "rtl""#)
        // The row itself changes sides with the pad beside it.
        let (before, after) = (plain.controls, kept.controls)
        #expect(after[0] == before[0].mirrored(in: 800))
        let shift = after[1].frame.x - before[1].frame.x
        #expect(shift < -100)
        for (before, after) in zip(before, after).dropFirst() {
            #expect(after.frame == before.frame.offsetBy(dx: shift, dy: 0), "\(after.id)")
            #expect(after.caption == before.caption?.offsetBy(dx: shift, dy: 0))
        }
        #expect(kept.lines == plain.lines.map { $0.offsetBy(dx: shift, dy: 0) })
    }

    @Test func `a row can begin at the right, and a column in it at the left again`() throws {
        let plain = try layout(of: "{ row = \(Self.keys), weight = 5.0 }").controls
        let turned = try layout(of: "{ row = \(Self.keys), weight = 5.0, direction = \"rtl\" }")
            .controls
        #expect(turned[0] == plain[0])
        let right = try #require(plain.dropFirst().map(\.frame.maxX).max())
        let edges = plain[1].frame.x + right
        for (before, after) in zip(plain, turned).dropFirst() {
            #expect(abs(before.frame.x + after.frame.maxX - edges) <= 1, "\(after.id)")
        }
        let keys = Self.keys.replacing(
            "align = \"end\"", with: "align = \"end\", direction = \"ltr\"")
        let again = try layout(of: "{ row = \(keys), weight = 5.0, direction = \"rtl\" }").controls
        for (column, same) in zip(turned, again) where !["s.play", "s.stop"].contains(column.id) {
            #expect(column == same)
        }
        // The small key is at the other side of its column.
        #expect(again[3].frame.maxX == again[2].frame.maxX)
        #expect(turned[3].frame.maxX < turned[2].frame.maxX)
    }

    @Test func `a direction that a row cannot have is an error`() throws {
        let file = PanelFile(
            text: """
                [[pages]]
                id = "p"
                strips = [{ id = "s", controls = [{ row = [{ id = "k", type = "knob" }], direction = "up" }] }]
                """, name: "t.toml")
        #expect(
            file.errors.map(\.description) == [
                "t.toml:3:86: unknown direction 'up'; known are ltr, rtl"
            ])
    }

    @Test func `a finger moves a horizontal fader towards the left to raise it`() throws {
        let desk = try desk()
        for (id, sign) in [("s.level", -1.0), ("s.plain", 1), ("s.pan", 1)] {
            let before = try #require(desk.value(id))
            let finger = try desk.touch(id)
            finger.drag(right: 60 * sign)
            finger.lift()
            #expect(desk.value(id).map { $0 > before } == true, "\(id)")
        }
    }

    @Test func `a label beside its control is at its right`() throws {
        let desk = try desk()
        desk.panel.layOutIfNeeded()
        let layout = try #require(desk.panel.pages[0].layout?.control(withID: "s.send"))
        let caption = try #require(layout.caption)
        #expect(caption.x >= layout.frame.maxX)
        let labels = desk.panel.pages[0].subviews.compactMap { $0 as? Label }
        #expect(labels.first { $0.text == "Send" }?.textAlignment == .right)
    }

    @Test func `a reload turns the panel around, and a finger on a fader that moves is cancelled`()
        throws
    {
        let desk = try desk("")
        let finger = try desk.touch("s.level")
        finger.drag(right: 30)
        let raised = try #require(desk.value("s.level"))
        desk.panel.reload(
            try PanelDesk.description("direction = \"rtl\"\n" + Self.desk), from: nil,
            at: desk.glass.now)
        #expect(desk.value("s.level") == raised)
        #expect(desk.events.last { $0.control == "s.level" }?.phase == .cancelled)
        finger.lift()
        let again = try desk.touch("s.level")
        again.drag(right: -30)
        again.lift()
        #expect(desk.value("s.level").map { $0 > raised } == true)
    }
}
