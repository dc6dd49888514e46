import PanelProtocol
import Testing

@testable import Panel

struct FadeTests {
    @Test func `a fade advances in steps of a frame and reaches its target`() throws {
        let desk = try PanelDesk()
        let result = try desk.set("ch1.level", 100, over: 500)
        #expect(result.isApplied && result.target == .number(100))
        #expect(result.state.value == .number(50))
        desk.wait(250)
        #expect(abs(try #require(desk.value("ch1.level")) - 75) <= 2)
        desk.wait(260)
        #expect(desk.value("ch1.level") == 100)
        #expect(desk.isWellNested())
        #expect(desk.events.count > 20)
        #expect(desk.events.allSatisfy { $0.source == .animation })
        #expect(desk.panel.nextDeadline == nil)
        let times = desk.events.dropLast().map(\.time)
        for (first, second) in zip(times, times.dropFirst()) {
            #expect(second - first >= .microseconds(16_000))
        }
    }

    @Test func `the target of a fade is a value that the control can have`() throws {
        let desk = try PanelDesk(
            panel: """
                [[pages]]
                id = "p"
                strips = [{ id = "s", controls = [
                  { id = "step", type = "knob", min = 0, max = 10, step = 1 },
                  { id = "gate", type = "range", min = -60, max = 0, step = 0.5, min_gap = 3 },
                ] }]

                """)
        #expect(try desk.set("s.step", 3.4, over: 100).target == .number(3))
        desk.wait(200)
        // It is there already.
        _ = desk.read()
        #expect(try desk.set("s.step", 3.3, over: 100).target == nil)
        #expect(desk.read().isEmpty)
        let ends = ControlValue.parts([.init("low", -40.2), .init("high", -10.3)])
        var request = SetRequest(control: "s.gate", change: .value(ends))
        request.fade = .milliseconds(100)
        let result = try desk.panel.apply(request, from: desk.client, at: desk.glass.now)
        desk.wait(200)
        #expect(result.target == desk.panel["s.gate"]?.value)
    }

    @Test(
        arguments: [
            // wanted low and high, and the values at the end
            (-30.0, -28.0, -30.0, -24.0),  // no closer than the gap
            (-10, nil, -26, -20),  // a value alone stops at the other one
            (nil, -50, -40, -34),
        ] as [(Double?, Double?, Double, Double)])
    func `a fading range keeps its gap`(
        low: Double?, high: Double?, lowAtEnd: Double, highAtEnd: Double
    ) throws {
        let desk = try PanelDesk()
        let parts = [low.map { ControlValue.Part("low", $0) }, high.map { .init("high", $0) }]
        var request = SetRequest(
            control: "ch1.gate", change: .value(.parts(parts.compactMap { $0 })))
        let before = try #require(desk.panel["ch1.gate"]?.value)
        let target = try desk.panel.apply(request, from: desk.client, at: desk.glass.now).state
        #expect(target.value == .range(low: lowAtEnd, high: highAtEnd))
        request.change = .value(before)
        _ = try desk.panel.apply(request, from: desk.client, at: desk.glass.now)
        request.change = .value(.parts(parts.compactMap { $0 }))
        request.fade = .milliseconds(100)
        let result = try desk.panel.apply(request, from: desk.client, at: desk.glass.now)
        #expect(result.target == target.value)
        desk.wait(200)
        #expect(desk.panel["ch1.gate"]?.value == target.value)
    }

    @Test func `a finger takes over a fader during a fade`() throws {
        let desk = try PanelDesk()
        try desk.set("ch1.level", 100, over: 1000)
        desk.wait(300)
        let finger = try desk.touch("ch1.level")
        let value = desk.value("ch1.level")
        desk.wait(800)
        #expect(desk.value("ch1.level") == value)
        finger.lift()
        #expect(desk.isWellNested())
        let lines = desk.read()
        #expect(lines.contains { $0.hasSuffix("cancelled animation touch") })
        #expect(lines.last?.hasSuffix("ended touch") == true)
    }

