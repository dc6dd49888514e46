import Drawing
import Fingers
import Testing

@testable import Controls

@Suite struct MeterTests {
    private let window = Window(size: Size(width: 200, height: 260))
    private let meter = Meter(frame: Rect(x: 20, y: 10, width: 40, height: 240))
    private let panel: Glass
    private let listener: EventListener

    init() {
        window.backgroundColor = Theme.dark.background
        meter.channelCount = 2
        window.addSubview(meter)
        panel = Glass(window)
        listener = EventListener(to: meter)
    }

    /// Lets frames come at 60 Hz for a while, as far as the window wants them or is woken.
    @discardableResult
    private func wait(_ duration: Duration) -> Int {
        let end = panel.now + duration
        var frameCount = 0
        while panel.now < end {
            let next = panel.now + .milliseconds(16)
            if let deadline = window.nextDeadline, deadline <= next {
                window.advance(to: next)
            }
            if window.needsFrame { frameCount += 1 }
            _ = panel.nextFrame()
        }
        return frameCount
    }

    private func expect(_ value: Double, near expected: Double, within tolerance: Double = 0.6) {
        #expect(abs(value - expected) <= tolerance, "\(value) is not \(expected)")
    }

    // MARK: Ballistics

    @Test func `a bar rises immediately and falls at its rate`() {
        meter.falloff = .fast
        meter.setLevels([-10, -20], at: panel.now)
        #expect(meter.level(ofChannel: 0) == -10 && meter.level(ofChannel: 1) == -20)
        meter.setLevels([-60, -60], at: panel.now)
        wait(.milliseconds(400))
        expect(meter.level(ofChannel: 0), near: -18)
        expect(meter.level(ofChannel: 1), near: -28)
    }

    @Test func `a bar never falls below the latest level`() {
        meter.setLevels([-10], at: panel.now)
        meter.setLevels([-12], at: panel.now)
        wait(.milliseconds(400))
        #expect(meter.level(ofChannel: 0) == -12)
    }

    @Test(arguments: MeterFalloff.standard)
    func `a bar falls ten decibels in the correct time at every rate`(falloff: MeterFalloff) {
        meter.falloff = falloff
        meter.setLevels([-10], at: panel.now)
        meter.setLevels([-.infinity], at: panel.now)
        wait(.seconds(10 / falloff.rate))
        expect(meter.level(ofChannel: 0), near: -20, within: falloff.rate * 0.02)
    }

    @Test func `without new levels for half a second, the bar falls and does not vanish`() {
        meter.falloff = .fast
        meter.setLevels([-20], at: panel.now)
        wait(.milliseconds(480))
        #expect(meter.level(ofChannel: 0) == -20)
        wait(.milliseconds(520))
        expect(meter.level(ofChannel: 0), near: -30)
        wait(.seconds(4))
        #expect(meter.level(ofChannel: 0) == -.infinity)
    }

    @Test func `a peak is held for its time and then falls`() {
        meter.falloff = .fast
        meter.setLevels([-10], at: panel.now)
        meter.setLevels([-.infinity], at: panel.now)
        wait(.milliseconds(1450))
        #expect(meter.peak(ofChannel: 0) == -10)
        expect(meter.level(ofChannel: 0), near: -39)
        wait(.milliseconds(550))
        expect(meter.peak(ofChannel: 0), near: -20)
    }

    @Test func `after a late frame, the bar has fallen as far as after many frames`() {
        meter.setLevels([-10], at: panel.now)
        _ = panel.nextFrame(after: .milliseconds(500))
        window.advance(to: panel.now)
        _ = panel.nextFrame(after: .milliseconds(1000))
        expect(meter.level(ofChannel: 0), near: -10 - 13.3, within: 0.2)
    }

    // MARK: Wake-ups

    @Test func `a meter at rest requests no frame and no deadline`() {
        meter.setLevels([-30, -30], at: panel.now)
        wait(.seconds(8))
        #expect(meter.peak(ofChannel: 0) == -.infinity)
        #expect(!window.needsFrame)
        #expect(window.nextDeadline == nil)
        #expect(wait(.seconds(1)) == 0)
    }

    @Test func `repeated silence requests no frame`() {
        for _ in 0..<20 {
            meter.setLevels([-.infinity, -90], at: panel.now)
            #expect(!window.needsFrame)
            #expect(panel.nextFrame().isEmpty)
        }
    }

    @Test func `before anything falls, the meter sets a deadline and requests no frame`() {
        meter.setLevels([-30], at: panel.now)
        _ = panel.nextFrame()
        #expect(!window.needsFrame)
        #expect(window.nextDeadline != nil)
        #expect(wait(.milliseconds(450)) == 0)
    }

    // MARK: Drawing

    @Test func `a level change redraws the strip between the old and the new level`() {
        meter.setLevels([-40, -40], at: panel.now)
        _ = panel.nextFrame()
        meter.setLevels([-20, -40], at: panel.now)
        let damage = panel.nextFrame()
        let bar = damage.extents
        #expect(bar.height >= 60 && bar.height <= 100, "\(bar)")
        #expect(bar.width < 20, "\(bar)")
        #expect(panel.missedPixels.isEmpty)
    }

    @Test func `a falling meter redraws all that changed, in both styles and directions`() {
        for style in Meter.Style.allCases {
            for isRightToLeft in [false, true] {
                let lying = Meter(
                    frame: Rect(x: 70, y: 20, width: 120, height: 24), isVertical: false)
                lying.isRightToLeft = isRightToLeft
                window.addSubview(lying)
                for each in [meter, lying] {
                    each.style = style
                    each.setLevels([3, -7], at: panel.now)
                }
                for _ in 0..<30 {
                    wait(.milliseconds(48))
                    #expect(panel.missedPixels.isEmpty, "\(style)")
                }
                lying.removeFromSuperview()
            }
        }
    }

