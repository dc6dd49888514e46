import Drawing
import Fingers
import Testing

@testable import Controls

/// Sliders whose track, thumb and images lie elsewhere than usual.
@Suite struct SliderRectTests {
    private let window = Window(size: Size(width: 400, height: 200))
    private let panel: Glass

    init() { panel = Glass(window) }

    /// Its track begins in the middle, and its thumb is square.
    private final class HalfSlider: Slider {
        override func trackRect(forBounds bounds: Rect) -> Rect {
            let track = super.trackRect(forBounds: bounds)
            return Rect(
                x: bounds.midX, y: track.minY, width: bounds.maxX - bounds.midX - 10,
                height: track.height)
        }

        override func thumbRect(forBounds bounds: Rect, trackRect: Rect, value: Double) -> Rect {
            let thumb = super.thumbRect(forBounds: bounds, trackRect: trackRect, value: value)
            return Rect(center: thumb.center, size: Size(width: 20, height: 20))
        }
    }

    /// Its thumb grows when it is held.
    private final class GrowingSlider: Slider {
        override func thumbRect(forBounds bounds: Rect, trackRect: Rect, value: Double) -> Rect {
            let thumb = super.thumbRect(forBounds: bounds, trackRect: trackRect, value: value)
            return isHighlighted
                ? Rect(center: thumb.center, size: Size(width: 100, height: 38)) : thumb
        }
    }

    private final class HalfRange: RangeSlider {
        override func trackRect(forBounds bounds: Rect) -> Rect {
            let track = super.trackRect(forBounds: bounds)
            return Rect(
                x: bounds.midX, y: track.minY, width: bounds.maxX - bounds.midX - 30,
                height: track.height)
        }
    }

    /// The image of the least value stands in the middle.
    private final class MovedImage: Slider {
        override func minimumValueImageRect(forBounds bounds: Rect) -> Rect {
            let rect = super.minimumValueImageRect(forBounds: bounds)
            return Rect(center: bounds.center, size: rect.size)
        }
    }

    @Test func `a thumb moves from end to end of the track that a subclass provides`() {
        let slider = HalfSlider(frame: Rect(x: 0, y: 0, width: 300, height: 40))
        window.addSubview(slider)
        let track = slider.trackRect(forBounds: slider.bounds)
        #expect(slider.thumbRect.size == Size(width: 20, height: 20))
        #expect(abs(slider.thumbRect.midX - track.minX - track.height / 2) < 1e-9)
        _ = panel.nextFrame()
        slider.value = 1
        #expect(abs(slider.thumbRect.midX - track.maxX + track.height / 2) < 1e-9)
        #expect(panel.nextFrame().extents.minX > 130)
    }

    @Test func `a thumb that a subclass makes larger is seen so as soon as it is held`() {
        let slider = GrowingSlider(frame: Rect(x: 0, y: 0, width: 300, height: 40))
        slider.value = 0.5
        window.addSubview(slider)
        _ = panel.nextFrame()
        slider.isHighlighted = true
        #expect(panel.nextFrame().extents.width >= 100)
        slider.isHighlighted = false
        #expect(panel.nextFrame().extents.width >= 100)
    }

    @Test func `a thumb on a track set by a subclass moves as far as the finger`() {
        let slider = HalfSlider(frame: Rect(x: 0, y: 0, width: 300, height: 40))
        window.addSubview(slider)
        slider.value = 0.25
        let before = slider.thumbRect.midX
        panel.touch(slider).drag(right: 40).lift()
        #expect(abs(slider.thumbRect.midX - before - 40) < 1e-9)
    }

    @Test func `two fingers move both range thumbs on a track set by a subclass`() {
        let range = HalfRange(frame: Rect(x: 0, y: 0, width: 300, height: 40))
        window.addSubview(range)
        let (low, high) = (range.lowerThumbRect.midX, range.upperThumbRect.midX)
        #expect(low > 150)
        let (first, second) = (panel.touch(range, .lower), panel.touch(range, .upper))
        first.drag(right: 10).lift()
        second.drag(left: 10).lift()
        #expect(abs(range.lowerThumbRect.midX - low - 10) < 1e-9)
        #expect(abs(range.upperThumbRect.midX - high + 10) < 1e-9)
    }

    @Test func `a subclass sets the position of an image`() throws {
        let slider = MovedImage(frame: Rect(x: 0, y: 0, width: 300, height: 40))
        let bitmap = Bitmap(width: 10, height: 10, format: .argb32)
        slider.minimumValueImage = Image(bitmap)
        #expect(slider.minimumValueImageRect.center == slider.bounds.center)
        #expect(slider.maximumValueImageRect.isEmpty)
    }

    @Test func `the labels of ticks are left out before a cap is too narrow for a finger`() throws {
        func cap(in width: Double) throws -> Double {
            let fader = Slider(
                frame: Rect(x: 0, y: 0, width: width, height: 300), isVertical: true)
            window.addSubview(fader)
            fader.font = try PanelFont.font(size: 14)
            (fader.ticks, fader.showsTickLabels) = ([0, 0.25, 0.5], true)
            return fader.thumbSize.width
        }
        // The labels take about 28 pixels of a wide fader.
        #expect(try cap(in: 90) < 0.82 * 70)
        #expect(try cap(in: 50) == 0.82 * 50)
    }

    @Test func `longer tick labels shrink the slider body immediately`() throws {
        let fader = Slider(frame: Rect(x: 0, y: 0, width: 100, height: 180), isVertical: true)
        window.addSubview(fader)
        fader.font = try PanelFont.font(size: 14)
        fader.showsTickLabels = true
        fader.ticks = [0, 1]
        let before = fader.parts(in: fader.bounds).body.width
        fader.ticks = [0, 0.25, 1]
        let narrower = fader.parts(in: fader.bounds).body.width
        #expect(narrower < before)
        fader.font = try PanelFont.font(size: 20)
        #expect(fader.parts(in: fader.bounds).body.width < narrower)
        fader.showsTickLabels = false
        #expect(fader.parts(in: fader.bounds).body.width == 100)
    }

    @Test(arguments: [false, true])
    func `with an origin, the image of the track is between it and the thumb`(isMirrored: Bool) {
        func image(_ color: Color) -> Image {
            Image(size: Size(width: 8, height: 8)) {
                $0.fill(Rect(x: 0, y: 0, width: 8, height: 8), color)
            }
        }
        let slider = Slider(frame: Rect(x: 50, y: 50, width: 300, height: 40))
        slider.isRightToLeft = isMirrored
        slider.setMinimumTrackImage(image(.red), for: .normal)
        slider.setMaximumTrackImage(image(.blue), for: .normal)
        slider.origin = 0.5
        window.addSubview(slider)
        /// The colours of the track at four places, in the direction of the values.
        func colors() -> [UInt32] {
            _ = panel.nextFrame()
            let track = slider.trackRect(forBounds: slider.bounds)
            return [0.03, 0.4, 0.6, 0.97].map { share in
                let place = isMirrored ? 1 - share : share
                return panel.picture[Int(50 + track.minX + track.width * place), 70]
            }
        }
        let (red, blue) = (Color.red.premultipliedPixel, Color.blue.premultipliedPixel)
        slider.value = 0.8
        #expect(colors() == [blue, blue, red, blue])
        slider.value = 0.2
        #expect(colors() == [blue, red, blue, blue])
        slider.value = 0.5
        #expect(colors() == [blue, blue, blue, blue])
        slider.origin = nil
        slider.value = 0.8
        #expect(colors() == [red, red, red, blue])
    }
}
