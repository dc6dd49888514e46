import Testing

@testable import glassfader_midi

struct MIDIAddressTests {
    @Test(arguments: [
        "cc 7 channel 1", "cc 7 14bit channel 2", "nrpn 300 channel 1", "nrpn 300 7bit channel 16",
        "note 60 channel 10", "pitchbend channel 3",
    ])
    func `an address is written as it is read`(text: String) {
        #expect(MIDIAddress(text)?.description == text)
    }

    @Test func `the channel is 1 if it is left out`() {
        #expect(MIDIAddress("cc 7") == MIDIAddress(.controller(7), channel: 0))
        #expect(MIDIAddress("pitchbend") == MIDIAddress(.pitchBend, channel: 0))
    }

    @Test(arguments: [
        "", "cc", "cc 128", "cc 7 channel 0", "cc 7 channel 17", "cc 32 14bit", "cc 7 16bit",
        "nrpn 16384", "note -1", "pitchbend 3", "cc seven", "channel 1", "fader 1",
    ])
    func `what is no address is rejected`(text: String) {
        #expect(MIDIAddress(text) == nil)
    }

    @Test func `a number of fourteen bits is sent in two halves, the upper one first`() {
        #expect(
            MIDIAddress("cc 7 14bit channel 2")?.messages(1000) == [
                .controller(channel: 1, number: 7, value: 7),
                .controller(channel: 1, number: 39, value: 104),
            ])
        #expect(
            MIDIAddress("nrpn 300")?.messages(16383).flatMap(\.bytes) == [
                0xB0, 99, 2, 0xB0, 98, 44, 0xB0, 6, 127, 0xB0, 38, 127,
            ])
    }

    @Test func `numbers beyond the ends are the ends`() {
        #expect(MIDIAddress("cc 7")?.messages(1000).first?.bytes == [0xB0, 7, 127])
        #expect(MIDIAddress("note 60")?.messages(-5).first?.bytes == [0x90, 60, 0])
    }
}
