import Drawing
import Fingers
import Testing

@testable import Controls

/// A finger that does not move changes no value, whatever becomes of the control under it.
@Suite struct RestingFingerTests {
    private let window = Window(size: Size(width: 600, height: 300))
    private let knob = Knob(frame: Rect(x: 0, y: 0, width: 120, height: 120))
    private let slider = Slider(frame: Rect(x: 0, y: 140, width: 200, height: 40))
    private let range = RangeSlider(frame: Rect(x: 0, y: 200, width: 200, height: 40))
    private let pad = XYPad(frame: Rect(x: 150, y: 0, width: 120, height: 120))
    private let panel: Glass

    init() {
        for control in [knob, slider, range, pad] { window.addSubview(control) }
        panel = Glass(window)
        knob.value = 0.5
        slider.value = 0.5
        pad.setValues(x: 0.5, y: 0.5)
    }

    private var values: [Double] {
        [
            knob.value, slider.value, range.lowerValue, range.upperValue, pad.xValue, pad.yValue,
        ]
    }

    /// Fingers on all four that have moved a little.
    private func touchAll() -> [Finger] {
        [
            panel.touch(knob).turn(.degrees(10)), panel.touch(slider).drag(right: 9),
            panel.touch(range, .lower).drag(right: 5), panel.touch(range, .upper).drag(left: 5),
            panel.touch(pad).drag(up: 7, right: 5),
        ]
    }

    private func rest(_ fingers: [Finger]) {
        for finger in fingers { finger.jump(to: finger.point) }
    }

    @Test func `a new scale keeps the values that it set under resting fingers`() {
        let fingers = touchAll()
        var scale = ValueScale(Taper(.power(exponent: 2), minimum: -1, maximum: 2))
        for step in [0, 0.25] {
            scale.step = step
            for control in [knob, slider, range] as [ScaledControl] { control.scale = scale }
            (pad.xScale, pad.yScale) = (scale, scale)
            let before = values
            rest(fingers)
            #expect(values == before, "in steps of \(step)")
        }
        range.minimumGap = 1.5
        let before = values
        rest(fingers)
        #expect(values == before)
    }

    @Test func `a wider scale keeps the value of a thumb that jumped to a resting finger`() {
        slider.touchMode = .absolute
        knob.mode = .absolute
        let fingers = touchAll()
        for control in [knob, slider, range] as [ScaledControl] { control.maximumValue = 2 }
        let before = values
        rest(fingers)
        #expect(values == before)
    }

    @Test func `a range held by both thumbs keeps its values when its scale changes`() {
        let finger = panel.touch(range, .both).drag(right: 10)
        range.maximumValue = 0.7
        let (lower, upper) = (range.lowerValue, range.upperValue)
        rest([finger])
        #expect((range.lowerValue, range.upperValue) == (lower, upper))
        finger.drag(left: 8)
        #expect(abs((range.upperValue - range.lowerValue) - (upper - lower)) < 1e-9)
    }

    @Test func `detents move to their place on the new scale`() {
        slider.detents = [0.6]
        slider.value = 0.6
        let finger = panel.touch(slider)
        slider.maximumValue = 2
        rest([finger])
        #expect(slider.value == 0.6)
        // Where the detent was.
        finger.drag(right: 0.3 * slider.travel.length)
        #expect(slider.value != 1.2 && abs(slider.value - 1.2) < 0.05)
    }

    // MARK: Another place

    @Test func `a size change cancels the touches`() {
        for (control, grow) in [
            (knob, { $0.frame.size.height = 140 }), (slider, { $0.frame.size.width = 400 }),
            (range, { $0.bounds.size.width = 400 }), (pad, { $0.frame.size.width = 240 }),
        ] as [(Control, (View) -> Void)] {
            let before = values
            let listener = EventListener(to: control)
            let finger = panel.touch(control)
            _ = listener.read()
            grow(control)
            #expect(listener.read() == ["touchCancel", "editingDidEnd"], "\(type(of: control))")
            #expect(!control.isTracking && !control.isHighlighted)
            finger.jump(to: finger.point).drag(right: 10)
            #expect(values == before, "\(type(of: control))")
            #expect(listener.read() == [])
            finger.lift()
        }
    }

