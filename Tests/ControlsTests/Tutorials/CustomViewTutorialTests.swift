import Drawing
import Fingers
import Layers
import Testing

@testable import Controls

/// The checklist of a view of one's own: begin, draw, lay out, respond and leave nothing behind.
@Suite struct CustomViewTutorialTests {
    /// A lamp with a frame of four bars; a finger lights it, a double tap turns it blue.
    private final class Lamp: View {
        var color = Color.red {
            didSet { if color != oldValue { setNeedsDisplay() } }
        }
        private(set) var isLit = false {
            didSet { if isLit != oldValue { setNeedsDisplay() } }
        }
        private(set) var drawCount = 0
        private(set) var layoutCount = 0
        let bar = View(frame: .zero)
        var onEnd: (() -> Void)?

        override init(frame: Rect) {
            super.init(frame: frame)
            bar.backgroundColor = .white
            addSubview(bar)
        }

        deinit { onEnd?() }

        override var drawsContents: Bool { true }

        override func draw(in context: Context) {
            drawCount += 1
            context.fill(bounds, isLit ? color : .gray)
        }

        override func layoutSubviews() {
            layoutCount += 1
            bar.frame = Rect(x: 0, y: bounds.height - 4, width: bounds.width, height: 4)
        }

        override func touchesBegan(_ touches: [Touch]) { isLit = true }
        override func touchesMoved(_ touches: [Touch]) {}
        override func touchesEnded(_ touches: [Touch]) { isLit = false }
        override func touchesCancelled(_ touches: [Touch]) { isLit = false }
    }

    private let window = Window(size: Size(width: 200, height: 100))
    private let panel: Glass

    init() {
        window.backgroundColor = .black
        panel = Glass(window)
    }

    private func makeLamp() -> Lamp {
        let lamp = Lamp(frame: Rect(x: 20, y: 20, width: 60, height: 60))
        window.addSubview(lamp)
        return lamp
    }

    @Test func `a view starts with its frame and the views it needs`() {
        let lamp = makeLamp()
        #expect(lamp.bounds == Rect(x: 0, y: 0, width: 60, height: 60))
        #expect(lamp.subviews.count == 1)
        #expect(lamp.layoutCount == 0, "nothing is done before there is a frame to show")
        #expect(lamp.drawCount == 0)
    }

    @Test func `a view is laid out and drawn once, and then kept`() {
        let lamp = makeLamp()
        #expect(panel.nextFrame().extents == PixelRect(x: 20, y: 20, width: 60, height: 60))
        #expect(lamp.layoutCount == 1 && lamp.drawCount == 1)
        #expect(panel.picture[50, 50] == Color.gray.premultipliedPixel)
        #expect(panel.picture[50, 78] == 0xffff_ffff)
        #expect(panel.nextFrame().isEmpty)
        lamp.frame = Rect(x: 100, y: 20, width: 60, height: 60)
        _ = panel.nextFrame()
        #expect(lamp.layoutCount == 1 && lamp.drawCount == 1, "moving it needs neither")
        #expect(panel.picture[130, 50] == Color.gray.premultipliedPixel)
        #expect(panel.picture[50, 50] == 0xff00_0000)
    }

    @Test func `a change of appearance is drawn once a frame, and setting the same value is not`() {
        let lamp = makeLamp()
        _ = panel.nextFrame()
        lamp.color = .green
        lamp.color = .blue
        _ = panel.nextFrame()
        #expect(lamp.drawCount == 2)
        lamp.color = .blue
        #expect(panel.nextFrame().isEmpty)
        #expect(lamp.drawCount == 2)
    }

    @Test func `a view with another size is laid out again and redrawn`() {
        let lamp = makeLamp()
        _ = panel.nextFrame()
        lamp.frame.size = Size(width: 30, height: 30)
        _ = panel.nextFrame()
        #expect(lamp.layoutCount == 2 && lamp.drawCount == 2)
        #expect(lamp.bar.frame == Rect(x: 0, y: 26, width: 30, height: 4))
        #expect(panel.picture[70, 70] == 0xff00_0000)
    }

    @Test func `a view responds to a finger, wherever it moves, and to its cancellation`() {
        let lamp = makeLamp()
        _ = panel.nextFrame()
        let finger = panel.touch(lamp, at: Point(x: 30, y: 30))
        #expect(lamp.isLit)
        _ = panel.nextFrame()
        #expect(panel.picture[50, 50] == 0xffff_0000)
        finger.drag(right: 100)
        #expect(lamp.isLit)
        finger.lift()
        #expect(!lamp.isLit)
        panel.touch(lamp, at: Point(x: 30, y: 30)).cancel()
        #expect(!lamp.isLit, "a finger that is taken away leaves nothing lit")
    }

