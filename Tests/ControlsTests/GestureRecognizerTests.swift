import Drawing
import Fingers
import Testing

@testable import Controls

/// One finger after another, at the times that a test names, on a view of 200 by 200 pixels, at 4
/// pixels to the millimetre.
private final class TimedGlass {
    let window = Window(size: Size(width: 400, height: 400))
    let view = View(frame: Rect(x: 100, y: 100, width: 200, height: 200))
    private(set) var states: [GestureRecognizer.State] = []
    private var fingers = 0

    init(_ recognizer: GestureRecognizer) {
        window.pixelsPerMillimetre = 4
        window.addSubview(view)
        view.addGestureRecognizer(recognizer)
        recognizer.addAction { [unowned self] in states.append($0.state) }
    }

    func land(atX x: Double, y: Double, after milliseconds: Int) -> TimedFinger {
        fingers += 1
        let finger = TimedFinger(number: fingers, glass: self)
        finger.play(.began, x, y, milliseconds)
        return finger
    }

    func tap(atX x: Double, y: Double, after milliseconds: Int, lasting duration: Int = 60) {
        let finger = land(atX: x, y: y, after: milliseconds)
        finger.lift(after: milliseconds + duration)
    }

    func wait(until milliseconds: Int) {
        while let deadline = window.nextDeadline, deadline <= .milliseconds(milliseconds) {
            window.advance(to: deadline)
        }
    }

    final class TimedFinger {
        let number: Int
        private unowned let glass: TimedGlass
        private var place = Point.zero

        init(number: Int, glass: TimedGlass) {
            self.number = number
            self.glass = glass
        }

        func play(_ phase: Window.ContactPhase, _ x: Double, _ y: Double, _ milliseconds: Int) {
            place = Point(x: x, y: y)
            glass.window.handleTouch(
                phase, Window.Contact(device: 1, number: number, slot: 0), at: place,
                time: .milliseconds(milliseconds))
        }

        func move(toX x: Double, y: Double, after milliseconds: Int) {
            play(.moved, x, y, milliseconds)
        }

        func lift(after milliseconds: Int) { play(.ended, place.x, place.y, milliseconds) }

        func cancel(after milliseconds: Int) {
            play(.cancelled(.palm), place.x, place.y, milliseconds)
        }
    }
}

@Suite struct GestureRecognizerTests {
    // MARK: Taps

    private func doubleTap() -> TapGestureRecognizer {
        let recognizer = TapGestureRecognizer()
        recognizer.numberOfTapsRequired = 2
        return recognizer
    }

    @Test func `a short touch that does not move is a tap, recognised when it lifts`() {
        let glass = TimedGlass(TapGestureRecognizer())
        let finger = glass.land(atX: 200, y: 200, after: 0)
        finger.move(toX: 203, y: 203, after: 20)
        #expect(glass.states.isEmpty)
        finger.lift(after: 80)
        #expect(glass.states == [.ended])
    }

    @Test func `a touch that moves or lasts long is not a tap`() {
        let glass = TimedGlass(TapGestureRecognizer())
        let finger = glass.land(atX: 200, y: 200, after: 0)
        finger.move(toX: 210, y: 200, after: 20)
        finger.move(toX: 200, y: 200, after: 40)
        finger.lift(after: 60)
        glass.tap(atX: 200, y: 200, after: 1000, lasting: 300)
        #expect(glass.states.isEmpty)
    }

    @Test func `two quick taps in one place are a double tap, recognised at the second lift`() {
        let glass = TimedGlass(doubleTap())
        glass.tap(atX: 200, y: 200, after: 0)
        let second = glass.land(atX: 210, y: 205, after: 180)
        #expect(glass.states.isEmpty)
        second.lift(after: 240)
        #expect(glass.states == [.ended])
    }

    @Test func `a bouncing contact is not a double tap`() {
        let glass = TimedGlass(doubleTap())
        glass.tap(atX: 200, y: 200, after: 0)
        glass.tap(atX: 200, y: 200, after: 80)
        #expect(glass.states.isEmpty, "the pause was 20 ms")
    }

    @Test func `taps too far apart, in time or place, are not a double tap`() {
        let glass = TimedGlass(doubleTap())
        glass.tap(atX: 200, y: 200, after: 0)
        glass.tap(atX: 200, y: 200, after: 500)
        glass.tap(atX: 260, y: 200, after: 700)
        #expect(glass.states.isEmpty)
        glass.tap(atX: 262, y: 200, after: 900)
        #expect(glass.states == [.ended])
    }

    @Test func `a third tap starts a new count`() {
        let glass = TimedGlass(doubleTap())
        for start in [0, 150, 300] { glass.tap(atX: 200, y: 200, after: start) }
        #expect(glass.states.count == 1)
        glass.tap(atX: 200, y: 200, after: 450)
        #expect(glass.states.count == 2)
    }

