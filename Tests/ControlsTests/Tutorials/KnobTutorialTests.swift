import Drawing
import Fingers
import Foundation
import Testing

@testable import Controls

/// A knob from its interface to a panel where it, a slider and a label follow each other.
@Suite struct KnobTutorialTests {
    private let window = Window(size: Size(width: 400, height: 200))
    private let knob = Knob(frame: Rect(x: 20, y: 20, width: 150, height: 150))
    private let slider = Slider(frame: Rect(x: 200, y: 100, width: 180, height: 40))
    private let panel: Glass
    private let sweep = 315.0

    init() {
        window.backgroundColor = .black
        window.addSubview(knob)
        window.addSubview(slider)
        panel = Glass(window)
    }

    private func expect(_ value: Double, _ comment: Comment? = nil) {
        #expect(abs(knob.value - value) < 1e-9, comment)
    }

    private func pointerAngle() -> Angle? {
        knob.layer.sublayers.last?.presented(.rotation).map(Angle.radians)
    }

    // MARK: Step 1, the interface

    @Test func `range, value and continuity have their defaults`() {
        #expect(knob.minimumValue == 0 && knob.maximumValue == 1)
        #expect(knob.value == 0)
        #expect(knob.isContinuous)
        knob.setValue(0.25)
        expect(0.25)
        knob.setValue(0.75, animated: true)
        expect(0.75, "the value is the new one at once")
    }

    // MARK: Step 2, looks

    @Test func `a track with a gap below and a pointer are drawn`() {
        #expect(knob.lineWidth == 2 && knob.pointerLength == 6)
        #expect(knob.startAngle == .radians(-.pi * 11 / 8))
        #expect(knob.endAngle == .radians(.pi * 3 / 8))
        #expect((knob.endAngle - knob.startAngle).radians < 2 * .pi, "there is a gap")
        #expect(knob.layer.sublayers.count >= 2, "track and pointer are layers of their own")
        // The value is 0: nothing of the arc lies over the track.
        let track = Theme.dark.track.premultipliedPixel
        // Between the dial inside and the scale lines outside.
        func isDrawn(at degrees: Double) -> Bool {
            (60..<68).contains { radius in
                let angle = Angle.degrees(degrees)
                let pixel = panel.picture[
                    95 + Int((Double(radius) * angle.cosine).rounded()),
                    95 + Int((Double(radius) * angle.sine).rounded())]
                return pixel == track
            }
        }
        #expect(isDrawn(at: -90), "the track, at 12 o'clock")
        #expect(!isDrawn(at: 90), "the gap, at 6 o'clock")
        knob.lineWidth = 6
        knob.pointerLength = 20
        knob.setValue(0.5)
        _ = panel.nextFrame()
        // Nothing else on the dial is as bright.
        func isPointer(_ y: Int) -> Bool {
            Color(premultipliedPixel: panel.picture[95, y]).green > 0.8
        }
        let pointer = (26..<56).filter { isPointer(95 - $0) }.count
        #expect((18...25).contains(pointer), "it points up, over its length: \(pointer)")
        #expect(!(26..<56).contains { isPointer(95 + $0) })
    }

    @Test func `appearance settings are properties, and changes are drawn in the next frame`() {
        let changes: [(String, () -> Void)] = [
            ("lineWidth", { knob.lineWidth = 4 }), ("pointerLength", { knob.pointerLength = 12 }),
            ("startAngle", { knob.startAngle = .degrees(-225) }),
            ("endAngle", { knob.endAngle = .degrees(45) }), ("color", { knob.color = .red }),
        ]
        knob.setValue(0.5)
        _ = panel.nextFrame()
        for (name, change) in changes {
            change()
            let damage = panel.nextFrame()
            #expect(!damage.isEmpty, "\(name)")
            #expect(PixelRect(x: 20, y: 20, width: 150, height: 150).contains(damage.extents))
            change()
            #expect(panel.nextFrame().isEmpty, "\(name) again")
            #expect(panel.missedPixels.isEmpty, "\(name)")
        }
        #expect(knob.lineWidth == 4 && knob.pointerLength == 12)
    }