    @Test func `resizing the parent cancels a subview's touch only if the subview's size changes`()
    {
        let holder = View(frame: Rect(x: 300, y: 0, width: 200, height: 200))
        window.addSubview(holder)
        holder.addSubview(slider)
        slider.frame = Rect(x: 0, y: 0, width: 200, height: 40)
        let finger = panel.touch(slider)
        holder.frame.size.height = 220
        #expect(slider.isTracking)
        slider.autoresizingMask = .flexibleWidth
        holder.frame.size.width = 220
        #expect(!slider.isTracking)
        finger.lift()
    }

    @Test func `moving or changing the travel keeps the values`() {
        let fingers = touchAll()
        let changes: [(String, () -> Void)] = [
            ("frame", { for view in window.subviews { view.frame.origin.x += 30 } }),
            ("bounds", { for view in window.subviews { view.bounds.origin.x += 30 } }),
            ("isRightToLeft", { (slider.isRightToLeft, range.isRightToLeft) = (true, true) }),
            ("ticks", { for control in [knob, slider, range] { control.ticks = [0, 1] } }),
            (
                "labels",
                { for control in [knob, slider, range] { control.showsTickLabels = true } }
            ),
            ("inlay", { slider.inlay = View(frame: .zero) }),
            ("inlayPlacement", { slider.inlayPlacement = .beside }),
            ("minimumValueImage", { slider.minimumValueImage = image(30) }),
            ("thumb", { slider.setThumbImage(image(40), for: .normal) }),
            ("travel", { knob.travel = 20 }), ("sensitivity", { slider.sensitivity = 3 }),
            ("angles", { knob.startAngle = .degrees(-90) }),
        ]
        for (name, change) in changes {
            let before = values
            change()
            rest(fingers)
            #expect(values == before, "\(name)")
        }
        // From where they are, they go on.
        let before = slider.value
        fingers[1].drag(left: slider.travel.length / 30)
        #expect(abs(slider.value - before - 0.1) < 1e-9)
    }

    @Test(arguments: [Knob.Drag.vertical, .rotary])
    func `a knob continues from its value after its layout changes`(
        _ drag: Knob.Drag
    ) {
        knob.drag = drag
        let finger = panel.touch(knob, at: .degrees(20)).drag(up: 6)
        let before = knob.value
        #expect(before != 0.5)
        for change in [
            { knob.travel = 20 }, { knob.frame.origin.y = 60 }, { knob.endAngle = .degrees(60) },
        ] {
            change()
            rest([finger])
            #expect(knob.value == before)
        }
    }

    @Test func `a finger past the end is still as far past it after the control moves`() {
        let finger = panel.touch(slider).drag(right: slider.travel.length)
        #expect(slider.value == 1)
        slider.frame.origin.x = 50
        finger.drag(left: slider.travel.length / 2)
        #expect(slider.value == 1)
        finger.drag(left: slider.travel.length / 4)
        #expect(abs(slider.value - 0.75) < 1e-9)
    }

    private func image(_ side: Double) -> Image {
        Image(size: Size(width: side, height: side)) {
            $0.fill(Rect(x: 0, y: 0, width: side, height: side), .red)
        }
    }

    // MARK: Looks of each state

    @Test func `a thumb that is larger while held does not change the value`() {
        slider.setThumbImage(image(20), for: .normal)
        slider.setThumbImage(image(30), for: .highlighted)
        slider.value = 0.9
        let way = slider.travel.length
        let finger = panel.touch(slider).drag(up: 12)
        #expect(slider.value == 0.9)
        #expect(slider.travel.length == way)
        finger.drag(left: way / 10)
        #expect(abs(slider.value - 0.8) < 1e-9)
        finger.lift()
        #expect(abs(slider.value - 0.8) < 1e-9)
        slider.value = 1
        let held = panel.touch(slider)
        #expect(slider.thumbRect.width == 30 && slider.thumbRect.maxX <= slider.bounds.maxX)
        held.lift()
    }
}
