import Drawing
import Fingers
import Testing

@testable import Controls

@Suite struct XYPadTests {
    private let window = Window(size: Size(width: 300, height: 300))
    private let pad = XYPad(frame: Rect(x: 20, y: 20, width: 240, height: 240))
    private let panel: Glass
    private let listener: EventListener

    init() {
        window.backgroundColor = Theme.dark.background
        pad.setValues(x: 0.5, y: 0.5)
        window.addSubview(pad)
        panel = Glass(window)
        listener = EventListener(to: pad)
    }

    /// How far the thumb's middle can go, in pixels.
    private var way: Double { 240 - 2 * (240 * 0.07 + 3) }

    private func expect(_ x: Double, _ y: Double, _ comment: Comment? = nil) {
        #expect(abs(pad.xValue - x) < 1e-9 && abs(pad.yValue - y) < 1e-9, comment)
    }

    private func settle() {
        for _ in 0..<200 where window.needsFrame { _ = panel.nextFrame() }
        #expect(!window.needsFrame)
    }

    @Test func `touching changes nothing, wherever the finger lands`() {
        for offset in stride(from: 5.0, to: 240, by: 60) {
            panel.touch(pad, at: Point(x: offset, y: 240 - offset)).lift()
        }
        expect(0.5, 0.5)
        #expect(listener.readChangeCount() == 0)
    }

    @Test func `a finger moves one value to the right and the other upwards`() {
        panel.touch(pad, at: Point(x: 30, y: 200)).drag(up: way / 4, right: way / 10).lift()
        expect(0.6, 0.75)
    }

    @Test func `overshoot past an edge must be undone before the value moves back`() {
        let finger = panel.touch(pad).drag(right: way)
        expect(1, 0.5)
        finger.drag(left: way * 0.75).lift()
        expect(0.75, 0.5)
    }

    @Test func `absolute: the thumb goes to the finger`() {
        pad.isRelative = false
        panel.touch(pad, at: Point(x: 20, y: 200)).lift()
        #expect(pad.thumbCenter.distance(to: Point(x: 20, y: 200)) < 1e-6)
        #expect(listener.readChangeCount() == 1)
    }

    @Test func `each direction has its own scale`() {
        pad.xScale = ValueScale(Taper(.logarithmic, minimum: 20, maximum: 20000))
        pad.yScale = ValueScale(Taper(minimum: -12, maximum: 12), step: 1)
        pad.setValues(x: 20, y: 0)
        panel.touch(pad).drag(up: way / 4, right: way / 3).lift()
        #expect(abs(pad.xValue - 200) < 1e-6)
        #expect(pad.yValue == 6)
    }

    @Test func `a slow drag moves a stepped value`() {
        pad.xScale = ValueScale(Taper(), step: 0.25)
        let finger = panel.touch(pad)
        for _ in 0..<Int(way / 4) { finger.drag(right: 1) }
        #expect(pad.xValue == 0.75)
    }

    // MARK: Springs

    @Test func `a spring takes both values back when the finger lifts`() {
        pad.springAxes = .both
        panel.touch(pad).drag(up: 60, left: 60).lift()
        expect(0.5, 0.5)
        #expect(listener.read().last { $0 == "valueChanged" } != nil)
        settle()
        #expect(panel.missedPixels.isEmpty)
    }

