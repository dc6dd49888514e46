import Drawing
import Fingers
import Testing

@testable import Controls

@Suite struct KeypadTests {
    private let window = Window(size: Size(width: 480, height: 400))
    private let glass: Glass

    init() {
        window.backgroundColor = Theme.dark.background
        glass = Glass(window)
    }

    /// How often the texts were complete.
    private let completions = CallCounter()

    private func open(_ keypad: Keypad) {
        keypad.present(in: window, near: Rect(x: 440, y: 10, width: 30, height: 30))
        keypad.addAction(for: .primaryActionTriggered) { [completions] sender, _ in
            completions.changed(sender)
        }
        _ = glass.nextFrame()
    }

    private func press(_ keypad: Keypad, _ key: Keypad.Key) throws {
        glass.touch(try #require(keypad.key(key))).lift()
    }

    @Test func `fingers type, delete and complete a PIN`() throws {
        let keypad = Keypad(fullLength: 3)
        keypad.isSecure = true
        open(keypad)
        for digit in ["1", "2"] { try press(keypad, .text(digit)) }
        #expect(keypad.text == "12" && keypad.valueText == "2")
        try press(keypad, .delete)
        try press(keypad, .text("7"))
        #expect(completions.count == 0)
        try press(keypad, .text("9"))
        #expect(keypad.text == "179")
        #expect(completions.count == 1)
        // It is full.
        try press(keypad, .text("9"))
        #expect(keypad.text == "179")
        _ = glass.nextFrame()
        #expect(glass.missedPixels.isEmpty)
    }

    @Test(arguments: [24.0, 32, 36, 48])
    func `the sign of silence is whole on a small key`(side: Double) throws {
        let keypad = Keypad(rows: [[.text("1"), .silence], [.sign, .enter]])
        keypad.font = try PanelFont.font(size: (side * 0.42).rounded())
        keypad.frame = Rect(x: 0, y: 0, width: 2 * side, height: 3 * side)
        keypad.layoutIfNeeded()
        for key: Keypad.Key in [.text("1"), .silence, .sign] {
            let view = try #require(keypad.key(key))
            #expect(view.shownTexts.allSatisfy { !$0.isCut }, "\(key)")
        }
        keypad.font = try PanelFont.font(size: side)
        keypad.layoutIfNeeded()
        let silence = try #require(keypad.key(.silence)?.shownTexts.first)
        #expect(silence.size < side)
    }

    @Test func `a number has a sign, a point, a unit, and a key that completes it`() throws {
        let keypad = Keypad(rows: [
            [.text("1"), .text("2"), .text("-")], [.text("."), .text("−∞"), .enter],
            [.cancel, .text("0"), .delete],
        ])
        keypad.unit = "dB"
        open(keypad)
        for key in ["-", "1", "2", ".", "0"] { try press(keypad, .text(key)) }
        try press(keypad, .enter)
        #expect(keypad.text == "-12.0" && keypad.valueText == "-12.0")
        #expect(completions.count == 1)
    }

    @Test func `two thumbs may overlap`() throws {
        let keypad = Keypad(fullLength: 4)
        open(keypad)
        let first = glass.touch(try #require(keypad.key(.text("4"))))
        let second = glass.touch(try #require(keypad.key(.text("5"))))
        first.lift()
        second.lift()
        #expect(keypad.text == "45")
    }

    @Test func `a finger that leaves its key types nothing`() throws {
        let keypad = Keypad()
        open(keypad)
        glass.touch(try #require(keypad.key(.text("2")))).drag(down: 60).lift()
        #expect(keypad.text == "")
    }

    @Test func `cancel, or a touch beside the pad, asks to close it`() throws {
        let keypad = Keypad()
        var count = 0
        keypad.onCancel = { count += 1 }
        open(keypad)
        try press(keypad, .cancel)
        glass.touch(at: Point(x: 5, y: 390)).lift()
        #expect(count == 2)
        // Disabled, it can still be closed.
        keypad.isEnabled = false
        try press(keypad, .text("1"))
        try press(keypad, .cancel)
        #expect(keypad.text == "" && count == 3)
        keypad.dismiss()
        #expect(window.subviews.isEmpty)
        _ = glass.nextFrame()
        #expect(glass.missedPixels.isEmpty)
    }

    @Test func `what is shown follows the text, the message and a wrong text`() throws {
        let keypad = Keypad(fullLength: 2)
        keypad.isSecure = true
        open(keypad)
        for change in [
            { keypad.isRejected = true }, { keypad.isRejected = false }, { keypad.text = "1" },
            { keypad.isSecure = false },
        ] {
            change()
            #expect(!glass.nextFrame().isEmpty)
            #expect(glass.nextFrame().isEmpty && glass.missedPixels.isEmpty)
        }
    }
}
