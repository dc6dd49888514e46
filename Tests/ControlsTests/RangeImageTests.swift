import Drawing
import Fingers
import Testing

@testable import Controls

/// Images of the thumbs and the track of a range slider, and at its ends.
@Suite struct RangeImageTests {
    private let window = Window(size: Size(width: 320, height: 200))
    private let range = RangeSlider(frame: Rect(x: 20, y: 40, width: 280, height: 40))
    private let panel: Glass

    init() {
        window.backgroundColor = .black
        range.setValues(lower: 0.3, upper: 0.7)
        window.addSubview(range)
        panel = Glass(window)
    }

    private func image(_ color: Color, _ width: Double = 20, _ height: Double = 20) -> Image {
        Image(size: Size(width: width, height: height)) {
            $0.fill(Rect(x: 0, y: 0, width: width, height: height), color)
        }
    }

    /// The colour in the middle of the track at a position, in the next frame.
    private func color(at position: Double) -> Color {
        _ = panel.nextFrame()
        #expect(panel.missedPixels.isEmpty)
        let point = range.face.travel.point(at: position)
        return Color(premultipliedPixel: panel.picture[20 + Int(point.x), 40 + Int(point.y)])
    }

    @Test func `one image is on both thumbs, in its own size`() {
        range.setThumbImage(image(.red, 24, 16), for: .normal)
        #expect(color(at: 0.3) == .red && color(at: 0.7) == .red)
        #expect(range.lowerThumbRect.size == Size(width: 24, height: 16))
        #expect(range.upperThumbRect.size == Size(width: 24, height: 16))
        #expect(range.positionForValue(0) == 12, "its edge is at the end of the track")
        #expect(range.thumbImage(for: .normal) == range.currentUpperThumbImage)
        range.setThumbImage(nil, for: .normal)
        #expect(color(at: 0.3) != .red && range.currentLowerThumbImage == nil)
    }

    @Test func `each thumb may have an image of its own`() {
        range.setThumbImage(image(.red), of: .lower, for: .normal)
        range.setThumbImage(image(.blue), of: .upper, for: .normal)
        #expect(color(at: 0.3) == .red && color(at: 0.7) == .blue)
        #expect(range.thumbImage(for: .normal) == nil, "they differ")
        #expect(range.thumbImage(of: .upper, for: .normal) == range.currentUpperThumbImage)
        range.lowerValue = 0.5
        #expect(color(at: 0.5) == .red && color(at: 0.7) == .blue)
    }

    @Test func `only the thumb under a finger has the image of a held one`() {
        range.setThumbImage(image(.red), for: .normal)
        range.setThumbImage(image(.green, 30, 30), for: .highlighted)
        let finger = panel.touch(range, at: range.lowerThumbRect.center)
        #expect(color(at: 0.3) == .green && color(at: 0.7) == .red)
        #expect(range.lowerThumbRect.width == 30 && range.upperThumbRect.width == 20)
        finger.lift()
        #expect(color(at: 0.3) == .red)
        #expect(range.lowerValue == 0.3, "the larger image changed nothing")
        let both = panel.touch(range, at: range.bounds.center)
        #expect(color(at: 0.3) == .green && color(at: 0.7) == .green)
        both.lift()
        #expect(color(at: 0.7) == .red)
    }

    @Test func `thumbs that look the same while held are not redrawn`() {
        range.setThumbImage(image(.red), for: .normal)
        _ = panel.nextFrame()
        let finger = panel.touch(range, at: range.bounds.center)
        #expect(panel.nextFrame().isEmpty)
        finger.drag(left: 20)
        #expect(!panel.nextFrame().isEmpty)
        finger.lift()
        #expect(panel.nextFrame().isEmpty)
    }

    @Test func `the track between the thumbs has an image, and the rest another`() {
        range.setTrackHighlightImage(image(.yellow, 9, 6), for: .normal)
        #expect(color(at: 0.5) == .yellow && color(at: 0.1) != .magenta)
        range.setTrackImage(image(.magenta, 9, 6), for: .normal)
        #expect(color(at: 0.5) == .yellow)
        #expect(color(at: 0.1) == .magenta && color(at: 0.9) == .magenta)
        range.setValues(lower: 0.6, upper: 0.9)
        #expect(color(at: 0.45) == .magenta && color(at: 0.75) == .yellow)
        range.isRightToLeft = true
        #expect(color(at: 0.45) == .magenta && color(at: 0.75) == .yellow)
        range.setTrackHighlightImage(nil, for: .normal)
        range.trackHighlightTintColor = .red
        #expect(color(at: 0.75) == .red, "the theme fills the track")
        range.setTrackImage(nil, for: .normal)
        #expect(color(at: 0.45) != .magenta)
    }

