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

    /// The addresses among these that a message is for: its own, or those that its pattern matches.
    func addresses(matching address: String) -> [String] {
        guard OSCPattern.isPattern(address) else { return targets[address] == nil ? [] : [address] }
        guard let pattern = OSCPattern(address) else { return [] }
        return targets.keys.filter(pattern.matches).sorted()
    }

    /// Adds a use of the messages to an address.
    mutating func add(_ target: Target, at address: String) {
        targets[address, default: []].append(target)
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
        switch scale.engineValue(of: number) {
        case .decibels(let level), .lowest(let level), .number(let level): max(level, -200)
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
