import Controls
import Drawing
import Fingers
import PanelProtocol
import Testing

@testable import Panel

/// Meters of a panel file, and the levels that clients send them.
struct MeterTypeTests {
    private func panel(_ controls: String) throws -> Panel {
        try Panel(
            PanelTests.panel(of: controls), width: 400, height: 480, fonts: FontCollection())
    }

    private func meter(_ options: String) throws -> Meter {
        let panel = try panel("{ id = \"m\", type = \"meter\", \(options) }")
        return try #require(panel["s.m"]?.view as? Meter)
    }

    @Test func `a meter takes every option of the file`() throws {
        let meter = try meter(
            """
            channels = 2, scale = "iec60268_18_plus6", hold_ms = 2000, falloff = "din", \
            stale_ms = 800, clip = 3, warning = -12, danger = -1, style = "segments", \
            orientation = "horizontal", direction = "rtl", ticks = [0, -20], tick_labels = true
            """)
        #expect(meter.channelCount == 2 && meter.law == .iec60268x18Plus6)
        #expect(meter.peakHoldTime == .seconds(2) && meter.staleTimeout == .milliseconds(800))
        #expect(meter.falloff == .din && meter.clipLevel == 3)
        #expect(meter.warningLevel == -12 && meter.dangerLevel == -1)
        #expect(meter.style == .segmented && !meter.isVertical && meter.isRightToLeft)
        #expect(meter.ticks == [0, -20] && meter.font != nil)
    }

    @Test func `a meter without options has the defaults of the toolkit`() throws {
        let meter = try meter("channels = 1")
        let plain = Meter(frame: .zero)
        #expect(meter.isVertical && meter.law == plain.law && meter.falloff == plain.falloff)
        #expect(meter.peakHoldTime == plain.peakHoldTime)
        #expect(meter.staleTimeout == plain.staleTimeout && meter.clipLevel == plain.clipLevel)
        #expect(meter.warningLevel == plain.warningLevel && meter.ticks == plain.ticks)
        #expect(meter.font == nil && meter.showsPeak && meter.showsClip)
    }

    @Test func `a falloff can be a number of dB per second, and marks can be omitted`() throws {
        let meter = try meter("falloff = 15.5, show_peak = false, show_clip = false")
        #expect(meter.falloff == MeterFalloff(rate: 15.5))
        #expect(!meter.showsPeak && !meter.showsClip)
    }

    @Test(arguments: [
        ("channels = 0", "4:40: 'channels' is 0, outside 1…64"),
        ("scale = \"vu\"", "4:37: unknown scale 'vu'; known are x32, cubic"),
        ("falloff = \"slow\"", "4:39: unknown falloff 'slow'; known are slowest, ebu, din"),
        ("falloff = -1", "4:39: 'falloff' is -1, outside 0…10000"),
        ("falloff = true", "4:39: 'falloff': expected a string, found a boolean"),
        ("ticks = [3]", "4:37: the tick 3 is outside -70…0"),
        ("style = \"bars\"", "4:37: unknown style 'bars'; known are bar, segments; did you mean"),
        ("hold_ms = 1.5", "4:39: 'hold_ms': expected a whole number, found 1.5"),
        ("clip = inf", "4:36: 'clip': expected a finite number"),
    ])
    func `a wrong option of a meter is reported with its position`(options: String, message: String)
    {
        let file = file(of: "{ id = \"m\", type = \"meter\", \(options) }")
        let errors = file.errors.map(\.description)
        #expect(errors.count == 1 && errors[0].hasPrefix("t.toml:" + message), "\(errors)")
    }

    @Test func `levels reach the meters that they name`() throws {
        let panel = try panel(
            """
            { id = "a", type = "meter", channels = 2 }, { id = "b", type = "meter" }
            """)
        let a = try #require(panel["s.a"]?.view as? Meter)
        let b = try #require(panel["s.b"]?.view as? Meter)
        try panel.show(
            [
                MeterLevels(control: "s.a", decibels: [-18, -6]),
                MeterLevels(control: "s.b", decibels: [2]),
            ], at: .seconds(1))
        #expect(a.level(ofChannel: 0) == -18 && a.level(ofChannel: 1) == -6)
        #expect(b.isClipped && !a.isClipped)
    }

