import Glibc

/// The levels of many meters in one blob: how many there are, in four bytes, and the levels, in
/// little endian.
struct MeterBlob {
    /// How a level is written.
    enum Format: String, CaseIterable {
        /// A linear factor, as an X32 sends it.
        case float32
        /// A whole number of 1/256 dB, as an X Air sends it.
        case int16

        /// The bytes of a level.
        var size: Int {
            switch self {
            case .float32: 4
            case .int16: 2
            }
        }

        /// The level in dB.
        func decibels(_ bits: UInt32) -> Double {
            switch self {
            case .float32:
                let gain = Double(Float(bitPattern: bits))
                return gain > 0 && gain.isFinite ? 20 * log10(gain) : -200
            case .int16:
                return Double(Int16(truncatingIfNeeded: bits)) / 256
            }
        }
    }

    /// Where the levels of a meter are.
    struct Meter {
        var control: String
        var places: [Int]
    }

    var format: Format
    var meters: [Meter] = []

    /// The levels in a message; empty if it has none, or is shorter than it says.
    func levels(in message: OSCMessage) -> [String: [Double]] {
        guard message.arguments.count == 1, case .blob(let bytes) = message.arguments[0],
            bytes.count >= 4
        else { return [:] }
        let count = (bytes.count - 4) / format.size
        // Consoles write it in either order.
        guard
            [Self.number(bytes[..<4]), Self.number(bytes[..<4].reversed())].contains(where: {
                $0 <= count
            })
        else { return [:] }
        var levels: [String: [Double]] = [:]
        for meter in meters where meter.places.allSatisfy({ $0 < count }) {
            levels[meter.control] = meter.places.map { place in
                let start = 4 + place * format.size
                return format.decibels(UInt32(Self.number(bytes[start..<start + format.size])))
            }
        }
        return levels
    }

    private static func number(_ bytes: some BidirectionalCollection<UInt8>) -> Int {
        bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}
