import Drawing
import Fingers
import Testing

@testable import Controls

/// Which way controls are turned where one reads from right to left.
@Suite struct DirectionTests {
    private let window = Window(size: Size(width: 300, height: 100))
    private static let frame = Rect(x: 20, y: 20, width: 240, height: 60)

    private static func controls() -> [View] {
        [
            Button(frame: frame), Switch(frame: frame), Stepper(frame: frame), Slider(frame: frame),
            RangeSlider(frame: frame), SegmentedControl(frame: frame, titles: ["A", "B"]),
            PageControl(frame: frame), Meter(frame: frame, isVertical: false),
            ImageView(frame: frame),
        ]
    }

    @Test func `every type takes its layout direction from its parent view`() {
        for view in Self.controls() {
            window.semanticContentAttribute = .forceRightToLeft
            window.addSubview(view)
            #expect(view.isRightToLeft, "\(type(of: view))")
            window.semanticContentAttribute = .unspecified
            #expect(!view.isRightToLeft, "\(type(of: view))")
        }
    }

    @Test func `a direction set on a control overrides its parent view`() {
        for view in Self.controls() {
            window.addSubview(view)
            view.isRightToLeft = true
            window.semanticContentAttribute = .forceRightToLeft
            window.semanticContentAttribute = .forceLeftToRight
            #expect(view.isRightToLeft, "\(type(of: view))")
            view.isRightToLeft = false
            window.semanticContentAttribute = .forceRightToLeft
            #expect(!view.isRightToLeft, "\(type(of: view))")
            view.semanticContentAttribute = .unspecified
            #expect(view.isRightToLeft, "\(type(of: view))")
            window.semanticContentAttribute = .unspecified
        }
    }

    @Test func `a direction change redraws the controls that mirror, and only when necessary`() {
        window.backgroundColor = Theme.dark.background
        let panel = Glass(window)
        for view in Self.controls() {
            (view as? PageControl)?.numberOfPages = 3
            (view as? Switch)?.isOn = true
            (view as? Slider)?.value = 0.2
            (view as? RangeSlider)?.lowerValue = 0.5
            (view as? Meter)?.font = nil
            window.addSubview(view)
            _ = panel.nextFrame()
            window.semanticContentAttribute = .forceRightToLeft
            if !(view is ImageView) {
                #expect(!panel.nextFrame().isEmpty, "\(type(of: view))")
            }
            #expect(panel.missedPixels.isEmpty, "\(type(of: view))")
            view.isRightToLeft = true
            #expect(panel.nextFrame().isEmpty, "\(type(of: view))")
            view.removeFromSuperview()
            window.semanticContentAttribute = .unspecified
            _ = panel.nextFrame()
        }
    }
}
