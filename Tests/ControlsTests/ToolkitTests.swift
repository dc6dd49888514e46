import Drawing
import Fingers
import Layers
import Testing

@testable import Controls

/// Fills itself, and notes what becomes of it.
private final class NotingTile: View {
    var notes: [String] = []
    var drawCount = 0
    override var drawsContents: Bool { true }
    override func draw(in context: Context) {
        drawCount += 1
        context.fill(bounds, .red)
    }
    override func layoutSubviews() { notes.append("layout") }
    override func layoutDirectionDidChange() {
        notes.append("direction")
        super.layoutDirectionDidChange()
    }
    override func didMoveToWindow(_ window: Window?) {
        notes.append(window == nil ? "left" : "entered")
    }
}

/// What a programmer expects of views who comes from UIKit.
@Suite struct ToolkitTests {
    private let window = Window(size: Size(width: 200, height: 100))
    private let tile = NotingTile(frame: Rect(x: 20, y: 10, width: 60, height: 40))
    private let panel: Glass

    init() {
        window.backgroundColor = .black
        window.addSubview(tile)
        panel = Glass(window)
    }

    // MARK: Size

    @Test func `a resized view is laid out again and redrawn`() {
        tile.notes = []
        tile.frame.size.width = 90
        let damage = panel.nextFrame()
        #expect(tile.notes == ["layout"] && tile.drawCount == 2)
        #expect(damage == Region(PixelRect(x: 20, y: 10, width: 90, height: 40)))
        tile.center = tile.center
        tile.bounds = tile.bounds
        #expect(panel.nextFrame().isEmpty)
    }

    @Test func `changing the bounds size resizes the frame about the centre`() {
        tile.bounds.size = Size(width: 80, height: 20)
        #expect(tile.frame == Rect(x: 10, y: 20, width: 80, height: 20))
        tile.center = Point(x: 100, y: 50)
        #expect(tile.frame == Rect(x: 60, y: 40, width: 80, height: 20))
    }

    private static let masks: [(AutoresizingMask, Rect)] = [
        (AutoresizingMask(), Rect(x: 10, y: 10, width: 20, height: 20)),
        ([.flexibleWidth, .flexibleHeight], Rect(x: 10, y: 10, width: 80, height: 60)),
        (.flexibleLeftMargin, Rect(x: 70, y: 10, width: 20, height: 20)),
        (.flexibleBottomMargin, Rect(x: 10, y: 10, width: 20, height: 20)),
        ([.flexibleLeftMargin, .flexibleRightMargin], Rect(x: 25, y: 10, width: 20, height: 20)),
        (
            [.flexibleLeftMargin, .flexibleWidth, .flexibleRightMargin],
            Rect(x: 20, y: 10, width: 40, height: 20)
        ),
        (.flexibleTopMargin, Rect(x: 10, y: 50, width: 20, height: 20)),
    ]

    @Test(arguments: masks)
    func `the autoresizing mask selects which sizes and margins change`(
        mask: AutoresizingMask, expected: Rect
    ) {
        let inner = View(frame: Rect(x: 10, y: 10, width: 20, height: 20))
        inner.autoresizingMask = mask
        tile.addSubview(inner)
        tile.frame.size = Size(width: 120, height: 80)
        #expect(inner.frame == expected)
        tile.frame.size = Size(width: 60, height: 40)
        #expect(inner.frame == Rect(x: 10, y: 10, width: 20, height: 20))
        tile.autoresizesSubviews = false
        tile.frame.size = Size(width: 120, height: 80)
        #expect(inner.frame == Rect(x: 10, y: 10, width: 20, height: 20))
    }

    @Test func `sizeToFit uses the intrinsic size where the view defines one`() {
        final class Wide: View {
            override var intrinsicContentSize: Size {
                Size(width: 77, height: View.noIntrinsicMetric)
            }
        }
        let wide = Wide(frame: Rect(x: 5, y: 5, width: 10, height: 10))
        wide.sizeToFit()
        #expect(wide.frame == Rect(x: 5, y: 5, width: 77, height: 10))
    }

