import Drawing
import Testing

@testable import Controls

/// Controls inside a view with recognisers, as on a page that is swiped.
@Suite struct SuperviewGestureTests {
    private let window = Window(size: Size(width: 400, height: 400))
    private let page = View(frame: Rect(x: 0, y: 0, width: 400, height: 400))
    private let key = Button(frame: Rect(x: 0, y: 0, width: 100, height: 100))
    private let fader = Slider(frame: Rect(x: 0, y: 100, width: 300, height: 60))

    private final class Log {
        var names: [String] = []
    }
    private let log = Log()

    init() {
        window.addSubview(page)
        page.addSubview(key)
        page.addSubview(fader)
        key.addAction(for: .touchUpInside) { [log] in log.names.append("key") }
        key.addAction(for: .touchCancel) { [log] in log.names.append("key cancelled") }
        fader.addAction(for: .touchCancel) { [log] in log.names.append("fader cancelled") }
    }

    private func watch(_ view: View, with recognizer: GestureRecognizer, as name: String) {
        recognizer.addAction { [log] in
            if recognizer.state != .changed { log.names.append("\(name) \(recognizer.state)") }
        }
        view.addGestureRecognizer(recognizer)
    }

    private func drag(_ number: Int = 1, from start: Point, to end: Point) {
        let contact = Window.Contact(device: 0, number: number, slot: 0)
        window.handleTouch(.began, contact, at: start, time: .zero)
        for step in 1...10 {
            let part = Double(step) / 10
            let point = Point(
                x: start.x + (end.x - start.x) * part, y: start.y + (end.y - start.y) * part)
            window.handleTouch(.moved, contact, at: point, time: .milliseconds(10 * step))
        }
        window.handleTouch(.ended, contact, at: end, time: .milliseconds(110))
    }

    private func tap(at point: Point) { drag(from: point, to: point) }

    @Test func `a page that is tapped leaves the keys on it their taps`() {
        watch(page, with: TapGestureRecognizer(), as: "page")
        tap(at: Point(x: 50, y: 50))
        #expect(log.names == ["key"])
        tap(at: Point(x: 350, y: 300))
        #expect(log.names == ["key", "page ended"])
    }

    @Test func `a tap on a fader that only drags move belongs to the page`() {
        watch(page, with: TapGestureRecognizer(), as: "page")
        tap(at: Point(x: 150, y: 130))
        #expect(log.names == ["fader cancelled", "page ended"])
        fader.touchMode = .absolute
        log.names = []
        tap(at: Point(x: 150, y: 130))
        #expect(log.names.isEmpty && fader.value > 0)
    }

    @Test func `a tap on a disabled key belongs to the page`() {
        watch(page, with: TapGestureRecognizer(), as: "page")
        key.isEnabled = false
        tap(at: Point(x: 50, y: 50))
        #expect(log.names == ["page ended"])
    }

    @Test func `a swipe over a page moves the fader on it instead, but is taken from a key`() {
        watch(page, with: SwipeGestureRecognizer(), as: "page")
        drag(from: Point(x: 20, y: 130), to: Point(x: 220, y: 130))
        #expect(log.names.isEmpty && fader.value > 0.5)
        drag(from: Point(x: 20, y: 50), to: Point(x: 220, y: 50))
        #expect(log.names == ["key cancelled", "page ended"])
    }

    @Test func `fingers on a fader make no pan of the page, unless it takes two`() {
        let pan = PanGestureRecognizer()
        watch(page, with: pan, as: "page")
        drag(from: Point(x: 20, y: 130), to: Point(x: 220, y: 130))
        #expect(log.names.isEmpty && fader.value > 0.5)
        pan.maximumNumberOfTouches = 2
        drag(from: Point(x: 220, y: 130), to: Point(x: 20, y: 130))
        #expect(log.names == ["fader cancelled", "page began", "page ended"])
    }

    @Test func `a recogniser on a control itself comes before the control`() {
        watch(fader, with: SwipeGestureRecognizer(), as: "fader")
        drag(from: Point(x: 20, y: 130), to: Point(x: 220, y: 130))
        #expect(log.names == ["fader cancelled", "fader ended"])
    }

    private final class Shield: View {
        var isUp = true
        override func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool {
            !isUp
        }
    }

    @Test func `any view between the finger and a recogniser can object to the gesture`() {
        let shield = Shield(frame: page.bounds)
        page.addSubview(shield)
        shield.addSubview(View(frame: page.bounds))
        watch(page, with: TapGestureRecognizer(), as: "page")
        tap(at: Point(x: 350, y: 300))
        #expect(log.names.isEmpty)
        shield.isUp = false
        tap(at: Point(x: 350, y: 300))
        #expect(log.names == ["page ended"])
    }

    @Test func `a gesture to which a view objects frees those that wait for it`() {
        let double = TapGestureRecognizer()
        double.numberOfTapsRequired = 2
        let single = TapGestureRecognizer()
        single.require(toFail: double)
        let shield = Shield(frame: page.bounds)
        watch(page, with: single, as: "single")
        watch(shield, with: double, as: "double")
        page.addSubview(shield)
        shield.isUp = true
        tap(at: Point(x: 350, y: 300))
        window.advance(to: .seconds(2))
        #expect(log.names.isEmpty && window.nextDeadline == nil)
    }

    @Test func `a view that is scaled to nothing cannot be touched`() {
        key.transform = .scale(x: 0, y: 0)
        tap(at: Point(x: 50, y: 50))
        #expect(log.names.isEmpty)
        key.transform = .identity
        tap(at: Point(x: 50, y: 50))
        #expect(log.names == ["key"])
    }
}