    // MARK: Long press

    @Test func `a finger that does not move begins a long press after the minimum duration`() {
        let glass = TimedGlass(LongPressGestureRecognizer())
        let finger = glass.land(atX: 200, y: 200, after: 100)
        #expect(glass.window.nextDeadline == .milliseconds(600))
        glass.wait(until: 599)
        #expect(glass.states.isEmpty)
        glass.wait(until: 600)
        #expect(glass.states == [.began])
        #expect(glass.window.nextDeadline == nil, "nothing to wake up for")
        finger.move(toX: 220, y: 200, after: 700)
        finger.lift(after: 800)
        #expect(glass.states == [.began, .changed, .ended])
    }

    @Test func `a finger that moves or lifts early is not a long press`() {
        let glass = TimedGlass(LongPressGestureRecognizer())
        let finger = glass.land(atX: 200, y: 200, after: 0)
        finger.move(toX: 211, y: 200, after: 50)
        #expect(glass.window.nextDeadline == nil)
        finger.lift(after: 900)
        glass.land(atX: 200, y: 200, after: 1000).lift(after: 1100)
        glass.wait(until: 5000)
        #expect(glass.states.isEmpty)
    }

    // MARK: Pan and rotation

    @Test func `a pan begins after the slop and measures from there`() {
        let pan = PanGestureRecognizer()
        let glass = TimedGlass(pan)
        let finger = glass.land(atX: 200, y: 200, after: 0)
        finger.move(toX: 205, y: 200, after: 8)
        #expect(glass.states.isEmpty, "1.5 mm are 6 pixels")
        finger.move(toX: 207, y: 200, after: 16)
        #expect(pan.translation(in: glass.view) == .zero)
        finger.move(toX: 217, y: 190, after: 24)
        #expect(pan.translation(in: glass.view) == Point(x: 10, y: -10))
        finger.lift(after: 32)
        #expect(glass.states == [.began, .changed, .ended])
    }

    @Test func `a second finger changes nothing, and never takes over`() {
        let pan = PanGestureRecognizer()
        let glass = TimedGlass(pan)
        let first = glass.land(atX: 200, y: 200, after: 0)
        first.move(toX: 220, y: 200, after: 8)
        let second = glass.land(atX: 120, y: 120, after: 16)
        second.move(toX: 180, y: 180, after: 24)
        #expect(pan.translation(in: nil) == .zero)
        first.lift(after: 32)
        second.move(toX: 250, y: 250, after: 40)
        #expect(glass.states == [.began, .ended])
    }

    @Test func `a cancelled touch cancels a gesture that has begun and fails one that has not`() {
        let glass = TimedGlass(PanGestureRecognizer())
        glass.land(atX: 200, y: 200, after: 0).cancel(after: 10)
        #expect(glass.states.isEmpty)
        let finger = glass.land(atX: 200, y: 200, after: 100)
        finger.move(toX: 230, y: 200, after: 110)
        finger.cancel(after: 120)
        #expect(glass.states == [.began, .cancelled])
    }

    @Test func `disabling a recogniser cancels it, and it then ignores its finger`() {
        let pan = PanGestureRecognizer()
        let glass = TimedGlass(pan)
        let finger = glass.land(atX: 200, y: 200, after: 0)
        finger.move(toX: 230, y: 200, after: 8)
        pan.isEnabled = false
        pan.isEnabled = true
        finger.move(toX: 260, y: 200, after: 16)
        #expect(glass.states == [.began, .cancelled])
        #expect(pan.state == .possible)
    }

    @Test func `a rotation can exceed a full turn, and ignores moves across the centre`() {
        let rotation = RotationGestureRecognizer()
        let glass = TimedGlass(rotation)
        let finger = glass.land(atX: 280, y: 200, after: 0)
        for step in 1...45 {
            let angle = Angle.degrees(Double(step) * 10)
            finger.move(
                toX: 200 + 80 * angle.cosine, y: 200 + 80 * angle.sine, after: step * 8)
        }
        #expect(abs(rotation.rotation.degrees - 450) < 1e-6)
        finger.move(toX: 200, y: 203, after: 400)
        finger.move(toX: 200, y: 120, after: 408)
        #expect(abs(rotation.rotation.degrees - 450) < 1e-6, "through the middle is no turn")
    }

    @Test func `a pan reports its velocity, and its translation can be reset`() {
        let pan = PanGestureRecognizer()
        let glass = TimedGlass(pan)
        let finger = glass.land(atX: 200, y: 200, after: 0)
        for step in 1...20 {
            finger.move(toX: 200 + Double(step) * 10, y: 200, after: step * 10)
        }
        #expect(abs(pan.velocity(in: glass.view).x - 1000) < 1e-6)
        pan.setTranslation(Point(x: 5, y: 0), in: glass.view)
        finger.move(toX: 403, y: 200, after: 210)
        #expect(pan.translation(in: glass.view) == Point(x: 8, y: 0))
        finger.lift(after: 220)
    }

