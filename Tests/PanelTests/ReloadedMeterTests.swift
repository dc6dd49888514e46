import Controls
import Fingers
import PanelProtocol
import Testing

@testable import Panel

/// Meters and plots while the panel file is read again: what clients sent them stays.
struct ReloadedMeterTests {
    private static func file(_ options: String, label: String = "In") -> String {
        """
        [[pages]]
        id = "p"
        strips = [{ id = "s", controls = [{ id = "m", label = "\(label)", \(options) }] }]

        """
    }

    private func desk(_ options: String) throws -> PanelDesk {
        try PanelDesk(panel: Self.file(options))
    }

    private func reload(_ desk: PanelDesk, _ options: String, label: String = "In") throws {
        desk.panel.reload(
            try PanelDesk.description(Self.file(options, label: label)), from: nil,
            at: desk.glass.now)
    }

    private func show(_ levels: [Double], on desk: PanelDesk) throws {
        try desk.panel.show([MeterLevels(control: "s.m", decibels: levels)], at: desk.glass.now)
    }

    private func meter(of desk: PanelDesk) throws -> Meter {
        let view = try #require(desk.panel["s.m"]?.view)
        return try #require(view as? Meter ?? (view as? Slider)?.inlay as? Meter)
    }

    @Test(arguments: [
        "type = \"meter\"", "type = \"meter\", channels = 2",
        "type = \"meter\", style = \"segments\", orientation = \"horizontal\"",
        "type = \"slider\", meter = true", "type = \"slider\", meter = { channels = 2 }",
    ])
    func `a reload keeps the bars, peaks and clip lamps of a meter`(options: String) throws {
        let desk = try desk(options)
        let channels = try meter(of: desk).channelCount
        try show(channels == 1 ? [3] : [3, -80], on: desk)
        desk.wait(300)
        try show(channels == 1 ? [-20] : [-20, -6], on: desk)
        _ = desk.glass.nextFrame()
        let before = try meter(of: desk)
        try reload(desk, options)
        let meter = try meter(of: desk)
        #expect(meter !== before)
        for channel in 0..<channels {
            #expect(meter.level(ofChannel: channel) == before.level(ofChannel: channel))
            #expect(meter.peak(ofChannel: channel) == before.peak(ofChannel: channel))
            #expect(meter.isClipped(channel: channel) == (channel == 0))
        }
        #expect(meter.level(ofChannel: 0) < meter.peak(ofChannel: 0))
        _ = desk.glass.nextFrame()
        #expect(desk.glass.missedPixels.isEmpty)
        // It falls as before, and the lamp stays lit until a tap.
        for _ in 0..<30 {
            desk.wait(500)
            _ = desk.glass.nextFrame()
        }
        #expect(meter.level(ofChannel: 0) == -.infinity && meter.peak(ofChannel: 0) == -.infinity)
        #expect(meter.isClipped)
        try desk.touch("s.m").lift()
        #expect(!meter.isClipped)
    }

    @Test func `a meter with fewer or more channels keeps the levels of those that it has`() throws
    {
        let desk = try desk("type = \"meter\", channels = 2")
        try show([-12, 3], on: desk)
        try reload(desk, "type = \"meter\", channels = 3", label: "Drums")
        #expect(try meter(of: desk).level(ofChannel: 0) == -12)
        #expect(try meter(of: desk).isClipped(channel: 1))
        #expect(try meter(of: desk).level(ofChannel: 2) == -.infinity)
        try reload(desk, "type = \"meter\"")
        #expect(try meter(of: desk).level(ofChannel: 0) == -12 && !meter(of: desk).isClipped)
    }

    @Test func `a meter that shows gain reduction now begins without the levels of before`() throws
    {
        let desk = try desk("type = \"meter\"")
        try show([3], on: desk)
        try reload(desk, "type = \"meter\", direction = \"down\"")
        #expect(try meter(of: desk).level(ofChannel: 0) == 0 && !meter(of: desk).isClipped)
        try show([-6], on: desk)
        try reload(desk, "type = \"meter\", direction = \"down\"")
        #expect(try meter(of: desk).level(ofChannel: 0) == -6)
        try reload(desk, "type = \"meter\"")
        #expect(try meter(of: desk).level(ofChannel: 0) == -.infinity)
    }

    @Test func `a finger that holds a meter during a reload clears the lamp when it lifts`() throws
    {
        let desk = try desk("type = \"meter\", channels = 2")
        try show([3, 3], on: desk)
        let finger = try desk.touch("s.m")
        desk.panel.reload(
            try PanelDesk.description(
                Self.file("type = \"meter\", channels = 2") + "[theme]\nbase = \"light\"\n"),
            from: nil, at: desk.glass.now)
        #expect(try meter(of: desk).isClipped)
        finger.lift()
        #expect(try !meter(of: desk).isClipped)
        #expect(!desk.events.contains { $0.phase == .cancelled })
    }

    @Test func `the meter of a fader under a finger keeps its levels, or goes with the file`()
        throws
    {
        let desk = try desk("type = \"slider\", meter = { channels = 2 }")
        let finger = try desk.touch("s.m")
        try show([-12, 3], on: desk)
        try reload(desk, "type = \"slider\", meter = { channels = 2, tick_labels = true }")
        #expect(try meter(of: desk).level(ofChannel: 0) == -12)
        #expect(try meter(of: desk).isClipped(channel: 1))
        try reload(desk, "type = \"slider\"")
        #expect((desk.panel["s.m"]?.view as? Slider)?.inlay == nil)
        #expect(desk.panel["s.m"]?.info.meter == nil)
        finger.lift()
        #expect(!desk.events.contains { $0.phase == .cancelled })
        // It looks as on a panel that was made of the file.
        let other = try self.desk("type = \"slider\"")
        for desk in [desk, other] {
            desk.wait(2000)
            _ = desk.glass.nextFrame()
        }
        #expect(desk.glass.picture.differingPixels(from: other.glass.picture, tolerance: 0).isEmpty)
    }

    @Test func `a reload keeps the points of a plot until they are stale`() throws {
        let options = "type = \"plot\", style = \"bars\", stale_ms = 900"
        let desk = try desk(options)
        try desk.panel.show([PlotPoints(control: "s.m", points: [0.2, 0.8])], at: desk.glass.now)
        _ = desk.glass.nextFrame()
        let before = desk.glass.picture
        desk.wait(400)
        try reload(desk, options, label: "Out")
        let plot = try #require(desk.panel["s.m"]?.view as? Plot)
        #expect(plot.points == [0.2, 0.8])
        try reload(desk, options)
        _ = desk.glass.nextFrame()
        #expect(desk.glass.picture.differingPixels(from: before, tolerance: 0).isEmpty)
        desk.wait(600)
        #expect(try #require(desk.panel["s.m"]?.view as? Plot).points.isEmpty)
    }
}
