import Controls
import Drawing
import Testing

@testable import Twins

/// What a control can do that is made of the public parts is what the built-in one can.
@Suite struct TwinTests {
    private static let frame = Rect(x: 50, y: 50, width: 80, height: 80)
    private let center = Self.frame.center

    private func knobs(_ mode: RotaryDrag.Mode = .relative) -> Hand<Knob, TwinKnob> {
        let hand = Hand(Knob(frame: Self.frame), TwinKnob(frame: Self.frame))
        (hand.model.mode, hand.twin.mode) = (mode, mode)
        return hand
    }

    private func turn(from first: Double, to last: Double) -> [Point] {
        stride(from: first, through: last, by: last > first ? 5 : -5).map { center.at($0) }
    }

    @Test(arguments: RotaryDrag.Mode.allCases)
    func `a twin of a knob turns like the knob and sends the same actions`(mode: RotaryDrag.Mode) {
        let hand = knobs(mode)
        hand.finger(turn(from: -200, to: -40))
        hand.finger(turn(from: -40, to: -90), cancelled: true)
        hand.finger(turn(from: 30, to: 400))
        #expect(hand.model.value > 0 && hand.twin.value == hand.model.value)
        #expect(hand.modelNotes.count > 10 && hand.twinNotes == hand.modelNotes)
    }

    @Test func `steps, detents, springs and late values work the same on a twin`() {
        let hand = knobs()
        hand.both { control in
            guard let control = control as? ValueControl else { return }
            control.scale = ValueScale(Taper(minimum: -60, maximum: 10), step: 0.5)
            (control.detents, control.isContinuous, control.defaultValue) = ([0], false, -10)
            control.value = -20
        }
        hand.finger(turn(from: -120, to: -40))
        hand.both { ($0 as? ValueControl)?.springs = true }
        hand.finger(turn(from: -120, to: -60))
        #expect(hand.twin.value == -10 && hand.model.value == -10)
        #expect(hand.twinNotes == hand.modelNotes)
    }

    @Test func `a twin continues without a jump when its value is set during a turn`() {
        let hand = knobs()
        hand.finger(turn(from: -120, to: -60)) { index in
            if index == 5 { hand.both { ($0 as? ValueControl)?.value = 0.9 } }
        }
        #expect(hand.twin.value == hand.model.value && hand.model.value > 0.9)
        #expect(hand.twinNotes == hand.modelNotes)
    }

    @Test func `a double tap resets a twin too, and a tap sets an absolute one`() {
        let hand = knobs()
        hand.both { ($0 as? ValueControl)?.value = 0.7 }
        hand.both { $0.doubleTap = .reset }
        hand.finger([center.at(-90)])
        hand.frames(after: .milliseconds(100))
        hand.finger([center.at(-90)])
        #expect(hand.twin.value == 0 && hand.model.value == 0)
        (hand.model.mode, hand.twin.mode) = (.absolute, .absolute)
        hand.frames(after: .seconds(1))
        hand.finger([center.at(-30)])
        #expect(hand.twin.value == hand.model.value && hand.model.value > 0.5)
        #expect(hand.twinNotes == hand.modelNotes)
    }

    @Test func `an animated change moves a twin exactly like the knob`() {
        let hand = knobs()
        hand.both { ($0 as? ValueControl)?.setValue(1, animated: true) }
        hand.frames()
        for _ in 0..<10 {
            hand.frames(after: .milliseconds(20))
            #expect(abs(hand.twin.shownPosition - hand.model.shownPosition) < 1e-9)
        }
        #expect(hand.model.shownPosition > 0 && hand.model.shownPosition < 1)
        hand.frames(after: .seconds(1))
        #expect(hand.twin.shownPosition == 1)
    }

    @Test func `changes that redraw the knob also redraw a twin, and no others do`() {
        let hand = knobs()
        let changes: [(Window) -> Void] = [
            { $0.theme = .light }, { $0.tintColor = .red }, { $0.theme = .light },
        ]
        for (change, isNew) in zip(changes, [true, true, false]) {
            hand.inWindows(change)
            #expect(hand.frames() == [isNew, isNew])
        }
        hand.both { ($0 as? ValueControl)?.ticks = [0, 0.5, 1] }
        #expect(hand.frames() == [true, true])
        hand.both { $0.isEnabled = false }
        #expect(hand.frames() == [true, true])
        hand.both { ($0 as? ValueControl)?.value = 0.5 }
        #expect(hand.frames() == [true, true])
        #expect(hand.frames() == [false, false])
    }

    @Test func `a twin of a switch slides, takes taps and sends actions like the switch`() {
        let hand = Hand(Switch(frame: Self.frame), TwinSwitch(frame: Self.frame))
        hand.finger([center])
        #expect(hand.twin.isOn && hand.model.isOn)
        hand.finger((0...20).map { center.offsetBy(dx: 20 - Double($0) * 3, dy: 0) })
        #expect(!hand.twin.isOn && !hand.model.isOn)
        hand.finger((0...20).map { center.offsetBy(dx: Double($0), dy: 0) }) { index in
            if index == 10 {
                hand.model.isOn = true
                hand.twin.isOn = true
            }
        }
        hand.finger([center], cancelled: true)
        #expect(hand.twin.isOn == hand.model.isOn)
        #expect(hand.modelNotes.count > 10 && hand.twinNotes == hand.modelNotes)
    }

    @Test func `a twin of a switch supports accessibility and right-to-left layout`() {
        let hand = Hand(Switch(frame: Self.frame), TwinSwitch(frame: Self.frame))
        hand.both { _ = $0.accessibilityActivate() }
        #expect(hand.twin.accessibilityValue == "on" && hand.model.accessibilityValue == "on")
        #expect(hand.twin.accessibilityTraits == hand.model.accessibilityTraits)
        #expect(hand.frames() == [true, true])
        hand.frames(after: .seconds(1))
        hand.both { $0.isRightToLeft = true }
        hand.finger((0...20).map { center.offsetBy(dx: Double($0) * 2, dy: 0) })
        #expect(!hand.twin.isOn && !hand.model.isOn && hand.twinNotes == hand.modelNotes)
        #expect(hand.twin.intrinsicContentSize == hand.model.intrinsicContentSize)
    }
}
