import Drawing
import Fingers
import Testing

@testable import Controls

/// Images on keys: in one colour, mirrored, and stretched between their caps.
@Suite struct KeyImageTests {
    private let window = Window(size: Size(width: 120, height: 100))
    private let button = Button(frame: Rect(x: 10, y: 10, width: 100, height: 80))
    private let panel: Glass
    /// The left half is green, the right one blue.
    private let halves = Image(size: Size(width: 20, height: 20)) {
        $0.fill(Rect(x: 0, y: 0, width: 10, height: 20), .green)
        $0.fill(Rect(x: 10, y: 0, width: 10, height: 20), .blue)
    }

    init() {
        window.addSubview(button)
        button.mode = .tap
        panel = Glass(window)
    }

    private func pixel(_ x: Int, _ y: Int) -> UInt32 {
        _ = panel.nextFrame()
        return panel.picture[x, y]
    }

    @Test func `an image flips with the direction, and a template image has one colour`() {
        button.setImage(halves.imageFlippedForRightToLeftLayoutDirection(), for: .normal)
        #expect(pixel(53, 50) == 0xff00_ff00 && pixel(67, 50) == 0xff00_00ff)
        window.semanticContentAttribute = .forceRightToLeft
        #expect(pixel(53, 50) == 0xff00_00ff && pixel(67, 50) == 0xff00_ff00)
        button.setImage(halves.withTintColor(.red), for: .normal)
        #expect(pixel(53, 50) == 0xffff_0000 && pixel(67, 50) == 0xffff_0000)
        button.setImage(halves.withTintColor(.red), for: .normal)
        #expect(panel.nextFrame().isEmpty)
    }

    @Test func `the caps of a background image are not stretched`() {
        let framed = halves.resizableImage(
            withCapInsets: EdgeInsets(top: 0, left: 10, bottom: 0, right: 9))
        button.setBackgroundImage(framed, for: .normal)
        #expect(pixel(15, 50) == 0xff00_ff00 && pixel(60, 50) == 0xff00_00ff)
        button.setBackgroundImage(halves, for: .normal)
        #expect(pixel(40, 50) == 0xff00_ff00 && pixel(80, 50) == 0xff00_00ff)
    }

    @Test(.enabled(if: PanelFont.isInstalled, "needs the package fonts-inter"))
    func `a title that an icon or image leaves no room is said to be cut`() throws {
        let font = try PanelFont.font(size: 20)
        let width = TextLine("Bypass", font: font).width.rounded(.up) + 20
        button.font = font
        button.setTitle("Bypass", for: .normal)
        let segments = SegmentedControl(frame: .zero)
        segments.font = font
        segments.insertSegment(withTitle: "Bypass", at: 0)
        for (height, isCut) in [(30.0, true), (90, false)] {
            (button.frame.size, segments.frame.size) =
                (Size(width: width, height: height), Size(width: width, height: height))
            func cuts() -> [Bool] { (button.shownTexts + segments.shownTexts).map(\.isCut) }
            button.setImage(nil, for: .normal)
            segments.setImage(nil, forSegmentAt: 0)
            #expect(cuts() == [false, false])
            button.setImage(halves, for: .normal)
            segments.setImage(halves, forSegmentAt: 0)
            #expect(cuts() == [isCut, isCut], "an image in a height of \(height)")
            button.setImage(nil, for: .normal)
            button.setIcon(.undo, for: .normal)
            #expect(button.shownTexts.map(\.isCut) == [isCut], "an icon in a height of \(height)")
            button.setIcon(nil, for: .normal)
        }
    }

    @Test(arguments: [(Color(white: 0.9), false), (Color(white: 0.1), true)])
    func `the title contrasts with an image in place of the key`(color: Color, isBright: Bool)
        throws
    {
        let image = Image(size: Size(width: 20, height: 20)) {
            $0.fill(Rect(x: 0, y: 0, width: 20, height: 20), color)
        }
        button.font = try PanelFont.font(size: 30)
        for theme in [Theme.dark, .light] {
            button.theme = theme
            for state in [Control.State.normal, .selected] {
                button.setBackgroundImage(image, for: state)
                button.setTitle("███", for: state)
            }
            button.mode = .latching
            for isOn in [false, true] {
                button.isOn = isOn
                let text = Color(premultipliedPixel: pixel(60, 50))
                #expect(text.contrast(with: color) >= 4.5)
                #expect((text.luminance > color.luminance) == isBright)
            }
        }
    }

    @Test func `a segment can have an image too`() {
        let segments = SegmentedControl(frame: button.frame)
        button.removeFromSuperview()
        window.addSubview(segments)
        segments.insertSegment(with: halves.withTintColor(.red), at: 0)
        #expect(pixel(53, 50) == 0xffff_0000)
        segments.setImage(halves, forSegmentAt: 0)
        #expect(pixel(53, 50) == 0xff00_ff00)
    }

    @Test func `a double tap on a knob can send an event`() {
        let knob = Knob(frame: button.frame)
        button.removeFromSuperview()
        window.addSubview(knob)
        knob.value = 0.7
        knob.doubleTap = .event
        var events = 0
        knob.addAction(for: .primaryActionTriggered) { _, _ in events += 1 }
        for _ in 0..<2 {
            let finger = panel.touch(knob)
            panel.wait(.milliseconds(50))
            finger.lift()
            panel.wait(.milliseconds(100))
        }
        #expect(events == 1 && knob.value == 0.7)
    }
}
