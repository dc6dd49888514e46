import GlassfaderClient
import Glibc

/// What the messages of an engine are for, by their addresses.
struct OSCReceivers {
    /// One use of a message.
    enum Target {
        /// The value of a control.
        case value(String)
        /// The levels of a meter.
        case meter(String, OSCBinding, Dialect.MeterRule)
        /// The levels of many meters.
        case blob(MeterBlob)
        /// The name of a strip, after these arguments.
        case label(String, [OSCMessage.Argument])
        /// The colour of a strip, after these arguments, by its number.
        case color(String, [OSCMessage.Argument], [String])
    }

    var targets: [String: [Target]] = [:]
    /// The addresses of names and colours, with the arguments before them.
    var titles: [String] = []

    /// Adds a use of the messages to an address.
    mutating func add(_ target: Target, at address: String) {
        targets[address, default: []].append(target)
    }
}

/// The levels of many meters in one blob of floats, such as an X32 sends: the number of floats, and the
/// floats as linear factors, all in little endian.
struct MeterBlob {
    /// Where the levels of a meter are.
    struct Meter {
        var control: String
        var places: [Int]
    }

    var meters: [Meter] = []

    /// The levels in a message; empty if it has none, or is shorter than it says.
    func levels(in message: OSCMessage) -> [String: [Double]] {
        guard message.arguments.count == 1, case .blob(let bytes) = message.arguments[0],
            bytes.count >= 4
        else { return [:] }
        let words = stride(from: 0, to: bytes.count / 4 * 4, by: 4).map { start in
            bytes[start..<start + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
        }
        let floats = words.dropFirst()
        guard floats.count >= Int(words[0]) else { return [:] }
        var levels: [String: [Double]] = [:]
        for meter in meters where meter.places.allSatisfy({ $0 < Int(words[0]) }) {
            levels[meter.control] = meter.places.map { place in
                let gain = Double(Float(bitPattern: floats[place + 1]))
                return gain > 0 && gain.isFinite ? 20 * log10(gain) : -200
            }
        }
        return levels
    }
}

extension Dialect.MeterRule {
    /// The levels of as many channels as a meter has, in dB. Missing channels get the last level.
    func levels(in values: ArraySlice<OSCMessage.Argument>, channels: Int) -> [Double] {
        var levels: [Double] = []
        var place = values.startIndex + skip
        while place < values.endIndex, levels.count < channels {
            guard let number = values[place].number else { return [] }
            levels.append(level(number))
            place += stride
        }
        guard let last = levels.last else { return [] }
        return levels + Array(repeating: last, count: max(0, channels - levels.count))
    }

    private func level(_ number: Double) -> Double {
        switch law.engineValue(of: number) {
        case .decibels(let level), .number(let level): max(level, -200)
        default: -200
        }
    }
}

extension OSCMessage {
    /// The arguments after some others; `nil` if those are different, or nothing follows.
    func arguments(after leading: [Argument]) -> ArraySlice<Argument>? {
        guard arguments.count > leading.count,
            zip(leading, arguments).allSatisfy({ $0.matches($1) })
        else { return nil }
        return arguments.dropFirst(leading.count)
    }
}

extension OSCMessage.Argument {
    /// The colour of a number in a list, or of a number that is itself red, green and blue.
    func color(_ colors: [String]) -> String? {
        guard let number else { return nil }
        if colors.isEmpty {
            guard (0...0xFF_FFFF).contains(number) else { return nil }
            let digits = String(Int(number), radix: 16)
            return "#" + String(repeating: "0", count: 6 - digits.count) + digits
        }
        guard (0..<Double(colors.count)).contains(number) else { return nil }
        return colors[Int(number)]
    }
}
