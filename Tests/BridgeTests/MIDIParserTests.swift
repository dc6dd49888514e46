import Testing

@testable import glassfader_midi

struct MIDIParserTests {
    private func messages(_ pieces: [UInt8]...) -> [MIDIMessage] {
        var parser = MIDIParser()
        return pieces.flatMap { parser.messages(in: $0) }
    }

    @Test func `each message is read as it is written`() {
        let all: [MIDIMessage] = [
            .noteOn(channel: 9, key: 60, velocity: 1), .noteOff(channel: 9, key: 60),
            .controller(channel: 0, number: 7, value: 127), .program(channel: 15, number: 5),
            .pressure(channel: 2, value: 64), .pitchBend(channel: 1, value: 16383),
            .pitchBend(channel: 1, value: 8192), .exclusive([0, 0, 0x66, 0x14, 0]),
        ]
        #expect(messages(all.flatMap(\.bytes)) == all)
        var parser = MIDIParser()
        #expect(all.flatMap(\.bytes).flatMap { parser.messages(in: [$0]) } == all)
    }

    @Test func `a status may be left out`() {
        #expect(
            messages([0xB0, 7, 1, 7, 2], [7], [3]) == [
                .controller(channel: 0, number: 7, value: 1),
                .controller(channel: 0, number: 7, value: 2),
                .controller(channel: 0, number: 7, value: 3),
            ])
    }

    @Test func `the clock may tick in any message`() {
        #expect(
            messages([0xB0, 0xF8, 7, 0xFE, 1, 0xF0, 1, 0xF8, 2, 0xF7]) == [
                .controller(channel: 0, number: 7, value: 1), .exclusive([1, 2]),
            ])
    }

    @Test func `a note off of the old form is one`() {
        #expect(
            messages([0x80, 60, 64, 0x90, 61, 0]) == [
                .noteOff(channel: 0, key: 60), .noteOff(channel: 0, key: 61),
            ])
    }

    @Test func `messages of the system end the running status`() {
        #expect(
            messages([0xB0, 7, 1, 0xF2, 1, 2, 7, 2]) == [
                .controller(channel: 0, number: 7, value: 1)
            ])
        #expect(messages([0xB0, 7, 1, 0xF0, 1, 0xF7, 7, 2]).count == 2)
    }

    @Test func `data without a status and broken messages are dropped`() {
        #expect(messages([1, 2, 3]) == [])
        #expect(messages([0xB0, 7, 0xB0, 7, 5]) == [.controller(channel: 0, number: 7, value: 5)])
        #expect(
            messages([0xF0, 1, 2, 0xB0, 7, 5, 0xF7]) == [
                .controller(channel: 0, number: 7, value: 5)
            ])
    }

    @Test func `an exclusive message of any length takes no more memory than one may have`() {
        var parser = MIDIParser()
        #expect(parser.messages(in: [0xF0]) == [])
        for _ in 0..<100 { #expect(parser.messages(in: [UInt8](repeating: 1, count: 1000)) == []) }
        #expect(parser.messages(in: [0xF7]) == [])
        #expect(parser.dropped > 0)
        #expect(parser.messages(in: [0xC0, 1]) == [.program(channel: 0, number: 1)])
    }
}
