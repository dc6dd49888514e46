import Drawing
import Fingers
import Testing

@testable import Controls

/// A slider as the reference of UISlider has it, from its values to its direction.
@Suite struct SliderTutorialTests {
    private let window = Window(size: Size(width: 320, height: 120))
    private let slider = Slider(frame: Rect(x: 20, y: 40, width: 280, height: 40))
    private let panel: Glass
    private let listener: Listener

    init() {
        window.backgroundColor = .black
        window.addSubview(slider)
        panel = Glass(window)
        listener = Listener(to: slider)
    }

    private func color(at position: Double) -> Color {
        let point = slider.travel.point(at: position)
        return Color(premultipliedPixel: panel.picture[20 + Int(point.x), 40 + Int(point.y)])
    }

    // MARK: Values

    @Test func `a value lies between the ends of the track`() {
        #expect(slider.minimumValue == 0 && slider.maximumValue == 1 && slider.value == 0)
        slider.maximumValue = 10
        slider.value = 5
        #expect(slider.thumbRect.midX == slider.bounds.midX)
        slider.value = 11
        #expect(slider.value == 10)
    }

    @Test func `an animated change has the value at once`() {
        slider.setValue(0.5, animated: true)
        #expect(slider.value == 0.5)
        #expect(listener.read() == [])
        var frames = 0
        while window.needsFrame, frames < 100 {
            _ = panel.nextFrame()
            frames += 1
        }
        #expect(frames > 0 && frames < 30)
        #expect(panel.missedPixels.isEmpty)
    }

    // MARK: Telling of it

    @Test func `a moving thumb tells each value`() {
        let finger = panel.touch(slider).drag(right: 40)
        #expect(listener.readChangeCount() == 10)
        finger.lift()
        #expect(listener.readChangeCount() == 0)
    }

    @Test func `not continuous, it tells the last value at the release`() {
        slider.isContinuous = false
        var told: [Double] = []
        slider.addAction(for: .valueChanged) { _, _ in told.append(slider.value) }
        let finger = panel.touch(slider).drag(right: 40)
        #expect(told.isEmpty)
        finger.lift()
        #expect(told == [slider.value])
        #expect(slider.value > 0.1)
    }

    // MARK: Colours

    @Test func `each side of the thumb, and the thumb, has its colour`() {
        slider.value = 0.5
        slider.minimumTrackTintColor = .red
        slider.maximumTrackTintColor = .green
        slider.thumbTintColor = .blue
        let damage = panel.nextFrame()
        #expect(PixelRect(x: 12, y: 32, width: 296, height: 56).contains(damage.extents))
        #expect(color(at: 0.2).red > 0.8 && color(at: 0.2).green < 0.3)
        #expect(color(at: 0.8).green > 0.7 && color(at: 0.8).red < 0.3)
        let beside = slider.thumbRect
        let thumb = Color(
            premultipliedPixel: panel.picture[
                20 + Int(beside.minX) + 4, 40 + Int(beside.midY) + 2])
        #expect(thumb.blue > 0.4 && thumb.red < 0.4)
        slider.thumbTintColor = .blue
        #expect(panel.nextFrame().isEmpty)
    }

    @Test func `without colours of its own, it has the theme's`() {
        slider.value = 1
        _ = panel.nextFrame()
        var theme = Theme.dark
        theme.accent = .green
        slider.theme = theme
        _ = panel.nextFrame()
        #expect(color(at: 0.3).green > 0.8)
        slider.minimumTrackTintColor = .red
        _ = panel.nextFrame()
        #expect(color(at: 0.3).red > 0.8)
        slider.minimumTrackTintColor = nil
        _ = panel.nextFrame()
        #expect(color(at: 0.3).green > 0.8)
    }

    // MARK: Direction

    @Test func `from right to left, the least value is at the right`() {
        slider.minimumTrackTintColor = .red
        slider.value = 0.25
        slider.isRightToLeft = true
        #expect(!panel.nextFrame().isEmpty)
        #expect(slider.thumbRect.midX > slider.bounds.midX)
        #expect(color(at: 0.1).red > 0.8)
        panel.touch(slider).drag(left: slider.travel.length / 4).lift()
        #expect(abs(slider.value - 0.5) < 1e-9)
        #expect(panel.missedPixels.isEmpty == false || !window.needsFrame)
    }

    @Test func `a fader that stands has the least value below in either direction`() {
        let fader = Slider(frame: Rect(x: 0, y: 0, width: 40, height: 120), isVertical: true)
        fader.isRightToLeft = true
        #expect(fader.thumbRect.midY > 60)
    }
}