    @Test func `the image between the thumbs ends under them while they glide`() {
        range.setTrackHighlightImage(image(.yellow, 9, 6), for: .normal)
        range.setTrackImage(image(.magenta, 9, 6), for: .normal)
        range.setValues(lower: 0, upper: 0.5, animated: true)
        for _ in 0..<30 {
            _ = panel.nextFrame()
            #expect(panel.missedPixels.isEmpty)
        }
        #expect(color(at: 0.25) == .yellow && color(at: 0.8) == .magenta)
    }

    @Test func `the track has images for a held and for a disabled range`() {
        range.setTrackImage(image(.magenta, 9, 6), for: .normal)
        range.setTrackImage(image(.cyan, 9, 6), for: .highlighted)
        range.setTrackHighlightImage(image(.yellow, 9, 6), for: .normal)
        range.setTrackHighlightImage(image(.green, 9, 6), for: .disabled)
        let finger = panel.touch(range, at: range.lowerThumbRect.center)
        #expect(color(at: 0.1) == .cyan && color(at: 0.5) == .yellow)
        finger.lift()
        #expect(color(at: 0.1) == .magenta)
        range.isEnabled = false
        #expect(color(at: 0.5) == .green)
        #expect(color(at: 0.1) != .magenta, "dimmed: it has no image for this state")
        range.isDisplay = true
        #expect(color(at: 0.5) == .yellow && color(at: 0.1) == .magenta)
        #expect(color(at: 0.3) != .red)
    }

    @Test func `an image of another state redraws nothing`() {
        range.setThumbImage(image(.red), for: .normal)
        range.setTrackImage(image(.magenta, 9, 6), for: .normal)
        _ = panel.nextFrame()
        range.setThumbImage(image(.blue), for: .highlighted)
        range.setTrackHighlightImage(image(.cyan, 9, 6), for: .disabled)
        #expect(panel.nextFrame().isEmpty)
        range.isSelected = true
        #expect(panel.nextFrame().isEmpty)
        range.setThumbImage(image(.green), of: .upper, for: .selected)
        let damage = panel.nextFrame().extents
        let thumb = range.upperThumbRect.offsetBy(dx: 20, dy: 40)
        #expect(!damage.isEmpty && thumb.insetBy(dx: -9, dy: -9).contains(Rect(damage)))
        #expect(color(at: 0.7) == .green)
    }

    @Test(arguments: [false, true])
    func `images appear at both ends, and the track makes room for them`(isVertical: Bool) {
        let range = RangeSlider(
            frame: Rect(x: 20, y: 40, width: 140, height: 140), isVertical: isVertical)
        self.range.removeFromSuperview()
        window.addSubview(range)
        let before = range.positionForValue(0)
        range.minimumValueImage = image(.red)
        range.maximumValueImage = image(.green)
        _ = panel.nextFrame()
        #expect(panel.missedPixels.isEmpty)
        let (first, last) = (range.minimumValueImageRect, range.maximumValueImageRect)
        #expect(
            first
                == (isVertical
                    ? Rect(x: 60, y: 120, width: 20, height: 20)
                    : Rect(x: 0, y: 60, width: 20, height: 20)))
        #expect(
            last
                == (isVertical
                    ? Rect(x: 60, y: 0, width: 20, height: 20)
                    : Rect(x: 120, y: 60, width: 20, height: 20)))
        #expect(panel.picture[Int(20 + first.midX), Int(40 + first.midY)] == 0xffff_0000)
        #expect(panel.picture[Int(20 + last.midX), Int(40 + last.midY)] == 0xff00_ff00)
        #expect(abs(range.positionForValue(0) - before) == 26)
        range.minimumValueImage = range.minimumValueImage
        #expect(panel.nextFrame().isEmpty)
        range.maximumValueImage = image(.blue)
        _ = panel.nextFrame()
        #expect(panel.missedPixels.isEmpty)
        #expect(panel.picture[Int(20 + last.midX), Int(40 + last.midY)] == 0xff00_00ff)
        range.minimumValueImage = nil
        range.maximumValueImage = nil
        _ = panel.nextFrame()
        #expect(panel.missedPixels.isEmpty)
        #expect(range.positionForValue(0) == before)
    }

    @Test func `a range is at least as broad as its images`() {
        let before = range.intrinsicContentSize.height
        range.setThumbImage(image(.red, 20, 90), of: .upper, for: .normal)
        #expect(before < 90 && range.intrinsicContentSize.height == 90)
    }

    @Test func `a range that had no images has none to remove`() {
        range.setThumbImage(nil, for: .disabled)
        range.minimumValueImage = nil
        #expect(range.images == nil)
    }
}
