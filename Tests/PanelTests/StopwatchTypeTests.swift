import Controls
import Drawing
import Fingers
import PanelProtocol
import Testing

@testable import Panel

/// Stopwatches and timers of a panel file.
struct StopwatchTypeTests {
    private static let file = """
        [[pages]]
        id = "p"
        strips = [{ id = "s", controls = [
          { id = "watch", type = "stopwatch" },
          { id = "timer", type = "timer", duration = "1:00" },
        ] }]

        """

    private func desk(_ file: String = Self.file) throws -> PanelDesk {
        let desk = try PanelDesk(panel: file)
        desk.panel.window.clock = { [glass = desk.glass] in
            ClockReading(time: glass.now, timeOfDay: .zero)
        }
        return desk
    }

    private func set(_ desk: PanelDesk, _ id: String, _ value: ControlValue) throws {
        _ = try desk.panel.apply(
            SetRequest(control: id, change: .value(value)), from: desk.client, at: desk.glass.now)
    }

    private func running(_ isRunning: Bool) -> ControlValue {
        .parts([.init("running", isRunning ? 1 : 0)])
    }

    private func value(_ desk: PanelDesk, _ id: String) throws -> (seconds: Double, running: Bool) {
        let value = try #require(desk.panel[id]?.state?.value)
        return (try #require(value[part: "seconds"]), value[part: "running"] == 1)
    }

    @Test func `any number for whether it runs is rounded to 0 or 1`() throws {
        let desk = try desk()
        for (number, isRunning) in [(0.6, true), (0.3, false), (7, true), (-1, false)] {
            try set(desk, "s.watch", .parts([.init("running", number)]))
            #expect(try value(desk, "s.watch").running == isRunning, "\(number)")
        }
    }

    @Test func `a stopwatch that only clients set is a display that no finger moves`() throws {
        let desk = try desk(
            Self.file.replacing(
                "type = \"stopwatch\"", with: "type = \"stopwatch\", access = \"w\""))
        let watch = try #require(desk.panel["s.watch"]?.view as? Stopwatch)
        #expect(watch.isDisplay && !watch.isEnabled)
        try desk.touch("s.watch").lift()
        #expect(desk.read() == [] && !watch.isRunning)
        #expect(!watch.accessibilityActivate())
        try set(desk, "s.watch", .parts([.init("seconds", 75), .init("running", 1)]))
        #expect(watch.isRunning && watch.valueText == "01:15")
        desk.wait(2000)
        #expect(try value(desk, "s.watch").seconds == 77)
        _ = desk.glass.nextFrame()
        #expect(desk.glass.missedPixels.isEmpty)
    }

    @Test(arguments: [1e30, 1e308, -1e308, 1e19, 1e22])
    func `a time beyond the limits is the limit`(seconds: Double) throws {
        let desk = try desk()
        for (id, longest) in [("s.watch", 359_999.0), ("s.timer", 60)] {
            try set(desk, id, .parts([.init("seconds", seconds)]))
            #expect(try value(desk, id).seconds == (seconds > 0 ? longest : 0))
            _ = try desk.panel.apply(
                SetRequest(control: id, change: .delta(.parts([.init("seconds", seconds)]))),
                from: desk.client, at: desk.glass.now)
            #expect(try value(desk, id).seconds == (seconds > 0 ? longest : 0))
        }
    }

    @Test func `clients receive one event when a finger starts, stops or resets a stopwatch`()
        throws
    {
        let desk = try desk()
        try desk.touch("s.watch").lift()
        #expect(desk.read() == ["s.watch 0.0 1.0 set touch"])
        desk.wait(5000)
        #expect(desk.read() == [])
        #expect(abs(try value(desk, "s.watch").seconds - 5) < 0.1)
        let finger = try desk.touch("s.watch")
        desk.wait(1000)
        finger.lift()
        #expect(desk.read() == ["s.watch 0.0 0.0 set touch"])
    }

    @Test func `clients start, stop and set a stopwatch`() throws {
        let desk = try desk()
        try set(desk, "s.watch", running(true))
        #expect(desk.read() == ["s.watch 0.0 1.0 set client"])
        desk.wait(2000)
        try set(desk, "s.watch", .parts([.init("seconds", 100)]))
        desk.wait(3000)
        try set(desk, "s.watch", running(false))
        let (seconds, isRunning) = try value(desk, "s.watch")
        #expect(abs(seconds - 103) < 0.02 && !isRunning)
        try set(desk, "s.watch", .text("1:30"))
        #expect(try value(desk, "s.watch").seconds == 90)
        #expect(desk.panel["s.watch"]?.valueText == "01:30")
    }

    @Test func `a timer that reaches zero notifies clients, even on a hidden page`() throws {
        let desk = try desk(
            Self.file + "[[pages]]\nid = \"q\"\nstrips = [{ id = \"t\", controls = [] }]")
        try set(desk, "s.timer", running(true))
        _ = desk.read()
        _ = try desk.panel.perform(page: "q", from: desk.client, at: desk.glass.now)
        desk.wait(59_000)
        #expect(desk.read() == [])
        desk.wait(2000)
        #expect(desk.read() == ["s.timer 0.0 0.0 set animation"])
    }

    @Test func `a time continues over a reload, and one that runs is not saved`() throws {
        let desk = try desk()
        try set(desk, "s.watch", running(true))
        desk.wait(4000)
        desk.panel.reload(
            try PanelDesk.description(
                Self.file.replacing(
                    "type = \"stopwatch\"", with: "type = \"stopwatch\", hold_ms = 500")),
            from: nil, at: desk.glass.now)
        desk.wait(1000)
        let (seconds, isRunning) = try value(desk, "s.watch")
        #expect(abs(seconds - 5) < 0.1 && isRunning)
        #expect(desk.panel.state.values["s.watch"] == nil)
        try set(desk, "s.watch", running(false))
        let state = desk.panel.state
        #expect(state.values["s.watch"] != nil)
        let other = try self.desk()
        other.panel.restore(state, at: other.glass.now)
        #expect(abs(try value(other, "s.watch").seconds - 5) < 0.1)
    }

    @Test func `a scene does not store a time`() throws {
        let desk = try desk()
        #expect(throws: RequestError.self) {
            try desk.panel.perform(
                .store(name: "a", match: [Glob("*")]), from: desk.client, at: desk.glass.now)
        }
        #expect(desk.panel.storedScenes.all.isEmpty)
    }

