/// Finds control changes in a stream of MIDI bytes.
struct MIDIParser {
    /// The status that counts for the bytes that follow: one may stand for many messages.
    private var status: UInt8?
    private var first: UInt8?

    /// Takes bytes, and returns the control changes that they complete.
    mutating func parse(_ bytes: [UInt8]) -> [ControlChange] {
        bytes.compactMap { byte in
            switch byte {
            case 0xF8...:
                // Clocks and the like may come in the middle of anything.
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
