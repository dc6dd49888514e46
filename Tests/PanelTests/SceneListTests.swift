import Drawing
import Fingers
import PanelProtocol
import Testing

@testable import Controls
@testable import Panel

/// Lists of scenes: a tap recalls one, a hold stores it, and a drag scrolls.
struct SceneListTests {
    private static let names = ["intro", "verse", "chorus", "bridge", "solo", "coda", "encore"]

    /// A fader, and a list beside it with room for some of the scenes.
    private func desk(_ options: String = "", height: Int = 300) throws -> PanelDesk {
        let scenes = Self.names.enumerated().map { index, name in
            "[[scenes]]\nname = \"\(name)\"\nvalues = { s.level = \(index * 10) }\n"
        }
        return try PanelDesk(
            panel: """
                [[pages]]
                id = "p"
                strips = [
                  { id = "s", controls = [
                    { id = "level", type = "slider", max = 100, step = 1, default = 99 },
                  ] },
                  { id = "t", controls = [{ id = "list", type = "scenes"\(options) }] },
                ]
                \(scenes.joined())
                """, width: 480, height: height)
    }

    private func list(_ desk: PanelDesk) throws -> SceneList {
        try #require(desk.panel["t.list"]?.view as? SceneList)
    }

    private func touch(_ desk: PanelDesk, _ name: String) throws -> Finger {
        let list = try list(desk)
        list.layoutIfNeeded()
        let index = try #require(list.rows.firstIndex { $0.name == name })
        return desk.glass.touch(list, at: list.rectForRow(at: index).center)
    }

    private func told(_ desk: PanelDesk) -> [String] {
        desk.readNotices().compactMap { notice in
            switch notice {
            case .action(let report):
                [report.control, report.action, report.name, report.problem?.rawValue]
                    .compactMap(\.self).joined(separator: " ")
            case .sceneRecalled(let name, _, _): "recalled \(name)"
            default: nil
            }
        }
    }

    @Test func `a tap recalls a scene, which is marked and reported`() throws {
        let desk = try desk()
        let list = try list(desk)
        #expect(list.rows.map(\.name) == Self.names && list.current == nil)
        try touch(desk, "verse").lift()
        #expect(desk.value("s.level") == 10)
        #expect(told(desk) == ["t.list scene verse", "recalled verse"])
        #expect(desk.notices.isEmpty && list.current == "verse" && list.isCurrentExact)
        guard case .scene("verse") = desk.events.last?.source else {
            Issue.record("\(desk.events)")
            return
        }
        _ = desk.glass.nextFrame()
        #expect(desk.glass.missedPixels.isEmpty)
    }

    @Test
    func `a scene with a range narrower than its gap is exact after its recall`()
        throws
    {
        let desk = try PanelDesk(
            panel: """
                [[pages]]
                id = "p"
                strips = [{ id = "s", controls = [
                  { id = "gate", type = "range", max = 100, step = 1, min_gap = 10 },
                  { id = "list", type = "scenes" },
                ] }]
                [[scenes]]
                name = "narrow"
                values = { s.gate = { low = 30, high = 32 } }

                """)
        let list = try #require(desk.panel["s.list"]?.view as? SceneList)
        desk.glass.touch(list, at: list.rectForRow(at: 0).center).lift()
        #expect(desk.panel["s.gate"]?.value == .range(low: 30, high: 40))
        #expect(list.current == "narrow" && list.isCurrentExact)
    }

    @Test func `the mark is lit only while all values are those of the scene`() throws {
        let desk = try desk()
        let list = try list(desk)
        try touch(desk, "verse").lift()
        try desk.set("s.level", 60)
        #expect(list.current == "verse" && !list.isCurrentExact)
        try desk.set("s.level", 10)
        #expect(list.isCurrentExact)
        // A fade is there at its end.
        let slow = try self.desk(", over_ms = 400")
        try touch(slow, "chorus").lift()
        #expect(try !self.list(slow).isCurrentExact)
        slow.wait(500)
        #expect(slow.value("s.level") == 20)
        #expect(try self.list(slow).isCurrentExact)
    }

    @Test func `the mark is compared with the scene that has the name now`() throws {
        let desk = try desk()
        let list = try list(desk)
        try desk.set("s.level", 60)
        for request in [
            SceneRequest.store(name: "verse", match: [Glob("*")]), .delete(name: "verse"),
        ] {
            #expect(list.current == nil || list.isCurrentExact)
            _ = try desk.panel.perform(request, from: desk.client, at: desk.glass.now)
        }
        #expect(list.current == "verse" && !list.isCurrentExact, "that of the file is back")
        try desk.set("s.level", 10)
        #expect(list.isCurrentExact)
    }

