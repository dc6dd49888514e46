import Drawing
import Fingers
import Testing

@testable import Controls

@Suite struct StepperTests {
    private let window = Window(size: Size(width: 400, height: 200))
    private let stepper = Stepper(frame: Rect(x: 20, y: 20, width: 120, height: 50))
    private let panel: Glass
    private let listener: EventListener

    init() {
        window.backgroundColor = .black
        window.addSubview(stepper)
        panel = Glass(window)
        listener = EventListener(to: stepper)
    }

    private func more() -> Finger { panel.touch(stepper, at: stepper.incrementRect.center) }
    private func less() -> Finger { panel.touch(stepper, at: stepper.decrementRect.center) }

    @Test func `a new stepper has the defaults of UIStepper`() {
        #expect(stepper.minimumValue == 0 && stepper.maximumValue == 100)
        #expect(stepper.value == 0 && stepper.stepValue == 1)
        #expect(stepper.isContinuous && stepper.autorepeat && !stepper.wraps)
    }

    @Test func `each tap is one step, reported when the finger lands`() {
        let finger = more()
        #expect(stepper.value == 1)
        #expect(listener.read() == ["touchDown", "editingDidBegin", "valueChanged"])
        finger.lift()
        more().lift()
        less().lift()
        #expect(stepper.value == 1)
        #expect(listener.readChangeCount() == 2)
    }

    @Test func `a step past an end does nothing, or wraps to the other end`() {
        less().lift()
        #expect(stepper.value == 0)
        #expect(listener.readChangeCount() == 0)
        stepper.wraps = true
        less().lift()
        #expect(stepper.value == 100)
        more().lift()
        #expect(stepper.value == 0)
        #expect(listener.readChangeCount() == 2)
    }

    @Test
    func `a stepper reaches an end that is off its steps, and steps back to the nearest step`() {
        (stepper.maximumValue, stepper.stepValue) = (10, 3)
        var up: [Double] = []
        for _ in 0..<5 {
            more().lift()
            up.append(stepper.value)
        }
        #expect(up == [3, 6, 9, 10, 10])
        less().lift()
        #expect(stepper.value == 9)
    }

    @Test func `a held key repeats after half a second, faster and faster`() {
        let finger = more()
        panel.wait(.milliseconds(480))
        #expect(stepper.value == 1)
        panel.wait(.milliseconds(20))
        #expect(stepper.value == 2)
        panel.wait(.seconds(1))
        let first = stepper.value
        panel.wait(.seconds(1))
        let second = stepper.value
        #expect(second - first > 1.5 * (first - 1))
        finger.lift()
        #expect(window.nextDeadline == nil)
        panel.wait(.seconds(1))
        #expect(stepper.value == second)
        #expect(listener.readChangeCount() == Int(second))
    }

    @Test func `repeating stops at the end of the range`() {
        stepper.value = 98
        let finger = more()
        panel.wait(.seconds(2))
        #expect(stepper.value == 100 && window.nextDeadline == nil)
        finger.lift()
        stepper.autorepeat = false
        stepper.value = 0
        let second = more()
        panel.wait(.seconds(2))
        second.lift()
        #expect(stepper.value == 1)
    }

    @Test func `repeating pauses while the finger is off the key`() {
        let finger = more()
        finger.drag(down: 100)
        panel.wait(.seconds(2))
        #expect(stepper.value == 1)
        finger.drag(up: 100)
        panel.wait(.seconds(1))
        #expect(stepper.value > 3)
        finger.lift()
    }

    @Test func `if not continuous, one action is sent when the finger lifts`() {
        stepper.isContinuous = false
        let finger = more()
        panel.wait(.seconds(2))
        #expect(listener.readChangeCount() == 0)
        finger.lift()
        #expect(listener.readChangeCount() == 1)
        #expect(stepper.value > 5)
    }

    @Test func `a cancelled touch keeps the value, or restores it if revertsOnCancel is on`() {
        more().cancel()
        #expect(stepper.value == 1)
        #expect(listener.readChangeCount() == 1)
        stepper.revertsOnCancel = true
        more().cancel()
        #expect(stepper.value == 1)
        #expect(listener.readChangeCount() == 2, "there and back")
    }

