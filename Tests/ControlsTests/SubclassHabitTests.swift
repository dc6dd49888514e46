import Drawing
import Fingers
import Layers
import Testing

@testable import Controls

/// What a programmer expects who subclasses controls and writes actions, as on iOS.
struct SubclassHabitTests {
    private let window = Window(size: Size(width: 400, height: 200))
    private let glass: Glass

    init() {
        window.backgroundColor = .black
        glass = Glass(window)
    }

    // MARK: Values

    @Test func `an action that rounds the value does not stop a slow finger`() {
        let slider = Slider(frame: Rect(x: 20, y: 50, width: 300, height: 60))
        slider.maximumValue = 10
        slider.addAction(for: .valueChanged) { [unowned slider] _, _ in
            slider.value = slider.value.rounded()
        }
        window.addSubview(slider)
        let finger = glass.touch(slider)
        for _ in 1...150 { finger.drag(right: 1) }
        #expect((4...7).contains(slider.value) && slider.value == slider.value.rounded())
    }

    @Test func `an action that rounds an end of a range does not stop a slow finger`() {
        let range = RangeSlider(frame: Rect(x: 20, y: 50, width: 300, height: 60))
        range.maximumValue = 10
        range.setValues(lower: 0, upper: 10)
        range.addAction(for: .valueChanged) { [unowned range] _, _ in
            range.lowerValue = range.lowerValue.rounded()
        }
        window.addSubview(range)
        let finger = glass.touch(range, .lower)
        for _ in 1...150 { finger.drag(right: 1) }
        #expect((4...7).contains(range.lowerValue))
    }

    // MARK: Tracking

    /// Sends its action at once, and does not hold the finger.
    private final class Pad: Control {
        var leaves = false
        var moves = 0

        override func beginTracking(_ touch: Touch) -> Bool {
            sendActions(for: .valueChanged, touch: touch)
            if leaves { removeFromSuperview() }
            return false
        }
    }

    /// Tracks a finger for two moves.
    private final class ShortPad: Control {
        private var moves = 0

        override func continueTracking(_ touch: Touch) -> Bool {
            moves += 1
            return moves < 2
        }
    }

    @Test func `a control that rejects its finger still sends what it did`() {
        let pad = Pad(frame: Rect(x: 0, y: 0, width: 100, height: 100))
        let listener = EventListener(to: pad)
        window.addSubview(pad)
        glass.touch(pad).lift()
        #expect(listener.read() == ["valueChanged"])
    }

    @Test func `a control that leaves while its finger lands keeps no finger`() {
        let pad = Pad(frame: Rect(x: 0, y: 0, width: 100, height: 100))
        pad.leaves = true
        window.addSubview(pad)
        glass.touch(pad).lift()
        #expect(!pad.hasSecondFinger && !pad.isTouched)
    }

    @Test func `a control that ends its tracking sends no lift`() {
        let pad = ShortPad(frame: Rect(x: 0, y: 0, width: 200, height: 100))
        let listener = EventListener(to: pad)
        window.addSubview(pad)
        let finger = glass.touch(pad).drag(right: 5).drag(right: 5)
        #expect(listener.read() == ["touchDown", "editingDidBegin", "editingDidEnd"])
        finger.lift()
        #expect(listener.read() == [])
    }

    @Test func `a program may send a button's lift`() {
        let button = Button(frame: Rect(x: 0, y: 0, width: 100, height: 60))
        let listener = EventListener(to: button)
        button.sendActions(for: .touchUpInside)
        #expect(listener.read() == ["touchUpInside"])
    }

    @Test func `a control that moves in the action of its cancelled touch stays where it went`() {
        let (left, right) = (View(frame: window.bounds), View(frame: window.bounds))
        window.addSubview(left)
        window.addSubview(right)
        right.isUserInteractionEnabled = false
        let slider = Slider(frame: Rect(x: 20, y: 50, width: 300, height: 60))
        left.addSubview(slider)
        slider.addAction(for: .touchCancel) { [unowned slider, unowned right] _, _ in
            right.addSubview(slider)
        }
        right.isHidden = true
        let finger = glass.touch(slider)
        slider.removeFromSuperview()
        finger.lift()
        #expect(slider.superview === right && slider.window === window)
        #expect(slider.layer.superlayer === right.layer && left.subviews.isEmpty)
        slider.removeFromSuperview()
        #expect(slider.superview == nil && right.subviews.isEmpty)
    }

