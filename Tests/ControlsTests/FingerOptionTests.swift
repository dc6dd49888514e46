import Drawing
import Fingers
import Testing

@testable import Controls

/// What all controls with a scale can be told about fingers.
@Suite struct FingerOptionTests {
    private let window = Window(size: Size(width: 400, height: 300))
    private let knob = Knob(frame: Rect(x: 20, y: 20, width: 120, height: 120))
    private let fader = Slider(frame: Rect(x: 160, y: 10, width: 75, height: 280), isVertical: true)
    private let range = RangeSlider(frame: Rect(x: 20, y: 200, width: 130, height: 40))
    private let panel: Glass

    init() {
        window.backgroundColor = .black
        for control in [knob, fader, range] { window.addSubview(control) }
        panel = Glass(window)
    }

    private var way: Double { fader.travel.length }

    private func isNear(_ value: Double, _ other: Double) -> Bool { abs(value - other) < 1e-9 }

    private func doubleTap(_ control: Control) {
        panel.touch(control).lift()
        _ = panel.nextFrame(after: .milliseconds(60))
        panel.touch(control).lift()
        _ = panel.nextFrame(after: .seconds(1))
        _ = panel.nextFrame(after: .seconds(1))
    }

    // MARK: Default

    @Test func `a double tap resets to the default and sends one event`() {
        for control in [knob, fader] as [ValueControl] {
            let listener = EventListener(to: control)
            control.value = 0.9
            doubleTap(control)
            #expect(control.value == 0.9, "not unless that is wanted")
            control.doubleTap = .reset
            control.defaultValue = 0.25
            _ = listener.read()
            doubleTap(control)
            #expect(control.value == 0.25)
            #expect(listener.read() == ["valueChanged"])
            doubleTap(control)
            #expect(listener.read() == [], "it is there already")
            control.doubleTap = .none
            control.value = 0.9
            doubleTap(control)
            #expect(control.value == 0.9)
        }
    }

    @Test func `a double tap resets a range to its defaults, or to the whole scale`() {
        range.doubleTap = .reset
        doubleTap(range)
        #expect(range.lowerValue == 0 && range.upperValue == 1)
        range.defaultLowerValue = 0.4
        range.defaultUpperValue = 0.6
        doubleTap(range)
        #expect(range.lowerValue == 0.4 && range.upperValue == 0.6)
    }

    @Test func `taps do not change a disabled control`() {
        knob.doubleTap = .reset
        knob.value = 0.5
        knob.isEnabled = false
        doubleTap(knob)
        #expect(knob.value == 0.5)
    }

    // MARK: Spring

    @Test func `a spring control goes back when the finger lifts or is cancelled`() {
        for control in [knob, fader] as [ValueControl] {
            control.springs = true
            control.defaultValue = 0.5
            control.value = 0.5
            for isCancelled in [false, true] {
                var told: [Double] = []
                let action = control.addAction(for: .valueChanged) { _, _ in
                    told.append(control.value)
                }
                let finger = panel.touch(control, at: Point(x: 30, y: 50)).drag(up: 20)
                #expect(control.value != 0.5)
                if isCancelled { finger.cancel() } else { finger.lift() }
                #expect(control.value == 0.5)
                #expect(told.count > 2 && told.last == 0.5)
                control.removeAction(action)
            }
        }
    }

    @Test func `a non-continuous spring reports its value at the release, then its default`() {
        fader.springs = true
        fader.isContinuous = false
        var told: [Double] = []
        fader.addAction(for: .valueChanged) { _, _ in told.append(fader.value) }
        panel.touch(fader).drag(up: way / 2).lift()
        #expect(told.count == 2 && isNear(told[0], 0.5) && told[1] == 0)
    }

    // MARK: Cancelling

    @Test func `a cancelled touch restores the old values if revertsOnCancel is on`() {
        knob.value = 0.5
        fader.value = 0.5
        for control in [knob, fader, range] as [Control] { control.revertsOnCancel = true }
        panel.touch(knob).turn(.degrees(60)).cancel()
        panel.touch(fader).drag(up: 60).cancel()
        panel.touch(range, .lower).drag(right: 20).cancel()
        panel.touch(range, .both).drag(right: 10).cancel()
        #expect(knob.value == 0.5 && fader.value == 0.5)
        #expect(range.lowerValue == 0.2 && range.upperValue == 0.8)
        let low = panel.touch(range, .lower).drag(right: 10)
        let high = panel.touch(range, .upper).drag(left: 10)
        let moved = range.upperValue
        low.cancel()
        #expect(range.lowerValue == 0.2 && range.upperValue == moved, "each its own thumb")
        high.lift()
        #expect(range.upperValue == moved)
    }

