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
        let regions = ScreenRegions(
            of: plain, atWidth: 1280, height: 800, pixelsPerMillimetre: nil)
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
