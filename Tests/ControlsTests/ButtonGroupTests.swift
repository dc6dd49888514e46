import Drawing
import Fingers
import Testing

@testable import Controls

@Suite struct ButtonGroupTests {
    private let window = Window(size: Size(width: 400, height: 200))
    private let buttons: [Button]
    private let panel: Glass
    private let record = Record()

    /// Which buttons were told of a change, and whether they counted as on then.
    private final class Record {
        var told: [String] = []
        func read() -> [String] {
            defer { told = [] }
            return told
        }
    }

    init() {
        window.backgroundColor = .black
        buttons = (0..<4).map {
            Button(frame: Rect(x: 10 + 95 * Double($0), y: 10, width: 80, height: 50))
        }
        for (index, button) in buttons.enumerated() {
            button.mode = .latching
            window.addSubview(button)
            button.addAction(for: .valueChanged) { [record, unowned button] _, _ in
                record.told.append("\(index) \(button.isEffectivelyOn ? "on" : "off")")
            }
        }
        panel = Glass(window)
    }

    private func press(_ index: Int) { panel.touch(buttons[index]).lift() }

    private var on: [Int] { buttons.indices.filter { buttons[$0].isOn } }

    // MARK: Radio

    @Test func `one radio button is on, and the buttons that change send events`() {
        let group = RadioGroup()
        for button in buttons { group.add(button) }
        #expect(on == [0])
        press(2)
        #expect(on == [2])
        #expect(record.read() == ["0 off", "2 on"])
        press(2)
        #expect(on == [2] && group.selected === buttons[2])
        #expect(record.read() == [], "the one that is on stays so")
    }

    @Test func `all radio buttons can be off if the group allows it`() {
        let group = RadioGroup(allowsNone: true)
        for button in buttons { group.add(button) }
        #expect(on == [])
        press(1)
        press(1)
        #expect(on == [])
        #expect(record.read() == ["1 on", "1 off"])
        group.allowsNone = false
        #expect(on == [0])
    }

    @Test func `a program switches radio buttons as a finger does, but sends no events`() {
        let group = RadioGroup()
        for button in buttons { group.add(button) }
        buttons[3].isOn = true
        #expect(on == [3])
        buttons[3].isOn = false
        #expect(on == [3], "one must be on")
        group.selected = buttons[1]
        group.selected = nil
        #expect(on == [1])
        #expect(record.read() == [])
    }

    @Test func `a radio button that leaves is replaced, and one that joins while on takes over`() {
        let group = RadioGroup()
        group.add(buttons[0])
        buttons[1].isOn = true
        group.add(buttons[1])
        #expect(on == [1])
        group.remove(buttons[1])
        #expect(on == [0, 1] && group.buttons.count == 1)
        buttons[0].mode = .momentary
        #expect(group.buttons.isEmpty && buttons[0].radioGroup == nil)
    }

    @Test func `a radio button whose finger is cancelled can restore the previous selection`() {
        let group = RadioGroup()
        for button in buttons {
            button.revertsOnCancel = true
            group.add(button)
        }
        panel.touch(buttons[2]).cancel()
        #expect(on == [0])
        #expect(record.read() == ["0 off", "2 on", "2 off", "0 on"])
    }

    // MARK: Mute groups

    @Test func `a member counts as on if it or any of its groups is on`() {
        let first = MuteGroup()
        let second = MuteGroup()
        for group in [first, second] { group.add(buttons[0]) }
        first.add(buttons[1])
        #expect(!buttons[0].isEffectivelyOn)
        first.isOn = true
        second.isOn = true
        #expect(buttons[0].isEffectivelyOn && buttons[0].isOnByGroup && !buttons[0].isOn)
        first.isOn = false
        #expect(buttons[0].isEffectivelyOn, "the second group still has it")
        #expect(!buttons[1].isEffectivelyOn)
        second.isOn = false
        #expect(!buttons[0].isEffectivelyOn)
        #expect(record.read() == [], "a program tells nobody")
    }

    @Test func `pressing the master notifies the members whose effective state changes`() {
        let group = MuteGroup()
        group.master = buttons[3]
        for button in buttons[0...2] { group.add(button) }
        buttons[1].isOn = true
        press(3)
        #expect(group.isOn)
        #expect(record.read() == ["0 on", "2 on", "3 on"])
        press(3)
        #expect(record.read() == ["0 off", "2 off", "3 off"])
        #expect(on == [1], "what each is set to stays")
    }

    @Test func `a member that is on only because of its group blinks`() {
        let group = MuteGroup()
        group.add(buttons[0])
        group.isOn = true
        _ = panel.nextFrame()
        #expect(window.nextDeadline != nil)
        buttons[0].isOn = true
        _ = panel.nextFrame()
        #expect(window.nextDeadline == nil, "it is on by itself")
        #expect(!buttons[0].isOnByGroup)
        buttons[0].isOn = false
        _ = panel.nextFrame()
        #expect(window.nextDeadline != nil)
        group.remove(buttons[0])
        _ = panel.nextFrame()
        #expect(window.nextDeadline == nil && !buttons[0].isEffectivelyOn)
        #expect(panel.missedPixels.isEmpty)
    }

    @Test func `a group keeps its state when its master changes`() {
        let group = MuteGroup()
        group.add(buttons[0])
        group.isOn = true
        group.master = buttons[3]
        #expect(!group.isOn, "it is what its master is")
        buttons[3].isOn = true
        #expect(buttons[0].isEffectivelyOn)
        group.master = nil
        #expect(group.isOn)
        buttons[3].isOn = false
        #expect(group.isOn && buttons[0].isEffectivelyOn)
    }
}
