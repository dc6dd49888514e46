import Testing

@testable import glassfader_midi

struct MIDILearnerTests {
    private func learnt(_ bytes: [UInt8]) -> String? {
        var parser = MIDIParser()
        var learner = MIDILearner()
        for message in parser.messages(in: bytes) { _ = learner.take(message) }
        return learner.address?.description
    }

    @Test(
        arguments: [
            ([0xB3, 21, 1, 0xB3, 21, 2], "cc 21 channel 4"),
            ([0xB0, 7, 1, 0xB0, 39, 2], "cc 7 14bit channel 1"),
            ([0xB0, 39, 2, 0xB0, 7, 1], "cc 7 14bit channel 1"),
            ([0xB0, 99, 2, 98, 44, 6, 1, 38, 1], "nrpn 300 channel 1"),
            ([0xB0, 99, 2, 98, 44, 6, 1], "nrpn 300 7bit channel 1"),
            ([0x99, 36, 9, 0x89, 36, 0], "note 36 channel 10"),
            ([0xE2, 0, 70], "pitchbend channel 3"),
        ] as [([UInt8], String)])
    func `what is moved has an address`(bytes: [UInt8], address: String) {
        #expect(learnt(bytes) == address)
    }

    @Test func `learning chooses the control that moved most`() {
        #expect(learnt([0xB0, 1, 5, 0xB0, 20, 1, 0xB0, 20, 2, 0xB0, 20, 3]) == "cc 20 channel 1")
    }

    @Test func `clocks, programs and choices of parameters are no movements`() {
        #expect(learnt([0xF8, 0xFE, 0xC0, 1, 0xD0, 5, 0xB0, 99, 1, 98, 1]) == nil)
    }
}