    // MARK: Step 3, a value from the program

    @Test func `a value is clamped to the range and positioned on the track in proportion`() {
        knob.setValue(7)
        expect(1)
        #expect(abs((knob.angle(of: knob.value) - knob.endAngle).radians) < 1e-12)
        knob.setValue(-7)
        expect(0)
        #expect(knob.angle(of: knob.value) == knob.startAngle)
        knob.maximumValue = 10
        let middle = (knob.startAngle + knob.endAngle) / 2
        #expect(abs((knob.angle(of: 5) - middle).radians) < 1e-12)
    }

    @Test func `setting a value turns the pointer immediately, without an animation`() {
        knob.setValue(0.9)
        #expect(pointerAngle() == nil)
        _ = panel.nextFrame()
        #expect(!window.needsFrame)
        #expect(panel.missedPixels.isEmpty)
    }

    // MARK: Step 4, an animated change

    @Test func `an animated change turns along the track in the specified duration`() throws {
        _ = panel.nextFrame()
        knob.setValue(1, animated: true)
        let frame = Duration.nanoseconds(16_666_667)
        var angles: [Double] = []
        var frames = 0
        while window.needsFrame, frames < 100 {
            _ = panel.nextFrame(after: frame)
            frames += 1
            if let angle = pointerAngle() { angles.append(angle.degrees) }
        }
        // 0.3 s at 60 Hz, and the one frame that shows where it started.
        #expect(knob.animationDuration == .milliseconds(300))
        #expect(frames == 19)
        #expect(angles == angles.sorted(), "it never turns back")
        #expect(abs(try #require(angles.first) + 247.5) < 1e-6)
        #expect(angles.allSatisfy { $0 >= -247.5 - 1e-6 && $0 <= 67.5 + 1e-6 }, "not by the gap")
        // Gently begun and ended: the middle of the time is the middle of the way.
        let steps = zip(angles.dropFirst(), angles).map { $0 - $1 }
        let middle = steps[steps.count / 2]
        #expect(steps[0] < middle / 3 && steps[steps.count - 1] < middle / 3)
        #expect(panel.missedPixels.isEmpty)
        #expect(!window.needsFrame, "and then it rests")
    }

    @Test func `an animation uses the duration that is set`() {
        knob.animationDuration = .seconds(1)
        knob.setValue(1, animated: true)
        var frames = 0
        while window.needsFrame, frames < 1000 {
            _ = panel.nextFrame(after: .milliseconds(20))
            frames += 1
        }
        #expect(frames == 51)
    }

    // MARK: Step 5, a label

    @Test(.enabled(if: FileManager.default.fileExists(atPath: Font.defaultPath)))
    func `a label shows the value, whoever changes it`() throws {
        let label = Label(
            frame: Rect(x: 200, y: 40, width: 100, height: 30),
            font: try FontCollection().font(size: 20))
        window.addSubview(label)
        knob.setValue(0.5)
        label.showValue(of: knob, format: ValueFormat(decimals: 2))
        #expect(label.text == "0.50")
        _ = panel.nextFrame()
        panel.touch(knob).turn(.degrees(63)).lift()
        #expect(label.text == "0.70")
        knob.setValue(0.25, animated: true)
        #expect(label.text == "0.25")
        #expect(!panel.nextFrame().isEmpty)
        label.text = "Drums"
        knob.setValue(1)
        #expect(label.text == "Drums")
    }

    // MARK: Step 6, a finger

    @Test func `turning a finger about the centre turns the pointer by the same angle`() {
        knob.setValue(0.5)
        panel.touch(knob).turn(.degrees(90)).lift()
        expect(0.5 + 90 / sweep)
        panel.touch(knob, at: .degrees(140)).turn(.degrees(-180)).lift()
        expect(0.5 - 90 / sweep)
    }

    @Test func `in absolute mode, every finger angle has its value`() {
        knob.mode = .absolute
        for degrees in stride(from: -240.0, through: 60, by: 12) {
            panel.touch(knob, at: .degrees(degrees)).lift()
            expect((degrees + 247.5) / sweep, "\(degrees)°")
        }
        panel.touch(knob, at: .degrees(80)).lift()
        #expect(knob.value == 1, "in the gap, the nearer end")
        panel.touch(knob, at: .degrees(100)).lift()
        #expect(knob.value == 0)
    }