    @Test func `without a step, each tap moves a hundredth of the scale`() {
        stepper.scale = ValueScale(Taper(.logarithmic, minimum: 20, maximum: 20000))
        more().lift()
        #expect(abs(stepper.value - 20 * 1.0715193) < 1e-4)
        less().lift()
        #expect(abs(stepper.value - 20) < 1e-9)
    }

    @Test func `right-to-left layout swaps the keys, and a vertical stepper stacks them`() {
        stepper.isRightToLeft = true
        panel.touch(stepper, at: Point(x: 10, y: 25)).lift()
        #expect(stepper.value == 1)
        let upright = Stepper(
            frame: Rect(x: 200, y: 20, width: 50, height: 120), isVertical: true)
        window.addSubview(upright)
        panel.touch(upright, at: Point(x: 25, y: 10)).lift()
        #expect(upright.value == 1)
        panel.touch(upright, at: Point(x: 25, y: 110)).lift()
        #expect(upright.value == 0)
    }

    @Test func `setting a property to its current value draws nothing`() {
        stepper.value = 0
        stepper.value = .nan
        stepper.stepValue = -3
        stepper.scale = stepper.scale
        stepper.theme = stepper.theme
        stepper.wraps = false
        stepper.tintColor = nil
        #expect(!window.needsFrame)
        #expect(panel.nextFrame().isEmpty)
        stepper.value = 50
        _ = panel.nextFrame()
        stepper.value = 51
        #expect(panel.nextFrame().isEmpty, "without a font the value is not seen")
    }

    @Test(.enabled(if: PanelFont.isInstalled, "fonts-inter is not installed"))
    func `titles replace values, for the values that have one`() throws {
        stepper.font = try PanelFont.font(size: 16)
        (stepper.titles, stepper.value) = (["Hall", "Room"], 1)
        _ = panel.nextFrame()
        stepper.titles = ["Hall", "Room"]
        #expect(panel.nextFrame().isEmpty)
        stepper.titles = ["Hall", "Plate"]
        let damage = panel.nextFrame().extents
        #expect(!damage.isEmpty && Double(damage.minX) >= stepper.frame.minX + 20)
        #expect(Double(damage.maxX) <= stepper.frame.maxX - 20)
        stepper.titles = ["Hall", "Plate", "Top"]
        #expect(panel.nextFrame().isEmpty, "the third is not seen")
        stepper.titles = []
        #expect(!panel.nextFrame().isEmpty && panel.missedPixels.isEmpty)
    }

    @Test(.enabled(if: PanelFont.isInstalled, "fonts-inter is not installed"))
    func `titles have one size, in which the longest fits, and it is known if it does not`() throws
    {
        stepper.font = try PanelFont.font(size: 24)
        stepper.titles = ["FM", "DAB", "Bluetooth"]
        for (width, isCut) in [(300.0, false), (190, false), (90, true)] {
            stepper.frame.size.width = width
            var sizes: Set<Double> = []
            for value in 0...2 {
                stepper.value = Double(value)
                stepper.layoutIfNeeded()
                let text = try #require(stepper.shownTexts.first)
                #expect(text.text == "Bluetooth" && text.isCut == isCut, "\(width): \(text)")
                sizes.insert(text.size)
            }
            #expect(sizes.count == 1)
            #expect(try #require(sizes.first) < 24 || width == 300)
        }
    }

    @Test func `each change redraws only around the frame, and matches a full redraw`() {
        var red = Theme.dark
        (red.text, red.bodyTop, red.track) = (.red, .purple, .yellow)
        let changes: [() -> Void] = [
            { stepper.value = 5 }, { stepper.tintColor = .green }, { stepper.maximumValue = 5 },
            { stepper.wraps = true }, { stepper.isRightToLeft = true },
            { stepper.isEnabled = false }, { stepper.theme = red }, { stepper.isEnabled = true },
            { _ = more() },
            { stepper.frame = Rect(x: 20, y: 20, width: 100, height: 44) },
        ]
        for (index, change) in changes.enumerated() {
            change()
            let damage = panel.nextFrame()
            #expect(!damage.isEmpty, "change \(index)")
            let around = PixelRect(x: 14, y: 14, width: 132, height: 62)
            #expect(around.contains(damage.extents), "change \(index): \(damage.extents)")
            #expect(panel.missedPixels.isEmpty, "change \(index)")
        }
    }
}
