import Drawing
import Fingers
import Testing

@testable import Controls

/// A slider as the reference of UISlider has it, from its values to its direction.
@Suite struct SliderTutorialTests {
    private let window = Window(size: Size(width: 320, height: 120))
    private let slider = Slider(frame: Rect(x: 20, y: 40, width: 280, height: 40))
    private let panel: Glass
    private let listener: EventListener

    init() {
        window.backgroundColor = .black
        window.addSubview(slider)
        panel = Glass(window)
        listener = EventListener(to: slider)
    }

    private func color(at position: Double) -> Color {
        let point = slider.travel.point(at: position)
        return Color(premultipliedPixel: panel.picture[20 + Int(point.x), 40 + Int(point.y)])
    }

    // MARK: Values

    @Test func `a value is always between the ends of the track`() {
        #expect(slider.minimumValue == 0 && slider.maximumValue == 1 && slider.value == 0)
        slider.maximumValue = 10
        slider.value = 5
        #expect(slider.thumbRect.midX == slider.bounds.midX)
        slider.value = 11
        #expect(slider.value == 10)
    }

    @Test func `an animated change sets the value immediately`() {
        slider.setValue(0.5, animated: true)
        #expect(slider.value == 0.5)
        #expect(listener.read() == [])
        var pictures: [Bitmap] = []
        var frames = 0
        while window.needsFrame, frames < 100 {
            _ = panel.nextFrame(after: .nanoseconds(16_666_667))
            frames += 1
            #expect(panel.missedPixels.isEmpty)
            if frames == 1 || frames == 10 {
                let copy = Bitmap(width: 320, height: 120, format: .xrgb32)
                window.draw(Region(copy.bounds), into: copy)
                pictures.append(copy)
            }
        }
        // 0.3 s at 60 Hz, and the one frame that shows where it started.
        #expect(frames == 19)
        #expect(!pictures[0].looksLike(pictures[1]))
        #expect(!pictures[1].looksLike(panel.picture))
        #expect(!window.needsFrame)
    }

    @Test func `a finger or a new value stops a moving thumb`() {
        slider.setValue(1, animated: true)
        for _ in 0..<6 { _ = panel.nextFrame() }
        panel.touch(slider).lift()
        _ = panel.nextFrame()
        #expect(slider.value == 1)
        #expect(!window.needsFrame)
        slider.setValue(0, animated: true)
        _ = panel.nextFrame()
        slider.value = 0.5
        _ = panel.nextFrame()
        #expect(!window.needsFrame)
        #expect(panel.missedPixels.isEmpty)
    }

    // MARK: Telling of it

    @Test func `a moving thumb reports each value`() {
        let finger = panel.touch(slider).drag(right: 40)
        #expect(listener.readChangeCount() == 10)
        finger.lift()
        #expect(listener.readChangeCount() == 0)
    }

