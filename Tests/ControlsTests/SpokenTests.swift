import Drawing
import Fingers
import Testing

@testable import Controls

/// What the controls say of themselves, and do, for those who cannot touch them.
@Suite struct SpokenTests {
    private static let frame = Rect(x: 0, y: 0, width: 200, height: 60)

    @Test func `every control has accessibility traits by default`() throws {
        let font = try PanelFont.font(size: 14)
        let traits: [(View, AccessibilityTraits)] = [
            (Button(frame: Self.frame), [.button, .toggleButton]),
            (Switch(frame: Self.frame), [.button, .toggleButton]),
            (SegmentedControl(frame: Self.frame), .adjustable),
            (PageControl(frame: Self.frame), [.tabBar, .adjustable]),
            (Meter(frame: Self.frame), .updatesFrequently), (ColorWell(frame: Self.frame), .button),
            (DatePicker(frame: Self.frame), .adjustable), (XYPad(frame: Self.frame), .adjustable),
            (RangeSlider(frame: Self.frame), .adjustable), (Knob(frame: Self.frame), .adjustable),
            (Stepper(frame: Self.frame), .adjustable),
            (Label(frame: Self.frame, font: font), .staticText),
            (ImageView(frame: Self.frame), .image),
        ]
        for (view, expected) in traits {
            #expect(view.accessibilityTraits == expected, "\(type(of: view))")
            #expect(view.isAccessibilityElement, "\(type(of: view))")
            (view as? Control)?.isEnabled = false
            let whenDisabled = view is Control ? expected.union(.notEnabled) : expected
            #expect(view.accessibilityTraits == whenDisabled)
        }
    }

    @Test func `pressing or adjusting a disabled control does nothing`() {
        let controls: [Control] = [
            Button(frame: Self.frame), Switch(frame: Self.frame),
            SegmentedControl(frame: Self.frame, titles: ["A", "B"]), PageControl(frame: Self.frame),
            DatePicker(frame: Self.frame), XYPad(frame: Self.frame), RangeSlider(frame: Self.frame),
            Stepper(frame: Self.frame), ColorWell(frame: Self.frame), Meter(frame: Self.frame),
        ]
        for control in controls {
            (control as? PageControl)?.numberOfPages = 3
            (control as? Meter)?.setLevels([1], at: .zero)
            control.isEnabled = false
            let (listener, before) = (EventListener(to: control), control.valueText)
            #expect(!control.accessibilityActivate(), "\(type(of: control))")
            control.accessibilityIncrement()
            #expect(control.valueText == before && listener.read().isEmpty)
        }
    }

    @Test func `accessibility activation presses a key as a finger would`() {
        let button = Button(frame: Self.frame)
        button.setTitle("Mute", for: .normal)
        let listener = EventListener(to: button)
        #expect(button.accessibilityLabel == "Mute" && button.accessibilityValue == "off")
        #expect(button.accessibilityActivate())
        #expect(!button.isOn && listener.readChangeCount() == 2)
        button.mode = .latching
        button.confirmation = .hold()
        #expect(button.accessibilityActivate())
        #expect(button.isOn && listener.readChangeCount() == 1)
        #expect(button.accessibilityValue == "on")
        button.mode = .tap
        #expect(button.accessibilityValue == nil && button.accessibilityTraits.contains(.button))
        #expect(!button.accessibilityTraits.contains(.toggleButton))
        var taps = 0
        button.addAction(for: .primaryActionTriggered) { _, _ in taps += 1 }
        #expect(button.accessibilityActivate() && taps == 1)
        button.accessibilityLabel = "Silence"
        #expect(button.accessibilityLabel == "Silence")
    }

    @Test func `accessibility activation toggles a switch`() {
        let toggle = Switch(frame: Self.frame)
        let listener = EventListener(to: toggle)
        #expect(toggle.accessibilityValue == "off")
        #expect(toggle.accessibilityActivate())
        #expect(toggle.isOn && toggle.accessibilityValue == "on")
        #expect(listener.readChangeCount() == 1)
    }

