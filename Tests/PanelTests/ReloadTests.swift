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

    @Test func `another panel file keeps the values of what is still there, within its range`()
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

    @Test func `a finger is taken away, and what is new can be touched and is drawn`() throws {
        let desk = try PanelDesk()
        _ = desk.glass.nextFrame()
        let finger = try desk.touch("ch1.level")
        finger.drag(up: 20)
        desk.panel.reload(try PanelDesk.description(Self.other), from: nil, at: desk.glass.now)
        finger.drag(up: 20)
        finger.lift()
        #expect(desk.isWellNested())
        #expect(desk.events.contains { $0.phase == .cancelled && $0.reason == "page" })
        _ = desk.glass.nextFrame()
        #expect(desk.glass.missedPixels.isEmpty)
        _ = desk.read()
        let next = try desk.touch("ch2.level")
        next.drag(up: 20)
        next.lift()
        #expect(desk.read().last?.hasPrefix("ch2.level") == true)
    }

    @Test func `fades end, links of the file come with it, and those of clients stay if they can`()
        throws
    {
        let desk = try PanelDesk()
        _ = try desk.panel.link(
            LinkRequest(name: "levels", controls: ["ch1.level", "ch2.level"]), from: desk.client,
            at: desk.glass.now)
        _ = try desk.panel.link(
            LinkRequest(name: "mutes", controls: ["ch1.mute", "ch2.mute"]), from: desk.client,
            at: desk.glass.now)
        try desk.set("ch1.level", 0, over: 1000)
        desk.wait(100)
        desk.panel.reload(try PanelDesk.description(Self.other), from: nil, at: desk.glass.now)
        #expect(desk.isWellNested())
        #expect(desk.panel["ch1.level"]?.info.group == "levels")
        #expect(desk.panel.links.count == 1)
        let before = desk.value("ch2.level")
        try desk.set("ch1.level", 10)
        #expect(desk.value("ch2.level") != before)
        #expect(desk.panel.nextDeadline == nil)
    }

    @Test func `what is kept goes into another panel and is announced`() throws {
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
}
