import GlassfaderBridge
import GlassfaderClient
import Testing

@testable import glassfader_midi

struct MIDISettingsTests {
    @Test func `everything has a default`() throws {
        let settings = try MIDISettings([:])
        #expect(settings.system == .auto && settings.mode == .engine && settings.port == nil)
    }

    @Test func `the law of faders follows from who is at the other end`() throws {
        #expect(try MIDISettings(["mode": .text("mackie")]).law == .x32)
        #expect(try MIDISettings(["mode": .text("mackie-controller")]).law == .ardour)
        let table = ["mode": BridgeSetting.text("mackie"), "law": .text("console_100mm")]
        #expect(try MIDISettings(table).law == .console100mm)
    }

    @Test func `programs have scenes`() throws {
        let table = ["programs": BridgeSetting.table(["5": .text("Song"), "127": .text("End")])]
        #expect(try MIDISettings(table).programs == [5: "Song", 127: "End"])
    }

    @Test(arguments: [
        (["systm": BridgeSetting.text("jack")], "did you mean 'system'?"),
        (["system": .text("oss")], "expected one of \"auto\", \"alsa\", \"jack\""),
        (["mode": .number(1)], "'mode': expected one of"),
        (["port": .text("")], "'port': expected a part of a port's name"),
        (["programs": .table(["128": .text("x")])], "'128': expected a program from 0 to 127"),
        (["program_channel": .number(0)], "expected 1 to 16"),
    ])
    func `a mistake is named`(table: [String: BridgeSetting], message: String) {
        #expect {
            _ = try MIDISettings(table)
        } throws: {
            "\($0)".contains(message)
        }
    }

    @Test func `a port is found by a part of its name or by a pattern`() {
        #expect(PortPattern("kontrol").matches(["nanoKONTROL2:nanoKONTROL2 MIDI 1", "20:0"]))
        #expect(PortPattern("20:*").matches(["nanoKONTROL2:nanoKONTROL2 MIDI 1", "20:0"]))
        #expect(!PortPattern("20:?").matches(["X:120:0", "120:0"]))
        #expect(!PortPattern("launch").matches(["nanoKONTROL2:nanoKONTROL2 MIDI 1"]))
    }
}
