import Testing

@testable import glassfader_midi

struct MIDIAssemblerTests {
    private static let pair = MIDIAddress(.finePair(7), channel: 0)
    private static let parameter = MIDIAddress(.parameter(300, isCoarse: false), channel: 0)

    private var assembler: MIDIAssembler = {
        var assembler = MIDIAssembler()
        assembler.wanted = [pair, parameter]
        return assembler
    }()

    /// The numbers of one address.
    private mutating func numbers(
        _ address: MIDIAddress, _ messages: [(UInt8, UInt8)], at time: Duration = .zero
    ) -> [Int] {
        messages.flatMap {
            assembler.readings(
                of: .controller(channel: 0, number: $0.0, value: $0.1), at: time)
        }.filter { $0.address == address }.map(\.number)
    }

    @Test mutating func `two halves are a number, in either order`() {
        #expect(numbers(Self.pair, [(7, 1), (39, 2)]) == [130])
        #expect(numbers(Self.pair, [(39, 3), (7, 2)]) == [259])
        #expect(assembler.nextDue == nil)
    }

    @Test mutating func `a lower half that comes alone waits, and keeps the upper one`() {
        #expect(numbers(Self.pair, [(7, 1), (39, 2)]) == [130])
        #expect(numbers(Self.pair, [(39, 3)], at: .milliseconds(10)) == [])
        #expect(assembler.nextDue == .milliseconds(15))
        #expect(assembler.takeDue(at: .milliseconds(14)) == [])
        let late = assembler.takeDue(at: .milliseconds(15))
        #expect(late == [.init(address: Self.pair, number: 131)])
        #expect(assembler.nextDue == nil)
    }

    @Test mutating func `an upper half that comes alone waits, and sets the lower one to 0`() {
        #expect(numbers(Self.pair, [(7, 64), (39, 127)]) == [8319])
        #expect(numbers(Self.pair, [(7, 0)], at: .milliseconds(10)) == [])
        let late = assembler.takeDue(at: .milliseconds(15))
        #expect(late == [.init(address: Self.pair, number: 0)])
    }

    @Test mutating func `a parameter is chosen before its number, for several numbers`() {
        let start: [(UInt8, UInt8)] = [(99, 2), (98, 44)]
        #expect(numbers(Self.parameter, start + [(6, 1), (38, 0), (6, 1), (38, 1)]) == [128, 129])
        #expect(numbers(Self.parameter, [(98, 45), (6, 1), (38, 0)]) == [])
        #expect(numbers(Self.parameter, [(98, 44), (101, 0), (100, 0), (6, 1), (38, 0)]) == [])
    }

    @Test mutating func `a coarse parameter needs no lower half`() {
        let coarse = MIDIAddress(.parameter(300, isCoarse: true), channel: 0)
        #expect(numbers(coarse, [(99, 2), (98, 44), (6, 100)]) == [100])
    }

    @Test mutating func `plain controllers are numbers at once`() {
        let volume = MIDIAddress(.controller(7), channel: 0)
        #expect(numbers(volume, [(7, 100)]) == [100])
        let notes = assembler.readings(of: .noteOff(channel: 1, key: 3), at: .zero)
        #expect(notes == [.init(address: MIDIAddress(.note(3), channel: 1), number: 0)])
    }
}
