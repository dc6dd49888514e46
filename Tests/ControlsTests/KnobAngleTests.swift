import Drawing
import Fingers
import Testing

@testable import Controls

/// Where a knob's track lies, whatever angles it is given.
@Suite struct KnobAngleTests {
    private let window = Window(size: Size(width: 200, height: 200))
    private let knob = Knob(frame: Rect(x: 20, y: 20, width: 150, height: 150))
    private let panel: Glass

    init() {
        window.backgroundColor = .black
        window.addSubview(knob)
        panel = Glass(window)
    }

    @Test func `moving one end past the other moves both`() {
        knob.startAngle = .degrees(100)
        #expect(knob.startAngle == .degrees(100) && knob.endAngle == .degrees(100))
        knob.endAngle = .degrees(370)
        #expect(knob.startAngle == .degrees(100) && knob.endAngle == .degrees(370))
        knob.endAngle = .degrees(-90)
        #expect(knob.startAngle == .degrees(-90) && knob.endAngle == .degrees(-90))
        knob.startAngle = .radians(.nan)
        #expect(knob.startAngle == .degrees(-90))
    }

    @Test func `a track with its ends in the wrong order does not jump under a finger`() {
        knob.value = 0.5
        knob.startAngle = .degrees(60)
        knob.endAngle = .degrees(-240)
        panel.touch(knob).drag(right: 1).lift()
        #expect(knob.value == 0.5, "a track without length is not turned")
        knob.turns = 1
        panel.touch(knob).turn(.degrees(36)).lift()
        #expect(abs(knob.value - 0.6) < 1e-9)
    }

    @Test func `a knob handles angles of any size`() {
        for number in [
            Double.greatestFiniteMagnitude, -.greatestFiniteMagnitude, .infinity, -.infinity, 1e300,
        ] {
            for mode in RotaryDrag.Mode.allCases {
                let knob = Knob(frame: Rect(x: 20, y: 20, width: 150, height: 150))
                window.addSubview(knob)
                knob.mode = mode
                knob.startAngle = .radians(-number)
                knob.endAngle = .radians(number)
                for value in [0, 0.3, 1] {
                    knob.value = value
                    #expect(knob.angle(of: value).radians.isFinite, "\(number)")
                }
                #expect(knob.startAngle <= knob.endAngle)
                panel.touch(knob).turn(.degrees(20)).lift()
                #expect((0...1).contains(knob.value), "\(number), \(mode)")
                _ = panel.nextFrame()
                knob.removeFromSuperview()
            }
        }
    }

    @Test func `a finger that follows the track continues from the value when the track moves`() {
        knob.mode = .latched
        let finger = panel.touch(knob).turn(.degrees(20))
        let before = knob.value
        knob.startAngle = .degrees(-180)
        finger.jump(to: finger.point)
        #expect(knob.value == before)
        finger.turn(.degrees(5))
        let turned = 5 / (knob.endAngle - knob.startAngle).degrees
        #expect(abs(knob.value - before - turned) < 1e-9)
    }

    @Test func `a finger that lands in the gap does nothing, or counts as at the nearest end`() {
        knob.mode = .latched
        knob.value = 0.5
        #expect(knob.gapBegin == .hold)
        panel.touch(knob, at: .degrees(80)).lift()
        panel.touch(knob, at: .degrees(80)).turn(.degrees(4)).lift()
        #expect(knob.value == 0.5)
        knob.gapBegin = .nearestEnd
        panel.touch(knob, at: .degrees(80)).drag(right: 1).lift()
        #expect(knob.value == 1)
    }

    @Test func `changing the pointer redraws only the pointer`() {
        knob.value = 0.5
        _ = panel.nextFrame()
        knob.pointerLength = 20
        let damage = panel.nextFrame()
        #expect(!damage.isEmpty && panel.missedPixels.isEmpty)
        #expect(damage.extents.width < 20 && damage.extents.height < 50, "\(damage.extents)")
        knob.pointerLength = 20
        #expect(panel.nextFrame().isEmpty)
    }
}
