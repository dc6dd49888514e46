import Drawing
import Fingers
import Testing

@testable import Controls

/// Meters of gain reduction, whose bars grow from 0 dB downwards.
@Suite struct ReductionMeterTests {
    private let window = Window(size: Size(width: 200, height: 260))
    private let meter = Meter(frame: Rect(x: 20, y: 10, width: 40, height: 240))
    private let glass: Glass

    init() {
        window.backgroundColor = Theme.dark.background
        meter.direction = .down
        meter.falloff = .fast
        window.addSubview(meter)
        glass = Glass(window)
    }

    private func wait(_ duration: Duration) {
        let end = glass.now + duration
        while glass.now < end {
            let next = glass.now + .milliseconds(16)
            if let deadline = window.nextDeadline, deadline <= next { window.advance(to: next) }
            _ = glass.nextFrame()
        }
    }

    @Test func `a reduction by ten dB fills the upper half of a scale of twenty`() {
        meter.ticks = []
        _ = glass.nextFrame()
        meter.setLevels([-10], at: glass.now)
        let damage = glass.nextFrame().extents
        #expect(abs(Double(damage.minY) - 13) <= 3, "\(damage)")
        #expect(abs(Double(damage.maxY) - 130) <= 3, "\(damage)")
        #expect(glass.missedPixels.isEmpty)
    }

    @Test func `a horizontal one grows from the right, and from the left in a mirrored layout`() {
        for isRightToLeft in [false, true] {
            let lying = Meter(
                frame: Rect(x: 70, y: 20, width: 120, height: 24), isVertical: false)
            lying.direction = .down
            lying.isRightToLeft = isRightToLeft
            lying.ticks = []
            window.addSubview(lying)
            _ = glass.nextFrame()
            lying.setLevels([-5], at: glass.now)
            let damage = glass.nextFrame().extents
            #expect(
                isRightToLeft ? damage.maxX < 110 : damage.minX > 150, "\(damage)")
            #expect(glass.missedPixels.isEmpty)
            lying.removeFromSuperview()
        }
    }

    @Test func `a bar grows at once, and becomes shorter at its rate`() {
        meter.setLevels([-15], at: glass.now)
        #expect(meter.level(ofChannel: 0) == -15 && meter.peak(ofChannel: 0) == -15)
        meter.setLevels([-1], at: glass.now)
        wait(.milliseconds(400))
        #expect(abs(meter.level(ofChannel: 0) + 7) < 0.6)
        #expect(meter.peak(ofChannel: 0) == -15)
        wait(.seconds(3))
        #expect(meter.level(ofChannel: 0) == 0 && meter.peak(ofChannel: 0) == 0)
        #expect(window.nextDeadline == nil && !window.needsFrame)
    }

    @Test func `a reduction beyond the scale shows its end, and recovers from there at once`() {
        meter.setLevels([-.infinity], at: glass.now)
        #expect(meter.level(ofChannel: 0) == -20)
        meter.setLevels([0], at: glass.now)
        wait(.milliseconds(400))
        #expect(abs(meter.level(ofChannel: 0) + 12) < 0.6)
    }

    @Test func `no reduction, more gain and NaN show nothing and light no lamp`() {
        meter.setLevels([0], at: glass.now)
        meter.setLevels([6], at: glass.now)
        meter.setLevels([.nan], at: glass.now)
        #expect(meter.level(ofChannel: 0) == 0 && !meter.isClipped)
        #expect(glass.nextFrame().isEmpty)
        #expect(meter.valueText == "0 dB")
    }

    @Test func `another direction empties the bars`() {
        meter.setLevels([-10], at: glass.now)
        meter.direction = .up
        #expect(meter.level(ofChannel: 0) == -.infinity)
        meter.setLevels([3], at: glass.now)
        meter.direction = .down
        #expect(!meter.isClipped && meter.level(ofChannel: 0) == 0)
        _ = glass.nextFrame()
        #expect(glass.missedPixels.isEmpty)
    }
}
