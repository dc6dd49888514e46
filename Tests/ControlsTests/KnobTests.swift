import Drawing
import Fingers
import Layers
import Testing

@testable import Controls

@Suite struct KnobTests {
    private let window = Window(size: Size(width: 300, height: 200))
    private let knob = Knob(frame: Rect(x: 50, y: 40, width: 120, height: 120))
    private let panel: Glass
    private let listener: EventListener
    private let sweep = 315.0

    init() {
        window.backgroundColor = .black
        window.addSubview(knob)
        knob.setValue(0.5)
        panel = Glass(window)
        listener = EventListener(to: knob)
    }

    private func expect(_ value: Double, _ comment: Comment? = nil) {
        #expect(abs(knob.value - value) < 1e-9, comment)
    }

    // MARK: Turning

    @Test(arguments: [-180.0, -90, -20, 45, 67, 112, 170])
    func `touching changes nothing, wherever the finger lands`(degrees: Double) {
        panel.touch(knob, at: .degrees(degrees)).lift()
        expect(0.5)
        #expect(listener.readChangeCount() == 0)
    }

    @Test(arguments: [-180.0, -90, 0, 90])
    func `a knob turns by the same angle as the finger`(degrees: Double) {
        let finger = panel.touch(knob, at: .degrees(degrees)).turn(.degrees(90))
        expect(0.5 + 90 / sweep)
        finger.turn(.degrees(-120)).lift()
        expect(0.5 - 30 / sweep)
    }

    @Test func `the value stops at the ends and turns back immediately`() {
        let finger = panel.touch(knob).turn(.degrees(400))
        expect(1)
        finger.turn(.degrees(-63))
        expect(0.8)
        finger.turn(.degrees(-700))
        expect(0)
        finger.turn(.degrees(31.5)).lift()
        expect(0.1)
    }

    @Test func `a latched knob goes to the finger and stays at the end it was turned past`() {
        knob.mode = .latched
        let finger = panel.touch(knob, at: .degrees(0))
        expect(247.5 / sweep)
        finger.turn(.degrees(80))
        expect(1)
        finger.turn(.degrees(60))
        expect(1, "the finger has crossed the gap, but the value has not")
        finger.turn(.degrees(-100)).lift()
        expect((247.5 + 40) / sweep)
    }

    @Test func `a track whose angles are a full turn higher is the same track`() {
        knob.startAngle = .degrees(112.5)
        knob.endAngle = .degrees(427.5)
        knob.mode = .absolute
        panel.touch(knob, at: .degrees(-90)).lift()
        expect(0.5)
        panel.touch(knob, at: .degrees(-150)).lift()
        expect(97.5 / sweep)
    }

    @Test func `a finger that crosses the centre changes nothing there`() {
        let finger = panel.touch(knob, at: Point(x: 60, y: 20))
        finger.drag(down: 80).lift()
        expect(0.5)
        #expect(listener.readChangeCount() == 0)
    }

    @Test func `a finger that lands exactly on the centre turns once it leaves it`() {
        let finger = panel.touch(knob, at: Point(x: 60, y: 60)).drag(right: 40)
        expect(0.5)
        finger.turn(.degrees(63)).lift()
        expect(0.7)
    }

    @Test func `a second finger neither turns nor takes over`() {
        let first = panel.touch(knob)
        let second = panel.touch(knob, at: .degrees(90)).turn(.degrees(50))
        expect(0.5)
        first.turn(.degrees(63))
        expect(0.7)
        first.lift()
        second.turn(.degrees(50))
        expect(0.7)
        #expect(!knob.isTracking)
        let third = panel.touch(knob).turn(.degrees(-63))
        expect(0.5)
        second.lift()
        #expect(knob.isTracking)
        third.lift()
    }

    @Test func `each of two fingers has its own knob`() {
        let other = Knob(frame: Rect(x: 180, y: 40, width: 100, height: 100))
        window.addSubview(other)
        let left = panel.touch(knob)
        let right = panel.touch(other)
        for _ in 0..<10 {
            left.turn(.degrees(-6.3))
            right.turn(.degrees(6.3))
        }
        left.lift()
        right.lift()
        expect(0.3)
        #expect(abs(other.value - 0.2) < 1e-9)
    }