    // MARK: Swipe

    @Test(arguments: [
        (80.0, 10.0, SwipeGestureRecognizer.Direction.right), (-80, 10, .left), (5, 80, .down),
        (5, -80, .up),
    ])
    func `a quick drag in one direction is a swipe, reported once`(
        dx: Double, dy: Double, direction: SwipeGestureRecognizer.Direction
    ) {
        let swipe = SwipeGestureRecognizer()
        swipe.direction = direction
        let glass = TimedGlass(swipe)
        let finger = glass.land(atX: 200, y: 200, after: 0)
        for step in 1...10 {
            let share = Double(step) / 10
            finger.move(toX: 200 + dx * share, y: 200 + dy * share, after: step * 10)
        }
        #expect(glass.states == [.ended] && swipe.recognizedDirection == direction)
        finger.lift(after: 200)
        #expect(glass.states == [.ended] && swipe.state == .possible)
    }

    @Test(arguments: [(-80.0, 0.0, 100), (80, 70, 100), (80, 0, 2000), (30, 0, 100)])
    func `a drag in another direction, diagonal, slow or short is not a swipe`(
        dx: Double, dy: Double, milliseconds: Int
    ) {
        let glass = TimedGlass(SwipeGestureRecognizer())
        let finger = glass.land(atX: 200, y: 200, after: 0)
        for step in 1...10 {
            let share = Double(step) / 10
            finger.move(
                toX: 200 + dx * share, y: 200 + dy * share, after: step * milliseconds / 10)
        }
        finger.lift(after: 3000)
        #expect(glass.states.isEmpty)
    }

    // MARK: Targets

    @Test func `a target is called until it is removed or freed`() {
        let pan = PanGestureRecognizer()
        let glass = TimedGlass(pan)
        let counter = CallCounter()
        weak var gone: CallCounter?
        do {
            let other = CallCounter()
            gone = other
            pan.addTarget(other, action: CallCounter.recognized)
        }
        #expect(gone == nil)
        pan.addTarget(counter, action: CallCounter.recognized)
        let finger = glass.land(atX: 200, y: 200, after: 0)
        finger.move(toX: 230, y: 200, after: 10)
        #expect(counter.count == 1)
        pan.removeTarget(counter)
        finger.lift(after: 20)
        #expect(counter.count == 1 && glass.states == [.began, .ended])
    }

    // MARK: With the view

    @Test(arguments: [true, false])
    func `a recognised gesture can cancel the touch of its view`(takes: Bool) {
        let window = Window(size: Size(width: 400, height: 400))
        let watcher = TouchNotingView(frame: Rect(x: 0, y: 0, width: 400, height: 400))
        let pan = PanGestureRecognizer()
        pan.cancelsTouchesInView = takes
        watcher.addGestureRecognizer(pan)
        window.addSubview(watcher)
        let contact = Window.Contact(device: 1, number: 1, slot: 0)
        window.handleTouch(.began, contact, at: Point(x: 50, y: 50), time: .zero)
        window.handleTouch(
            .moved, contact, at: Point(x: 90, y: 50), time: .milliseconds(8))
        window.handleTouch(
            .ended, contact, at: Point(x: 90, y: 50), time: .milliseconds(16))
        #expect(watcher.phases == (takes ? [.began, .cancelled] : [.began, .moved, .ended]))
    }

    @Test func `a tap on a control with a tap recogniser does not move the control`() {
        let window = Window(size: Size(width: 400, height: 400))
        window.pixelsPerMillimetre = 4
        let slider = Slider(frame: Rect(x: 0, y: 0, width: 60, height: 400), isVertical: true)
        slider.value = 0.5
        window.addSubview(slider)
        var resets = 0
        let tap = TapGestureRecognizer()
        tap.numberOfTapsRequired = 2
        tap.addAction { _ in resets += 1 }
        slider.addGestureRecognizer(tap)
        for number in 1...2 {
            let contact = Window.Contact(device: 1, number: number, slot: 0)
            let start = number * 150
            window.handleTouch(
                .began, contact, at: Point(x: 30, y: 100), time: .milliseconds(start))
            window.handleTouch(
                .moved, contact, at: Point(x: 30, y: 105), time: .milliseconds(start + 20))
            #expect(slider.isTouched && !slider.isTracking)
            window.handleTouch(
                .ended, contact, at: Point(x: 30, y: 105), time: .milliseconds(start + 60))
        }
        #expect(resets == 1 && slider.value == 0.5)
    }
}