    @Test func `accessibility steps through segments and skips disabled ones`() {
        let control = SegmentedControl(frame: Self.frame, titles: ["Off", "Pre", "Post"])
        let listener = EventListener(to: control)
        #expect(control.accessibilityValue == nil)
        control.accessibilityIncrement()
        #expect(control.accessibilityValue == "Off")
        control.setEnabled(false, forSegmentAt: 1)
        control.accessibilityIncrement()
        #expect(control.accessibilityValue == "Post" && listener.readChangeCount() == 2)
        control.accessibilityIncrement()
        #expect(control.accessibilityValue == "Post" && listener.readChangeCount() == 0)
        control.accessibilityDecrement()
        #expect(control.accessibilityValue == "Off" && listener.readChangeCount() == 1)
        control.setTitle(nil, forSegmentAt: 0)
        #expect(control.accessibilityValue == "1 of 3")
        control.selectedSegmentIndex = SegmentedControl.noSegment
        control.accessibilityDecrement()
        #expect(control.selectedSegmentIndex == 2)
    }

    @Test func `accessibility adjustment turns pages`() {
        let pages = PageControl(frame: Self.frame)
        #expect(pages.accessibilityValue == nil)
        pages.numberOfPages = 3
        let listener = EventListener(to: pages)
        pages.accessibilityIncrement()
        #expect(pages.accessibilityValue == "2 of 3" && listener.readChangeCount() == 1)
        pages.titles = ["Mix", "EQ"]
        #expect(pages.accessibilityValue == "EQ")
        for _ in 0..<4 { pages.accessibilityDecrement() }
        #expect(pages.currentPage == 0 && listener.readChangeCount() == 1)
    }

    @Test func `a meter reports its loudest level, and activation clears its clip lamps`() {
        let meter = Meter(frame: Self.frame)
        meter.channelCount = 2
        #expect(meter.accessibilityValue == "-∞ dB" && !meter.accessibilityActivate())
        meter.setLevels([-12, -20], at: .zero)
        #expect(meter.accessibilityValue == "-12 dB")
        meter.setLevels([0, -20], at: .zero)
        #expect(meter.accessibilityValue == "0 dB, clipped")
        let listener = EventListener(to: meter)
        #expect(meter.accessibilityActivate() && !meter.isClipped)
        #expect(listener.readChangeCount() == 1)
    }

    @Test func `a well reports its colour, and activation opens its picker`() {
        let window = Window(size: Size(width: 600, height: 500))
        let well = ColorWell(frame: Self.frame)
        #expect(well.accessibilityValue == nil && !well.accessibilityActivate())
        window.addSubview(well)
        well.selectedColor = Color(red: 0.2, green: 1, blue: 0.04)
        well.title = "Lamp"
        #expect(well.accessibilityValue == "#33ff0a" && well.accessibilityLabel == "Lamp")
        #expect(well.accessibilityActivate() && well.isPickerPresented)
    }

    @Test func `accessibility adjustment moves a time by one row of the last wheel`() {
        let picker = DatePicker(frame: Self.frame)
        let listener = EventListener(to: picker)
        picker.time = .seconds(7 * 3600 + 5 * 60 + 9)
        #expect(picker.accessibilityValue == "07:05:09")
        picker.accessibilityIncrement()
        #expect(picker.accessibilityValue == "07:05:10" && listener.readChangeCount() == 1)
        picker.datePickerMode = .time
        #expect(picker.accessibilityValue == "07:05")
        picker.minuteInterval = 15
        picker.time = .zero
        picker.accessibilityDecrement()
        #expect(picker.accessibilityValue == "00:00" && listener.readChangeCount() == 0)
        picker.accessibilityIncrement()
        #expect(picker.accessibilityValue == "00:15")
    }

    @Test func `accessibility adjusts the values of a pad one after the other`() {
        let pad = XYPad(frame: Self.frame)
        let listener = EventListener(to: pad)
        pad.setValues(x: 0.5, y: 0.5)
        pad.accessibilityIncrement()
        #expect(abs(pad.xValue - 0.6) < 1e-9 && pad.yValue == 0.5)
        #expect(pad.accessibilityActivate())
        pad.accessibilityDecrement()
        #expect(abs(pad.xValue - 0.6) < 1e-9 && abs(pad.yValue - 0.4) < 1e-9)
        #expect(listener.readChangeCount() == 2)
        #expect(pad.accessibilityValue == "0.60, 0.40")
        pad.xLabel = "Cutoff"
        pad.xFormat = ValueFormat(unit: "%", step: 1, span: 100)
        pad.yFormat = ValueFormat(decimals: 1)
        #expect(pad.accessibilityValue == "Cutoff 1 %, 0.4")
    }