    @Test func `a cancelled touch keeps the value, or restores it if revertsOnCancel is on`() {
        panel.touch(knob).turn(.degrees(63)).cancel()
        expect(0.7)
        knob.revertsOnCancel = true
        panel.touch(knob).turn(.degrees(63)).cancel()
        expect(0.7)
    }

    // MARK: Values

    @Test func `a slow turn moves a stepped knob, which only takes stepped values`() {
        knob.scale = ValueScale(Taper(minimum: 0, maximum: 10), step: 1)
        knob.setValue(5)
        let finger = panel.touch(knob)
        var values: Set<Double> = []
        for _ in 0..<80 {
            finger.turn(.degrees(1))
            values.insert(knob.value)
        }
        finger.lift()
        #expect(values == [5, 6, 7, 8])
        #expect(listener.readChangeCount() == 3)
    }

    @Test func `a detent holds a value that comes near it, but not one that starts beside it`() {
        knob.detents = [0.5]
        let finger = panel.touch(knob).turn(.degrees(0.02 * sweep))
        expect(0.5)
        finger.turn(.degrees(0.02 * sweep))
        expect(0.54)
        finger.turn(.degrees(-0.03 * sweep)).lift()
        expect(0.5)
        knob.setValue(0.51)
        panel.touch(knob).turn(.degrees(0.001 * sweep)).lift()
        expect(0.511)
    }

    @Test func `a control that is not continuous sends one action, at release`() {
        knob.isContinuous = false
        let finger = panel.touch(knob).turn(.degrees(63))
        expect(0.7)
        #expect(listener.readChangeCount() == 0)
        finger.lift()
        #expect(listener.read() == ["valueChanged", "touchUpInside", "editingDidEnd"])
        panel.touch(knob).lift()
        #expect(listener.readChangeCount() == 0)
        panel.touch(knob).turn(.degrees(63)).cancel()
        #expect(listener.readChangeCount() == 1)
    }

    @Test func `setting the value sends no action`() {
        knob.setValue(0.1)
        knob.setValue(0.9, animated: true)
        #expect(listener.read() == [])
    }

    // MARK: Animation

    private func pointerAngle() -> Double? {
        knob.layer.sublayers.last?.presented(.rotation).map { $0 * 180 / .pi }
    }

    @Test func `an animated change turns through the middle, never through the gap`() {
        knob.setValue(0)
        _ = panel.nextFrame()
        knob.setValue(1, animated: true)
        expect(1)
        var angles: [Double] = []
        while window.needsFrame, angles.count < 100 {
            _ = panel.nextFrame()
            if let angle = pointerAngle() { angles.append(angle) }
        }
        #expect(angles.count > 10 && angles.count < 30)
        #expect(angles == angles.sorted())
        #expect(abs((angles.first ?? 0) + 247.5) < 1e-6)
        #expect(angles.contains { abs($0 + 90) < 25 })
        #expect(panel.missedPixels.isEmpty)
    }

    @Test func `an animated change of an endless knob takes the shorter way`() throws {
        knob.startAngle = .degrees(-90)
        knob.endAngle = .degrees(270)
        knob.wraps = true
        for (start, end) in [(0.95, 0.05), (0.05, 0.95), (0.2, 0.4)] {
            knob.setValue(start)
            _ = panel.nextFrame()
            knob.setValue(end, animated: true)
            var last = try #require(pointerAngle())
            var turned = 0.0
            while window.needsFrame {
                _ = panel.nextFrame()
                let angle = pointerAngle() ?? last
                turned += abs(angle - last)
                last = angle
            }
            let way = abs(end - start)
            #expect(abs(turned - 360 * min(way, 1 - way)) < 4, "from \(start) to \(end)")
            #expect(knob.value == end)
            #expect(panel.missedPixels.isEmpty)
        }
    }

    /// A knob that counts how often its face is drawn.
    private final class CountingKnob: Knob {
        var drawCount = 0
        override func draw(_ layer: Layer, in context: Context) {
            drawCount += 1
            super.draw(layer, in: context)
        }
    }

