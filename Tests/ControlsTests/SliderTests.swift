import Drawing
import Fingers
import Testing

@testable import Controls

@Suite struct SliderTests {
    private let window = Window(size: Size(width: 400, height: 300))
    /// The thumb of the fader is 38 pixels high (0.82 · 75 · 0.62), so that it travels 240.
    private let fader = Slider(frame: Rect(x: 20, y: 10, width: 75, height: 280), isVertical: true)
    private let slider = Slider(frame: Rect(x: 120, y: 20, width: 240, height: 40))
    private let panel: Glass
    private let listener: EventListener

    init() {
        window.backgroundColor = .black
        window.addSubview(fader)
        window.addSubview(slider)
        fader.value = 0.5
        slider.value = 0.5
        panel = Glass(window)
        listener = EventListener(to: fader)
    }

    private var way: Double { fader.travel.length }

    private func expect(_ value: Double, _ comment: Comment? = nil) {
        #expect(abs(fader.value - value) < 1e-9, comment)
    }

    // MARK: Dragging

    @Test func `touching changes nothing, wherever the finger lands`() {
        for y in stride(from: 5.0, to: 280, by: 45) {
            panel.touch(fader, at: Point(x: 30, y: y)).lift()
        }
        expect(0.5)
        #expect(listener.readChangeCount() == 0)
    }

    @Test func `a fader goes up with the finger`() {
        let finger = panel.touch(fader, at: Point(x: 5, y: 270)).drag(up: way / 4)
        expect(0.75)
        finger.drag(down: way / 2).lift()
        expect(0.25)
    }

    @Test func `a slider goes right with the finger`() {
        panel.touch(slider).drag(right: slider.travel.length / 4).lift()
        #expect(abs(slider.value - 0.75) < 1e-9)
        expect(0.5, "the fader has not moved")
    }

    @Test func `a finger that moves off sideways keeps the fader`() {
        panel.touch(fader).drag(right: 250).drag(up: way / 10).lift()
        expect(0.6)
    }

    @Test func `both ends can be reached, and overshoot past them must be undone first`() {
        let finger = panel.touch(fader).drag(up: way * 0.7)
        #expect(fader.value == 1)
        finger.drag(down: way * 0.1)
        #expect(fader.value == 1)
        finger.drag(down: way * 0.2)
        expect(0.9)
        finger.drag(down: way).lift()
        #expect(fader.value == 0)
    }

    @Test func `absolute: the thumb goes to the finger`() {
        fader.touchMode = .absolute
        let finger = panel.touch(fader, at: fader.travel.point(at: 0.9))
        expect(0.9)
        finger.drag(down: way * 0.3).lift()
        expect(0.6)
        panel.touch(fader, at: Point(x: 30, y: 1)).lift()
        #expect(fader.value == 1)
    }

    @Test func `handle: only a finger on the thumb counts`() {
        fader.touchMode = .handle
        panel.touch(fader, at: fader.travel.point(at: 0.9)).drag(up: 20).lift()
        expect(0.5)
        #expect(listener.read() == [])
        panel.touch(fader).drag(up: way / 10).lift()
        expect(0.6)
    }

    @Test func `handle: how far beside the thumb a finger may land can be set`() {
        fader.touchMode = .handle
        let edge = fader.thumbRect.height / 2 + 14
        let beside = fader.thumbRect.center.offsetBy(dx: 0, dy: edge)
        panel.touch(fader, at: beside).drag(up: 20).lift()
        expect(0.5)
        fader.handleReach = 15
        panel.touch(fader, at: beside).drag(up: way / 10).lift()
        expect(0.6)
    }

    @Test func `handle: a finger beside the thumb does not stop another one from moving it`() {
        fader.touchMode = .handle
        let palm = panel.touch(fader, at: fader.travel.point(at: 0.05))
        panel.touch(fader).drag(up: way / 10).lift()
        palm.lift()
        expect(0.6)
    }