    @Test func `a level that moves less than a pixel redraws nothing`() {
        meter.setLevels([-21], at: panel.now)
        _ = panel.nextFrame()
        meter.setLevels([-21.01], at: panel.now)
        #expect(panel.nextFrame().isEmpty)
    }

    @Test func `setting a property to its current value redraws nothing`() {
        meter.setLevels([-20], at: panel.now)
        _ = panel.nextFrame()
        meter.style = meter.style
        meter.theme = meter.theme
        meter.ticks = meter.ticks
        meter.warningLevel = meter.warningLevel
        meter.channelCount = meter.channelCount
        meter.isEnabled = true
        #expect(panel.nextFrame().isEmpty)
    }

    @Test func `a change of appearance redraws the meter and nothing else`() {
        let changes: [(Meter) -> Void] = [
            { $0.style = .segmented }, { $0.theme.levelNormal = .blue }, { $0.ticks = [0] },
            { $0.dangerLevel = -9 }, { $0.isEnabled = false }, { $0.channelCount = 3 },
            { $0.law = .iec60268x18Plus6 },
        ]
        for change in changes {
            change(meter)
            let damage = panel.nextFrame()
            #expect(!damage.isEmpty)
            #expect(meter.frame.integral.contains(damage.extents))
            #expect(panel.missedPixels.isEmpty)
        }
    }

    @Test func `the bar is as long as the standard requires`() {
        meter.ticks = []
        let face = MeterFace(
            bounds: Rect(x: 0, y: 0, width: 30, height: 1014), isVertical: true,
            isRightToLeft: false, channelCount: 1, scale: .levels(.iec60268x18), style: .continuous,
            warningLevel: -18, dangerLevel: -6, ticks: [], font: nil, showsClip: false)
        let length = face.barLength
        for (level, share) in [(-60, 0.025), (-50, 0.075), (-40, 0.15), (-30, 0.3), (-20, 0.5)] {
            #expect(abs(face.litLength(at: Double(level)) - share * length) <= 0.5)
        }
        #expect(face.litLength(at: 0) == length && face.litLength(at: 9) == length)
        #expect(face.litLength(at: -.infinity) == 0)
    }

    // MARK: Clipping

    @Test func `inside a slider, a meter is as thick as its channels need`() {
        let slider = Slider(
            frame: Rect(x: 80, y: 10, width: 100, height: 240), isVertical: true)
        window.addSubview(slider)
        let inlay = Meter(frame: .zero)
        inlay.ticks = []
        inlay.channelCount = 4
        slider.inlay = inlay
        for placement in Slider.InlayPlacement.allCases {
            slider.inlayPlacement = placement
            _ = panel.nextFrame()
            #expect(inlay.frame.width >= inlay.intrinsicContentSize.width - 2)
            #expect(slider.bounds.contains(inlay.frame))
        }
        let thin = Meter(frame: .zero)
        thin.ticks = []
        #expect(thin.intrinsicContentSize.width < inlay.intrinsicContentSize.width)
        #expect(inlay.intrinsicContentSize.height == View.noIntrinsicMetric)
    }

    @Test func `below a horizontal slider, its numbers are nearer than the meter`() throws {
        let slider = Slider(frame: Rect(x: 10, y: 10, width: 240, height: 90))
        slider.font = try PanelFont.font(size: 16)
        slider.ticks = [0, 0.5, 1]
        slider.showsTickLabels = true
        slider.inlay = Meter(frame: .zero, isVertical: false)
        slider.inlayPlacement = .beside
        window.addSubview(slider)
        _ = panel.nextFrame()
        let parts = slider.face.parts
        #expect(!parts.labels.isEmpty && parts.body.maxY <= parts.labels.minY)
        #expect(parts.labels.maxY <= parts.inlay.minY)
    }

    @Test func `a clip lamp stays lit until it is tapped`() {
        meter.setLevels([0.1, -3], at: panel.now)
        wait(.seconds(9))
        #expect(meter.isClipped(channel: 0) && !meter.isClipped(channel: 1))
        panel.touch(meter).lift()
        #expect(!meter.isClipped)
        #expect(listener.readChangeCount() == 1)
        panel.touch(meter).lift()
        #expect(listener.readChangeCount() == 0, "there was nothing to put out")
        wait(.milliseconds(32))
        #expect(panel.missedPixels.isEmpty)
    }

    @Test func `a finger that leaves the meter clears no clip lamp`() {
        meter.setLevels([3], at: panel.now)
        panel.touch(meter).drag(right: 150).lift()
        #expect(meter.isClipped)
        meter.clearClip()
        #expect(!meter.isClipped)
        #expect(listener.readChangeCount() == 0)
    }

    // MARK: Channels

    @Test func `missing, extra or NaN channels change nothing`() {
        meter.setLevels([-10, -10], at: panel.now)
        meter.setLevels([.nan], at: panel.now)
        meter.setLevels([-9, -9, -9, -9], at: panel.now)
        #expect(meter.level(ofChannel: 0) == -9)
        #expect(meter.level(ofChannel: 2) == -.infinity)
        meter.channelCount = -4
        #expect(meter.channelCount == 1)
        meter.channelCount = 1000
        #expect(meter.channelCount == 64)
        #expect(meter.level(ofChannel: 0) == -9 && meter.level(ofChannel: 1) == -.infinity)
        _ = panel.nextFrame()
        #expect(panel.missedPixels.isEmpty)
    }
}
