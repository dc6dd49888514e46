import Controls
import Drawing
import Fingers
import Testing

/// The second mark of a control, at the value that is in effect.
struct EffectiveMarkTests {
    private let window = Window(size: Size(width: 200, height: 200))
    private let glass: Glass

    init() {
        window.backgroundColor = .black
        glass = Glass(window)
    }

    /// What of the window has to be drawn after a change.
    private func damage(_ change: () -> Void) -> PixelRect {
        _ = glass.nextFrame()
        change()
        let damage = glass.nextFrame().extents
        #expect(glass.missedPixels.isEmpty)
        return damage
    }

    @Test(arguments: [true, false])
    func `a slider marks it at the track, and redraws nothing else`(isVertical: Bool) {
        let slider = Slider(
            frame: Rect(x: 20, y: 20, width: 160, height: 160), isVertical: isVertical)
        window.addSubview(slider)
        slider.value = 0.2
        let first = damage { slider.effectiveValue = 0.8 }
        let along = isVertical ? (first.minY, first.maxY) : (first.minX, first.maxX)
        #expect(along.1 - along.0 < 30, "only the mark")
        #expect(isVertical ? first.midpoint.y < 80 : first.midpoint.x > 120)
        #expect(slider.value == 0.2)
        #expect(damage { slider.effectiveValue = 0.8 }.isEmpty)
        #expect(damage { slider.effectiveValue = nil } == first)
    }

    @Test func `a value beyond the ends is marked at the end, and no number is ignored`() {
        let slider = Slider(frame: Rect(x: 20, y: 20, width: 60, height: 160), isVertical: true)
        window.addSubview(slider)
        slider.value = 0.5
        let low = damage { slider.effectiveValue = -.infinity }
        #expect(low.midpoint.y > 150)
        #expect(damage { slider.effectiveValue = .nan }.isEmpty)
        #expect(slider.effectiveValue == -.infinity)
        slider.effectiveValue = nil
        let high = damage { slider.effectiveValue = 30 }
        #expect(high.midpoint.y < 50)
    }

    @Test func `a knob marks it beside the dial`() {
        let knob = Knob(frame: Rect(x: 20, y: 20, width: 120, height: 120))
        window.addSubview(knob)
        let mark = damage { knob.effectiveValue = 1 }
        #expect(!mark.isEmpty && mark.width < 40 && mark.midpoint.x > 90)
        #expect(damage { knob.isEnabled = false }.width > 40, "it is dimmed with the knob")
    }
}

extension PixelRect {
    fileprivate var midpoint: Point { Rect(self).center }
}
