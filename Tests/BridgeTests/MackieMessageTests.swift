import Testing

@testable import glassfader_midi

struct MackieMessageTests {
    @Test(
        arguments: [
            (MackieMessage.fader(8, position: 16383), [0xE8, 127, 127]),
            (.touch(0, true), [0x90, 104, 127]), (.touch(8, false), [0x90, 112, 0]),
            (.key(.mute, 2, true), [0x90, 18, 127]), (.key(.record, 7, false), [0x90, 7, 0]),
            (.button(94, true), [0x90, 94, 127]), (.pot(3, steps: -2), [0xB0, 19, 0x42]),
            (.ring(0, MackieRing(share: 0.5)), [0xB0, 48, 0x46]), (.meter(7, 12), [0xD0, 0x7C]),
            (.display(56, [65, 66]), [0xF0, 0, 0, 0x66, 0x14, 0x12, 56, 65, 66, 0xF7]),
            (.command(0, []), [0xF0, 0, 0, 0x66, 0x14, 0, 0xF7]),
        ] as [(MackieMessage, [UInt8])])
    func `messages are as the controller has them`(message: MackieMessage, bytes: [UInt8]) {
        #expect(message.midi.bytes == bytes)
        var parser = MIDIParser()
        #expect(parser.messages(in: bytes).compactMap(MackieMessage.init) == [message])
    }

    @Test func `messages of other makers are none`() {
        #expect(MackieMessage(.exclusive([0x7E, 0, 6, 1])) == nil)
        #expect(MackieMessage(.exclusive([0, 0, 0x66, 0x14, 0x12, 120, 65])) == nil)
        // To an extension.
        #expect(MackieMessage(.exclusive([0, 0, 0x66, 0x15, 0])) == nil)
        #expect(MackieMessage(.pitchBend(channel: 9, value: 0)) == nil)
        #expect(MackieMessage(.noteOn(channel: 1, key: 0, velocity: 127)) == nil)
    }

    @Test func `a ring has a lamp for each tenth, and one below for the middle`() {
        #expect(MackieRing(share: 0).lamp == 1)
        #expect(MackieRing(share: 1).lamp == 11)
        #expect(MackieRing(byte: 0x46).share == 0.5)
        #expect(MackieRing(byte: 0).share == nil)
    }

    @Test func `meters have the steps of the documentation`() {
        #expect(
            [-200, -60, -14, -13.9, -0.1, 0, 6].map(MackieMeter.step) == [0, 1, 6, 6, 11, 12, 12])
        #expect(MackieMeter.level(6) == -14)
        #expect(MackieMeter.level(15) == nil)
    }

    @Test func `a display is written in cells, and only where it changes`() {
        var display = MackieDisplay()
        #expect(
            display.write("Bläser long", channel: 1, line: 0)
                == .display(7, Array("Blaser ".utf8)))
        #expect(display.write("Blaser", channel: 1, line: 0) == nil)
        #expect(display.title(1) == "Blaser")
        #expect(display.take(5, Array("xxDrums".utf8)) == [0, 1])
        #expect(display.title(1) == "Drumsr")
        #expect(display.take(110, [65, 65, 65, 65]) == [])
    }

    @Test(arguments: [
        ("Tom 1", "Tom 1"), ("Chan 1 very long", "Chan 1"), ("Chan 10 very long", "Chan10"),
        ("Channel 32", "Chan32"), ("Microphone12", "Micr12"), ("Overhead L", "OverhL"),
        ("Lead vocal", "Lead v"), ("48 V Phantom", "48 V P"), ("No. 12345678", "345678"),
    ])
    func `a title that is too long keeps the number that distinguishes it`(
        title: String, shown: String
    ) {
        var display = MackieDisplay()
        _ = display.write(title, channel: 0, line: 0)
        #expect(display.title(0) == shown)
    }

    @Test func `a controller and its host shake hands`() {
        let ready = MackieHandshake.controllerReady
        guard case .command(let code, let data) = ready,
            case .command(2, let response)? = MackieHandshake.hostReply(to: code, data)
        else {
            Issue.record("no reply")
            return
        }
        // By the published algorithm, of the challenge 1, 2, 3, 4.
        #expect(Array(response[7...]) == [5, 5, 0x7B, 0x2F])
        #expect(MackieHandshake.controllerReply(to: 2) == .command(3, Array("GLASSFD".utf8)))
        #expect(MackieHandshake.hostReply(to: 1, [1, 2]) == nil)
    }

    @Test func `levels fit into a cell`() {
        #expect(
            [0, -0.04, -12.54, 3, -.infinity, -90].map(MackieHost.text)
                == ["0.0", "0.0", "-12.5", "+3.0", "-oo", "-90.0"])
    }
}
