/// A number that MIDI messages carry, and the channel they are on.
struct MIDIAddress: Hashable, Sendable {
    /// What messages carry the number.
    enum Kind: Hashable, Sendable {
        /// A controller, 0...127.
        case controller(UInt8)
        /// A controller 0...31 with the lower half of its number in the one 32 above.
        case finePair(UInt8)
        /// A non-registered parameter, 0...16383; coarse without the lower half of its number.
        case parameter(Int, isCoarse: Bool)
        /// A note: 0 is off.
        case note(UInt8)
        case pitchBend
    }

    var kind: Kind
    /// 0...15.
    var channel: UInt8

    /// How an address is written, for messages.
    static let form =
        "an address such as \"cc 7 channel 1\", \"cc 7 14bit channel 1\", \"nrpn 300 channel 1\", "
        + "\"note 60 channel 10\" or \"pitchbend channel 3\""

    init(_ kind: Kind, channel: UInt8) {
        self.kind = kind
        self.channel = channel
    }

    /// Reads `cc 7 14bit channel 2`; the channel is 1 if it is left out.
    init?(_ text: String) {
        var words = text.split(separator: " ").map(String.init)
        channel = 0
        if words.count > 2, words[words.count - 2] == "channel" {
            guard let number = UInt8(words[words.count - 1]), (1...16).contains(number) else {
                return nil
            }
            channel = number - 1
            words.removeLast(2)
        }
        let mode = words.count == 3 ? words.removeLast() : nil
        let number = words.count == 2 ? Int(words.removeLast()) : nil
        guard words.count == 1 else { return nil }
        switch (words[0], number, mode) {
        case ("cc", let number?, nil) where (0...127).contains(number):
            kind = .controller(UInt8(number))
        case ("cc", let number?, "14bit") where (0...31).contains(number):
            kind = .finePair(UInt8(number))
        case ("nrpn", let number?, nil) where (0...16383).contains(number):
            kind = .parameter(number, isCoarse: false)
        case ("nrpn", let number?, "7bit") where (0...16383).contains(number):
            kind = .parameter(number, isCoarse: true)
        case ("note", let number?, nil) where (0...127).contains(number):
            kind = .note(UInt8(number))
        case ("pitchbend", nil, nil):
            kind = .pitchBend
        default:
            return nil
        }
    }

    /// The greatest number.
    var greatest: Int {
        switch kind {
        case .controller, .note, .parameter(_, isCoarse: true): 127
        case .finePair, .pitchBend, .parameter(_, isCoarse: false): 16383
        }
    }

    /// The messages that carry a number.
    func messages(_ number: Int) -> [MIDIMessage] {
        let number = min(max(number, 0), greatest)
        func controller(_ controller: UInt8, _ value: Int) -> MIDIMessage {
            .controller(channel: channel, number: controller, value: UInt8(value & 127))
        }
        switch kind {
        case .controller(let name):
            return [controller(name, number)]
        case .finePair(let name):
            return [controller(name, number >> 7), controller(name + 32, number)]
        case .parameter(let name, let isCoarse):
            let selection = [controller(99, name >> 7), controller(98, name)]
            return selection
                + (isCoarse
                    ? [controller(6, number)]
                    : [controller(6, number >> 7), controller(38, number)])
        case .note(let key):
            return [
                number > 0
                    ? .noteOn(channel: channel, key: key, velocity: UInt8(number))
                    : .noteOff(channel: channel, key: key)
            ]
        case .pitchBend:
            return [.pitchBend(channel: channel, value: number)]
        }
    }
}

extension MIDIAddress: CustomStringConvertible {
    /// As ``init(_:)`` reads it.
    var description: String {
        let name =
            switch kind {
            case .controller(let number): "cc \(number)"
            case .finePair(let number): "cc \(number) 14bit"
            case .parameter(let number, let isCoarse): "nrpn \(number)" + (isCoarse ? " 7bit" : "")
            case .note(let key): "note \(key)"
            case .pitchBend: "pitchbend"
            }
        return "\(name) channel \(channel + 1)"
    }
}
