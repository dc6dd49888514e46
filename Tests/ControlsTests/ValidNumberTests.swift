import Drawing
import Fingers
import Testing

@testable import Controls

/// Numbers that make no sense are refused where they are set.
@Suite struct ValidNumberTests {
    private static let wrong: [Double] = [.nan, .infinity, -.infinity, -1]

    private let window = Window(size: Size(width: 300, height: 200))
    private let panel: Glass

    init() { panel = Glass(window) }

    @Test func `an invalid slop does not keep a finger from a control`() {
        let slider = Slider(frame: Rect(x: 0, y: 0, width: 200, height: 40))
        window.addSubview(slider)
        for number in Self.wrong {
            slider.touchSlop = number
            (window.tapSlop, window.pixelsPerMillimetre) = (number, number)
            #expect(slider.touchSlop == 0 && window.tapSlop == 1.5)
            #expect(window.pixelsPerMillimetre == Window.defaultPixelsPerMillimetre)
            slider.value = 0.5
            panel.touch(slider).drag(right: 20).lift()
            #expect(slider.value > 0.5)
        }
        window.pixelsPerMillimetre = 0
        #expect(window.pixelsPerMillimetre > 0)
        (slider.touchSlop, window.tapSlop) = (3, 0)
        #expect(slider.touchSlop == 3 && window.tapSlop == 0)
    }

    @Test func `invalid settings do not break the tracking of a turning finger`() {
        for number in Self.wrong + [0] {
            var rotation = RotaryDrag()
            rotation.turns = number
            #expect(rotation.turns == nil)
            if !(number.isFinite) {
                rotation.gain = number
                #expect(rotation.gain == 1)
            }
            rotation.maximumStep = .radians(.nan)
            (rotation.deadRadius, rotation.exitRadius) = (.nan, .nan)
            rotation.begin(at: Point(x: 10, y: 0), center: .zero, position: .nan)
            rotation.reanchor(at: .nan)
            rotation.reanchor(at: 0.5)
            rotation.move(to: Point(x: 10, y: 1))
            #expect(rotation.position > 0.5 && rotation.position < 0.6, "\(number)")
        }
    }

    @Test func `gestures keep distances and times that fingers can reach`() {
        let pan = PanGestureRecognizer()
        let press = LongPressGestureRecognizer()
        let rotation = RotationGestureRecognizer()
        let swipe = SwipeGestureRecognizer()
        let tap = TapGestureRecognizer()
        for number in Self.wrong {
            pan.slop = number
            press.allowableMovement = number
            rotation.deadRadius = number
            (swipe.minimumDistance, swipe.maximumSlope) = (number, number)
            (tap.maximumMovement, tap.maximumDistance) = (number, number)
        }
        #expect(pan.slop == 1.5 && press.allowableMovement == 2.5 && rotation.deadRadius == 3)
        #expect(swipe.minimumDistance == 10 && swipe.maximumSlope == 0.6)
        #expect(tap.maximumMovement == 1.5 && tap.maximumDistance == 8)
        press.minimumPressDuration = .seconds(-1)
        swipe.maximumDuration = .seconds(-1)
        tap.maximumDuration = .seconds(-1)
        #expect(press.minimumPressDuration == .zero)
        #expect(swipe.maximumDuration == .zero && tap.maximumDuration == .zero)
        tap.numberOfTapsRequired = 0
        tap.maximumNumberOfTouches = -1
        #expect(tap.numberOfTapsRequired == 1 && tap.maximumNumberOfTouches == 1)
    }

    @Test func `a meter drops ticks that are not numbers, and does not redraw the same ticks`() {
        let meter = Meter(frame: Rect(x: 0, y: 0, width: 40, height: 200))
        window.addSubview(meter)
        meter.ticks = [0, .nan, -10]
        #expect(meter.ticks == [0, -10])
        _ = panel.nextFrame()
        meter.ticks = [0, .nan, -10]
        #expect(panel.nextFrame().isEmpty)
    }

    @Test func `an animated change without a duration appears immediately`() {
        let knob = Knob(frame: Rect(x: 0, y: 0, width: 80, height: 80))
        let slider = Slider(frame: Rect(x: 80, y: 0, width: 200, height: 40))
        for control in [knob, slider] as [ValueControl] {
            window.addSubview(control)
            control.animationDuration = .seconds(-1)
            #expect(control.animationDuration == .zero)
            _ = panel.nextFrame()
            control.setValue(1, animated: true)
            #expect(control.shownPosition == 1)
            _ = panel.nextFrame()
            #expect(!window.needsFrame)
        }
    }

    @Test func `a theme rejects widths and radii that cannot be drawn`() {
        var theme = Theme.dark
        for number in Self.wrong {
            theme.lineWidth = number
            theme.thickLineWidth = number
            theme.surfaceLineWidth = number
            theme.surfaceRadius = number
            theme.cornerRadius = number
            theme.smallRadius = number
        }
        #expect(theme == .dark)
    }

    @Test func `fine control is never coarser than the finger, on any control`() {
        let slider = Slider(frame: .zero)
        let pad = XYPad(frame: .zero)
        for number in Self.wrong + [0, 2] {
            (slider.fineRatio, pad.fineRatio) = (number, number)
            #expect(slider.fineRatio == 0.1 && pad.fineRatio == 0.1, "\(number)")
        }
        (slider.fineRatio, pad.fineRatio) = (1, 1)
        #expect(slider.fineRatio == 1 && pad.fineRatio == 1)
    }
}