    @Test func `a display does nothing for assistive software`() {
        let slider = Slider(frame: Rect(x: 20, y: 50, width: 300, height: 60))
        let toggle = Switch(frame: Rect(x: 20, y: 50, width: 60, height: 60))
        for control in [slider, toggle] as [Control] { control.isDisplay = true }
        slider.accessibilityIncrement()
        #expect(slider.value == 0 && !toggle.accessibilityActivate() && !toggle.isOn)
    }

    // MARK: Views

    /// Places its subviews in a row.
    private final class Row: View {
        override func layoutSubviews() {
            for (index, view) in subviews.enumerated() {
                view.frame = Rect(x: 50 * Double(index), y: 0, width: 40, height: 40)
            }
        }
    }

    @Test func `a view is laid out after a subview came or went`() {
        let row = Row(frame: window.bounds)
        window.addSubview(row)
        _ = glass.nextFrame()
        let views = (0..<3).map { _ in View(frame: .zero) }
        for view in views { row.addSubview(view) }
        _ = glass.nextFrame()
        #expect(views.map(\.frame.minX) == [0, 50, 100])
        views[0].removeFromSuperview()
        _ = glass.nextFrame()
        #expect(views.dropFirst().map(\.frame.minX) == [0, 50])
    }

    /// Notes when its deadline has passed.
    private final class Alarm: View {
        var rings = 0
        override func deadlinePassed(at time: Duration) { rings += 1 }
    }

    @Test func `a deadline that was set outside a window counts inside it`() {
        let alarm = Alarm(frame: Rect(x: 0, y: 0, width: 10, height: 10))
        alarm.deadline = glass.now + .seconds(1)
        window.addSubview(alarm)
        glass.wait(.seconds(2))
        #expect(alarm.rings == 1)
        alarm.deadline = glass.now + .seconds(1)
        alarm.removeFromSuperview()
        glass.wait(.seconds(2))
        #expect(alarm.rings == 1)
        window.addSubview(alarm)
        glass.wait(.milliseconds(10))
        #expect(alarm.rings == 2)
    }

    @Test func `an animation of a view that leaves, or is in no window, comes to its end`() {
        var ends: [Bool] = []
        let view = View(frame: Rect(x: 0, y: 0, width: 10, height: 10))
        view.animate(withDuration: .seconds(1)) {
            view.alpha = 0.5
        } completion: {
            ends.append($0)
        }
        #expect(ends == [true] && view.alpha == 0.5)
        window.addSubview(view)
        view.animate(withDuration: .seconds(1)) {
            view.alpha = 0
        } completion: {
            ends.append($0)
        }
        _ = glass.nextFrame()
        view.removeFromSuperview()
        #expect(ends == [true, false])
    }

    @Test func `a frame that is no number is ignored as a whole`() {
        let view = View(frame: Rect(x: 10, y: 20, width: 30, height: 40))
        view.frame = Rect(x: .nan, y: 0, width: 100, height: 100)
        #expect(view.frame == Rect(x: 10, y: 20, width: 30, height: 40))
    }

    @Test func `the popover of a control goes with it`() {
        let well = ColorWell(frame: Rect(x: 20, y: 20, width: 60, height: 60))
        window.addSubview(well)
        well.presentPicker()
        well.removeFromSuperview()
        glass.wait(.seconds(1))
        #expect(!window.subviews.contains { $0 is Popover })
    }

    @Test(arguments: [0.8, 1.1, 2])
    func `text in a view that is scaled leaves no digits behind`(scale: Double) throws {
        let label = Label(
            frame: Rect(x: 100, y: 60, width: 120, height: 40), font: try PanelFont.font(size: 20))
        label.transform = .scale(x: scale, y: scale)
        window.addSubview(label)
        for number in 0..<20 {
            label.text = "\(number * 7919 % 1000)"
            _ = glass.nextFrame()
            #expect(glass.missedPixels.isEmpty)
        }
    }

    // MARK: Gestures

    @Test func `a finger that rested before it lifts is not fast`() {
        let view = View(frame: window.bounds)
        window.addSubview(view)
        let pan = PanGestureRecognizer()
        var speed: Double?
        pan.addAction { pan in
            if pan.state == .ended { speed = pan.velocity(in: nil).x }
        }
        view.addGestureRecognizer(pan)
        let finger = glass.touch(at: Point(x: 20, y: 100)).drag(right: 100)
        glass.wait(.seconds(2))
        finger.lift()
        #expect(speed == 0)
    }
}