    // MARK: Order

    @Test func `views move in front of and behind others, and so do their layers`() {
        let parent = View(frame: window.bounds)
        let views = (0..<3).map { _ in View(frame: .zero) }
        for (number, view) in views.enumerated() {
            view.tag = number + 1
            parent.addSubview(view)
        }
        func order() -> [Int] {
            let tags = parent.subviews.map(\.tag)
            let layers = parent.layer.sublayers.map { layer in
                parent.subviews.first { $0.layer === layer }?.tag ?? 0
            }
            #expect(tags == layers)
            return tags
        }
        parent.sendSubviewToBack(views[2])
        #expect(order() == [3, 1, 2])
        parent.bringSubviewToFront(views[0])
        #expect(order() == [3, 2, 1])
        parent.insertSubview(views[0], belowSubview: views[2])
        #expect(order() == [1, 3, 2])
        parent.insertSubview(views[0], aboveSubview: views[2])
        #expect(order() == [3, 1, 2])
        parent.insertSubview(views[1], at: 0)
        #expect(order() == [2, 3, 1])
        #expect(parent.viewWithTag(3) === views[2] && parent.viewWithTag(9) == nil)
    }

    @Test func `changing the order damages only a view that really moved`() {
        let other = NotingTile(frame: tile.frame)
        window.addSubview(other)
        _ = panel.nextFrame()
        window.bringSubviewToFront(other)
        #expect(panel.nextFrame().isEmpty)
        window.bringSubviewToFront(tile)
        #expect(panel.nextFrame() == Region(tile.frame.integral))
    }

    // MARK: Places

    @Test func `a point converted to another view stays the same point`() {
        let inner = View(frame: Rect(x: 10, y: 10, width: 20, height: 20))
        tile.addSubview(inner)
        inner.transform = .rotation(.degrees(90))
        tile.bounds.origin = Point(x: 0, y: 5)
        let inWindow = inner.convert(Point(x: 0, y: 0), to: nil)
        #expect(inWindow.distance(to: Point(x: 50, y: 15)) < 1e-9)
        #expect(inner.convert(inWindow, from: nil).distance(to: .zero) < 1e-9)
        #expect(window.hitTest(Point(x: 49, y: 16)) === inner)
        #expect(window.hitTest(Point(x: 49, y: 36)) === tile)
        let frame = tile.convert(inner.frame, to: window)
        #expect(frame == Rect(x: 30, y: 15, width: 20, height: 20))
    }

    // MARK: Direction

    @Test func `views inherit the layout direction, except those that never flip`() {
        let pan = View(frame: .zero)
        pan.semanticContentAttribute = .spatial
        let inner = NotingTile(frame: .zero)
        tile.addSubview(pan)
        tile.addSubview(inner)
        _ = panel.nextFrame()
        tile.notes = []
        inner.notes = []
        window.semanticContentAttribute = .forceRightToLeft
        #expect(tile.effectiveUserInterfaceLayoutDirection == .rightToLeft)
        #expect(inner.effectiveUserInterfaceLayoutDirection == .rightToLeft)
        #expect(pan.effectiveUserInterfaceLayoutDirection == .leftToRight)
        #expect(tile.notes == ["direction"] && inner.notes == ["direction"])
        #expect(panel.nextFrame().contains(tile.frame.integral))
        window.semanticContentAttribute = .forceRightToLeft
        #expect(panel.nextFrame().isEmpty)
        inner.removeFromSuperview()
        #expect(inner.effectiveUserInterfaceLayoutDirection == .leftToRight)
    }

    // MARK: Touches

    @Test func `a touch goes up the responder chain to the first view that handles it`() {
        let watcher = TouchNotingView(frame: Rect(x: 100, y: 0, width: 100, height: 100))
        let middle = View(frame: watcher.bounds)
        let deep = View(frame: watcher.bounds)
        window.addSubview(watcher)
        watcher.addSubview(middle)
        middle.addSubview(deep)
        #expect(deep.next === middle && middle.next === watcher && window.next == nil)
        panel.touch(deep).drag(right: 3).lift()
        panel.touch(deep).cancel()
        #expect(watcher.phases == [.began, .moved, .ended, .began, .cancelled])
        panel.touch(tile).lift()
    }