    // MARK: Sensitivity and places to touch

    @Test func `a sensitive fader moves farther than the finger, except in absolute mode`() {
        fader.sensitivity = 2
        panel.touch(fader).drag(up: way / 4).lift()
        #expect(isNear(fader.value, 0.5))
        fader.touchMode = .absolute
        panel.touch(fader, at: fader.travel.point(at: 0.2)).drag(up: way / 10).lift()
        #expect(isNear(fader.value, 0.3))
    }

    @Test func `snap is the mode in which the thumb jumps to the finger`() {
        #expect(!fader.snap)
        fader.snap = true
        #expect(fader.touchMode == .absolute)
        panel.touch(fader, at: fader.travel.point(at: 0.75)).lift()
        #expect(isNear(fader.value, 0.75))
        fader.snap = false
        #expect(fader.touchMode == .relative)
    }

    @Test func `only a finger in the touch zone moves the fader`() {
        fader.frame.size.width = 120
        fader.value = 0.5
        func drag(from point: Point) -> Bool {
            fader.value = 0.5
            panel.touch(fader, at: point).drag(up: 30).lift()
            return fader.value != 0.5
        }
        let onTrack = fader.travel.point(at: 0.9)
        let beside = Point(x: 5, y: onTrack.y)
        for (zone, counts) in [
            (Slider.TouchZone.all, [true, true, true]), (.gauge, [true, true, false]),
            (.handle, [true, false, false]),
        ] {
            fader.touchZone = zone
            let found = [fader.thumbRect.center, onTrack, beside].map(drag)
            #expect(found == counts, "\(zone)")
        }
    }

    // MARK: Endless knobs

    @Test func `an endless knob continues past its ends`() {
        knob.wraps = true
        knob.startAngle = .degrees(-90)
        knob.endAngle = .degrees(270)
        knob.maximumValue = 360
        knob.value = 350
        panel.touch(knob).turn(.degrees(30)).lift()
        #expect(abs(knob.value - 20) < 1e-6)
        panel.touch(knob).turn(.degrees(-760)).lift()
        #expect(abs(knob.value - 340) < 1e-6)
    }

    @Test func `an endless knob in latched mode follows the angle of the finger for many turns`() {
        knob.wraps = true
        knob.mode = .latched
        knob.startAngle = .degrees(-90)
        knob.endAngle = .degrees(270)
        let finger = panel.touch(knob, at: .degrees(-90))
        for turn in 1...30 {
            finger.turn(.degrees(45))
            let expected = Double(turn % 8) / 8
            let distance = abs(knob.value - expected)
            #expect(min(distance, 1 - distance) < 1e-9)
        }
        finger.lift()
    }

    @Test func `acceleration turns an endless knob farther on a fast turn, up to its maximum`() {
        func turned(_ degrees: Double, acceleration: Double) -> Double {
            knob.value = 0.5
            knob.acceleration = acceleration
            let finger = panel.touch(knob)
            // One sample in 8 ms.
            for _ in 0..<Int(20 / degrees) { finger.turn(.degrees(degrees)) }
            finger.lift()
            return knob.value - 0.5
        }
        knob.turns = 10
        #expect(isNear(turned(5, acceleration: 4), turned(5, acceleration: 1)), "it has ends")
        knob.wraps = true
        let plain = turned(5, acceleration: 1)
        let slow = turned(0.05, acceleration: 4)
        let fast = turned(5, acceleration: 4)
        #expect(slow < plain * 1.02)
        #expect(fast > plain * 1.5 && fast <= plain * 4 + 1e-9)
        // Along a line there is no speed of a turn.
        knob.drag = .vertical
        func dragged(acceleration: Double) -> Double {
            knob.value = 0.5
            knob.acceleration = acceleration
            panel.touch(knob).drag(up: 20).lift()
            return knob.value
        }
        #expect(dragged(acceleration: 4) == dragged(acceleration: 1))
        knob.acceleration = 100
        #expect(knob.acceleration == 4)
    }

    @Test func `several turns for the range make a knob finer`() {
        knob.turns = 3
        panel.touch(knob).turn(.degrees(540)).lift()
        #expect(isNear(knob.value, 0.5))
    }

    // MARK: Rings

    @Test func `a ring lights the lamps that its style defines`() {
        let position = 0.75
        func lit(_ style: KnobRing.Style, origin: Double? = nil) -> ClosedRange<Int> {
            KnobRing(style, count: 9).lit(at: position, origin: origin)
        }
        #expect(lit(.dot) == 6...6)
        #expect(lit(.bar) == 0...6)
        #expect(lit(.bar, origin: 1) == 6...8)
        #expect(lit(.boostCut) == 4...6)
        #expect(lit(.spread) == 1...7)
        for count in 3...20 {
            for step in 0...20 {
                for style in KnobRing.Style.allCases {
                    let lit = KnobRing(style, count: count).lit(at: Double(step) / 20, origin: nil)
                    #expect(lit.lowerBound >= 0 && lit.upperBound < count)
                }
            }
        }
    }

