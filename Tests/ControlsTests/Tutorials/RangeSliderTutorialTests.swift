import Drawing
import Fingers
import Testing

@testable import Controls

/// A range slider from nothing to its last property, in the order in which one would build it.
@Suite struct RangeSliderTutorialTests {
    /// As wide as the screen but for margins, and 31 pixels high; the thumbs are 29 pixels wide.
    private let window = Window(size: Size(width: 320, height: 200))
    private let range = RangeSlider(frame: Rect(x: 20, y: 40, width: 280, height: 31))
    private let panel: Glass

    init() {
        window.backgroundColor = .black
        window.addSubview(range)
        panel = Glass(window)
    }

    /// How far a thumb can go.
    private var way: Double { range.positionForValue(1) - range.positionForValue(0) }

    private func expect(_ lower: Double, _ upper: Double, _ comment: Comment? = nil) {
        #expect(abs(range.lowerValue - lower) < 1e-9, comment)
        #expect(abs(range.upperValue - upper) < 1e-9, comment)
    }

    // MARK: Step 1, a control on the screen

    @Test func `a new control takes its given frame and is visible`() {
        #expect(range.frame == Rect(x: 20, y: 40, width: 280, height: 31))
        #expect(range.superview === window)
        #expect(range.bounds == Rect(x: 0, y: 0, width: 280, height: 31))
        let middle = panel.picture[160, 55]
        #expect(middle != 0xff00_0000, "something is drawn")
        range.backgroundColor = .red
        _ = panel.nextFrame()
        #expect(panel.picture[21, 41] == 0xffff_0000, "the whole frame has its colour")
    }

    // MARK: Step 2, properties with defaults

    @Test func `the defaults of the four values show a range`() {
        let range = RangeSlider(frame: .zero)
        #expect(range.minimumValue == 0)
        #expect(range.maximumValue == 1)
        #expect(range.lowerValue == 0.2)
        #expect(range.upperValue == 0.8)
    }

    // MARK: Step 3, where things lie

    @Test func `thumbs are positioned in proportion to their values`() {
        #expect(range.lowerThumbRect.midX == range.positionForValue(0.2))
        #expect(range.upperThumbRect.midX == range.positionForValue(0.8))
        let quarter = range.positionForValue(0.25) - range.positionForValue(0)
        #expect(abs(quarter - way / 4) < 1e-9)
        #expect(range.positionForValue(0) == range.lowerThumbRect.width / 2)
        range.maximumValue = 10
        #expect(abs(range.positionForValue(5) - range.bounds.midX) < 1e-9)
    }

    @Test func `a control with a new frame is laid out again`() {
        range.frame = Rect(x: 20, y: 40, width: 200, height: 31)
        #expect(!panel.nextFrame().isEmpty)
        #expect(range.upperThumbRect.maxX < 200)
        expect(0.2, 0.8)
        #expect(panel.missedPixels.isEmpty)
    }

    // MARK: Step 4, which thumb a finger is on

    @Test func `a finger holds the thumb that it lands on, which is highlighted`() {
        var parts: [RangeSlider.Part?] = []
        range.addAction(for: .touchDown) { _, touch in
            if let touch { parts.append(range.part(of: touch)) }
        }
        for part in [RangeSlider.Part.lower, .upper] {
            let center = (part == .lower ? range.lowerThumbRect : range.upperThumbRect).center
            let pixel = PixelPoint(x: Int(20 + center.x), y: Int(40 + center.y))
            let atRest = panel.picture[pixel.x, pixel.y]
            let finger = panel.touch(range, part)
            _ = panel.nextFrame()
            #expect(range.isHighlighted && range.isTracking)
            #expect(panel.picture[pixel.x, pixel.y] != atRest)
            finger.lift()
            _ = panel.nextFrame()
            #expect(!range.isHighlighted && !range.isTracking)
            #expect(panel.picture[pixel.x, pixel.y] == atRest)
        }
        #expect(parts == [.lower, .upper])
    }

    // MARK: Step 5, dragging

    @Test func `a thumb moves by the distance the finger moves, and the other one stays`() {
        panel.touch(range, .lower).drag(right: way / 10).lift()
        expect(0.3, 0.8)
        panel.touch(range, .upper).drag(left: way / 5).lift()
        expect(0.3, 0.6)
    }

    @Test func `a thumb stops at the end of the track, and at the other thumb`() {
        panel.touch(range, .lower).drag(left: 250).lift()
        expect(0, 0.8)
        panel.touch(range, .lower).drag(right: 250).lift()
        expect(0.8, 0.8)
        panel.touch(range, .upper).drag(right: 250).lift()
        expect(0.8, 1)
    }