    @Test func `a view gets a second finger only if it enables multiple touch`() {
        let watcher = TouchNotingView(frame: Rect(x: 100, y: 0, width: 100, height: 100))
        window.addSubview(watcher)
        let first = panel.touch(watcher)
        panel.touch(watcher).lift()
        #expect(watcher.phases == [.began])
        first.lift()
        watcher.isMultipleTouchEnabled = true
        let again = panel.touch(watcher)
        panel.touch(watcher).lift()
        again.lift()
        #expect(watcher.phases == [.began, .ended, .began, .began, .ended, .ended])
    }

    // MARK: Animation

    @Test func `only the changes in an animation block are animated`() {
        var ends: [Bool] = []
        tile.animate(withDuration: .milliseconds(100)) {
            tile.frame.origin.x = 120
            tile.alpha = 0.5
            tile.performWithoutAnimation { tile.backgroundColor = .blue }
        } completion: {
            ends.append($0)
        }
        #expect(tile.frame.minX == 120 && tile.layer.presentation(of: .position).x == 50)
        #expect(tile.layer.animationKeys == ["position", "opacity"])
        var frames = 0
        while window.needsFrame, frames < 50 {
            _ = panel.nextFrame(after: .milliseconds(10))
            frames += 1
        }
        #expect(frames == 11 && ends == [true])
        #expect(panel.missedPixels.isEmpty)
    }

    // MARK: Accessibility

    @Test func `a control reports what it is, and whether it can be used`() {
        let fader = Slider(frame: .zero)
        #expect(fader.isAccessibilityElement && !tile.isAccessibilityElement)
        fader.accessibilityLabel = "Main"
        fader.accessibilityTraits = .adjustable
        fader.isSelected = true
        fader.isEnabled = false
        #expect(fader.accessibilityTraits == [.adjustable, .selected, .notEnabled])
        #expect(fader.accessibilityTraits.names == ["selected", "notEnabled", "adjustable"])
        #expect(AccessibilityTraits(names: ["adjustable", "image"]) == [.adjustable, .image])
        #expect(AccessibilityTraits(names: ["shiny"]) == nil)
        tile.accessibilityValue = "-6 dB"
        #expect(tile.accessibilityFrame == Rect(x: 20, y: 10, width: 60, height: 40))
    }

    // MARK: From the cradle to the grave

    @Test func `a custom view is drawn, touched and freed`() {
        weak var window: Window?
        weak var view: NotingTile?
        weak var control: Control?
        weak var recognizer: GestureRecognizer?
        do {
            let own = Window(size: Size(width: 100, height: 100))
            let tile = NotingTile(frame: Rect(x: 0, y: 0, width: 50, height: 50))
            let knob = Knob(frame: Rect(x: 50, y: 50, width: 50, height: 50))
            let pan = PanGestureRecognizer()
            (window, view, control, recognizer) = (own, tile, knob, pan)
            tile.addGestureRecognizer(pan)
            pan.addTarget(tile) { tile in { _ in tile.notes.append("pan") } }
            knob.addTarget(
                tile, action: { tile in { _ in tile.notes.append("turned") } }, for: .valueChanged)
            own.addSubview(tile)
            own.addSubview(knob)
            let glass = Glass(own)
            glass.touch(tile).drag(right: 30).lift()
            glass.touch(knob).turn(.degrees(30)).lift()
            knob.setValue(0, animated: true)
            tile.animate(withDuration: .seconds(1)) { tile.alpha = 0 }
            _ = glass.nextFrame()
            // A finger that is still down when everything goes.
            _ = glass.touch(knob)
            #expect(tile.notes.contains("pan") && tile.notes.contains("turned"))
            #expect(tile.notes.first == "entered" && tile.drawCount == 1)
        }
        #expect(window == nil && view == nil && control == nil && recognizer == nil)
    }
}
