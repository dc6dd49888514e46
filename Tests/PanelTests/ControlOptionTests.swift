import Controls
import Drawing
import Testing

@testable import Panel

/// What the options of a panel file make of the controls.
struct ControlOptionTests {
    @Test func `a knob takes every option of the file`() throws {
        let knob = try control(
            """
            type = "knob", min = 0, max = 10, wrap = true, acceleration = 2, pointer_only = true, \
            dead_zone = 0.3, ring = "boost-cut", lamps = 21, show_value = true, spring = true, \
            default = 5, ticks = [0, 5, 10], tick_labels = true, turns = 3, popup = true
            """, as: Knob.self)
        #expect(knob.wraps && knob.acceleration == 2 && knob.requiresTouchOnPointer)
        #expect(knob.deadZoneShare == 0.3)
        #expect(knob.ring == KnobRing(.boostCut, count: 21))
        #expect(knob.showsValue && knob.springs && knob.defaultValue == 5)
        #expect(knob.ticks == [0, 5, 10] && knob.showsTickLabels)
        #expect(knob.turns == 3 && knob.showsPopup)
    }

    @Test func `a latched knob has an option for fingers in the gap`() throws {
        let knob = try control(
            #"type = "knob", mode = "latched", gap_begin = "nearest-end""#, as: Knob.self)
        #expect(knob.mode == .latched && knob.gapBegin == .nearestEnd)
        #expect(try control(#"type = "knob""#, as: Knob.self).gapBegin == .hold)
    }

    @Test func `a slider takes every option of the file`() throws {
        let slider = try control(
            """
            type = "slider", orientation = "horizontal", direction = "rtl", touch = "handle", \
            touch_zone = "gauge", sensitivity = 0.5, fine = "zones", spring = true, default = 1, \
            ticks = [0.5], tick_labels = true, detents = [0.5], origin = 0.5
            """, as: Slider.self)
        #expect(!slider.isVertical && slider.isRightToLeft)
        #expect(slider.touchMode == .handle && slider.touchZone == .gauge)
        #expect(slider.sensitivity == 0.5 && slider.fineControl == .zones)
        #expect(slider.springs && slider.defaultValue == 1)
        #expect(slider.ticks == [0.5] && slider.showsTickLabels)
        #expect(slider.detents == [0.5] && slider.origin == 0.5 && !slider.showsPopup)
    }

    @Test func `a range takes every option of the file`() throws {
        let range = try control(
            """
            type = "range", orientation = "vertical", crossing = "push", curvaceousness = 0.25, \
            detents = [0.5], default = { low = 0.1, high = 0.9 }, min_gap = 0.1
            """, as: RangeSlider.self)
        #expect(range.isVertical && range.crossing == .push && range.curvaceousness == 0.25)
        #expect(range.detents == [0.5] && range.minimumGap == 0.1)
        #expect((range.defaultLowerValue, range.defaultUpperValue) == (0.1, 0.9))
        #expect((range.lowerValue, range.upperValue) == (0.1, 0.9))
    }

    /// The one control of a panel, as the panel makes it.
    private func control<Body: Control>(_ options: String, as type: Body.Type) throws -> Body {
        let file = PanelFile(
            text: """
                [[pages]]
                id = "p"
                strips = [{ id = "s", controls = [{ id = "c", \(options) }] }]
                """, name: "t.toml")
        try #require(file.errors.map(\.description) == [])
        #expect(file.warnings.map(\.description) == [])
        let panel = try Panel(
            #require(file.panel), width: 400, height: 300, fonts: FontCollection())
        return try #require(panel["s.c"]?.view as? Body)
    }
}