    @Test func `undo reverts a recall as a whole`() throws {
        let desk = try desk()
        try touch(desk, "verse").lift()
        _ = try desk.panel.perform(HistoryRequest.undo, from: desk.client, at: desk.glass.now)
        #expect(desk.value("s.level") == 99)
        #expect(try !list(desk).isCurrentExact)
    }

    @Test func `a hold fills a bar, and stores the scene when it is full`() throws {
        let desk = try desk()
        try desk.set("s.level", 77)
        _ = desk.glass.nextFrame()
        let finger = try touch(desk, "bridge")
        desk.wait(450)
        _ = desk.glass.nextFrame()
        let before = desk.glass.picture.differingPixels(
            from: Bitmap(width: 480, height: 300, format: .xrgb32), tolerance: 0
        ).area
        desk.wait(400)
        #expect(!desk.glass.nextFrame().isEmpty, "the bar grows")
        #expect(before > 0 && told(desk) == [])
        desk.wait(200)
        #expect(told(desk) == ["t.list store bridge"])
        #expect(desk.panel.state.scenes.map(\.name) == ["bridge"])
        #expect(desk.panel.state.scenes.first?.values["s.level"] == .number(77))
        #expect(try list(desk).current == "bridge")
        finger.lift()
        #expect(desk.value("s.level") == 77 && told(desk) == [])
        _ = desk.glass.nextFrame()
        #expect(desk.glass.missedPixels.isEmpty)
        #expect(!desk.panel.window.needsFrame && desk.panel.nextDeadline == nil)
    }

    @Test func `a finger that lifts before the bar is full does nothing`() throws {
        let desk = try desk()
        let finger = try touch(desk, "bridge")
        desk.wait(800)
        finger.lift()
        desk.wait(1000)
        #expect(told(desk) == [] && desk.panel.state.scenes.isEmpty)
        #expect(desk.value("s.level") == 99)
    }

    @Test func `a list that stores nothing takes any press for a tap`() throws {
        let desk = try desk(", store = false")
        let finger = try touch(desk, "bridge")
        desk.wait(3000)
        #expect(told(desk) == [])
        finger.lift()
        #expect(told(desk) == ["t.list scene bridge", "recalled bridge"])
    }

    @Test func `a drag scrolls, recalls and stores nothing, and ends at the last scene`() throws {
        let desk = try desk(height: 220)
        let list = try list(desk)
        let finger = try touch(desk, "verse")
        finger.drag(up: 30)
        desk.wait(2000)
        let scrolled = list.offset
        #expect(scrolled > 10)
        finger.drag(up: 3000).lift()
        desk.wait(100)
        for _ in 0..<100 where desk.panel.window.needsFrame { _ = desk.glass.nextFrame() }
        #expect(!desk.panel.window.needsFrame)
        #expect(told(desk) == [] && desk.panel.state.scenes.isEmpty)
        #expect(list.offset > scrolled)
        #expect(abs(list.rectForRow(at: 6).maxY - (list.bounds.maxY - 3)) < 0.01)
        try touch(desk, "encore").lift()
        #expect(told(desk) == ["t.list scene encore", "recalled encore"])
        #expect(desk.glass.nextFrame().isEmpty == false && desk.glass.missedPixels.isEmpty)
    }

    @Test func `a list that was flung runs on, and the finger that stops it chooses nothing`()
        throws
    {
        let desk = try desk(height: 220)
        let list = try list(desk)
        try touch(desk, "chorus").drag(up: 24).lift()
        let lifted = list.offset
        for _ in 0..<3 { _ = desk.glass.nextFrame() }
        #expect(list.offset > lifted)
        let stopped = list.offset
        desk.glass.touch(list).lift()
        _ = desk.glass.nextFrame()
        #expect(list.offset == stopped && told(desk) == [])
        #expect(!desk.panel.window.needsFrame)
    }

    @Test func `scenes of clients appear and disappear at once`() throws {
        let desk = try desk()
        let list = try list(desk)
        func scene(_ request: SceneRequest) throws {
            _ = try desk.panel.perform(request, from: desk.client, at: desk.glass.now)
        }
        try scene(.store(name: "break", match: [Glob("*")]))
        #expect(list.rows.map(\.name) == Self.names + ["break"] && list.current == "break")
        // The finger stays on a name, whatever its place is.
        let finger = try touch(desk, "verse")
        try scene(.delete(name: "break"))
        #expect(list.rows.map(\.name) == Self.names && list.current == nil)
        finger.lift()
        #expect(told(desk) == ["t.list scene verse", "recalled verse"])
        _ = desk.glass.nextFrame()
        #expect(desk.glass.missedPixels.isEmpty)
    }