    @Test func `a slider that is not continuous reports the last value at release`() {
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

    @Test func `each side of the thumb, and the thumb itself, has its own colour`() {
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

    @Test func `a slider without its own colours uses the theme's`() {
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

    // MARK: Images

    private func image(_ color: Color, _ width: Double = 20, _ height: Double = 20) -> Image {
        Image(size: Size(width: width, height: height)) {
            $0.fill(Rect(x: 0, y: 0, width: width, height: height), color)
        }
    }

    @Test func `images appear at both ends, and the track makes room for them`() {
        let before = slider.thumbRect.minX
        slider.minimumValueImage = image(.red)
        slider.maximumValueImage = image(.green)
        #expect(!panel.nextFrame().isEmpty)
        #expect(slider.minimumValueImageRect == Rect(x: 0, y: 10, width: 20, height: 20))
        #expect(slider.maximumValueImageRect == Rect(x: 260, y: 10, width: 20, height: 20))
        #expect(panel.picture[30, 60] == 0xffff_0000 && panel.picture[290, 60] == 0xff00_ff00)
        #expect(slider.thumbRect.minX == before + 26)
        slider.minimumValueImage = slider.minimumValueImage
        #expect(panel.nextFrame().isEmpty)
        slider.isRightToLeft = true
        _ = panel.nextFrame()
        #expect(panel.picture[30, 60] == 0xff00_ff00, "the least value is at the leading end")
        slider.minimumValueImage = nil
        slider.maximumValueImage = nil
        _ = panel.nextFrame()
        #expect(panel.missedPixels.isEmpty)
    }

    @Test func `each state uses its own images, or else those of the normal state`() {
        slider.value = 0.5
        slider.setThumbImage(image(.red), for: .normal)
        slider.setThumbImage(image(.blue, 30, 30), for: .highlighted)
        slider.setMinimumTrackImage(image(.yellow, 9, 6), for: .normal)
        slider.setMaximumTrackImage(image(.magenta, 9, 6), for: .normal)
        slider.setMaximumTrackImage(image(.cyan, 9, 6), for: .disabled)
        _ = panel.nextFrame()
        #expect(panel.missedPixels.isEmpty)
        #expect(slider.thumbRect.width == 20)
        #expect(color(at: 0.5) == .red)
        #expect(color(at: 0.2) == .yellow && color(at: 0.8) == .magenta)
        let finger = panel.touch(slider).drag(up: 8)
        #expect(slider.value == 0.5)
        _ = panel.nextFrame()
        #expect(panel.missedPixels.isEmpty)
        #expect(slider.currentThumbImage == slider.thumbImage(for: .highlighted))
        #expect(slider.thumbRect.width == 30)
        #expect(color(at: 0.5) == .blue)
        #expect(color(at: 0.2) == .yellow, "as in the normal state")
        finger.lift()
        #expect(slider.value == 0.5)
        slider.isEnabled = false
        _ = panel.nextFrame()
        #expect(slider.currentMaximumTrackImage == slider.maximumTrackImage(for: .disabled))
        #expect(slider.minimumTrackImage(for: .disabled) == nil)
        #expect(slider.currentMinimumTrackImage == slider.minimumTrackImage(for: .normal))
        #expect(color(at: 0.8).red < 0.1 && color(at: 0.8).green > 0.3)
        slider.isEnabled = true
        for state in [Control.State.normal, .highlighted, .disabled] {
            slider.setThumbImage(nil, for: state)
            slider.setMinimumTrackImage(nil, for: state)
            slider.setMaximumTrackImage(nil, for: state)
        }
        _ = panel.nextFrame()
        #expect(slider.currentThumbImage == nil)
        #expect(panel.missedPixels.isEmpty)
    }

    @Test func `an image of another state, and a state without own images, redraw nothing`() {
        slider.value = 0.5
        slider.setThumbImage(image(.red), for: .normal)
        slider.setMinimumTrackImage(image(.yellow, 9, 6), for: .normal)
        _ = panel.nextFrame()
        slider.setThumbImage(image(.blue), for: .highlighted)
        slider.setMaximumTrackImage(image(.cyan, 9, 6), for: .disabled)
        #expect(panel.nextFrame().isEmpty)
        slider.isSelected = true
        #expect(panel.nextFrame().isEmpty)
        slider.setThumbImage(image(.green), for: .selected)
        #expect(!panel.nextFrame().isEmpty)
        #expect(color(at: 0.5) == .green)
        slider.isSelected = false
        _ = panel.nextFrame()
        #expect(color(at: 0.5) == .red)
        #expect(panel.missedPixels.isEmpty)
    }

    @Test func `a normal image that makes the one of a disabled slider differ undims that`() {
        slider.value = 0.5
        let red = image(.red)
        slider.setThumbImage(red, for: .normal)
        slider.setThumbImage(red, for: .disabled)
        slider.isEnabled = false
        _ = panel.nextFrame()
        #expect(color(at: 0.5) != .red)
        slider.setThumbImage(image(.blue), for: .normal)
        _ = panel.nextFrame()
        #expect(color(at: 0.5) == .red && panel.missedPixels.isEmpty)
    }

    @Test func `being selected is not visible and redraws nothing`() {
        _ = panel.nextFrame()
        slider.isSelected = true
        #expect(panel.nextFrame().isEmpty)
        slider.isHighlighted = true
        #expect(!panel.nextFrame().isEmpty && panel.missedPixels.isEmpty)
        slider.isEnabled = false
        #expect(!panel.nextFrame().isEmpty && panel.missedPixels.isEmpty)
    }

    @Test func `the caps of a track's image keep their size, and its middle stretches`() {
        // Red caps of 4 pixels around one green column.
        let capped = Image(size: Size(width: 9, height: 6)) {
            $0.fill(Rect(x: 0, y: 0, width: 9, height: 6), .red)
            $0.fill(Rect(x: 4, y: 0, width: 1, height: 6), .green)
        }.resizableImage(withCapInsets: EdgeInsets(top: 0, left: 4, bottom: 0, right: 4))
        slider.value = 1
        slider.setMinimumTrackImage(capped, for: .normal)
        _ = panel.nextFrame()
        let y = 60
        #expect(panel.picture[22, y] == 0xffff_0000)
        #expect(panel.picture[25, y] == 0xff00_ff00 && panel.picture[150, y] == 0xff00_ff00)
        slider.value = 0.3
        _ = panel.nextFrame()
        #expect(panel.picture[22, y] == 0xffff_0000 && panel.picture[25, y] == 0xff00_ff00)
        #expect(panel.missedPixels.isEmpty)
    }

    // MARK: Direction

    @Test func `from right to left, the minimum is at the right`() {
        slider.minimumTrackTintColor = .red
        slider.value = 0.25
        slider.isRightToLeft = true
        #expect(!panel.nextFrame().isEmpty)
        #expect(slider.thumbRect.midX > slider.bounds.midX)
        #expect(color(at: 0.1).red > 0.8)
        panel.touch(slider).drag(left: slider.travel.length / 4).lift()
        #expect(abs(slider.value - 0.5) < 1e-9)
        _ = panel.nextFrame()
        #expect(panel.missedPixels.isEmpty)
    }

    @Test func `a slider takes its direction from its superview, as any view does`() {
        slider.value = 0.25
        window.semanticContentAttribute = .forceRightToLeft
        #expect(slider.isRightToLeft)
        #expect(slider.thumbRect.midX > slider.bounds.midX)
        window.semanticContentAttribute = .forceLeftToRight
        #expect(!slider.isRightToLeft)
    }

    // MARK: Accessibility

    @Test func `accessibility reads and adjusts a slider`() {
        slider.valueFormat = ValueFormat(style: .number(unit: "%"), decimals: 0)
        slider.maximumValue = 100
        slider.value = 40
        #expect(slider.accessibilityTraits.contains(.adjustable))
        #expect(slider.accessibilityValue == "40 %")
        slider.accessibilityIncrement()
        #expect(abs(slider.value - 50) < 1e-9)
        slider.scale.step = 5
        slider.accessibilityDecrement()
        #expect(slider.value == 45)
        #expect(listener.readChangeCount() == 2)
        slider.isEnabled = false
        slider.accessibilityIncrement()
        #expect(slider.value == 45)
    }

    @Test func `a vertical fader has its minimum at the bottom in either direction`() {
        let fader = Slider(frame: Rect(x: 0, y: 0, width: 40, height: 120), isVertical: true)
        fader.isRightToLeft = true
        #expect(fader.thumbRect.midY > 60)
    }
}