    @Test func `a lamp that turns on is redrawn, and the others are not`() {
        knob.ring = KnobRing(.dot, count: 9)
        #expect(!panel.nextFrame().isEmpty)
        #expect(panel.missedPixels.isEmpty)
        knob.value = 0.5
        let damage = panel.nextFrame()
        #expect(!damage.isEmpty && damage.area < 120 * 120 / 3)
        #expect(panel.missedPixels.isEmpty)
        knob.ring = knob.ring
        #expect(panel.nextFrame().isEmpty)
        knob.ring = nil
        _ = panel.nextFrame()
        #expect(panel.missedPixels.isEmpty)
    }

    // MARK: Two thumbs

    @Test func `a pushed thumb moves along as far as there is room`() {
        range.frame.size.width = 338
        range.crossing = .push
        range.minimumGap = 0.1
        let way = range.positionForValue(1) - range.positionForValue(0)
        panel.touch(range, .lower).drag(right: way * 0.7).lift()
        #expect(isNear(range.lowerValue, 0.9) && isNear(range.upperValue, 1))
        panel.touch(range, .upper).drag(left: way * 0.5).lift()
        #expect(isNear(range.upperValue, 0.5) && isNear(range.lowerValue, 0.4))
        panel.touch(range, .upper).drag(left: way).lift()
        #expect(range.lowerValue == 0 && isNear(range.upperValue, 0.1))
    }

    @Test func `a thumb that another finger holds is not pushed`() {
        range.frame.size.width = 338
        range.crossing = .push
        let holding = panel.touch(range, .upper)
        panel.touch(range, .lower).drag(right: 400).lift()
        #expect(isNear(range.lowerValue, 0.8) && isNear(range.upperValue, 0.8))
        holding.lift()
    }

    @Test func `a detent holds each of the two thumbs`() {
        range.frame.size.width = 338
        range.detents = [0.5]
        let way = range.positionForValue(1) - range.positionForValue(0)
        panel.touch(range, .lower).drag(right: way * 0.31).lift()
        #expect(range.lowerValue == 0.5)
        panel.touch(range, .upper).drag(left: way * 0.25).lift()
        #expect(isNear(range.upperValue, 0.55))
    }

    @Test func `two fingers move both thumbs at once in right-to-left layout too`() {
        range.frame.size.width = 338
        range.isRightToLeft = true
        #expect(range.lowerThumbRect.midX > range.upperThumbRect.midX)
        let way = abs(range.positionForValue(1) - range.positionForValue(0))
        let low = panel.touch(range, .lower)
        let high = panel.touch(range, .upper)
        for _ in 0..<10 {
            low.drag(left: way / 100)
            high.drag(right: way / 100)
        }
        #expect(isNear(range.lowerValue, 0.3) && isNear(range.upperValue, 0.7))
        low.lift()
        high.lift()
        range.setValues(lower: 0.5, upper: 0.5)
        panel.touch(range, .lower).drag(right: way / 10).lift()
        #expect(isNear(range.lowerValue, 0.4), "the one ahead, which is the lower one here")
    }

    // MARK: Drawing

    @Test func `every visible option is redrawn when it changes, and only then`() {
        let inlay = View(frame: .zero)
        inlay.backgroundColor = .green
        let changes: [(String, () -> Void)] = [
            ("knob.ring", { knob.ring = KnobRing(.bar) }),
            ("knob.ticks", { knob.ticks = [0, 1] }),
            ("fader.ticks", { fader.ticks = [0, 0.5, 1] }),
            ("fader.inlay", { fader.inlay = inlay }),
            ("fader.inlayPlacement", { fader.inlayPlacement = .beside }),
            ("fader.origin", { fader.origin = 0.5 }), ("range.ticks", { range.ticks = [0, 1] }),
            ("range.isRightToLeft", { range.isRightToLeft = true }),
            ("range.curvaceousness", { range.curvaceousness = 0.5 }),
        ]
        fader.value = 0.3
        range.lowerValue = 0.1
        _ = panel.nextFrame()
        for (name, change) in changes {
            change()
            #expect(!panel.nextFrame().isEmpty, "\(name)")
            #expect(panel.missedPixels.isEmpty, "\(name)")
            change()
            #expect(panel.nextFrame().isEmpty, "\(name) again")
        }
    }
}
