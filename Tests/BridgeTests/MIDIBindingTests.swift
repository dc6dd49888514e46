import GlassfaderBridge
import GlassfaderClient
import PanelProtocol
import Testing

@testable import glassfader_midi

struct MIDIBindingTests {
    private func binding(_ text: String, _ json: String = TestControl.level) throws
        -> MIDIBinding
    {
        try MIDIBinding(text, of: .named(json))
    }

    @Test(arguments: [
        (TestControl.level, "cc 7", "cc 7 channel 1 as midi_cc7"),
        (TestControl.level, "cc 7 as db -70 0", "cc 7 channel 1 as db -70.0 0.0"),
        (TestControl.level, "pitchbend as ardour", "pitchbend channel 1 as ardour"),
        (TestControl.mute, "note 60 channel 10", "note 60 channel 10 as on"),
        (TestControl.mute, "note 60 as press", "note 60 channel 1 as press"),
        (TestControl.titledMute, "note 60 as press", "note 60 channel 1 as press"),
        (TestControl.source, "cc 20", "cc 20 channel 1 as index"),
        (TestControl.percent, "cc 10 14bit", "cc 10 14bit channel 1 as range"),
    ])
    func `the law follows from the control or is named`(
        json: String, text: String, description: String
    ) throws {
        #expect(try binding(text, json).text == description)
    }

    @Test(arguments: [
        (TestControl.level, "cc 200", "expected an address such as"),
        (TestControl.level, "cc 7 as loud", "'loud' is not a law"),
        (TestControl.level, "cc 7 as db", "'db' needs a range for MIDI"),
        (TestControl.percent, "cc 7 as gain", "is not in dB"),
        (TestControl.level, "cc 7 as press", "'press' needs a control that is on or off"),
    ])
    func `a mistake names the control, the text and what was expected`(
        json: String, text: String, message: String
    ) throws {
        let control: PanelControl = try .named(json)
        #expect {
            _ = try MIDIBinding(text, of: control)
        } throws: { error in
            "\(error)".hasPrefix("\(control.name): bind.midi = \"\(text)\"")
                && "\(error)".contains(message)
        }
    }

    @Test(
        arguments: [
            ("cc 7", 0.0, 127), ("cc 7", -12.0, 64), ("cc 7", -Double.infinity, 0),
            ("cc 7 as db -70 0", -35.0, 64), ("cc 7 as db -70 0", -70.0, 0),
            ("cc 7 14bit as gain", -6.02, 8192), ("pitchbend as x32", 10.0, 16383),
            ("pitchbend as x32", -10.0, 8192),
        ] as [(String, Double, Int)])
    func `levels go through dB`(text: String, level: Double, number: Int) throws {
        #expect(try binding(text).number(.level(level)) == number)
    }

    @Test func `the mixer's silence is silence, and its steps are equal in dB`() throws {
        let fader = try binding("cc 7 as db -70 0")
        #expect(fader.engineValue(of: 0) == .lowest(-70))
        guard case .decibels(let level) = fader.engineValue(of: 114) else {
            Issue.record("no level")
            return
        }
        #expect(abs(level + 7.165) < 0.001)
    }

    @Test func `the middle is 64 and 8192`() throws {
        #expect(try binding("cc 10", TestControl.percent).engineValue(of: 64) == .share(0.5))
        #expect(try binding("cc 10", TestControl.percent).number(.share(0.5)) == 64)
        let bend = try binding("pitchbend", TestControl.percent)
        #expect(bend.engineValue(of: 8192) == .share(0.5))
        #expect(try bend.number(.share(0.5)) == 8192)
    }

    @Test func `a range of numbers is MIDI's own`() throws {
        let part = try binding("cc 10 as range 10 20", TestControl.percent)
        #expect(try part.number(.share(0.5)) == 15)
        #expect(part.engineValue(of: 15) == .share(0.5))
    }

    @Test func `a note is on however softly it is played, and a controller from its middle on`()
        throws
    {
        let note = try binding("note 60", TestControl.mute)
        #expect(note.engineValue(of: 1) == .number(1))
        #expect(note.engineValue(of: 0) == .number(0))
        let controller = try binding("cc 80", TestControl.mute)
        #expect(controller.engineValue(of: 63) == .number(0))
        #expect(controller.engineValue(of: 64) == .number(1))
        let inverted = try binding("cc 80 as off", TestControl.mute)
        #expect(inverted.engineValue(of: 127) == .number(0))
    }
}