    @Test(arguments: [
        ("type = \"timer\"", "missing 'duration' in a timer"),
        ("type = \"timer\", duration = 0", "'duration' is 00:00:00, outside 00:00:01…99:59:58"),
        ("type = \"stopwatch\", duration = 5", "unknown key 'duration'"),
        ("type = \"timer\", duration = 5, hold_ms = 5", "'hold_ms' is 5, outside 100…10000"),
        (
            "type = \"stopwatch\" }, { id = \"l\", type = \"label\", shows = \"c\"",
            "'shows': 's.c' is a stopwatch, whose time a label cannot show"
        ),
    ])
    func `a wrong timer is reported`(options: String, message: String) {
        let file = PanelFile(
            text: """
                [[pages]]
                id = "p"
                strips = [{ id = "s", controls = [{ id = "c", \(options) }] }]
                """, name: "t.toml")
        let notes = (file.errors + file.warnings).map(\.description)
        #expect(notes.contains { $0.contains(message) }, "\(notes)")
    }

    @Test func `a list describes the parts of a timer`() throws {
        let info = try #require(try desk().panel["s.timer"]?.info)
        #expect(info.parts == ["seconds", "running"])
        #expect(info.axes.map(\.maximum) == [60, 1])
        #expect(info.accessibility?.value == "01:00")
    }
}
