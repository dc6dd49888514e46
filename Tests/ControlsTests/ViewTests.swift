import Drawing
import Fingers
import Testing

@testable import Controls

/// Fills itself, and notes its touches and layouts.
private final class ColoredTile: TouchNotingView {
    var color = Color.red { didSet { if color != oldValue { setNeedsDisplay() } } }
    private(set) var layoutCount = 0

    override var drawsContents: Bool { true }
    override func draw(in context: Context) { context.fill(bounds, color) }
    override func layoutSubviews() { layoutCount += 1 }
}

@Suite struct ViewTests {
    private let window = Window(size: Size(width: 200, height: 100))
    private let back = ColoredTile(frame: Rect(x: 10, y: 10, width: 100, height: 80))
    private let front = ColoredTile(frame: Rect(x: 60, y: 20, width: 100, height: 60))
    private let inner = ColoredTile(frame: Rect(x: 10, y: 10, width: 20, height: 20))
    private let panel: Glass

    init() {
        window.backgroundColor = .black
        window.addSubview(back)
        window.addSubview(front)
        front.addSubview(inner)
        panel = Glass(window)
    }

    // MARK: Hit testing

    @Test func `a hit test returns the innermost view of the view in front`() {
        #expect(window.hitTest(Point(x: 20, y: 50)) === back)
        #expect(window.hitTest(Point(x: 100, y: 50)) === front)
        #expect(window.hitTest(Point(x: 75, y: 35)) === inner)
        #expect(window.hitTest(Point(x: 195, y: 95)) === window)
        #expect(window.hitTest(Point(x: 300, y: 50)) == nil)
    }

    @Test func `a shared edge belongs to one view only`() {
        #expect(window.hitTest(Point(x: 60, y: 50)) === front)
        #expect(window.hitTest(Point(x: 59.99, y: 50)) === back)
        #expect(window.hitTest(Point(x: 160, y: 50)) === window)
    }

    @Test func `a hidden, transparent or untouchable view lets touches through`() {
        let point = Point(x: 75, y: 35)
        inner.isHidden = true
        #expect(window.hitTest(point) === front)
        front.alpha = 0
        #expect(window.hitTest(point) === back)
        back.isUserInteractionEnabled = false
        #expect(window.hitTest(point) === window)
        (inner.isHidden, front.alpha, back.isUserInteractionEnabled) = (false, 1, true)
        #expect(window.hitTest(point) === inner)
        front.isUserInteractionEnabled = false
        #expect(window.hitTest(point) === back)
    }

    @Test func `a view that clips shows nothing of its subviews outside`() {
        inner.frame = Rect(x: 90, y: 10, width: 40, height: 20)
        inner.color = .blue
        front.clipsToBounds = true
        _ = panel.nextFrame()
        #expect(panel.picture[155, 40] == 0xff00_00ff)
        #expect(panel.picture[165, 40] == 0xff00_0000)
        front.clipsToBounds = false
        _ = panel.nextFrame()
        #expect(panel.picture[165, 40] == 0xff00_00ff)
        #expect(panel.missedPixels.isEmpty)
    }

    @Test func `the view that a finger hit keeps the finger wherever it moves`() {
        panel.touch(at: Point(x: 20, y: 50)).jump(to: Point(x: 100, y: 50))
            .jump(to: Point(x: -40, y: 900)).lift()
        #expect(back.phases == [.began, .moved, .moved, .ended])
        #expect(front.phases == [] && !window.isTouched)
    }

    @Test func `a finger that landed beside a view never enters it`() {
        panel.touch(at: Point(x: 195, y: 95)).jump(to: Point(x: 20, y: 50)).lift()
        #expect(back.phases == [])
    }