    @Test func `the thumb glides back, and does not jump`() {
        pad.springAxes = .both
        let finger = panel.touch(pad).drag(right: 100)
        _ = panel.nextFrame()
        finger.lift()
        var right = 400
        var frameCount = 0
        while window.needsFrame, frameCount < 100 {
            let damage = panel.nextFrame()
            guard !damage.isEmpty else { continue }
            // In the first two, it is let go, and then looks wider.
            if frameCount > 1 { #expect(damage.extents.maxX < right) }
            right = damage.extents.maxX
            frameCount += 1
        }
        #expect((8...60).contains(frameCount), "\(frameCount)")
        #expect(panel.missedPixels.isEmpty)
    }

    @Test func `a cancelled finger also springs back, and one axis alone can spring`() {
        pad.springAxes = .x
        pad.xDefault = 0.25
        panel.touch(pad).drag(up: way / 4, right: 50).cancel()
        expect(0.25, 0.75)
    }

    @Test func `without a spring, a cancelled finger leaves the values or reverts them`() {
        panel.touch(pad).drag(up: way / 4).cancel()
        expect(0.5, 0.75)
        pad.revertsOnCancel = true
        panel.touch(pad).drag(up: way / 8, right: way / 4).cancel()
        expect(0.5, 0.75)
    }

    @Test func `a finger catches a gliding thumb without a jump`() {
        pad.springAxes = .both
        panel.touch(pad).drag(right: 80).lift()
        _ = panel.nextFrame()
        let finger = panel.touch(pad)
        expect(0.5, 0.5)
        finger.drag(right: way / 10)
        expect(0.6, 0.5)
    }

    // MARK: Actions

    @Test func `if the control is not continuous, one action is sent at release`() {
        pad.isContinuous = false
        let finger = panel.touch(pad).drag(up: 50)
        #expect(listener.readChangeCount() == 0)
        finger.lift()
        #expect(listener.readChangeCount() == 1)
        pad.springAxes = .both
        pad.setValues(x: 0.5, y: 0.5)
        panel.touch(pad).drag(up: 50).lift()
        #expect(listener.readChangeCount() == 0, "the spring has taken it all back")
    }

    @Test func `a program can move the values while a finger holds them`() {
        let finger = panel.touch(pad).drag(right: way / 10)
        pad.setValues(x: 0.2, y: 0.2)
        #expect(listener.readChangeCount() > 0)
        finger.drag(up: way / 10, right: way / 10).lift()
        expect(0.3, 0.3)
    }

    @Test func `a second finger makes the movement fine, and never causes a jump`() {
        pad.fineControl = .secondFinger
        let finger = panel.touch(pad).drag(right: way / 10)
        let second = panel.touch(pad, at: Point(x: 200, y: 30))
        finger.drag(right: way / 10)
        // The first step of 4 pixels was made before the other finger counted.
        #expect(pad.xValue < 0.635 && pad.xValue > 0.6)
        second.lift()
        finger.lift()
    }

    // MARK: Drawing

    @Test func `moving redraws only the cross hair and the thumb`() {
        pad.xValue = 0.75
        let damage = panel.nextFrame()
        #expect(!damage.isEmpty && damage.area < 240 * 240 / 8, "\(damage.area)")
        #expect(panel.missedPixels.isEmpty)
    }

    @Test func `setting a property to its current value redraws nothing`() {
        pad.xValue = 0.5
        pad.theme = pad.theme
        pad.gridDivisions = 8
        pad.xLabel = ""
        pad.color = nil
        pad.xScale = pad.xScale
        #expect(panel.nextFrame().isEmpty)
    }

    @Test func `every change of appearance is drawn`() throws {
        let font = try Font(path: Font.defaultPath, size: 14)
        let changes: [(XYPad) -> Void] = [
            { $0.color = .orange }, { $0.gridDivisions = 4 }, { $0.font = font },
            { $0.xLabel = "Cutoff" }, { $0.yLabel = "Resonance" }, { $0.isEnabled = false },
            { $0.theme.track = .gray },
        ]
        for (index, change) in changes.enumerated() {
            change(pad)
            #expect(panel.nextFrame().isEmpty == (index == 2), "\(index)")
            #expect(panel.missedPixels.isEmpty, "\(index)")
        }
    }

    // MARK: Double taps, sensitivity and the popup

    private func tapTwice() {
        for _ in 0..<2 {
            let finger = panel.touch(pad)
            panel.wait(.milliseconds(50))
            finger.lift()
            panel.wait(.milliseconds(100))
        }
    }

    @Test func `a double tap resets both values`() {
        pad.setValues(x: 0.1, y: 0.9)
        pad.xDefault = 0.25
        tapTwice()
        expect(0.1, 0.9)
        pad.doubleTap = .reset
        tapTwice()
        expect(0.25, 0.5)
        #expect(listener.readChangeCount() == 1)
        settle()
        #expect(panel.missedPixels.isEmpty)
    }

    @Test func `a double tap can send an event and leave the values`() {
        pad.doubleTap = .event
        var events = 0
        pad.addAction(for: .primaryActionTriggered) { _, _ in events += 1 }
        tapTwice()
        expect(0.5, 0.5)
        #expect(events == 1 && listener.readChangeCount() == 0)
    }

    @Test func `the values can move farther than the finger`() {
        pad.sensitivity = 2
        pad.sensitivity = -1
        pad.sensitivity = .nan
        #expect(pad.sensitivity == 2)
        panel.touch(pad).drag(right: way / 10).lift()
        expect(0.7, 0.5)
        pad.isRelative = false
        panel.touch(pad, at: Point(x: 20, y: 200)).lift()
        #expect(pad.thumbCenter.distance(to: Point(x: 20, y: 200)) < 1e-6)
    }

    @Test(.enabled(if: PanelFont.isInstalled))
    func `names on a pad and a title on a colour well that have no room are said to be cut`() throws
    {
        let font = try PanelFont.font(size: 16)
        pad.font = font
        pad.xLabel = "Cutoff"
        pad.yLabel = "Resonance"
        let well = ColorWell(frame: .zero)
        well.font = font
        well.title = "Resonance"
        let longest = TextLine("Resonance", font: font).width
        for (width, cuts) in [
            (longest + 22, [false, false, false]), (longest, [false, true, true]),
        ] {
            pad.frame.size = Size(width: width, height: 100)
            well.frame.size = Size(width: width, height: 40)
            let texts = pad.shownTexts + well.shownTexts
            #expect(texts.map(\.text) == ["Cutoff", "Resonance", "Resonance"])
            #expect(texts.map(\.isCut) == cuts, "\(width)")
        }
    }

    @Test(.enabled(if: PanelFont.isInstalled))
    func `a popup can show the values above the finger`() throws {
        pad.font = try PanelFont.font(size: 16)
        pad.showsPopup = true
        let finger = panel.touch(pad)
        #expect(window.subviews.count == 2)
        finger.drag(up: 20)
        finger.lift()
        panel.wait(.milliseconds(1100))
        settle()
        #expect(window.subviews.count == 1)
        #expect(panel.missedPixels.isEmpty)
    }
}