    @Test func `a second finger does nothing, and never takes over`() {
        let first = panel.touch(fader)
        let second = panel.touch(fader, at: Point(x: 10, y: 10)).drag(down: 100)
        expect(0.5)
        first.drag(up: way / 10).lift()
        second.drag(down: 100).lift()
        expect(0.6)
    }

    // MARK: Steps, detents and tapers

    @Test func `a slow drag moves a stepped fader`() {
        fader.step(0.1)
        let finger = panel.touch(fader)
        for _ in 0..<Int(way / 4) { finger.drag(up: 1) }
        finger.lift()
        #expect(fader.value == 0.7 || fader.value == 0.8)
        #expect((2...3).contains(listener.readChangeCount()))
    }

    @Test func `steps are round numbers, and the ends can be reached even if they are not steps`() {
        fader.scale = ValueScale(Taper(minimum: -1, maximum: 1), step: 0.3)
        fader.value = 0.31
        #expect(fader.value == 0.3 || abs(fader.value - 0.2) < 1e-12)
        panel.touch(fader).drag(up: 300).lift()
        #expect(fader.value == 1)
        panel.touch(fader).drag(down: 300).lift()
        #expect(fader.value == -1)
    }

    @Test func `a detent holds the fader briefly, then releases it`() {
        fader.detents = [0.7]
        let finger = panel.touch(fader).drag(up: way * 0.19)
        #expect(fader.value == 0.7)
        finger.drag(up: way * 0.03)
        #expect(fader.value == 0.7)
        finger.drag(up: way * 0.02).lift()
        expect(0.74)
    }

    @Test func `a detent near an end does not keep the finger from the end`() {
        fader.detents = [0.98, 0.02]
        let finger = panel.touch(fader).drag(up: way)
        #expect(fader.value == 1)
        finger.drag(down: way * 1.5)
        #expect(fader.value == 0)
        finger.drag(up: way * 0.02)
        #expect(fader.value == 0.02)
    }

    @Test func `the value does not jump when fine control begins or ends beside a detent`() {
        fader.detents = [0.7]
        fader.fineControl = .secondFinger
        let finger = panel.touch(fader).drag(up: way * 0.215)
        #expect(fader.value == 0.7)
        let second = panel.touch(fader)
        finger.drag(up: 1)
        #expect(fader.value >= 0.7 && fader.value < 0.705, "the detent is where it begins")
        finger.drag(up: 20)
        let fine = fader.value
        #expect(fine > 0.7 && fine < 0.715)
        second.lift()
        finger.drag(right: 1)
        #expect(abs(fader.value - fine) < 0.002)
    }

    @Test func `a finger continues from a value that a program sets beside a detent`() {
        fader.detents = [0.5]
        let finger = panel.touch(fader)
        fader.value = 0.51
        finger.drag(up: way * 0.02)
        expect(0.53)
    }

    @Test func `a program hears of the value that a cancelled finger gives back`() {
        fader.revertsOnCancel = true
        let finger = panel.touch(fader).drag(up: way * 0.2)
        _ = listener.readChangeCount()
        finger.cancel()
        expect(0.5)
        #expect(listener.readChangeCount() == 1)
    }

    @Test func `the nearer of two detents holds the fader`() {
        for detents in [[0.69, 0.7], [0.7, 0.69]] {
            var latch = DetentLatch(detents: detents, at: 0.5)
            #expect(latch.position(for: 0.699) == 0.7)
        }
    }

    @Test(arguments: [1, 2.5])
    func `sideways fine control takes the same distance in millimetres on every screen`(
        density: Double
    ) {
        window.pixelsPerMillimetre = density * Window.defaultPixelsPerMillimetre
        fader.fineControl = .zones
        let finger = panel.touch(fader).drag(right: 59 * density).drag(up: way / 10)
        expect(0.6)
        finger.drag(right: 2 * density).drag(up: way / 10)
        expect(0.65)
        finger.drag(right: 60 * density).drag(up: way / 10).lift()
        expect(0.675)
    }