    @Test func `a gesture can be attached and removed`() {
        let lamp = makeLamp()
        let doubleTap = TapGestureRecognizer()
        doubleTap.numberOfTapsRequired = 2
        doubleTap.addAction { [unowned lamp] _ in lamp.color = .blue }
        lamp.addGestureRecognizer(doubleTap)
        func tapTwice() {
            panel.touch(lamp, at: Point(x: 30, y: 30)).lift()
            _ = panel.nextFrame(after: .milliseconds(60))
            panel.touch(lamp, at: Point(x: 30, y: 30)).lift()
            _ = panel.nextFrame(after: .seconds(1))
        }
        tapTwice()
        #expect(lamp.color == .blue)
        lamp.color = .red
        lamp.removeGestureRecognizer(doubleTap)
        tapTwice()
        #expect(lamp.color == .red)
    }

    @Test func `a view that is removed while a finger touches it lets go`() {
        let lamp = makeLamp()
        let finger = panel.touch(lamp, at: Point(x: 30, y: 30))
        lamp.removeFromSuperview()
        #expect(!lamp.isLit)
        #expect(!window.isTouched)
        finger.drag(right: 10).lift()
        #expect(!window.isTouched && window.subviews.isEmpty)
        _ = panel.nextFrame()
        #expect(panel.picture[50, 50] == 0xff00_0000, "and is gone from the picture")
        #expect(panel.nextFrame().isEmpty)
    }

    @Test func `a view receives a second finger only if it enables multiple touches`() {
        let lamp = makeLamp()
        for isWanted in [false, true] {
            lamp.isMultipleTouchEnabled = isWanted
            let first = panel.touch(lamp, at: Point(x: 20, y: 30))
            let second = panel.touch(lamp, at: Point(x: 40, y: 30))
            second.lift()
            #expect(lamp.isLit == !isWanted, "the second one's lifting puts it out")
            first.lift()
            #expect(!lamp.isLit)
        }
    }

    @Test func `subviews resize with the view, as their masks specify`() {
        let lamp = makeLamp()
        let label = View(frame: Rect(x: 10, y: 10, width: 40, height: 20))
        let badge = View(frame: Rect(x: 50, y: 0, width: 10, height: 10))
        let still = View(frame: Rect(x: 0, y: 0, width: 5, height: 5))
        label.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        badge.autoresizingMask = .flexibleLeftMargin
        for view in [label, badge, still] { lamp.addSubview(view) }
        lamp.frame.size = Size(width: 100, height: 80)
        #expect(label.frame == Rect(x: 10, y: 10, width: 80, height: 40))
        #expect(badge.frame == Rect(x: 90, y: 0, width: 10, height: 10))
        #expect(still.frame == Rect(x: 0, y: 0, width: 5, height: 5))
        lamp.autoresizesSubviews = false
        lamp.frame.size = Size(width: 60, height: 60)
        #expect(label.frame.width == 80)
    }

    @Test func `a removed view is freed with everything it held`() {
        var endCount = 0
        weak var gone: Lamp?
        weak var bar: View?
        do {
            let lamp = makeLamp()
            lamp.onEnd = { endCount += 1 }
            gone = lamp
            bar = lamp.bar
            let tap = TapGestureRecognizer()
            tap.addAction { [unowned lamp] _ in lamp.color = .green }
            lamp.addGestureRecognizer(tap)
            _ = panel.nextFrame()
            panel.touch(lamp, at: Point(x: 30, y: 30)).drag(right: 20).lift()
            lamp.removeFromSuperview()
        }
        _ = panel.nextFrame()
        #expect(gone == nil && bar == nil)
        #expect(endCount == 1)
        #expect(panel.picture[50, 50] == 0xff00_0000, "its pixels are given back too")
    }

    @Test func `controls with all their options are freed too`() {
        weak var knob: Knob?
        weak var slider: Slider?
        weak var range: RangeSlider?
        do {
            let newKnob = Knob(frame: Rect(x: 0, y: 0, width: 80, height: 80))
            let newSlider = Slider(frame: Rect(x: 80, y: 0, width: 100, height: 40))
            let newRange = RangeSlider(frame: Rect(x: 80, y: 50, width: 100, height: 40))
            for control in [newKnob, newSlider, newRange] as [ScaledControl] {
                control.doubleTap = .reset
                window.addSubview(control)
                panel.touch(control).drag(right: 20).lift()
            }
            newKnob.ring = KnobRing(.bar)
            newSlider.inlay = View(frame: .zero)
            _ = panel.nextFrame()
            (knob, slider, range) = (newKnob, newSlider, newRange)
            for control in [newKnob, newSlider, newRange] { control.removeFromSuperview() }
        }
        #expect(knob == nil && slider == nil && range == nil)
    }
}