    @Test func `a finger can leave the control and come back, and keeps its place`() {
        let finger = panel.touch(range, .lower).drag(down: 100).drag(right: way / 10)
        expect(0.3, 0.8, "tracked outside of the bounds")
        finger.drag(left: way).drag(right: way)
        expect(0.3, 0.8, "what went past the end counts back")
        finger.drag(up: 100).lift()
        expect(0.3, 0.8)
    }

    // MARK: Step 6, telling of it

    private final class RangeReader {
        var seen: [(Double, Double)] = []
        func rangeChanged(_ sender: Control) {
            guard let range = sender as? RangeSlider else { return }
            seen.append((range.lowerValue, range.upperValue))
        }
    }

    @Test func `every target is notified of each change, with the values at that time`() throws {
        let readers = [RangeReader(), RangeReader()]
        for reader in readers {
            range.addTarget(reader, action: RangeReader.rangeChanged, for: .valueChanged)
        }
        let finger = panel.touch(range, .lower)
        #expect(readers.allSatisfy { $0.seen.isEmpty }, "touching changes nothing")
        finger.drag(right: 12)
        for reader in readers {
            #expect(reader.seen.count == 3)
            #expect(try #require(reader.seen.last) == (range.lowerValue, range.upperValue))
        }
        range.removeTarget(readers[0])
        finger.drag(right: 4).lift()
        #expect(readers.map { $0.seen.count } == [3, 4])
    }

    // MARK: Step 7, looks

    @Test func `the track is filled between the thumbs, in the colours that are set`() {
        range.trackTintColor = .green
        range.trackHighlightTintColor = .red
        range.thumbTintColor = .blue
        _ = panel.nextFrame()
        let y = 40 + Int(range.lowerThumbRect.midY)
        func color(at value: Double) -> Color {
            Color(premultipliedPixel: panel.picture[20 + Int(range.positionForValue(value)), y])
        }
        for value in [0.4, 0.5, 0.6] {
            #expect(color(at: value).red > 0.9 && color(at: value).green < 0.1)
        }
        #expect(color(at: 0.02).green > 0.8 && color(at: 0.98).green > 0.8)
        #expect(color(at: 0.2).blue > 0.5 && color(at: 0.8).blue > 0.5)
        #expect(color(at: 0.2).red < 0.3)
    }

    @Test func `curvaceousness rounds the corners of the track and the thumbs`() {
        func corner() -> UInt32 {
            let thumb = range.lowerThumbRect
            return panel.picture[20 + Int(thumb.minX) + 2, 40 + Int(thumb.minY) + 2]
        }
        let round = corner()
        range.curvaceousness = 0
        _ = panel.nextFrame()
        #expect(corner() != round)
        var pictures: [Bitmap] = []
        for curvaceousness in [0, 0.5, 1] {
            range.curvaceousness = curvaceousness
            _ = panel.nextFrame()
            let copy = Bitmap(width: 320, height: 200, format: .xrgb32)
            window.draw(Region(copy.bounds), into: copy)
            #expect(pictures.allSatisfy { !$0.looksLike(copy) })
            pictures.append(copy)
        }
    }

    // MARK: Step 8, properties of a control that is on the screen

    @Test func `a property set later appears in the next frame, and redraws only its control`() {
        let other = RangeSlider(frame: Rect(x: 20, y: 120, width: 280, height: 31))
        window.addSubview(other)
        _ = panel.nextFrame()
        range.trackHighlightTintColor = .red
        range.curvaceousness = 0
        let damage = panel.nextFrame()
        #expect(!damage.isEmpty)
        // Shadows fall up to 8 pixels beyond the frame.
        #expect(PixelRect(x: 12, y: 32, width: 296, height: 47).contains(damage.extents))
        #expect(panel.missedPixels.isEmpty)
        range.trackHighlightTintColor = .red
        range.curvaceousness = 0
        #expect(panel.nextFrame().isEmpty, "the same again is no change")
    }

    @Test func `values set later move the thumbs and send no events`() {
        let listener = EventListener(to: range)
        range.lowerValue = 0.5
        range.upperValue = 0.6
        #expect(!panel.nextFrame().isEmpty)
        #expect(panel.missedPixels.isEmpty)
        #expect(range.lowerThumbRect.midX == range.positionForValue(0.5))
        #expect(listener.read() == [])
    }

    @Test func `no caller can put the control into an invalid state`() {
        range.minimumValue = 5
        expect(5, 5)
        range.maximumValue = 10
        range.upperValue = 20
        expect(5, 10)
        range.lowerValue = 99
        expect(10, 10)
        range.lowerValue = .nan
        range.maximumValue = .infinity
        expect(10, 10)
    }
}