    @Test func `an X32 fader has a scale in decibels`() {
        fader.scale = ValueScale(
            Taper(.fader(.x32), minimum: -90, maximum: 10, minimumIsOff: true), step: 0.1)
        fader.value = 0
        #expect(fader.scale.position(of: 0) == 0.75)
        let finger = panel.touch(fader).drag(down: way * 0.25)
        #expect(abs(fader.value + 10) < 0.051)
        finger.drag(down: way * 0.25)
        #expect(abs(fader.value + 30) < 0.051)
        finger.drag(down: way)
        #expect(fader.value == -90)
        #expect(fader.scale.taper.isOff(fader.value))
        finger.lift()
        panel.touch(fader).drag(up: way * 2).lift()
        #expect(fader.value == 10)
    }

    // MARK: Actions

    @Test func `a control that is not continuous sends one action, at release`() {
        fader.isContinuous = false
        let finger = panel.touch(fader).drag(up: way / 10)
        expect(0.6)
        #expect(listener.readChangeCount() == 0)
        finger.lift()
        #expect(listener.read() == ["valueChanged", "touchUpInside", "editingDidEnd"])
        panel.touch(fader).drag(up: 20).drag(down: 20).lift()
        #expect(listener.readChangeCount() == 0)
        panel.touch(fader).drag(up: 20).cancel()
        #expect(listener.readChangeCount() == 1, "the value stays, so it is told")
    }

    @Test func `a program's value sends no event, and the next finger starts from it`() {
        fader.value = 0.2
        #expect(listener.read() == [])
        panel.touch(fader).drag(up: way / 10).lift()
        expect(0.3)
    }

    // MARK: Drawing

    @Test func `setting a property to its current value draws nothing`() {
        fader.value = fader.value
        fader.value = .nan
        fader.scale = fader.scale
        fader.theme = fader.theme
        fader.origin = nil
        fader.ticks = []
        fader.thumbTintColor = nil
        #expect(!window.needsFrame)
        #expect(panel.nextFrame().isEmpty)
    }

    @Test func `a moved thumb redraws its old and its new position`() {
        fader.value = 0.9
        let damage = panel.nextFrame()
        // Most of the track below stays as it is.
        #expect(damage.extents.maxY < 200)
        #expect(damage.extents.minX >= 12 && damage.extents.maxX <= 103)
        #expect(panel.missedPixels.isEmpty)
    }

    @Test
    func `each change redraws only the frame and its shadow, and matches a full redraw`() {
        let frame = PixelRect(x: 12, y: 2, width: 91, height: 296)
        var red = Theme.dark
        (red.accent, red.mark, red.bodyTop) = (.red, .yellow, .purple)
        let changes: [() -> Void] = [
            { fader.ticks = [0, 0.25, 0.5, 1] }, { fader.origin = 0.25 },
            { fader.maximumValue = 2 }, { fader.value = 1.4 }, { fader.theme = red },
            { fader.minimumTrackTintColor = .green }, { fader.maximumTrackTintColor = .gray },
            { fader.thumbTintColor = .orange }, { fader.isEnabled = false },
            { fader.isEnabled = true }, { fader.isHighlighted = true },
            { fader.minimumTrackTintColor = .red }, { fader.value = 0 },
        ]
        for (index, change) in changes.enumerated() {
            change()
            #expect(window.needsFrame)
            let damage = panel.nextFrame()
            #expect(!damage.isEmpty, "change \(index)")
            #expect(frame.contains(damage.extents), "change \(index): \(damage.extents)")
            #expect(panel.missedPixels.isEmpty, "change \(index)")
        }
    }

    @Test func `a resized fader keeps its value and is redrawn`() {
        fader.frame = Rect(x: 20, y: 10, width: 75, height: 140)
        #expect(!panel.nextFrame().isEmpty)
        #expect(panel.missedPixels.isEmpty)
        expect(0.5)
        panel.touch(fader).drag(up: way / 4).lift()
        expect(0.75)
    }
}

extension Slider {
    fileprivate func step(_ step: Double) { scale.step = step }
}
