import Drawing
import Fingers
import Testing

@testable import Controls

@Suite struct ControlTests {
    private let window = Window(size: Size(width: 400, height: 200))
    private let fader = Slider(frame: Rect(x: 20, y: 10, width: 60, height: 180), isVertical: true)
    private let panel: Glass
    private let listener: EventListener

    init() {
        window.backgroundColor = .black
        window.addSubview(fader)
        panel = Glass(window)
        listener = EventListener(to: fader)
    }

    // MARK: Events

    @Test func `a drag sends events from touch down to touch up`() {
        let finger = panel.touch(fader)
        #expect(listener.read() == ["touchDown", "editingDidBegin"])
        #expect(fader.isTracking && fader.isHighlighted)
        finger.drag(up: 3)
        #expect(listener.read() == ["valueChanged"])
        finger.lift()
        #expect(listener.read() == ["touchUpInside", "editingDidEnd"])
        #expect(!fader.isTracking && !fader.isHighlighted)
    }

    @Test func `a finger that leaves the control keeps it until it lifts outside`() {
        let finger = panel.touch(fader).drag(right: 200)
        #expect(listener.readChangeCount() == 0)
        finger.drag(up: 4)
        #expect(listener.read() == ["valueChanged"])
        finger.lift()
        #expect(listener.read() == ["touchUpOutside", "editingDidEnd"])
    }

    @Test func `a finger that leaves the control and returns sends exit and enter events`() {
        var told: [String] = []
        for (event, name) in [
            (Control.Event.touchDragInside, "inside"), (.touchDragOutside, "outside"),
            (.touchDragEnter, "enter"), (.touchDragExit, "exit"),
        ] { fader.addAction(for: event) { _, _ in told.append(name) } }
        let finger = panel.touch(fader, at: Point(x: 30, y: 90))
        #expect(fader.isTouchInside)
        finger.jump(to: Point(x: 60, y: 100)).jump(to: Point(x: 120, y: 100))
        #expect(!fader.isTouchInside && fader.isTracking)
        finger.jump(to: Point(x: 60, y: 100)).lift()
        #expect(told == ["inside", "exit", "outside", "enter", "inside"])
        #expect(!fader.isTouchInside)
    }

    @Test func `a cancelled finger keeps the value and sends an event`() {
        let finger = panel.touch(fader).drag(up: 40)
        let value = fader.value
        #expect(value > 0)
        _ = listener.read()
        finger.cancel()
        #expect(listener.read() == ["touchCancel", "editingDidEnd"])
        #expect(fader.value == value)
    }