    @Test func `levels that fit no meter are rejected, and the others are shown`() throws {
        let panel = try panel(
            """
            { id = "m", type = "meter" }, { id = "k", type = "knob" }
            """)
        let meter = try #require(panel["s.m"]?.view as? Meter)
        let wrong: [(MeterLevels, RequestError)] = [
            (
                MeterLevels(control: "s.n", decibels: [0]),
                .unknownControl("s.n", among: ["s.m", "s.k"])
            ),
            (
                MeterLevels(control: "s.k", decibels: [0]),
                RequestError(.badRequest, "s.k has no meter", field: "v")
            ),
            (
                MeterLevels(control: "s.m", decibels: [0, 0]),
                RequestError(.badValue, "s.m has 1 channel, found 2 levels", field: "v")
            ),
        ]
        for (number, (levels, rejection)) in wrong.enumerated() {
            let level = -30.0 + Double(number)
            #expect(throws: rejection) {
                try panel.show(
                    [levels, MeterLevels(control: "s.m", decibels: [level])], at: .seconds(1))
            }
            #expect(meter.level(ofChannel: 0) == level && !meter.isClipped)
        }
    }

    @Test func `a meter falls when no more levels arrive, and the panel knows when`() throws {
        let panel = try panel("{ id = \"m\", type = \"meter\", stale_ms = 700 }")
        let glass = Glass(panel.window)
        try panel.show([MeterLevels(control: "s.m", decibels: [-10])], at: glass.now)
        #expect(panel.nextDeadline == glass.now + .milliseconds(700))
        let meter = try #require(panel["s.m"]?.view as? Meter)
        panel.advance(to: glass.now + .seconds(2))
        #expect(meter.level(ofChannel: 0) < -20)
    }

    @Test func `levels redraw only their meter, and unchanged levels redraw nothing`() throws {
        let panel = try panel(
            """
            { id = "m", type = "meter" }, { id = "k", type = "knob" }
            """)
        let glass = Glass(panel.window)
        let frame = try #require(panel["s.m"]?.view.frameInWindow)
        try panel.show([MeterLevels(control: "s.m", decibels: [-10])], at: glass.now)
        let damage = glass.nextFrame()
        #expect(!damage.isEmpty)
        #expect(damage.rects.allSatisfy { frame.contains(Rect($0)) })
        try panel.show([MeterLevels(control: "s.m", decibels: [-10])], at: glass.now)
        #expect(glass.nextFrame().isEmpty)
    }

    @Test func `a tap clears the clip lamp, and clients get no value`() throws {
        let panel = try panel("{ id = \"m\", type = \"meter\" }")
        let glass = Glass(panel.window)
        let control = try #require(panel["s.m"])
        let meter = try #require(control.view as? Meter)
        try panel.show([MeterLevels(control: "s.m", decibels: [0])], at: glass.now)
        #expect(meter.isClipped)
        glass.touch(meter).lift()
        #expect(!meter.isClipped)
        #expect(control.state == nil)
    }

    @Test func `a list describes a meter`() throws {
        let panel = try panel("{ id = \"m\", type = \"meter\", channels = 2, label = \"In\" }")
        let info = try #require(panel["s.m"]?.info)
        #expect(info.type == "meter" && info.access == .writeOnly)
        #expect(
            info.meter
                == MeterInfo(
                    channels: 2, scale: "iec60268_18", holdTime: .milliseconds(1500), falloff: 13.3)
        )
        #expect(info.settings == [.init("orientation", .text("vertical"))])
        #expect(info.accessibility?.traits == ["updatesFrequently"])
        #expect(throws: RequestError.self) {
            try panel.apply(
                SetRequest(control: "s.m", change: .value(.number(0))),
                from: .client("c1", name: nil), at: .zero)
        }
    }

    // MARK: Gain reduction

    @Test func `a meter of gain reduction has a scale of its own`() throws {
        let panel = try panel("{ id = \"m\", type = \"meter\", direction = \"down\", range = 60 }")
        let control = try #require(panel["s.m"])
        let meter = try #require(control.view as? Meter)
        #expect(meter.direction == .down && meter.reductionRange == 60)
        #expect(meter.falloff == .fastest && meter.theme.levelNormal == meter.theme.levelWarning)
        try panel.show([MeterLevels(control: "s.m", decibels: [-6])], at: .seconds(1))
        #expect(meter.level(ofChannel: 0) == -6)
        #expect(control.info.meter?.scale == "db_linear")
        #expect(
            control.info.settings == [
                .init("orientation", .text("vertical")), .init("direction", .text("down")),
                .init("range", .number(60)),
            ])
    }

    @Test(arguments: [
        ("direction = \"down\", clip = 3", "'clip' has no effect: 'direction' is \"down\""),
        ("direction = \"down\", scale = \"x32\"", "'scale' has no effect"),
        ("direction = \"down\", warning = -3", "'warning' has no effect"),
        ("direction = \"down\", ticks = [-30]", "the tick -30 is outside -20…0"),
        ("direction = \"up\"", "unknown direction 'up'; known are ltr, rtl, down"),
    ])
    func `an option without effect on gain reduction is an error`(
        options: String, message: String
    ) {
        let file = file(of: "{ id = \"m\", type = \"meter\", \(options) }")
        #expect(file.errors.map(\.description).contains { $0.contains(message) }, "\(file.errors)")
    }

    // MARK: In a slider

    @Test func `a slider's own meter has the slider's id`() throws {
        let panel = try panel(
            """
            { id = "l", type = "slider", meter = { channels = 2, placement = "inside" } }
            """)
        let control = try #require(panel["s.l"])
        let slider = try #require(control.view as? Slider)
        let meter = try #require(slider.inlay as? Meter)
        #expect(meter.channelCount == 2 && slider.inlayPlacement == .inside && meter.isVertical)
        try panel.show([MeterLevels(control: "s.l", decibels: [0, -6])], at: .seconds(1))
        #expect(meter.level(ofChannel: 1) == -6 && meter.isClipped)
        #expect(control.info.meter?.channels == 2 && control.info.access == .readWrite)

        let before = slider.value
        Glass(panel.window).touch(slider).lift()
        #expect(!meter.isClipped && slider.value == before)
    }

    @Test func `a slider's meter has numbers only where they are asked for`() throws {
        for (options, hasNumbers) in [
            ("ticks = [0, -20]", false), ("ticks = [0, -20], tick_labels = true", true),
            ("tick_labels = true", true), ("channels = 2", false),
        ] {
            let panel = try panel(
                "{ id = \"l\", type = \"slider\", taper = \"x32\", meter = { \(options) } }")
            let meter = try #require((panel["s.l"]?.view as? Slider)?.inlay as? Meter)
            #expect(meter.labelsTicks == hasNumbers && meter.font != nil, "\(options)")
        }
    }

    @Test(arguments: ["ticks", "tick_labels"])
    func `a meter inside the track has no marks`(key: String) {
        let value = key == "ticks" ? "[0, -20]" : "true"
        let file = file(
            of: "{ id = \"l\", type = \"slider\", "
                + "meter = { placement = \"inside\", \(key) = \(value) } }")
        #expect(
            file.errors.map(\.message) == ["'\(key)': inside the track there is no room for marks"])
    }

    @Test(arguments: [("true", true), ("false", false)])
    func `a slider has a meter if the option is true`(option: String, isThere: Bool) throws {
        let panel = try panel("{ id = \"l\", type = \"slider\", meter = \(option) }")
        let slider = try #require(panel["s.l"]?.view as? Slider)
        #expect((slider.inlay is Meter) == isThere)
        #expect(!isThere || slider.inlayPlacement == .beside)
    }

    @Test(arguments: [
        ("meter = 2", "4:38: 'meter': expected true, false or a table, found a number"),
        ("meter = { channels = 65 }", "4:51: 'channels' is 65, outside 1…64"),
    ])
    func `a wrong meter of a slider is reported with its position`(options: String, message: String)
    {
        let file = file(of: "{ id = \"l\", type = \"slider\", \(options) }")
        #expect(file.errors.map(\.description) == ["t.toml:" + message])
    }
}
