import Drawing
import Fingers
import Testing

@testable import Controls

/// The forms that an action can have: without anything, with the sender, and with the finger too.
@Suite struct ActionFormTests {
    private let window = Window(size: Size(width: 200, height: 100))
    private let slider = Slider(frame: Rect(x: 0, y: 0, width: 200, height: 40))
    private let panel: Glass

    init() {
        window.addSubview(slider)
        panel = Glass(window)
    }

    private final class Target {
        var notes: [String] = []

        func bare() { notes.append("bare") }
        func sender(_ sender: Control) { notes.append("sender \(sender is Slider)") }
        func both(_ sender: Control, _ touch: Touch?) {
            notes.append("both \(sender is Slider) \(touch != nil)")
        }
        func slider(_ slider: Slider) { notes.append("slider \(slider.value)") }
        func sliderAndTouch(_ slider: Slider, _ touch: Touch?) {
            notes.append("slider \(slider.value) \(touch != nil)")
        }
        func tap(_ tap: TapGestureRecognizer) { notes.append("tap \(tap.numberOfTapsRequired)") }
        func gesture() { notes.append("gesture") }
        func recognizer(_ sender: GestureRecognizer) {
            notes.append("recogniser \(sender.state)")
        }
    }

    @Test func `targets are called in each of the three forms`() {
        let target = Target()
        slider.addTarget(target, action: Target.bare, for: .touchDown)
        slider.addTarget(target, action: Target.sender, for: .touchDown)
        slider.addTarget(target, action: Target.both, for: .touchDown)
        panel.touch(slider).lift()
        #expect(target.notes == ["bare", "sender true", "both true true"])
        #expect(slider.allTargets.count == 1)
        slider.removeTarget(target)
        panel.touch(slider).lift()
        #expect(target.notes.count == 3)
    }

    @Test func `closures are called in each of the three forms`() {
        var notes: [String] = []
        slider.addAction(for: .touchDown) { notes.append("bare") }
        slider.addAction(for: .touchDown) { sender in notes.append("\(sender.value)") }
        let last = slider.addAction(for: .touchDown) { sender, touch in
            notes.append("\(sender.value) \(touch != nil)")
        }
        slider.sendActions(for: .touchDown)
        #expect(notes == ["bare", "0.0", "0.0 false"])
        slider.removeAction(last)
        slider.sendActions(for: .touchDown)
        #expect(notes.count == 5)
    }

    @Test func `an action may name the type of its own control`() {
        let target = Target()
        slider.value = 0.5
        slider.addTarget(target, action: Target.slider, for: .touchDown)
        slider.addTarget(target, action: Target.sliderAndTouch, for: .touchDown)
        slider.addAction(for: .touchDown) { target.notes.append("closure \($0.maximumValue)") }
        slider.addAction(for: .touchDown) { (slider: Slider, touch) in
            target.notes.append("closure \(slider.value) \(touch != nil)")
        }
        panel.touch(slider).lift()
        #expect(
            target.notes == ["slider 0.5", "slider 0.5 true", "closure 1.0", "closure 0.5 true"])
        let tap = TapGestureRecognizer()
        slider.addGestureRecognizer(tap)
        tap.addTarget(target, action: Target.tap)
        tap.addAction { target.notes.append("closure \($0.numberOfTapsRequired)") }
        panel.touch(slider).lift()
        #expect(target.notes.suffix(2) == ["tap 1", "closure 1"])
    }

    @Test func `a target that was freed is not called`() {
        var target: Target? = Target()
        if let target { slider.addTarget(target, action: Target.bare, for: .touchDown) }
        target = nil
        panel.touch(slider).lift()
        #expect(slider.allTargets.isEmpty && slider.allControlEvents.isEmpty)
    }

    @Test func `gesture actions are called with or without the recogniser`() {
        let target = Target()
        let tap = TapGestureRecognizer()
        slider.addGestureRecognizer(tap)
        tap.addTarget(target, action: Target.gesture)
        tap.addTarget(target, action: Target.recognizer)
        panel.touch(slider).lift()
        #expect(target.notes == ["gesture", "recogniser ended"])
        tap.removeTarget(target)
        panel.touch(slider).lift()
        #expect(target.notes.count == 2)
    }

    @Test func `an action can add and remove others while it is called`() {
        var count = 0
        var mine: Control.ActionIdentifier?
        mine = slider.addAction(for: .touchDown) { [slider] in
            count += 1
            if let mine { slider.removeAction(mine) }
            slider.addAction(for: .touchDown) { count += 10 }
        }
        slider.sendActions(for: .touchDown)
        #expect(count == 1)
        slider.sendActions(for: .touchDown)
        #expect(count == 11)
    }
}