    @Test func `an animated change takes its full duration at 60 Hz and never redraws the face`() {
        let knob = CountingKnob(frame: Rect(x: 180, y: 40, width: 100, height: 100))
        window.addSubview(knob)
        _ = panel.nextFrame()
        #expect(knob.drawCount == 1)
        knob.setValue(1, animated: true)
        let interval = Duration.nanoseconds(16_666_667)
        var moving = 0
        while window.needsFrame, moving < 100 {
            // The first frame shows where it was, and each further one something new.
            let damage = panel.nextFrame(after: interval)
            #expect(moving == 0 || !damage.isEmpty, "frame \(moving)")
            moving += 1
        }
        // 300 ms are 18 intervals: 19 frames with the first.
        #expect(moving == 19)
        #expect(knob.drawCount == 1)
    }

    @Test func `a value set during an animation starts from the pointer's current position`() throws
    {
        knob.setValue(1, animated: true)
        for _ in 0..<8 { _ = panel.nextFrame() }
        let seen = try #require(pointerAngle())
        knob.setValue(0, animated: true)
        _ = panel.nextFrame()
        #expect(abs(try #require(pointerAngle()) - seen) < 1e-6)
        knob.setValue(0.25)
        #expect(pointerAngle() == nil)
        _ = panel.nextFrame()
        #expect(!window.needsFrame)
        #expect(panel.missedPixels.isEmpty)
    }

    @Test func `a finger stops a turning pointer`() {
        knob.setValue(1, animated: true)
        for _ in 0..<3 { _ = panel.nextFrame() }
        panel.touch(knob).lift()
        #expect(pointerAngle() == nil)
        expect(1)
    }

    // MARK: Drawing

    @Test func `setting a property to its current value draws nothing`() {
        knob.setValue(knob.value)
        knob.setValue(.nan)
        knob.lineWidth = knob.lineWidth
        knob.startAngle = knob.startAngle
        knob.theme = knob.theme
        knob.color = knob.color
        knob.scale = knob.scale
        #expect(!window.needsFrame)
        #expect(panel.nextFrame().isEmpty)
    }

    @Test func `a new value redraws the pointer and the arc's end, but not the face`() {
        knob.setValue(0.52)
        let damage = panel.nextFrame()
        #expect(!damage.isEmpty)
        #expect(damage.area < 120 * 120 / 8)
        // The pointer is at the top, and so is the arc's end.
        #expect(PixelRect(x: 80, y: 40, width: 60, height: 35).contains(damage.extents))
        #expect(panel.missedPixels.isEmpty)
    }

    @Test func `each change redraws only inside the frame, and matches a full redraw`() {
        let frame = PixelRect(x: 50, y: 40, width: 120, height: 120)
        var red = Theme.dark
        (red.accent, red.mark, red.bodyTop) = (.red, .yellow, .purple)
        let changes: [() -> Void] = [
            { knob.lineWidth = 8 }, { knob.pointerLength = 20 }, { knob.tickCount = 0 },
            { knob.startAngle = .degrees(-180) }, { knob.endAngle = .degrees(0) },
            { knob.origin = 0.5 }, { knob.color = .green }, { knob.maximumValue = 2 },
            { knob.setValue(1.9) }, { knob.theme = red }, { knob.color = nil },
            { knob.isEnabled = false }, { knob.isEnabled = true }, { knob.isHighlighted = true },
        ]
        for (index, change) in changes.enumerated() {
            change()
            let damage = panel.nextFrame()
            #expect(!damage.isEmpty, "change \(index)")
            #expect(frame.contains(damage.extents), "change \(index): \(damage.extents)")
            #expect(panel.missedPixels.isEmpty, "change \(index)")
        }
    }

    @Test func `another theme colours every part`() {
        var theme = Theme.dark
        theme.accent = .red
        theme.mark = .green
        knob.setValue(1)
        knob.theme = theme
        _ = panel.nextFrame()
        var colors: Set<UInt32> = []
        for y in 40..<160 {
            for x in 50..<170 { colors.insert(panel.picture[x, y]) }
        }
        #expect(colors.isSuperset(of: [0xffff_0000, 0xff00_ff00]))
    }

    @Test func `a resized knob is laid out again and redrawn`() {
        knob.frame = Rect(x: 10, y: 10, width: 60, height: 60)
        let damage = panel.nextFrame()
        #expect(damage.contains(PixelPoint(x: 40, y: 40)))
        #expect(damage.contains(PixelPoint(x: 165, y: 155)))
        #expect(panel.picture[165, 155] == 0xff00_0000)
        #expect(panel.missedPixels.isEmpty)
        panel.touch(knob).turn(.degrees(63)).lift()
        expect(0.7)
    }
}