    @Test func `accessibility adjusts a range as a whole or by one end`() {
        let range = RangeSlider(frame: Self.frame)
        let listener = EventListener(to: range)
        func expect(_ lower: Double, _ upper: Double) {
            #expect(abs(range.lowerValue - lower) < 1e-9 && abs(range.upperValue - upper) < 1e-9)
        }
        range.accessibilityIncrement()
        expect(0.3, 0.9)
        for _ in 0..<4 { range.accessibilityIncrement() }
        expect(0.4, 1)
        #expect(listener.readChangeCount() == 2)
        #expect(range.accessibilityActivate() && range.accessibilityPart == .lower)
        range.accessibilityDecrement()
        expect(0.3, 1)
        #expect(range.accessibilityActivate() && range.accessibilityPart == .upper)
        range.accessibilityDecrement()
        expect(0.3, 0.9)
        #expect(range.accessibilityActivate() && range.accessibilityPart == .both)
        range.scale.step = 0.25
        range.setValues(lower: 0.25, upper: 0.75)
        for _ in 0..<3 { range.accessibilityDecrement() }
        expect(0, 0.5)
    }

    @Test func `accessibility adjusts a stepper like its keys and reads the text between them`() {
        let stepper = Stepper(frame: Self.frame)
        stepper.maximumValue = 2
        stepper.titles = ["Sine", "Saw"]
        stepper.wraps = true
        #expect(stepper.accessibilityValue == "Sine")
        stepper.accessibilityDecrement()
        #expect(stepper.value == 2 && stepper.accessibilityValue == "2")
    }

    @Test func `a label follows the value of any control`() throws {
        let window = Window(size: Size(width: 300, height: 300))
        let label = Label(
            frame: Rect(x: 0, y: 250, width: 300, height: 40), font: try PanelFont.font(size: 14))
        window.addSubview(label)
        #expect(label.accessibilityLabel == nil)
        let pad = XYPad(frame: Self.frame)
        let (picker, meter) = (DatePicker(frame: Self.frame), Meter(frame: Self.frame))
        let (toggle, button) = (Switch(frame: Self.frame), Button(frame: Self.frame))
        let segments = SegmentedControl(frame: Self.frame, titles: ["A", "B"])
        let (well, pages) = (ColorWell(frame: Self.frame), PageControl(frame: Self.frame))
        pages.numberOfPages = 2
        let changes: [(Control, before: String, after: String, () -> Void)] = [
            (pad, "0.00, 0.00", "0.50, 0.25", { pad.setValues(x: 0.5, y: 0.25) }),
            (picker, "00:00:00", "00:01:00", { picker.time = .seconds(60) }),
            (meter, "-∞ dB", "-9 dB", { meter.setLevels([-9], at: .zero) }),
            (toggle, "off", "on", { toggle.isOn = true }),
            (button, "off", "on", { button.isOn = true }),
            (segments, "", "B", { segments.selectedSegmentIndex = 1 }),
            (well, "", "#ff0000", { well.selectedColor = .red }),
            (pages, "1 of 2", "2 of 2", { pages.currentPage = 1 }),
        ]
        for (control, before, after, change) in changes {
            label.showValue(of: control)
            #expect(label.text == before, "\(type(of: control))")
            change()
            #expect(
                label.text == after && label.accessibilityLabel == (after), "\(type(of: control))")
        }
        label.showValue(of: pad, format: ValueFormat(decimals: 1))
        #expect(label.text == "0.5, 0.3")
        // It follows nothing else any more.
        toggle.isOn = false
        #expect(label.text == "0.5, 0.3")
    }

    @Test func `a label also shows the changes that a finger makes`() throws {
        let window = Window(size: Size(width: 300, height: 300))
        let pad = XYPad(frame: Rect(x: 20, y: 20, width: 200, height: 200))
        pad.setValues(x: 0.5, y: 0.5)
        window.addSubview(pad)
        let label = Label(
            frame: Rect(x: 0, y: 250, width: 300, height: 40), font: try PanelFont.font(size: 14))
        label.showValue(of: pad)
        let panel = Glass(window)
        pad.springAxes = .both
        let finger = panel.touch(pad).drag(right: 30)
        #expect(label.text != "0.50, 0.50")
        finger.lift()
        #expect(label.text == "0.50, 0.50")
    }
}