    @Test func `hiding or removing a view cancels its touches`() {
        let finger = panel.touch(at: Point(x: 75, y: 35))
        front.isHidden = true
        finger.drag(right: 10).lift()
        #expect(inner.phases == [.began, .cancelled])
        front.isHidden = false
        let other = panel.touch(at: Point(x: 75, y: 35))
        front.removeFromSuperview()
        other.lift()
        #expect(inner.phases == [.began, .cancelled, .began, .cancelled])
        #expect(!window.isTouched)
    }

    @Test func `a touch that a view does not handle goes up to its superview`() {
        let plain = View(frame: Rect(x: 0, y: 0, width: 10, height: 10))
        back.addSubview(plain)
        panel.touch(plain).lift()
        #expect(back.phases == [.began, .ended])
    }

    @Test func `a touch position converts to the coordinates of any view`() {
        let finger = panel.touch(inner, at: Point(x: 3, y: 4))
        #expect(finger.point == Point(x: 73, y: 34))
        #expect(inner.convertFromWindow(finger.point) == Point(x: 3, y: 4))
        #expect(inner.frameInWindow == Rect(x: 70, y: 30, width: 20, height: 20))
    }

    // MARK: The tree

    @Test func `a view that moves to another superview leaves the first one`() {
        back.addSubview(inner)
        #expect(front.subviews.isEmpty)
        #expect(inner.superview === back && inner.isDescendant(of: back))
        #expect(inner.window === window)
        inner.removeFromSuperview()
        #expect(inner.window == nil)
    }

    // MARK: Layout and drawing

    @Test func `an unchanged view is neither laid out nor drawn`() {
        let count = front.layoutCount
        front.frame = front.frame
        front.color = .red
        #expect(!window.needsFrame)
        #expect(panel.nextFrame().isEmpty)
        #expect(front.layoutCount == count)
    }

    @Test func `a new size triggers layout and redraw`() {
        let count = front.layoutCount
        front.frame = Rect(x: 60, y: 20, width: 50, height: 60)
        #expect(front.layoutCount == count)
        let damage = panel.nextFrame()
        #expect(front.layoutCount == count + 1)
        #expect(damage.extents == PixelRect(x: 60, y: 20, width: 100, height: 60))
        #expect(panel.picture[150, 50] == 0xff00_0000)
        #expect(panel.picture[100, 50] == 0xffff_0000)
    }

    @Test func `a new position triggers a redraw but no layout`() {
        let count = front.layoutCount
        front.frame = front.frame.offsetBy(dx: 20, dy: 0)
        #expect(!panel.nextFrame().isEmpty)
        #expect(front.layoutCount == count)
        #expect(panel.missedPixels.isEmpty)
    }

    @Test func `a pending layout requests a frame`() {
        inner.setNeedsLayout()
        #expect(window.needsFrame)
        #expect(panel.nextFrame().isEmpty)
        #expect(!window.needsFrame)
    }

    @Test func `what is hidden waits for its layout until it is shown`() {
        front.isHidden = true
        _ = panel.nextFrame()
        let count = inner.layoutCount
        inner.setNeedsLayout()
        #expect(!window.needsFrame)
        _ = panel.nextFrame()
        #expect(inner.layoutCount == count)
        front.isHidden = false
        _ = panel.nextFrame()
        #expect(inner.layoutCount == count + 1)
    }

    @Test func `a view that is hidden before its layout is laid out when it is shown`() {
        inner.setNeedsLayout()
        front.isHidden = true
        let count = inner.layoutCount
        _ = panel.nextFrame()
        #expect(inner.layoutCount == count && !window.needsFrame)
        front.isHidden = false
        _ = panel.nextFrame()
        #expect(inner.layoutCount == count + 1)
    }

    @Test func `a view that is shown again is drawn in its current state`() {
        inner.isHidden = true
        _ = panel.nextFrame()
        inner.color = .blue
        #expect(panel.nextFrame().isEmpty)
        inner.isHidden = false
        #expect(panel.nextFrame().extents == PixelRect(x: 70, y: 30, width: 20, height: 20))
        #expect(panel.picture[75, 35] == 0xff00_00ff)
    }
}
