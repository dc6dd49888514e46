import Controls
import Fingers
import PanelProtocol
import Testing

@testable import Panel

/// Gangs: fingers move the selected controls together.
struct GangTests {
    private static let mixer = """
        [[pages]]
        id = "main"
        banks = 5
        strips = [
          { id = "ch{n}", count = 4, controls = [
            { id = "level", type = "slider", taper = "x32", unit = "dB", default = -10, step = 0.1 },
            { id = "pan", type = "slider", orientation = "horizontal", min = -100, max = 100, default = 0 },
            { id = "select", type = "switch" },
          ] },
          { id = "desk", controls = [{ id = "gang", type = "switch" }] },
        ]

        """
    private static let levels = #"["ch1.level", "ch2.level", "ch3.level", "ch4.level"]"#

    private func desk(_ keys: String, controls: String = GangTests.levels) throws -> PanelDesk {
        try PanelDesk(
            "[[links]]\nname = \"all\"\nmode = \"gang\"\ncontrols = \(controls)\n\(keys)",
            panel: Self.mixer)
    }

    /// What faders show, in tenths of a dB.
    private func levels(_ desk: PanelDesk) -> [Double?] {
        (1...4).map { desk.value("ch\($0).level").map { ($0 * 10).rounded() / 10 } }
    }

