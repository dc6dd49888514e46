import Drawing
import Testing

@testable import Controls

/// Gestures of which one waits for another to fail.
@Suite struct GestureOrderTests {
    private let window = Window(size: Size(width: 400, height: 400))
    private let view = View(frame: Rect(x: 0, y: 0, width: 400, height: 400))
    private let single = TapGestureRecognizer()
    private let double = TapGestureRecognizer()

    private final class Log {
        var names: [String] = []
    }
    private let log = Log()

    init() {
        window.addSubview(view)
        double.numberOfTapsRequired = 2
        single.addAction { [log] in log.names.append("single \($0.state)") }
        double.addAction { [log] in log.names.append("double \($0.state)") }
    }

    private func play(
        _ phase: Window.ContactPhase, _ number: Int, at milliseconds: Int, x: Double = 200
    ) {
        window.handleTouch(
            phase, Window.Contact(device: 0, number: number, slot: 0), at: Point(x: x, y: 200),
            time: .milliseconds(milliseconds))
    }

    private func tap(_ number: Int, at milliseconds: Int, x: Double = 200) {
        play(.began, number, at: milliseconds, x: x)
        play(.ended, number, at: milliseconds + 60, x: x)
    }

    private func wait(until milliseconds: Int) {
        while let deadline = window.nextDeadline, deadline <= .milliseconds(milliseconds) {
            window.advance(to: deadline)
        }
    }

    @Test(arguments: [false, true])
    func `two taps are recognised either as single taps or as a double tap`(isDoubleFirst: Bool) {
        for recognizer in isDoubleFirst ? [double, single] : [single, double] {
            view.addGestureRecognizer(recognizer)
        }
        single.require(toFail: double)
        tap(1, at: 0)
        #expect(log.names.isEmpty)
        tap(2, at: 200)
        wait(until: 2000)
        #expect(log.names == ["double ended"])
        log.names = []
        tap(3, at: 3000)
        wait(until: 3300)
        #expect(log.names.isEmpty)
        wait(until: 3400)
        #expect(log.names == ["single ended"] && window.nextDeadline == nil)
        #expect(single.state == .possible && double.state == .possible)
        log.names = []
        tap(4, at: 5000)
        tap(5, at: 5200)
        tap(6, at: 6000)
        wait(until: 7000)
        #expect(log.names == ["double ended", "single ended"])
    }

    @Test func `a second tap elsewhere leaves the first one a single tap`() {
        for recognizer in [single, double] { view.addGestureRecognizer(recognizer) }
        single.require(toFail: double)
        tap(1, at: 0)
        play(.began, 2, at: 150, x: 20)
        #expect(log.names == ["single ended"])
        play(.ended, 2, at: 200, x: 20)
        #expect(log.names == ["single ended"])
        wait(until: 1000)
        #expect(log.names == ["single ended", "single ended"])
    }

    @Test func `a second touch that is not a tap leaves the first one a single tap`() {
        for recognizer in [single, double] { view.addGestureRecognizer(recognizer) }
        single.require(toFail: double)
        tap(1, at: 0)
        play(.began, 2, at: 150)
        wait(until: 350)
        #expect(log.names.isEmpty)
        wait(until: 450)
        #expect(log.names == ["single ended"])
        play(.ended, 2, at: 900)
        wait(until: 2000)
        #expect(log.names == ["single ended"])
    }

    @Test func `no gesture waits for one that is disabled, removed or elsewhere`() {
        for recognizer in [single, double] { view.addGestureRecognizer(recognizer) }
        single.require(toFail: double)
        tap(1, at: 0)
        double.isEnabled = false
        #expect(log.names == ["single ended"])
        tap(2, at: 1000)
        #expect(log.names.count == 2)
        view.removeGestureRecognizer(double)
        tap(3, at: 2000)
        #expect(log.names.count == 3 && window.nextDeadline == nil)
    }

    @Test func `a drag begins once the swipe has failed, and never if the swipe succeeds`() {
        let (pan, swipe) = (PanGestureRecognizer(), SwipeGestureRecognizer())
        for recognizer in [pan, swipe] { view.addGestureRecognizer(recognizer) }
        pan.require(toFail: swipe)
        pan.addAction { [log] in log.names.append("pan \($0.state)") }
        swipe.addAction { [log] in log.names.append("swipe \($0.state)") }
        play(.began, 1, at: 0, x: 100)
        play(.moved, 1, at: 50, x: 120)
        #expect(log.names.isEmpty)
        play(.moved, 1, at: 100, x: 160)
        #expect(log.names == ["swipe ended"])
        play(.moved, 1, at: 150, x: 200)
        play(.ended, 1, at: 200, x: 200)
        #expect(log.names == ["swipe ended"])
        log.names = []
        play(.began, 2, at: 1000, x: 100)
        play(.moved, 2, at: 1100, x: 120)
        play(.moved, 2, at: 1700, x: 121)
        #expect(log.names == ["pan began"])
        play(.ended, 2, at: 1800, x: 121)
        #expect(log.names == ["pan began", "pan ended"])
    }

    @Test func `a waiting long press sets no deadline, and begins when it is allowed to`() {
        let (press, swipe) = (LongPressGestureRecognizer(), SwipeGestureRecognizer())
        for recognizer in [press, swipe] { view.addGestureRecognizer(recognizer) }
        press.require(toFail: swipe)
        press.addAction { [log] in log.names.append("press \($0.state)") }
        play(.began, 1, at: 0)
        wait(until: 600)
        #expect(log.names.isEmpty && window.nextDeadline == nil)
        play(.moved, 1, at: 700, x: 201)
        #expect(log.names == ["press began"])
        play(.ended, 1, at: 800, x: 201)
        #expect(log.names == ["press began", "press ended"])
    }
}
