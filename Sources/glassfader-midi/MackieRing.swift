/// The eleven lamps around a pot of a Mackie Control, and the one below it.
struct MackieRing: Equatable {
    /// What the lamps show.
    enum Mode: UInt8 {
        /// One lamp.
        case dot = 0
        /// From the middle to the value.
        case fromMiddle = 1
        /// From the left end to the value.
        case fromLeft = 2
        /// To both sides of the middle.
        case spread = 3
    }

    var mode = Mode.dot
    /// The lamp, 1...11; 0 for none.
    var lamp = 0
    /// Whether the lamp below is on.
    var isCentered = false

    /// The lamp for 0...1 of the travel, and the one below in its middle.
    init(share: Double) {
        lamp = 1 + Int((share * 10).rounded())
        isCentered = abs(share - 0.5) < 1e-6
    }

    /// Reads the value of its controller.
    init(byte: UInt8) {
        mode = Mode(rawValue: byte >> 4 & 3) ?? .dot
        lamp = min(Int(byte & 15), 11)
        isCentered = byte & 0x40 != 0
    }

    /// The value of its controller.
    var byte: UInt8 { (isCentered ? 0x40 : 0) | mode.rawValue << 4 | UInt8(lamp) }

    /// What a dot stands for, 0...1; `nil` without a lamp.
    var share: Double? {
        guard lamp > 0, mode != .spread else { return nil }
        return Double(lamp - 1) / 10
    }
}
