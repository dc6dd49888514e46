import Drawing
import Fingers
import Testing

@testable import Controls

/// Theme, tint colour and typeface, which views inherit from those they are in.
@Suite struct LooksTests {
    private let window = Window(size: Size(width: 300, height: 200))
    private let strip = View(frame: Rect(x: 0, y: 0, width: 300, height: 200))
    private let panel: Glass

    init() {
        // Nothing shines through from one picture to the next.
        window.backgroundColor = .black
        window.addSubview(strip)
        panel = Glass(window)
    }

    /// Counts the changes of appearance that reach it.
    private final class Counting: Control {
        var themes = 0
        var tints = 0
        var fonts = 0

        override func themeDidChange() { themes += 1 }
        override func tintColorDidChange() { tints += 1 }
        override func fontDidChange() { fonts += 1 }
    }

    private static func all() -> [Control] {
        let frame = Rect(x: 20, y: 20, width: 160, height: 60)
        let segments = SegmentedControl(frame: frame, titles: ["a", "b"])
        segments.selectedSegmentIndex = 0
        let pages = PageControl(frame: frame)
        pages.numberOfPages = 3
        let picker = DatePicker(frame: frame)
        let toggle = Switch(frame: frame)
        toggle.isOn = true
        let button = Button(frame: frame)
        button.mode = .latching
        button.isOn = true
        let knob = Knob(frame: frame)
        let slider = Slider(frame: frame)
        (knob.value, slider.value) = (0.5, 0.5)
        return [
            knob, slider, RangeSlider(frame: frame), XYPad(frame: frame), toggle, button,
            segments, pages, Stepper(frame: frame), picker,
        ]
    }

    @Test func `a theme applies to all views inside, including those added later`() {
        let knob = Knob(frame: Rect(x: 0, y: 0, width: 80, height: 80))
        strip.addSubview(knob)
        window.theme = .light
        let fader = Slider(frame: Rect(x: 100, y: 0, width: 100, height: 40))
        strip.addSubview(fader)
        #expect(knob.theme == .light && fader.theme == .light)
        fader.theme = .highContrast
        window.theme = .dark
        #expect(knob.theme == .dark && fader.theme == .highContrast)
        fader.inheritTheme()
        #expect(fader.theme == .dark)
    }

    @Test func `a view that moves to another superview takes the theme from there`() {
        let knob = Knob(frame: Rect(x: 0, y: 0, width: 80, height: 80))
        strip.theme = .light
        strip.addSubview(knob)
        #expect(knob.theme == .light)
        window.addSubview(knob)
        #expect(knob.theme == .dark)
        strip.addSubview(knob)
        knob.removeFromSuperview()
        #expect(knob.theme == .dark)
    }

    @Test func `a view is notified of a change once, and never when nothing changed`() throws {
        let view = Counting(frame: Rect(x: 0, y: 0, width: 10, height: 10))
        strip.addSubview(view)
        #expect(view.themes == 0 && view.tints == 0 && view.fonts == 0)
        window.theme = .light
        window.theme = .light
        strip.theme = .light
        window.theme = .dark
        #expect(view.themes == 1)
        window.tintColor = .red
        strip.tintColor = .red
        window.tintColor = .blue
        strip.tintColor = nil
        #expect(view.tints == 2 && view.tintColor == .blue)
        let font = try PanelFont.font(size: 14)
        window.defaultFont = font
        #expect(view.fonts == 1 && view.font === font)
        view.font = font
        window.defaultFont = nil
        #expect(view.fonts == 1 && view.font === font)
        view.font = nil
        #expect(view.fonts == 2 && view.font == nil)
    }

    @Test func `in every control, the tint colour replaces a colour that was not set`() {
        let pink = Color(red: 1, green: 0, blue: 0.6)
        for control in Self.all() {
            let name = "\(type(of: control))"
            strip.tintColor = nil
            strip.addSubview(control)
            _ = panel.nextFrame()
            strip.tintColor = pink
            #expect(!panel.nextFrame().isEmpty, "\(name) is not drawn in its tint colour")
            #expect(panel.missedPixels.isEmpty, "\(name) is not drawn as a whole")
            strip.tintColor = pink
            #expect(panel.nextFrame().isEmpty, "\(name) is drawn for nothing")
            control.removeFromSuperview()
            _ = panel.nextFrame()
        }
    }

    @Test func `a control's own colour overrides an inherited tint colour`() {
        let knob = Knob(frame: Rect(x: 0, y: 0, width: 80, height: 80))
        let toggle = Switch(frame: Rect(x: 100, y: 0, width: 80, height: 40))
        strip.addSubview(knob)
        strip.addSubview(toggle)
        (knob.color, toggle.onTintColor, toggle.isOn, knob.value) = (.green, .green, true, 1)
        _ = panel.nextFrame()
        strip.tintColor = .red
        #expect(panel.nextFrame().isEmpty)
    }

    @Test func `every control is redrawn when a superview gets another theme`() {
        for control in Self.all() {
            strip.addSubview(control)
            _ = panel.nextFrame()
            window.theme = .light
            #expect(!panel.nextFrame().isEmpty, "\(type(of: control))")
            #expect(panel.missedPixels.isEmpty, "\(type(of: control))")
            window.theme = .dark
            control.removeFromSuperview()
            _ = panel.nextFrame()
        }
    }

    @Test func `a label's text uses the theme's colour, unless it has its own`() throws {
        let label = Label(
            frame: Rect(x: 0, y: 0, width: 100, height: 40), font: try PanelFont.font(size: 14))
        strip.addSubview(label)
        window.theme = .light
        #expect(label.textColor == Theme.light.text)
        label.textColor = .red
        window.theme = .dark
        #expect(label.textColor == .red)
    }

    @Test func `an inherited tint does not colour an image view`() {
        let view = ImageView(frame: Rect(x: 0, y: 0, width: 10, height: 10))
        strip.addSubview(view)
        strip.tintColor = .red
        #expect(view.ownTintColor == nil)
        view.tintColor = .blue
        #expect(view.ownTintColor == .blue)
    }

    @Test func `tracks, pointers and thumbs can have their own colours`() {
        let frame = Rect(x: 20, y: 20, width: 100, height: 100)
        let (knob, pad, toggle) = (Knob(frame: frame), XYPad(frame: frame), Switch(frame: frame))
        let changes: [(Control, () -> Void)] = [
            (knob, { knob.trackTintColor = .green }), (knob, { knob.pointerTintColor = .green }),
            (pad, { pad.thumbTintColor = .green }), (pad, { pad.trackTintColor = .green }),
            (toggle, { toggle.trackTintColor = .green }),
        ]
        for (control, change) in changes {
            strip.addSubview(control)
            _ = panel.nextFrame()
            change()
            #expect(!panel.nextFrame().isEmpty)
            #expect(panel.missedPixels.isEmpty)
            change()
            #expect(panel.nextFrame().isEmpty)
            control.removeFromSuperview()
            _ = panel.nextFrame()
        }
    }
}