    @Test func `a value that follows the finger immediately is sent after the touch-down event`() {
        fader.touchMode = .absolute
        panel.touch(fader, at: fader.bounds.center).lift()
        #expect(abs(fader.value - 0.5) < 1e-9)
        #expect(
            listener.read() == [
                "touchDown", "editingDidBegin", "valueChanged", "touchUpInside", "editingDidEnd",
            ])
    }

    @Test func `a finger within the touch slop sends no event`() {
        fader.touchSlop = 10
        let finger = panel.touch(fader).drag(up: 8)
        #expect(listener.read() == [])
        finger.drag(up: 4)
        #expect(listener.read() == ["touchDown", "editingDidBegin"])
        #expect(fader.value == 0)
        finger.drag(up: 4)
        #expect(listener.read() == ["valueChanged"])
        finger.lift()
        panel.touch(fader).lift()
        #expect(listener.read() == ["touchUpInside", "editingDidEnd"])
    }

    // MARK: Being disabled

    @Test func `disabling a held control cancels its touch for good`() {
        let finger = panel.touch(fader).drag(up: 40)
        let value = fader.value
        _ = listener.read()
        fader.isEnabled = false
        #expect(listener.read() == ["touchCancel", "editingDidEnd"])
        #expect(!fader.isHighlighted)
        fader.isEnabled = true
        finger.drag(up: 40).lift()
        #expect(listener.read() == [])
        #expect(fader.value == value)
    }

    @Test func `a disabled control ignores touches, and blocks views behind it`() {
        let behind = Slider(frame: fader.frame, isVertical: true)
        fader.removeFromSuperview()
        window.addSubview(behind)
        window.addSubview(fader)
        fader.isEnabled = false
        panel.touch(fader).drag(up: 40).lift()
        #expect(listener.read() == [])
        #expect(fader.value == 0 && behind.value == 0)
    }

    @Test func `a disabled control looks disabled, and keeps its own opacity`() {
        let enabled = Bitmap(width: 400, height: 200, format: .xrgb32)
        window.draw(Region(enabled.bounds), into: enabled)
        fader.isEnabled = false
        #expect(!panel.nextFrame().isEmpty)
        #expect(!panel.picture.looksLike(enabled))
        #expect(fader.alpha == 1)
        fader.isEnabled = true
        _ = panel.nextFrame()
        #expect(panel.picture.looksLike(enabled))
    }

    // MARK: Targets

    @Test func `all targets are called in the order in which they were added`() {
        var calls: [Int] = []
        for number in 1...3 {
            fader.addAction(for: .valueChanged) { _, _ in calls.append(number) }
        }
        fader.sendActions(for: .valueChanged)
        #expect(calls == [1, 2, 3])
    }

    @Test func `a removed action or target is not called again`() {
        let counter = CallCounter()
        let other = CallCounter()
        fader.addTarget(counter, action: CallCounter.changed, for: .valueChanged)
        let second = fader.addTarget(counter, action: CallCounter.changed, for: .valueChanged)
        fader.addTarget(other, action: CallCounter.changed, for: [.valueChanged, .touchDown])
        fader.sendActions(for: .valueChanged)
        #expect(counter.count == 2 && other.count == 1)
        fader.removeAction(second)
        fader.sendActions(for: .valueChanged)
        #expect(counter.count == 3 && other.count == 2)
        fader.removeTarget(counter)
        fader.sendActions(for: .valueChanged)
        #expect(counter.count == 3 && other.count == 3)
    }

    @Test func `a target can be removed for some of its events`() {
        let counter = CallCounter()
        fader.addTarget(counter, action: CallCounter.changed, for: [.valueChanged, .touchDown])
        #expect(fader.allTargets.count == 1 && fader.allTargets.first === counter)
        #expect(fader.allControlEvents.isSuperset(of: [.valueChanged, .touchDown]))
        fader.removeTarget(counter, for: .touchDown)
        fader.sendActions(for: .touchDown)
        #expect(counter.count == 0)
        fader.sendActions(for: .valueChanged)
        #expect(counter.count == 1)
        fader.removeTarget(counter)
        #expect(fader.allTargets.isEmpty)
    }

    @Test func `all targets can be removed at once, and closures stay`() {
        let (counter, other) = (CallCounter(), CallCounter())
        var closureCount = 0
        fader.addTarget(counter, action: CallCounter.changed, for: .valueChanged)
        fader.addTarget(other, action: CallCounter.changed, for: .valueChanged)
        fader.addAction(for: .valueChanged) { closureCount += 1 }
        fader.removeTarget(nil)
        fader.sendActions(for: .valueChanged)
        #expect(counter.count == 0 && other.count == 0 && closureCount == 1)
    }

    @Test func `an event of one's own calls its actions, and no finger sends it`() {
        let event = Control.Event(rawValue: 0x0100_0000)
        #expect(Control.Event.applicationReserved.isSuperset(of: event))
        #expect(Control.Event.allTouchEvents.isDisjoint(with: .applicationReserved))
        #expect(Control.Event.allEditingEvents.isDisjoint(with: .applicationReserved))
        let counter = CallCounter()
        fader.addTarget(counter, action: CallCounter.changed, for: event)
        panel.touch(fader).drag(up: 20).lift()
        #expect(counter.count == 0)
        fader.sendActions(for: event)
        #expect(counter.count == 1)
    }

    @Test func `an action gets only its events, and the touch`() {
        var slots: [Int?] = []
        fader.addAction(for: [.touchDown, .touchUpInside]) { _, touch in slots.append(touch?.slot) }
        let elsewhere = panel.touch(at: Point(x: 300, y: 100))
        panel.touch(fader).drag(up: 20).lift()
        elsewhere.lift()
        #expect(slots == [1, 1])
    }

    @Test func `a control does not keep its targets alive`() {
        weak var gone: CallCounter?
        do {
            let counter = CallCounter()
            gone = counter
            fader.addTarget(counter, action: CallCounter.changed, for: .valueChanged)
            fader.sendActions(for: .valueChanged)
            #expect(counter.count == 1)
        }
        #expect(gone == nil)
        fader.sendActions(for: .valueChanged)
    }

    @Test func `an action may remove itself`() {
        var count = 0
        var identifier: Control.ActionIdentifier?
        identifier = fader.addAction(for: .valueChanged) { sender, _ in
            count += 1
            if let identifier { sender.removeAction(identifier) }
        }
        fader.sendActions(for: .valueChanged)
        fader.sendActions(for: .valueChanged)
        #expect(count == 1)
    }

    @Test func `a control that was used and removed is freed`() {
        weak var knob: Knob?
        weak var slider: Slider?
        weak var range: RangeSlider?
        do {
            let frame = Rect(x: 100, y: 10, width: 80, height: 80)
            let controls = [Knob(frame: frame), Slider(frame: frame), RangeSlider(frame: frame)]
            (knob, slider, range) =
                (controls[0] as? Knob, controls[1] as? Slider, controls[2] as? RangeSlider)
            for control in controls {
                window.addSubview(control)
                control.addTarget(CallCounter(), action: CallCounter.changed, for: .valueChanged)
                let finger = panel.touch(at: Point(x: 120, y: 20)).drag(right: 30)
                _ = panel.nextFrame()
                control.removeFromSuperview()
                finger.lift()
            }
        }
        _ = panel.nextFrame()
        #expect(knob == nil && slider == nil && range == nil)
    }

    @Test func `removing a held control cancels its touch`() {
        let finger = panel.touch(fader).drag(up: 20)
        _ = listener.read()
        fader.removeFromSuperview()
        #expect(listener.read() == ["touchCancel", "editingDidEnd"])
        finger.drag(up: 20).lift()
        #expect(listener.read() == [])
    }
}
