import Drawing
import Fingers
import Testing

@testable import Controls

@Suite struct ColorWellTests {
    private let window = Window(size: Size(width: 480, height: 400))
    private let well = ColorWell(frame: Rect(x: 400, y: 20, width: 60, height: 40))
    private let knob = Knob(frame: Rect(x: 20, y: 280, width: 80, height: 80))
    private let panel: Glass
    private let listener: EventListener

    init() {
        window.backgroundColor = Theme.dark.background
        window.addSubview(well)
        window.addSubview(knob)
        panel = Glass(window)
        listener = EventListener(to: well)
    }

    private func open() throws -> (Popover, ColorPicker) {
        panel.touch(well).lift()
        _ = panel.nextFrame()
        let popover = try #require(well.popover)
        return (popover, try #require(popover.content as? ColorPicker))
    }

    @Test func `a tap opens the picker, inside the window`() throws {
        #expect(!well.isPickerPresented)
        let (popover, picker) = try open()
        #expect(well.isPickerPresented)
        #expect(window.bounds.contains(popover.panelFrame))
        #expect(popover.panelFrame.contains(picker.frameInWindow))
        #expect(panel.missedPixels.isEmpty)
    }

    @Test(arguments: [(0.0, 0.0), (420, 0), (0, 360), (420, 360), (200, 200)])
    func `wherever the well is, the picker is inside the window`(x: Double, y: Double) throws {
        well.frame = Rect(x: x, y: y, width: 60, height: 40)
        let (popover, _) = try open()
        #expect(window.bounds.contains(popover.panelFrame), "\(popover.panelFrame)")
    }

    @Test func `a finger that leaves the well opens nothing`() {
        panel.touch(well).drag(down: 100).lift()
        #expect(!well.isPickerPresented)
    }

    @Test func `a touch beside the picker closes it and reaches no other control`() throws {
        _ = try open()
        panel.touch(knob).turn(.degrees(90)).lift()
        #expect(!well.isPickerPresented)
        #expect(knob.value == 0)
        panel.touch(knob).turn(.degrees(90)).lift()
        #expect(knob.value > 0)
        _ = panel.nextFrame()
        #expect(panel.missedPixels.isEmpty)
    }

    @Test func `the close button closes the picker, and its panel does not`() throws {
        let (popover, _) = try open()
        panel.touch(at: popover.panelFrame.origin.offsetBy(dx: 8, dy: 8)).lift()
        #expect(well.isPickerPresented)
        panel.touch(at: popover.closeButtonFrame.center).lift()
        #expect(!well.isPickerPresented)
    }

    @Test func `a finger on the field chooses hue and saturation`() throws {
        let (_, picker) = try open()
        let before = picker.selectedColor.hueSaturationBrightness.brightness
        panel.touch(picker, at: Point(x: picker.bounds.width / 3, y: 4)).drag(right: 1).lift()
        let color = try #require(well.selectedColor)
        let parts = color.hueSaturationBrightness
        #expect(abs(parts.hue - 1.0 / 3) < 0.02 && parts.saturation > 0.99)
        #expect(abs(parts.brightness - before) < 1e-9)
        #expect(listener.readChangeCount() > 0)
        _ = panel.nextFrame()
        #expect(panel.missedPixels.isEmpty)
    }

    @Test func `a tap selects a preset colour`() throws {
        let (_, picker) = try open()
        panel.touch(picker, at: Point(x: 10, y: picker.bounds.height - 8)).lift()
        #expect(well.selectedColor == ColorPicker.stripColors[0])
        #expect(listener.readChangeCount() == 1)
    }

    @Test func `a colour made black and bright again keeps its hue`() throws {
        let (_, picker) = try open()
        picker.selectedColor = Color(hue: 0.6, saturation: 0.8, brightness: 0.9)
        let y = picker.bounds.height - picker.bounds.width / 8 - 20
        let finger = panel.touch(picker, at: Point(x: picker.bounds.width / 2, y: y))
        finger.drag(left: 300)
        #expect(picker.selectedColor == .black)
        finger.drag(right: 600).lift()
        let parts = picker.selectedColor.hueSaturationBrightness
        #expect(abs(parts.hue - 0.6) < 1e-6 && abs(parts.saturation - 0.8) < 1e-6)
        #expect(parts.brightness == 1)
    }

    @Test func `if the control is not continuous, one action is sent at release`() throws {
        well.isContinuous = false
        let (_, picker) = try open()
        let finger = panel.touch(picker, at: Point(x: 40, y: 40)).drag(right: 100)
        #expect(listener.readChangeCount() == 0)
        finger.lift()
        #expect(listener.readChangeCount() == 1)
    }

    @Test func `a cancelled finger can revert the colour`() throws {
        well.selectedColor = .red
        well.revertsOnCancel = true
        let (_, picker) = try open()
        panel.touch(picker, at: Point(x: 40, y: 40)).drag(right: 100).cancel()
        #expect(well.selectedColor == .red && picker.selectedColor == .red)
    }

    @Test func `a finger that is cancelled by a touch beside the picker reverts the colour too`()
        throws
    {
        well.selectedColor = .red
        well.revertsOnCancel = true
        let (_, picker) = try open()
        panel.touch(picker, at: Point(x: 40, y: 40)).drag(right: 12)
        #expect(well.selectedColor != .red)
        _ = listener.read()
        panel.touch(at: Point(x: 5, y: 395)).lift()
        #expect(!well.isPickerPresented && well.selectedColor == .red)
        #expect(listener.read().first == "valueChanged")
    }

    @Test func `disabling the well closes the picker`() throws {
        _ = try open()
        well.isEnabled = false
        #expect(!well.isPickerPresented)
        _ = panel.nextFrame()
        #expect(panel.missedPixels.isEmpty)
    }

    @Test func `a colour set by a program appears in the open picker and sends no event`() throws {
        let (_, picker) = try open()
        well.selectedColor = .green
        #expect(picker.selectedColor == .green)
        #expect(listener.readChangeCount() == 0)
    }

    @Test func `a colour well does not support opacity`() {
        well.selectedColor = Color.red.withAlpha(0.3)
        #expect(well.selectedColor == .red && !well.supportsAlpha)
    }

    @Test func `a new colour redraws only the well, and the same colour redraws nothing`() {
        well.selectedColor = .red
        #expect(panel.nextFrame().extents == well.frame.integral)
        well.selectedColor = .red
        well.title = ""
        well.theme = well.theme
        #expect(panel.nextFrame().isEmpty)
    }

    @Test(arguments: [Color.red, .orange, .blue, .white, .black, .gray, .brown, .magenta])
    func `a colour survives the conversion to hue, saturation and brightness and back`(color: Color)
    {
        let parts = color.hueSaturationBrightness
        let back = Color(
            hue: parts.hue, saturation: parts.saturation, brightness: parts.brightness)
        #expect(abs(back.red - color.red) < 1e-9)
        #expect(abs(back.green - color.green) < 1e-9)
        #expect(abs(back.blue - color.blue) < 1e-9)
    }
}
