import Drawing
import Fingers
import Layers
import Testing

@testable import Controls

@Suite struct RangeSliderTests {
    private let window = Window(size: Size(width: 400, height: 300))
    private let range = RangeSlider(frame: Rect(x: 20, y: 20, width: 340, height: 40))
    private let panel: Glass
    private let listener: EventListener

    init() {
        window.backgroundColor = .black
        window.addSubview(range)
        panel = Glass(window)
        listener = EventListener(to: range)
    }

    /// How many pixels the whole range takes.
    private var way: Double { range.positionForValue(1) - range.positionForValue(0) }

    private func expect(_ lower: Double, _ upper: Double, _ comment: Comment? = nil) {
        #expect(
            abs(range.lowerValue - lower) < 1e-9 && abs(range.upperValue - upper) < 1e-9, comment)
    }

    // MARK: Animation

    /// The centres of the thumbs as they are drawn.
    private var thumbs: (lower: Double, upper: Double) {
        (range.lowerThumbLayer.frame.midX, range.upperThumbLayer.frame.midX)
    }

    @Test func `an animated change sets both ends at once, and the thumbs glide there in 0.3 s`() {
        _ = panel.nextFrame()
        let start = thumbs
        range.setValues(lower: 0.5, upper: 0.6, animated: true)
        expect(0.5, 0.6)
        #expect(listener.readChangeCount() == 0)
        var places = [start]
        while window.needsFrame, places.count < 100 {
            _ = panel.nextFrame(after: .nanoseconds(16_666_667))
            #expect(panel.missedPixels.isEmpty)
            places.append(thumbs)
        }
        #expect(places.count == 20)
        #expect(abs(places[1].lower - start.lower) < 1 && abs(places[1].upper - start.upper) < 1)
        #expect(places.map(\.lower) == places.map(\.lower).sorted())
        #expect(places.map(\.upper) == places.map(\.upper).sorted(by: >))
        #expect(abs(places[10].lower - start.lower - 0.15 * way) < 3)
        #expect(
            abs(thumbs.lower - range.positionForValue(0.5)) < 1
                && abs(thumbs.upper - range.positionForValue(0.6)) < 1)
    }

    @Test func `a finger stops the thumb that it takes, and the other glides on`() {
        range.setValues(lower: 0.5, upper: 0.9, animated: true)
        for _ in 0..<3 { _ = panel.nextFrame() }
        let finger = panel.touch(range, .upper)
        _ = panel.nextFrame()
        #expect(abs(thumbs.upper - range.positionForValue(0.9)) < 1)
        finger.drag(left: way / 10)
        _ = panel.nextFrame()
        #expect(thumbs.lower < range.positionForValue(0.45))
        while window.needsFrame { _ = panel.nextFrame() }
        #expect(abs(thumbs.lower - range.positionForValue(0.5)) < 1)
        finger.lift()
        expect(0.5, 0.8)
    }

    @Test func `a thumb that a finger holds does not glide`() {
        let finger = panel.touch(range, .upper)
        _ = panel.nextFrame()
        range.setValues(lower: 0.4, upper: 0.6, animated: true)
        _ = panel.nextFrame()
        #expect(abs(thumbs.upper - range.positionForValue(0.6)) < 1)
        #expect(thumbs.lower < range.positionForValue(0.3))
        finger.lift()
    }

    @Test func `a finger beside the handles lets them glide`() {
        range.touchZone = .handle
        range.setValues(lower: 0.1, upper: 0.9, animated: true)
        for _ in 0..<3 { _ = panel.nextFrame() }
        let finger = panel.touch(range, at: Point(x: 170, y: 20))
        _ = panel.nextFrame()
        #expect(thumbs.lower > range.positionForValue(0.12))
        finger.lift()
    }

    @Test func `another scale ends a glide, and a hidden range needs no frames`() {
        range.setValues(lower: 0.5, upper: 0.6, animated: true)
        for _ in 0..<3 { _ = panel.nextFrame() }
        range.maximumValue = 2
        _ = panel.nextFrame()
        #expect(abs(thumbs.lower - range.positionForValue(0.5)) < 1)
        range.setValues(lower: 1, upper: 2, animated: true)
        range.isHidden = true
        for _ in 0..<60 where window.needsFrame { _ = panel.nextFrame() }
        #expect(!window.needsFrame)
        #expect(panel.missedPixels.isEmpty)
    }

    @Test func `a double tap lets both thumbs glide to their defaults`() {
        range.doubleTap = .reset
        panel.touch(range, .lower).lift()
        _ = panel.nextFrame(after: .milliseconds(60))
        panel.touch(range, .lower).lift()
        expect(0, 1)
        #expect(listener.readChangeCount() == 1)
        _ = panel.nextFrame()
        #expect(thumbs.lower > range.positionForValue(0.1))
        while window.needsFrame { _ = panel.nextFrame() }
        #expect(abs(thumbs.lower - range.positionForValue(0)) < 1)
    }

    @Test func `of overlapping thumbs, the one that a finger took last is in front`() {
        func isInFront(_ thumb: Layer) -> Bool { range.layer.sublayers.last === thumb }
        range.setValues(lower: 0.5, upper: 0.53)
        #expect(isInFront(range.upperThumbLayer))
        panel.touch(range, .lower).drag(left: way / 20).lift()
        #expect(isInFront(range.lowerThumbLayer))
        _ = panel.nextFrame()
        #expect(panel.missedPixels.isEmpty)
        panel.touch(range, .upper).drag(right: way / 20).lift()
        #expect(isInFront(range.upperThumbLayer))
    }

    // MARK: Fingers

    @Test func `touching changes nothing, wherever the finger lands`() {
        for x in stride(from: 2.0, to: 340, by: 26) {
            panel.touch(range, at: Point(x: x, y: 20)).lift()
        }
        expect(0.2, 0.8)
        #expect(listener.readChangeCount() == 0)
    }

    @Test func `each thumb follows its finger`() {
        panel.touch(range, .lower).drag(right: way / 10).lift()
        expect(0.3, 0.8)
        panel.touch(range, .upper).drag(left: way / 10).lift()
        expect(0.3, 0.7)
    }

    @Test func `two fingers move both thumbs at once`() {
        let low = panel.touch(range, .lower)
        let high = panel.touch(range, .upper)
        for _ in 0..<10 {
            low.drag(left: way / 100)
            high.drag(right: way / 100)
        }
        expect(0.1, 0.9)
        #expect(listener.readChangeCount() == 20)
        low.lift()
        high.drag(left: way / 10)
        #expect(range.isTracking)
        high.lift()
        #expect(!range.isTracking)
        expect(0.1, 0.8)
    }

    @Test func `two fingers pinch a vertical range`() {
        let gate = RangeSlider(frame: Rect(x: 20, y: 80, width: 44, height: 200), isVertical: true)
        window.addSubview(gate)
        let way = gate.positionForValue(0) - gate.positionForValue(1)
        panel.pinch(gate, by: way / 10)
        #expect(abs(gate.lowerValue - 0.3) < 1e-9)
        #expect(abs(gate.upperValue - 0.7) < 1e-9)
    }

    @Test func `a second finger on a held thumb does nothing`() {
        let first = panel.touch(range, .lower)
        let second = panel.touch(range, .lower).drag(right: 60)
        expect(0.2, 0.8)
        first.drag(left: way / 10)
        expect(0.1, 0.8)
        first.lift()
        second.drag(right: 60).lift()
        expect(0.1, 0.8)
    }

    @Test func `a second finger between the thumbs moves the free one`() {
        let low = panel.touch(range, .lower)
        let high = panel.touch(range, .both).drag(right: way / 10)
        expect(0.2, 0.9)
        low.lift()
        high.lift()
    }

    @Test func `a finger between the thumbs moves both and keeps the width`() {
        let finger = panel.touch(range, .both).drag(right: way / 10)
        expect(0.3, 0.9)
        finger.drag(right: way)
        expect(0.4, 1)
        finger.drag(left: 3 * way).lift()
        expect(0, 0.6)
    }

    @Test func `moving both thumbs keeps the width with any step`() {
        // Ten steps of 30 pixels: every other drag ends halfway between two values.
        range.frame.size.width = 338
        range.scale.step = 0.1
        #expect(abs(way - 300) < 1e-9)
        for (lower, upper) in [(0.1, 0.4), (0.2, 0.8), (0, 0.3), (0.3, 0.6), (0.1, 0.7)] {
            for direction in [-15.0, 15] {
                range.setValues(lower: lower, upper: upper)
                let finger = panel.touch(range, .both)
                for _ in 0..<20 {
                    finger.drag(right: direction)
                    #expect(abs(range.upperValue - range.lowerValue - (upper - lower)) < 1e-9)
                }
                finger.lift()
                #expect(direction < 0 ? range.lowerValue == 0 : range.upperValue == 1)
            }
        }
    }

    @Test func `a thumb stops at the minimum gap before the other`() {
        range.minimumGap = 0.1
        panel.touch(range, .lower).drag(right: way).lift()
        expect(0.7, 0.8)
        panel.touch(range, .upper).drag(left: way).lift()
        expect(0.7, 0.8)
        range.minimumGap = 0.2
        #expect(range.upperValue - range.lowerValue >= 0.2 - 1e-12)
    }

    @Test func `a gap wider than the range is clamped to the range`() {
        range.minimumGap = 5
        #expect(range.minimumGap == 1)
        expect(0, 1)
        panel.touch(range, .both).drag(right: 100).lift()
        expect(0, 1)
    }

    // MARK: Thumbs on one another

    @Test func `when the thumbs overlap, the one in the direction of the drag moves`() {
        range.setValues(lower: 0.5, upper: 0.5)
        panel.touch(range, .lower).drag(left: way / 10).lift()
        expect(0.4, 0.5)
        range.setValues(lower: 0.5, upper: 0.5)
        panel.touch(range, .lower).drag(right: way / 10).lift()
        expect(0.5, 0.6)
    }

    @Test func `at an end, the movable thumb moves even if the drag began the wrong direction`() {
        range.setValues(lower: 1, upper: 1)
        panel.touch(range, .upper).drag(right: 6).drag(left: 6 + way / 10).lift()
        expect(0.9, 1)
        range.setValues(lower: 0, upper: 0)
        panel.touch(range, .lower).drag(left: 6).drag(right: 6 + way / 10).lift()
        expect(0, 0.1)
    }

    @Test func `at an end, the rear thumb moves when the front one cannot`() {
        range.setValues(lower: 0, upper: 0.05)
        #expect(range.lowerThumbRect.intersects(range.upperThumbRect))
        panel.touch(range, .lower).drag(left: 40).lift()
        expect(0, 0)
    }

    @Test func `two fingers on overlapping thumbs each move one`() {
        range.setValues(lower: 0.5, upper: 0.5)
        let first = panel.touch(range, .lower)
        let second = panel.touch(range, .lower)
        first.drag(right: way / 10)
        expect(0.5, 0.6)
        second.drag(right: way / 20)
        expect(0.55, 0.6)
        first.lift()
        second.lift()
    }

    @Test func `the part that a finger moves is known until its end is reported`() {
        var parts: [RangeSlider.Part?] = []
        range.addAction(for: [.touchDown, .valueChanged, .touchUp, .touchCancel]) { _, touch in
            if let touch { parts.append(range.part(of: touch)) }
        }
        panel.touch(range, .upper).drag(left: 3).lift()
        #expect(parts == [.upper, .upper, .upper])
        parts = []
        panel.touch(range, .lower).drag(right: 3).cancel()
        #expect(parts == [.lower, .lower, .lower])
        parts = []
        range.setValues(lower: 0.5, upper: 0.5)
        panel.touch(range, .lower).drag(left: 3).lift()
        #expect(parts == [nil, .lower, .lower])
    }

    // MARK: Values

    @Test func `the position of a value is the centre of its thumb`() {
        #expect(range.positionForValue(0.2) == range.lowerThumbRect.midX)
        #expect(range.positionForValue(0.8) == range.upperThumbRect.midX)
        #expect(range.positionForValue(-7) == range.positionForValue(0))
        #expect(range.positionForValue(0) == range.bounds.width - range.positionForValue(1))
        #expect(range.positionForValue(0.5) == range.bounds.midX)
    }

    @Test func `if not continuous, each finger that moved a thumb sends one action on release`() {
        range.isContinuous = false
        let low = panel.touch(range, .lower).drag(right: 30)
        let high = panel.touch(range, .upper)
        #expect(listener.readChangeCount() == 0)
        high.lift()
        #expect(listener.readChangeCount() == 0, "this finger moved nothing")
        low.lift()
        #expect(listener.readChangeCount() == 1)
        panel.touch(range, .lower).drag(left: 30).cancel()
        #expect(listener.readChangeCount() == 1)
    }

    @Test func `disabling the control releases both thumbs`() {
        let low = panel.touch(range, .lower)
        let high = panel.touch(range, .upper)
        _ = listener.read()
        range.isEnabled = false
        #expect(
            listener.read() == ["touchCancel", "editingDidEnd", "touchCancel", "editingDidEnd"])
        low.drag(right: 20).lift()
        high.drag(left: 20).lift()
        expect(0.2, 0.8)
    }

    // MARK: Drawing

    @Test func `changing a colour or shape redraws only this control`() {
        let other = RangeSlider(frame: Rect(x: 20, y: 100, width: 340, height: 40))
        window.addSubview(other)
        _ = panel.nextFrame()
        range.trackHighlightTintColor = .red
        range.curvaceousness = 0
        #expect(window.needsFrame)
        let damage = panel.nextFrame()
        #expect(!damage.isEmpty)
        // The thumbs' shadows fall up to 8 pixels beyond the control.
        #expect(PixelRect(x: 12, y: 12, width: 356, height: 56).contains(damage.extents))
        #expect(panel.picture[190, 40] == 0xffff_0000)
        #expect(panel.missedPixels.isEmpty)
        range.trackHighlightTintColor = .red
        range.curvaceousness = 0
        #expect(!window.needsFrame)
        #expect(panel.nextFrame().isEmpty)
    }

    @Test func `setting a property to its current value draws nothing`() {
        range.lowerValue = range.lowerValue
        range.upperValue = .nan
        range.setValues(lower: 0.2, upper: 0.8)
        range.minimumGap = 0
        range.scale = range.scale
        range.theme = range.theme
        range.curvaceousness = 3
        range.trackTintColor = nil
        #expect(!window.needsFrame)
        #expect(panel.nextFrame().isEmpty)
    }

    @Test func `a held thumb is drawn as held, and the other one does not change`() {
        let finger = panel.touch(range, .lower)
        let held = panel.nextFrame()
        #expect(!held.isEmpty)
        #expect(held.extents.maxX < 150)
        finger.lift()
        let lifted = panel.nextFrame()
        #expect(!lifted.isEmpty && held.extents.contains(lifted.extents))
        #expect(panel.missedPixels.isEmpty)
    }

    @Test
    func `each change redraws only the frame and its shadow, and matches a full redraw`() {
        let frame = PixelRect(x: 12, y: 12, width: 356, height: 56)
        var red = Theme.dark
        (red.accent, red.mark, red.bodyTop) = (.red, .yellow, .purple)
        let changes: [() -> Void] = [
            { range.lowerValue = 0.4 }, { range.upperValue = 0.5 }, { range.minimumGap = 0.3 },
            { range.maximumValue = 3 }, { range.theme = red }, { range.thumbTintColor = .orange },
            { range.trackTintColor = .gray }, { range.curvaceousness = 0.5 },
            { range.isEnabled = false }, { range.isEnabled = true },
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

    @Test func `a resized range keeps its values and is redrawn`() {
        range.frame = Rect(x: 20, y: 20, width: 200, height: 60)
        #expect(!panel.nextFrame().isEmpty)
        #expect(panel.missedPixels.isEmpty)
        expect(0.2, 0.8)
    }
}