    @Test func `a new value ends a fade where it is`() throws {
        let desk = try PanelDesk()
        try desk.set("ch1.level", 100, over: 1000)
        desk.wait(300)
        _ = desk.read()
        try desk.set("ch1.level", 10)
        desk.wait(2000)
        #expect(desk.value("ch1.level") == 10)
        let lines = desk.read()
        #expect(lines.count == 2)
        #expect(lines.first?.hasSuffix("cancelled animation set") == true)
        #expect(lines.last == "ch1.level 10 set client")
    }

    @Test func `a fade requested during a touch begins after the release`() throws {
        let desk = try PanelDesk()
        let finger = try desk.touch("ch1.level")
        #expect(try desk.set("ch1.level", 100, over: 200).reason == "touched")
        desk.wait(400)
        finger.lift()
        desk.wait(100)
        #expect(desk.value("ch1.level") != 100)
        desk.wait(400)
        #expect(desk.value("ch1.level") == 100)
        #expect(desk.isWellNested())
    }

    @Test func `a key does not fade, and a range does`() throws {
        let desk = try PanelDesk()
        try desk.set("ch1.mute", 1, over: 500)
        #expect(desk.read() == ["ch1.mute 1 set client"])
        var request = SetRequest(
            control: "ch1.gate", change: .value(.parts([.init("high", -10)])))
        request.fade = .milliseconds(200)
        _ = try desk.panel.apply(request, from: desk.client, at: desk.glass.now)
        desk.wait(100)
        let half = try #require(desk.panel["ch1.gate"]?.state?.value[part: "high"])
        #expect(half > -20 && half < -10)
        desk.wait(200)
        #expect(desk.panel["ch1.gate"]?.state?.value == .range(low: -40, high: -10))
    }

    @Test func `linked controls fade together`() throws {
        let desk = try PanelDesk(
            "[[links]]\nname = \"st\"\ncontrols = [\"ch1.level\", \"ch2.level\"]")
        try desk.set("ch1.level", 80, over: 200)
        desk.wait(400)
        #expect(desk.value("ch2.level") == 80)
        #expect(desk.isWellNested())
    }

    @Test(arguments: ["relative", "absolute"])
    func `of two linked faders, the last that fades moves the other`(
        mode: String
    ) throws {
        let desk = try PanelDesk(
            "[[links]]\ncontrols = [\"ch1.level\", \"ch2.level\"]\nmode = \"\(mode)\"")
        try desk.set("ch2.level", 100, over: 500)
        desk.wait(100)
        try desk.set("ch1.level", 20, over: 300)
        desk.wait(600)
        #expect(desk.value("ch1.level") == 20 && desk.value("ch2.level") == 20)
        #expect(desk.isWellNested())
    }

    @Test(arguments: ["relative", "absolute"])
    func `a fade that a linked fader ends does not move anything back`(mode: String) throws {
        let desk = try PanelDesk(
            "[[links]]\ncontrols = [\"ch1.level\", \"ch2.level\"]\nmode = \"\(mode)\"")
        try desk.set("ch2.level", 100, over: 500)
        desk.wait(100)
        try desk.set("ch1.level", 20)
        #expect(desk.value("ch1.level") == 20 && desk.value("ch2.level") == 20)
        desk.wait(600)
        #expect(desk.value("ch1.level") == 20 && desk.value("ch2.level") == 20)
        #expect(desk.isWellNested())
    }

    @Test func `a finger that moves ends a fade that a client began under it`() throws {
        let desk = try PanelDesk(panel: PanelDesk.allowing)
        let finger = try desk.touch("s.v")
        try desk.set("s.v", 100, over: 1000)
        desk.wait(300)
        _ = desk.read()
        finger.drag(up: -20)
        let held = desk.value("s.v")
        desk.wait(1000)
        #expect(desk.value("s.v") == held)
        #expect(
            desk.read().filter { $0.contains("animation") }.map {
                $0.hasSuffix("cancelled animation touch")
            } == [true])
    }
}
