/// A message of MIDI 1.0. Channels are 0...15, and written as 1...16.
enum MIDIMessage: Equatable, Sendable {
    case noteOff(channel: UInt8, key: UInt8)
    /// The velocity is not 0: that is a note off.
    case noteOn(channel: UInt8, key: UInt8, velocity: UInt8)
    case controller(channel: UInt8, number: UInt8, value: UInt8)
    case program(channel: UInt8, number: UInt8)
    case pressure(channel: UInt8, value: UInt8)
    /// The value is 0...16383, and 8192 in the middle.
    case pitchBend(channel: UInt8, value: Int)
    /// System exclusive, without its first and last byte.
    case exclusive([UInt8])

    /// The bytes on the wire.
    var bytes: [UInt8] {
        switch self {
        // A note on without velocity: the lamps of controllers know nothing else.
        case .noteOff(let channel, let key): [0x90 | channel, key, 0]
        case .noteOn(let channel, let key, let velocity): [0x90 | channel, key, velocity]
        case .controller(let channel, let number, let value): [0xB0 | channel, number, value]
        case .program(let channel, let number): [0xC0 | channel, number]
        case .pressure(let channel, let value): [0xD0 | channel, value]
        case .pitchBend(let channel, let value):
            [0xE0 | channel, UInt8(value & 127), UInt8(value >> 7 & 127)]
        case .exclusive(let data): [0xF0] + data + [0xF7]
        }
    }
}

extension MIDIMessage: CustomStringConvertible {
    /// As a person reads it: `controller 7 of channel 1: 100`.
    var description: String {
        switch self {
        case .noteOff(let channel, let key): "note \(key) of channel \(channel + 1): off"
        case .noteOn(let channel, let key, let velocity):
            "note \(key) of channel \(channel + 1): \(velocity)"
        case .controller(let channel, let number, let value):
            "controller \(number) of channel \(channel + 1): \(value)"
        case .program(let channel, let number): "program \(number) of channel \(channel + 1)"
        case .pressure(let channel, let value): "pressure of channel \(channel + 1): \(value)"
        case .pitchBend(let channel, let value): "pitch bend of channel \(channel + 1): \(value)"
        case .exclusive(let data): "system exclusive: \(data.count) bytes"
        }
    }
}
