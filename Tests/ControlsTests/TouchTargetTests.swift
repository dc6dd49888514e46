import Drawing
import Fingers
import Testing

@testable import Controls

/// Fingers are as wide on a fine screen as on a coarse one.
@Suite struct TouchTargetTests {
    private let window = Window(size: Size(width: 1000, height: 400))
    private let panel: Glass

    init() {
        window.pixelsPerMillimetre = 10
        panel = Glass(window)
    }

    @Test func `a finger beside a small thumb moves the thumb`() {
        let range = RangeSlider(frame: Rect(x: 0, y: 0, width: 900, height: 20))
        window.addSubview(range)
        #expect(range.lowerThumbRect.width == 18)
        let center = range.lowerThumbRect.center
        for distance in [-40.0, 22, 40] {
            range.setValues(lower: 0.2, upper: 0.8)
            panel.touch(range, at: center.offsetBy(dx: distance, dy: 0)).drag(right: 20).lift()
            #expect(range.lowerValue > 0.2 && range.upperValue == 0.8, "\(distance)")
        }
        range.setValues(lower: 0.2, upper: 0.8)
        panel.touch(range, at: center.offsetBy(dx: 50, dy: 0)).drag(right: 20).lift()
        #expect(range.lowerValue > 0.2 && range.upperValue > 0.8)
    }

    @Test func `in handle mode a finger close beside a slider's thumb moves it`() {
        let slider = Slider(frame: Rect(x: 0, y: 0, width: 900, height: 30))
        window.addSubview(slider)
        slider.touchMode = .handle
        slider.value = 0.5
        let center = slider.thumbRect.center
        func moves(from distance: Double) -> Bool {
            slider.value = 0.5
            panel.touch(slider, at: center.offsetBy(dx: distance, dy: 0)).drag(right: 20).lift()
            return slider.value != 0.5
        }
        #expect(moves(from: 40) && !moves(from: 50))
        slider.handleReach = 0
        #expect(moves(from: 8) && !moves(from: 40))
        slider.handleReach = nil
        window.pixelsPerMillimetre = 2
        #expect(moves(from: slider.thumbRect.width / 2 + 9), "never less than ten pixels")
    }

    @Test func `a view has the pixels per millimetre of its window`() {
        let view = View(frame: .zero)
        #expect(view.pixelsPerMillimetre == Window.defaultPixelsPerMillimetre)
        window.addSubview(view)
        #expect(view.pixelsPerMillimetre == 10)
    }
}
