import Drawing
import Fingers
import Testing

@testable import Controls

/// Gestures of two fingers on a view.
@Suite struct SeveralFingersTests {
    private let window = Window(size: Size(width: 400, height: 400))
    private let view = View(frame: Rect(x: 0, y: 0, width: 400, height: 400))
    private let panel: Glass

    init() {
        window.addSubview(view)
        panel = Glass(window)
    }

    /// What a recogniser has gone through.
    private final class Diary {
        var states: [GestureRecognizer.State] = []

        init(_ recognizer: GestureRecognizer, on view: View) {
            view.addGestureRecognizer(recognizer)
            recognizer.addAction { [unowned self] in states.append($0.state) }
        }
    }

    @Test func `a drag with two fingers does not begin with one`() {
        let pan = PanGestureRecognizer()
        pan.minimumNumberOfTouches = 2
        #expect(pan.maximumNumberOfTouches == 2)
        let diary = Diary(pan, on: view)
        let first = panel.touch(at: Point(x: 100, y: 200))
        first.drag(right: 60)
        #expect(diary.states.isEmpty)
        let second = panel.touch(at: Point(x: 240, y: 200))
        second.drag(down: 40)
        first.drag(down: 40)
        #expect(diary.states.first == .began)
        #expect(pan.numberOfTouches == 2)
        second.lift()
        #expect(diary.states.last == .ended)
        first.lift()
        #expect(pan.state == .possible)
    }

    @Test func `a drag with two fingers follows their midpoint`() {
        let pan = PanGestureRecognizer()
        (pan.minimumNumberOfTouches, pan.slop) = (2, 0)
        let diary = Diary(pan, on: view)
        let first = panel.touch(at: Point(x: 100, y: 200))
        let second = panel.touch(at: Point(x: 200, y: 200))
        #expect(diary.states == [.began])
        first.drag(right: 40)
        #expect(pan.translation(in: view) == Point(x: 20, y: 0))
        second.drag(down: 60)
        #expect(pan.translation(in: view) == Point(x: 20, y: 30))
        pan.setTranslation(.zero, in: view)
        second.drag(down: 20)
        #expect(pan.translation(in: view) == Point(x: 0, y: 10))
        first.lift()
        second.lift()
    }

    @Test func `a finger that joins or leaves a drag does not move the dragged object`() {
        let pan = PanGestureRecognizer()
        (pan.maximumNumberOfTouches, pan.slop) = (2, 0)
        let diary = Diary(pan, on: view)
        let first = panel.touch(at: Point(x: 100, y: 200))
        first.drag(right: 30)
        let second = panel.touch(at: Point(x: 300, y: 300))
        #expect(pan.translation(in: view) == Point(x: 30, y: 0))
        second.drag(down: 20)
        #expect(pan.translation(in: view) == Point(x: 30, y: 10))
        first.lift()
        #expect(pan.translation(in: view) == Point(x: 30, y: 10))
        second.drag(down: 20)
        #expect(pan.translation(in: view) == Point(x: 30, y: 30))
        second.lift()
        #expect(diary.states.first == .began && diary.states.last == .ended)
        #expect(diary.states.count { $0 == .ended } == 1)
    }

    @Test func `the minimum and maximum number of fingers of a drag never contradict each other`() {
        let pan = PanGestureRecognizer()
        pan.minimumNumberOfTouches = 0
        #expect(pan.minimumNumberOfTouches == 1)
        pan.minimumNumberOfTouches = 3
        #expect(pan.maximumNumberOfTouches == 3)
        pan.maximumNumberOfTouches = 2
        #expect(pan.minimumNumberOfTouches == 2)
    }

    @Test func `two fingers that move apart by half scale by half, without a jump at the start`() {
        let pinch = PinchGestureRecognizer()
        let diary = Diary(pinch, on: view)
        let first = panel.touch(at: Point(x: 100, y: 200))
        first.drag(right: 20)
        let second = panel.touch(at: Point(x: 200, y: 200))
        #expect(diary.states.isEmpty && pinch.scale == 1)
        let begin = 200 + (1.5 * window.pixelsPerMillimetre).rounded(.up)
        second.jump(to: Point(x: begin, y: 200))
        #expect(diary.states == [.began] && pinch.scale == 1)
        let distance = begin - 120
        second.jump(to: Point(x: 120 + 1.5 * distance, y: 200))
        #expect(abs(pinch.scale - 1.5) < 1e-9 && pinch.velocity > 0)
        pinch.scale = 1
        second.jump(to: Point(x: 120 + 3 * distance, y: 200))
        #expect(abs(pinch.scale - 2) < 1e-9)
        second.lift()
        #expect(diary.states.last == .ended)
        first.lift()
        #expect(pinch.state == .possible && pinch.scale == 1)
    }

    @Test func `fingers in one place still count as some distance apart`() {
        let pinch = PinchGestureRecognizer()
        pinch.slop = 0
        view.addGestureRecognizer(pinch)
        let first = panel.touch(at: Point(x: 100, y: 200))
        let second = panel.touch(at: Point(x: 100, y: 200))
        second.jump(to: Point(x: 100, y: 200))
        #expect(pinch.scale.isFinite)
        second.jump(to: Point(x: 140, y: 200))
        #expect(pinch.scale.isFinite && pinch.scale > 1)
        second.lift()
        first.lift()
    }

    @Test func `one finger does not pinch, and the next two do`() {
        let pinch = PinchGestureRecognizer()
        let diary = Diary(pinch, on: view)
        panel.touch(at: Point(x: 100, y: 200)).drag(right: 100).lift()
        #expect(diary.states.isEmpty && pinch.state == .possible)
        let first = panel.touch(at: Point(x: 100, y: 200))
        let second = panel.touch(at: Point(x: 200, y: 200))
        second.drag(right: 40)
        first.cancel()
        #expect(diary.states.last == .cancelled)
        second.lift()
    }

    @Test func `a range slider can reject a finger beside its thumbs`() {
        let range = RangeSlider(frame: Rect(x: 0, y: 0, width: 400, height: 60))
        window.addSubview(range)
        range.touchZone = .handle
        panel.touch(range, .both).drag(right: 40).lift()
        panel.touch(range, at: Point(x: 395, y: 30)).drag(left: 100).lift()
        #expect(range.lowerValue == 0.2 && range.upperValue == 0.8)
        panel.touch(range, .lower).drag(right: 40).lift()
        #expect(range.lowerValue > 0.2 && range.upperValue == 0.8)
    }

    @Test func `the gauge touch zone of a range slider is its track and its thumbs`() {
        let range = RangeSlider(frame: Rect(x: 0, y: 0, width: 400, height: 160))
        window.addSubview(range)
        (range.touchZone, range.handleReach) = (.gauge, 0)
        panel.touch(range, at: Point(x: 200, y: 5)).drag(right: 40).lift()
        #expect(range.lowerValue == 0.2)
        panel.touch(range, .both).drag(right: 40).lift()
        #expect(range.lowerValue > 0.2 && range.upperValue > 0.8)
        range.handleReach = .nan
        #expect(range.handleReach == 0)
    }
}