    @Test func `faders whose keys are held move together by the same decibels`() throws {
        let desk = try desk(#"select = "select""#)
        try desk.set("ch2.level", -20)
        try desk.set("ch3.level", 0)
        let keys = [try desk.touch("ch1.select"), try desk.touch("ch2.select")]
        _ = desk.read()
        let finger = try desk.touch("ch1.level")
        finger.drag(down: 40)
        finger.lift()
        let moved = try #require(desk.value("ch1.level"))
        #expect(moved < -12)
        #expect(levels(desk) == [moved, ((moved - 10) * 10).rounded() / 10, 0, -10])
        #expect(desk.isWellNested())
        let other = desk.events.filter { $0.control == "ch2.level" }
        #expect(other.first?.phase == .began && other.last?.phase == .ended)
        #expect(other.allSatisfy { $0.source == .link(of: "ch1.level") })
        for key in keys { key.lift() }
        let again = try desk.touch("ch1.level")
        again.drag(up: 20)
        again.lift()
        #expect(levels(desk)[1] == ((moved - 10) * 10).rounded() / 10, "no key is held")
    }

    @Test func `the others follow also the jump of a fader to the finger that lands on it`() throws
    {
        let desk = try desk(#"select = "select""#)
        try desk.set("ch1.level", -30)
        let keys = [try desk.touch("ch1.select"), try desk.touch("ch2.select")]
        _ = desk.read()
        for (phase, value) in [(TouchRequest.Phase.began, -25.0), (.changed, -27), (.ended, -28)] {
            _ = desk.panel.perform(
                TouchRequest(phase, [.init("ch1.level", .value(.number(value)))]),
                from: .client("c2", name: nil), at: desk.glass.now)
        }
        #expect(levels(desk) == [-28, -8, -10, -10])
        #expect(desk.isWellNested())
        for key in keys { key.lift() }
    }

    @Test func `a fader that a link has moved begins the next gesture of its gang where it is`()
        throws
    {
        let desk = try desk(#"select = "select""#)
        try desk.link("pair", ["ch1.level", "ch3.level"])
        try desk.set("ch3.level", -20)
        #expect(levels(desk) == [-20, -10, -20, -10])
        let keys = [try desk.touch("ch1.select"), try desk.touch("ch2.select")]
        let finger = try desk.touch("ch1.level")
        finger.drag(down: 30)
        finger.lift()
        let moved = try #require(levels(desk)[0])
        #expect(levels(desk) == [moved, ((moved + 10) * 10).rounded() / 10, moved, -10])
        for key in keys { key.lift() }
    }

    @Test func `a fader whose key is released during the drag is free at once`() throws {
        let desk = try desk(#"select = "select""#)
        let keys = [try desk.touch("ch1.select"), try desk.touch("ch2.select")]
        let finger = try desk.touch("ch1.level").drag(down: 20)
        keys[1].lift()
        let kept = levels(desk)[1]
        _ = desk.read()
        finger.drag(down: 20)
        #expect(levels(desk)[1] == kept)
        #expect(
            desk.read().contains {
                $0.hasPrefix("ch2.level") && $0.hasSuffix("cancelled link ch1.level unlinked")
            })
        desk.wait(1000)
        #expect(try desk.set("ch2.level", -5).reason == nil)
        finger.drag(up: 5).lift()
        #expect(levels(desk)[1] == -5)
        #expect(!desk.read().contains { $0.hasPrefix("ch2.level") && $0.contains("link") })
    }

    @Test func `one key that is held gangs nothing, and neither does a fader that is not selected`()
        throws
    {
        let desk = try desk(#"select = "select""#)
        _ = try desk.touch("ch1.select")
        try desk.touch("ch1.level").drag(down: 20).lift()
        #expect(levels(desk).dropFirst() == [-10, -10, -10])
        _ = try desk.touch("ch2.select")
        let own = levels(desk)[0]
        try desk.touch("ch4.level").drag(down: 20).lift()
        #expect(levels(desk)[..<3] == [own, -10, -10])
    }

    @Test func `a fader that reaches its end keeps its distance until the finger lifts`() throws {
        let desk = try desk(#"while = "desk.gang""#)
        try desk.set("ch2.level", 6)
        try desk.set("desk.gang", 1)
        let finger = try desk.touch("ch1.level")
        finger.drag(up: 60)
        #expect(desk.value("ch2.level") == 10)
        finger.drag(down: 60)
        #expect(levels(desk) == [-10, 6, -10, -10])
        finger.drag(up: 60)
        finger.lift()
        let top = try #require(desk.value("ch1.level"))
        #expect(top < 10)
        let next = try desk.touch("ch1.level")
        next.drag(down: 60)
        next.lift()
        let low = try #require(desk.value("ch1.level"))
        #expect(abs(try #require(desk.value("ch2.level")) - (10 - (top - low))) < 0.11)
    }

    @Test func `a gang key moves those whose keys are on`() throws {
        let desk = try desk("select = \"select\"\nwhile = \"desk.gang\"")
        for key in ["ch1.select", "ch3.select"] { try desk.set(key, 1) }
        try desk.touch("ch1.level").drag(down: 20).lift()
        #expect(levels(desk)[2] == -10, "the gang key is off")
        try desk.set("desk.gang", 1)
        let first = try #require(desk.value("ch1.level"))
        try desk.touch("ch3.level").drag(down: 20).lift()
        let moved = try #require(desk.value("ch3.level")) + 10
        let other = try #require(desk.value("ch1.level"))
        #expect(moved < -1 && abs(other - (first + moved)) < 0.11)
        #expect(levels(desk)[1] == -10 && levels(desk)[3] == -10)
    }

    @Test func `controls that are no levels move by the same travel`() throws {
        let desk = try desk(
            #"while = "desk.gang""#, controls: #"["ch1.pan", "ch2.pan", "ch3.level"]"#)
        try desk.set("ch2.pan", 50)
        try desk.set("desk.gang", 1)
        let norm = try #require(desk.panel["ch3.level"]).position.x
        try desk.touch("ch1.pan").drag(left: 10).lift()
        let moved = try #require(desk.value("ch1.pan"))
        let other = try #require(desk.value("ch2.pan"))
        #expect(moved < -5 && abs(other - (50 + moved)) < 0.01)
        let now = try #require(desk.panel["ch3.level"]).position.x
        #expect(abs(now - (norm + moved / 200)) < 0.01)
    }

    @Test func `clients and scenes move one control alone, and a link is not doubled`() throws {
        let desk = try desk(#"while = "desk.gang""#)
        try desk.link(in: .value)
        try desk.set("desk.gang", 1)
        try desk.set("ch4.level", -20)
        #expect(levels(desk) == [-10, -10, -10, -20])
        try desk.touch("ch1.level").drag(down: 20).lift()
        let moved = try #require(levels(desk)[0])
        #expect(levels(desk)[..<3] == [moved, moved, moved])
        #expect(desk.isWellNested())
    }

    @Test func `a gang of a client outlives a reload and a restart, and ends with its removal`()
        throws
    {
        let desk = try PanelDesk(panel: Self.mixer)
        let request = LinkRequest(
            name: "g", controls: ["ch1.level", "ch2.level"], mode: .gang, while: "desk.gang")
        _ = try desk.panel.link(request, from: desk.client, at: desk.glass.now)
        try desk.set("desk.gang", 1)
        desk.panel.reload(try PanelDesk.description(Self.mixer), from: nil, at: desk.glass.now)
        #expect(desk.panel["ch2.level"]?.info.gang == "g")
        var invalid: [String] = []
        let state = try PanelState(json: desk.panel.state.json, invalid: &invalid)
        #expect(state.links == [request] && invalid.isEmpty)
        let finger = try desk.touch("ch1.level")
        finger.drag(down: 20)
        let held = desk.value("ch2.level")
        #expect(held != -10)
        _ = try desk.panel.unlink("g", from: desk.client, at: desk.glass.now)
        finger.drag(down: 20)
        finger.lift()
        #expect(desk.value("ch2.level") == held)
        #expect(desk.isWellNested())
    }

    @Test(arguments: [
        ("", "14:8: 'mode': a gang needs 'select' or 'while'"),
        ("select = \"selct\"", "16:10: 'select': no control 'ch1.selct'"),
        ("while = \"ch1.level\"", "16:9: 'while': 'ch1.level' is not a key"),
    ])
    func `a gang without keys is reported with its position`(keys: String, message: String) {
        let file = PanelFile(
            text: Self.mixer
                + "[[links]]\nname = \"all\"\nmode = \"gang\"\ncontrols = \(Self.levels)\n\(keys)",
            name: "t.toml")
        #expect(file.errors.map(\.description).count == 1)
        let found = file.errors.first?.description ?? ""
        #expect(found.hasPrefix("t.toml:" + message), "\(found)")
    }
}
