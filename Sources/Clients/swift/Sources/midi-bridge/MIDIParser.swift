/// Finds control changes in a stream of MIDI bytes.
struct MIDIParser {
    /// The running status: it applies to all data bytes until the next status byte.
    private var status: UInt8?
    private var first: UInt8?

    /// Parses bytes. The result is the control changes that they complete.
    mutating func parse(_ bytes: [UInt8]) -> [ControlChange] {
        bytes.compactMap { byte in
            switch byte {
            case 0xF8...:
                // Real-time messages, such as clocks, may occur anywhere.
                return nil
            case 0x80...:
                status = byte < 0xF0 ? byte : nil
                first = nil
                return nil
            default:
                return data(byte)
            }
        }
    }

    private mutating func data(_ byte: UInt8) -> ControlChange? {
        guard let status, status & 0xF0 == 0xB0 else { return nil }
        guard let controller = first else {
            first = byte
            return nil
        }
        first = nil
        return ControlChange(channel: status & 0x0F, controller: controller, value: byte)
    }
}
