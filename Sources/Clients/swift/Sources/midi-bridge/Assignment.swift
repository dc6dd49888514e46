/// A control of the panel and the MIDI controller that is assigned to it.
struct Assignment: Equatable {
    /// The control's name.
    var control: String
    /// The number of the controller: 0...119, or 0...31 with 14 bits.
    var controller: UInt8
    /// Whether the controller 32 above carries seven further bits.
    var hasFineBits: Bool

    /// Reads `ch1.level=7` or `ch1.level=7:14`.
    init?(_ text: String) {
        let sides = text.split(separator: "=", omittingEmptySubsequences: false)
        guard sides.count == 2, !sides[0].isEmpty else { return nil }
        let numbers = sides[1].split(separator: ":", omittingEmptySubsequences: false)
        guard let first = numbers.first, let controller = UInt8(first),
            numbers.count == 1 || numbers.dropFirst().elementsEqual(["14"])
        else { return nil }
        control = String(sides[0])
        self.controller = controller
        hasFineBits = numbers.count == 2
        guard controller < (hasFineBits ? 32 : 120) else { return nil }
    }

    /// The greatest value, at the end of the travel.
    var greatest: Int { hasFineBits ? 16383 : 127 }

    /// The MIDI value of a position on the travel, 0...1.
    func value(of norm: Double) -> Int {
        Int((min(max(norm, 0), 1) * Double(greatest)).rounded())
    }

    /// The messages for a value.
    func messages(_ value: Int, channel: UInt8) -> [UInt8] {
        let status = 0xB0 | channel
        guard hasFineBits else { return [status, controller, UInt8(value)] }
        return [
            status, controller, UInt8(value >> 7), status, controller + 32, UInt8(value & 127),
        ]
    }
}
