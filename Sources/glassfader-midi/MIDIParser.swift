/// Reads messages from a stream of bytes, in pieces of any size.
///
/// A status byte may be left out if it is that of the message before (running status), and bytes of
/// real time, such as those of the clock, may be anywhere: also in another message.
struct MIDIParser {
    /// Longer exclusive messages are dropped.
    static let longestExclusive = 1024

    /// The status of the message that is being read; `nil` if data bytes mean nothing.
    private var status: UInt8?
    private var data: [UInt8] = []
    private var exclusive: [UInt8]?

    /// How many messages were too long or had no status.
    private(set) var dropped = 0

    /// The messages that end in these bytes.
    mutating func messages(in bytes: some Sequence<UInt8>) -> [MIDIMessage] {
        var messages: [MIDIMessage] = []
        for byte in bytes {
            if let message = read(byte) { messages.append(message) }
        }
        return messages
    }

    private mutating func read(_ byte: UInt8) -> MIDIMessage? {
        switch byte {
        case 0xF8...0xFF:
            return nil
        case 0xF7:
            defer { exclusive = nil }
            return exclusive.map { .exclusive($0) }
        case 0x80...0xF6:
            begin(byte)
            return nil
        default:
            return readData(byte)
        }
    }

    private mutating func begin(_ byte: UInt8) {
        data.removeAll(keepingCapacity: true)
        exclusive = byte == 0xF0 ? [] : nil
        // The messages of the whole system have no channel, and end the running status.
        status = byte < 0xF0 || byte == 0xF1 || byte == 0xF2 || byte == 0xF3 ? byte : nil
    }

    private mutating func readData(_ byte: UInt8) -> MIDIMessage? {
        if exclusive != nil {
            exclusive?.append(byte)
            if exclusive?.count ?? 0 > Self.longestExclusive {
                exclusive = nil
                status = nil
                dropped += 1
            }
            return nil
        }
        guard let status else {
            dropped += 1
            return nil
        }
        data.append(byte)
        guard data.count == Self.length(status) else { return nil }
        defer { data.removeAll(keepingCapacity: true) }
        if status >= 0xF0 {
            self.status = nil
            return nil
        }
        return message(status & 0xF0, channel: status & 0x0F)
    }

    /// The number of data bytes after a status.
    private static func length(_ status: UInt8) -> Int {
        switch status {
        case 0xC0...0xDF, 0xF1, 0xF3: 1
        default: 2
        }
    }

    private func message(_ kind: UInt8, channel: UInt8) -> MIDIMessage? {
        switch kind {
        case 0x80: .noteOff(channel: channel, key: data[0])
        case 0x90 where data[1] == 0: .noteOff(channel: channel, key: data[0])
        case 0x90: .noteOn(channel: channel, key: data[0], velocity: data[1])
        case 0xB0: .controller(channel: channel, number: data[0], value: data[1])
        case 0xC0: .program(channel: channel, number: data[0])
        case 0xD0: .pressure(channel: channel, value: data[0])
        case 0xE0: .pitchBend(channel: channel, value: Int(data[1]) << 7 | Int(data[0]))
        default: nil
        }
    }
}
