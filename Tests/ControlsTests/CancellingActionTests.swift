import Drawing
import Fingers
import Testing

@testable import Controls

/// Actions that take the touch away from the control that sends them.
struct CancellingActionTests {
    private let slider = Slider(frame: Rect(x: 50, y: 100, width: 300, height: 60))
    private let button = Button(frame: Rect(x: 50, y: 20, width: 100, height: 60))
    private let glass: Glass

    init() {
        let window = Window(size: Size(width: 400, height: 300))
        window.addSubview(slider)
        window.addSubview(button)
        glass = Glass(window)
        slider.touchMode = .absolute
    }

    private final class Heard {
        var events: [Control.Event] = []
    }

    private func listen(to control: Control) -> Heard {
        let heard = Heard()
        for event: Control.Event in [
            .touchDown, .touchUpInside, .touchCancel, .valueChanged, .editingDidBegin,
            .editingDidEnd,
        ] {
            control.addAction(for: event) { heard.events.append(event) }
        }
        return heard
    }

    private static let ways: [(String, @Sendable (Control) -> Void)] = [
        ("disabled", { $0.isEnabled = false }), ("hidden", { $0.isHidden = true }),
        ("removed", { $0.removeFromSuperview() }), ("resized", { $0.frame.size.width = 80 }),
    ]

    @Test(arguments: ways.indices)
    func `a control that its touchDown takes away reports its value and one end`(_ way: Int) {
        let heard = listen(to: slider)
        slider.addAction(for: .touchDown) { Self.ways[way].1(slider) }
        glass.touch(slider, at: Point(x: 200, y: 30)).drag(right: 20).lift()
        #expect(heard.events == [.touchDown, .valueChanged, .touchCancel])
        #expect(!slider.isTracking && !slider.isHighlighted)
    }

    @Test(arguments: ways.indices)
    func `editing that has begun ends once, if an action takes the control away`(_ way: Int) {
        let heard = listen(to: slider)
        slider.addAction(for: .editingDidBegin) { Self.ways[way].1(slider) }
        glass.touch(slider, at: Point(x: 200, y: 30)).drag(right: 20).lift()
        #expect(
            heard.events == [
                .touchDown, .editingDidBegin, .valueChanged, .touchCancel, .editingDidEnd,
            ])
    }

    @Test func `a momentary button that its touchDown disables is off at the end, as it says`() {
        var states: [Bool] = []
        button.addAction(for: .valueChanged) { states.append(button.isOn) }
        button.addAction(for: .touchDown) { button.isEnabled = false }
        glass.touch(button).lift()
        #expect(!button.isOn && states.last == false)
    }

    @Test func `a control that is removed while it is cancelled knows no second finger later`() {
        slider.touchMode = .relative
        slider.fineControl = .secondFinger
        slider.addAction(for: .touchCancel) { slider.removeFromSuperview() }
        let finger = glass.touch(slider).drag(right: 10)
        slider.isEnabled = false
        finger.lift()
        #expect(!slider.hasSecondFinger)
        slider.isEnabled = true
        glass.window.addSubview(slider)
        let before = slider.value
        glass.touch(slider).drag(right: 100).lift()
        #expect(slider.value - before > 0.2)
    }

    private final class LandingRecognizer: GestureRecognizer {
        override func touchesBegan(_ touches: [Touch]) { transition(to: .began) }
        override func touchesMoved(_ touches: [Touch]) { transition(to: .changed) }
        override func touchesEnded(_ touches: [Touch]) { transition(to: .ended) }
    }

    @Test func `a recogniser that hides the control as the finger lands leaves it usable`() {
        let recognizer = LandingRecognizer()
        recognizer.cancelsTouchesInView = false
        var isFirst = true
        recognizer.addAction { (_: GestureRecognizer) in
            if isFirst { slider.isHidden = true }
            isFirst = false
        }
        glass.window.addGestureRecognizer(recognizer)
        let heard = listen(to: slider)
        glass.touch(slider).lift()
        #expect(heard.events.isEmpty && !slider.isTracking)
        slider.isHidden = false
        slider.touchMode = .relative
        let before = slider.value
        glass.touch(slider).drag(right: 100).lift()
        #expect(slider.value > before)
    }

    private final class NotingView: View {
        var phases: [String] = []
        var onCancel: () -> Void = {}
        override func touchesBegan(_ touches: [Touch]) { phases.append("began") }
        override func touchesMoved(_ touches: [Touch]) { phases.append("moved") }
        override func touchesEnded(_ touches: [Touch]) { phases.append("ended") }
        override func touchesCancelled(_ touches: [Touch]) {
            phases.append("cancelled")
            onCancel()
        }
    }

    private func notingView() -> NotingView {
        let view = NotingView(frame: glass.window.bounds)
        view.isMultipleTouchEnabled = true
        glass.window.addSubview(view)
        return view
    }

    @Test func `a view gets no move after its cancellation by the action of a pan`() {
        let view = notingView()
        let pan = PanGestureRecognizer()
        pan.cancelsTouchesInView = false
        pan.addAction { if $0.state == .began { view.isHidden = true } }
        view.addGestureRecognizer(pan)
        glass.touch(at: Point(x: 100, y: 100)).drag(right: 60).lift()
        #expect(view.phases.last == "cancelled")
        #expect(view.phases.count { $0 == "cancelled" } == 1)
    }

    @Test func `each finger is cancelled once, also if a cancellation cancels the others`() {
        let view = notingView()
        view.onCancel = { glass.window.cancelTouches(reason: .lock) }
        _ = glass.touch(at: Point(x: 100, y: 100))
        _ = glass.touch(at: Point(x: 200, y: 100))
        glass.window.cancelTouches(reason: .lock)
        #expect(view.phases == ["began", "began", "cancelled", "cancelled"])
    }

    @Test func `a palm begins no pan that waits for a swipe`() {
        let view = notingView()
        let (pan, swipe) = (PanGestureRecognizer(), SwipeGestureRecognizer())
        pan.require(toFail: swipe)
        var states: [GestureRecognizer.State] = []
        pan.addAction { states.append($0.state) }
        view.addGestureRecognizer(swipe)
        view.addGestureRecognizer(pan)
        glass.touch(at: Point(x: 100, y: 100)).drag(down: 12).cancel(.palm)
        #expect(states.isEmpty)
    }

    @Test func `one button of a group is on, also if an action switches another one on`() {
        let buttons = [0.0, 110, 220].map {
            Button(frame: Rect(x: $0, y: 0, width: 100, height: 60))
        }
        let group = RadioGroup()
        for button in buttons {
            glass.window.addSubview(button)
            group.add(button)
        }
        buttons[2].isOn = true
        buttons[2].addAction(for: .valueChanged) {
            if !buttons[2].isOn { buttons[0].isOn = true }
        }
        glass.touch(buttons[1]).lift()
        #expect(buttons.map(\.isOn) == [false, true, false])
    }
}