    @Test func `one finger turns the knob, and a second one changes nothing`() {
        knob.setValue(0.5)
        let first = panel.touch(knob)
        let second = panel.touch(knob, at: .degrees(90)).turn(.degrees(60))
        expect(0.5)
        first.turn(.degrees(31.5))
        expect(0.6)
        second.lift()
        first.lift()
    }

    // MARK: Step 7, telling of it

    @Test func `a continuous knob reports all the time, any other knob only at the end`() {
        let listener = EventListener(to: knob)
        panel.touch(knob).turn(.degrees(50)).lift()
        #expect(listener.readChangeCount() == 10)
        knob.isContinuous = false
        panel.touch(knob).turn(.degrees(50)).lift()
        #expect(listener.readChangeCount() == 1)
        panel.touch(knob).turn(.degrees(50)).cancel()
        #expect(listener.readChangeCount() == 1, "cancelling is an end too")
    }

    @Test func `a slider and a knob follow each other`() {
        slider.addAction(for: .valueChanged) { _, _ in knob.setValue(slider.value) }
        knob.addAction(for: .valueChanged) { _, _ in slider.value = knob.value }
        panel.touch(slider).drag(right: slider.travel.length / 2).lift()
        #expect(abs(slider.value - 0.5) < 1e-9)
        #expect(knob.value == slider.value)
        panel.touch(knob).turn(.degrees(63)).lift()
        expect(0.7)
        #expect(slider.value == knob.value)
        _ = panel.nextFrame()
        #expect(panel.missedPixels.isEmpty)
    }

    // MARK: Step 8, what is left as an exercise

    @Test func `a knob can require a touch on its pointer`() {
        knob.requiresTouchOnPointer = true
        knob.pointerLength = 20
        knob.setValue(0.5)
        panel.touch(knob, at: .degrees(90)).turn(.degrees(60)).lift()
        expect(0.5)
        panel.touch(knob, at: .degrees(-90)).turn(.degrees(63)).lift()
        expect(0.7)
        panel.touch(knob, at: .degrees(-90)).turn(.degrees(63)).lift()
        expect(0.7, "the pointer is elsewhere now")
    }

    @Test func `images can replace the dial and the pointer`() {
        func square(_ color: Color) -> Image {
            Image(size: Size(width: 40, height: 40)) {
                $0.fill(Rect(x: 18, y: 0, width: 4, height: 20), color)
            }
        }
        knob.faceImage = Image(size: Size(width: 4, height: 4)) {
            $0.fill(Rect(x: 0, y: 0, width: 4, height: 4), .blue)
        }
        knob.pointerImage = square(.red)
        knob.setValue(0.5)
        _ = panel.nextFrame()
        #expect(panel.missedPixels.isEmpty)
        #expect(panel.picture[95, 75] == 0xffff_0000, "it points up, as it was drawn")
        #expect(panel.picture[95, 120] == 0xff00_00ff)
        knob.startAngle = .degrees(-180)
        knob.endAngle = .degrees(0)
        knob.setValue(1)
        _ = panel.nextFrame()
        #expect(panel.picture[115, 95] == 0xffff_0000, "and to the right at 3 o'clock")
        knob.setValue(0, animated: true)
        for _ in 0..<8 { _ = panel.nextFrame() }
        #expect(panel.missedPixels.isEmpty)
        knob.pointerImage = knob.pointerImage
        knob.faceImage = nil
        knob.pointerImage = nil
        while window.needsFrame { _ = panel.nextFrame() }
        #expect(panel.missedPixels.isEmpty)
    }

    @Test func `a resized knob is drawn in its new size`() {
        knob.frame = Rect(x: 20, y: 20, width: 80, height: 80)
        #expect(!panel.nextFrame().isEmpty)
        #expect(panel.picture[160, 95] == 0xff00_0000)
        #expect(panel.missedPixels.isEmpty)
    }
}