    @Test func `chosen scenes have their order, and one that does not exist can be stored`()
        throws
    {
        let desk = try desk(", scenes = [\"solo\", \"new\", \"intro\"]")
        let list = try list(desk)
        #expect(list.rows.map(\.name) == ["solo", "new", "intro"])
        #expect(list.rows.map(\.isStored) == [true, false, true])
        try touch(desk, "new").lift()
        #expect(told(desk) == ["t.list scene new no-scene"])
        let finger = try touch(desk, "new")
        desk.wait(1100)
        finger.lift()
        #expect(told(desk) == ["t.list store new"])
        #expect(list.rows.map(\.isStored) == [true, true, true])
    }

    @Test func `a list in one row opens above the panel, and a choice closes it`() throws {
        let desk = try desk(", height = 40", height: 480)
        let list = try list(desk)
        try #require(list.isCompact)
        _ = try desk.panel.recallScene(named: "coda", from: desk.client, at: desk.glass.now)
        _ = told(desk)
        #expect(list.valueText == "coda")
        for name in ["verse", "solo"] {
            try desk.touch("t.list").lift()
            let open = try #require(list.popover?.content as? SceneList)
            _ = desk.glass.nextFrame()
            #expect(open.current == list.current && open.rows.count == 7)
            let index = try #require(open.rows.firstIndex { $0.name == name })
            desk.glass.touch(open, at: open.rectForRow(at: index).center).lift()
            #expect(told(desk) == ["t.list scene \(name)", "recalled \(name)"])
            #expect(!list.isPopoverPresented && list.current == name)
        }
        // A touch beside it closes it, too, and moves nothing behind it.
        try desk.touch("t.list").lift()
        desk.glass.touch(at: Point(x: 5, y: 5)).lift()
        #expect(!list.isPopoverPresented && told(desk) == [])
        // So does a hold, when the finger lifts.
        try desk.touch("t.list").lift()
        let open = try #require(list.popover?.content as? SceneList)
        let finger = desk.glass.touch(open, at: open.rectForRow(at: 0).center)
        desk.wait(1100)
        #expect(told(desk) == ["t.list store intro"] && list.isPopoverPresented)
        finger.lift()
        #expect(!list.isPopoverPresented)
        _ = desk.glass.nextFrame()
        #expect(desk.glass.missedPixels.isEmpty)
    }

    @Test func `a lock and a reload close the list and end a hold`() throws {
        let desk = try desk()
        let finger = try touch(desk, "verse")
        desk.wait(600)
        _ = try desk.panel.perform(
            LockRequest(isOn: true), from: desk.client, at: desk.glass.now)
        desk.wait(1000)
        finger.lift()
        try touch(desk, "verse").lift()
        #expect(told(desk) == [] && desk.value("s.level") == 99)
        let small = try self.desk(", height = 40")
        try small.touch("t.list").lift()
        _ = try small.panel.perform(
            LockRequest(isOn: true), from: small.client, at: small.glass.now)
        #expect(try !list(small).isPopoverPresented)
    }

    @Test func `a list that nobody may touch shows the scenes`() throws {
        let desk = try desk(", access = \"r\"")
        try touch(desk, "verse").lift()
        #expect(told(desk) == [])
        _ = try desk.panel.recallScene(named: "coda", from: desk.client, at: desk.glass.now)
        #expect(try list(desk).current == "coda")
    }

    @Test(arguments: [
        ("scenes = []", "'scenes': expected the names of scenes"),
        ("scenes = [\"a\", \"a\"]", "'scenes': a name is there twice"),
        ("hold_ms = 20", "'hold_ms' is 20, outside 300…10000"),
        ("store = false, hold_ms = 600", "'hold_ms' is not in effect: 'store' is false"),
        (
            "store = false, scenes = [\"vers\"]",
            "'scenes': no scene 'vers' in [[scenes]], and no key stores it: it does nothing until a client does; did you mean 'verse'?"
        ),
        ("recall_safe = true", "'recall_safe' has no effect: a list of scenes has no value"),
    ])
    func `a wrong list is reported`(options: String, message: String) {
        let file = PanelFile(
            text: """
                [[pages]]
                id = "p"
                strips = [{ id = "t", controls = [{ id = "list", type = "scenes", \(options) },
                  { id = "level", type = "slider" }] }]
                [[scenes]]
                name = "verse"
                values = { t.level = 0.5 }
                """, name: "t.toml")
        let notes = (file.errors + file.warnings).map(\.message)
        #expect(notes == [message])
    }
}
