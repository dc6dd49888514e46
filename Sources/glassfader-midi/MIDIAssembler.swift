/// Puts numbers together that arrive in several messages: fine pairs and parameters.
///
/// The halves of a number may come in either order, and through a cable a millisecond apart. So the
/// first one waits for the other, but not for long: some devices only send what has changed.
struct MIDIAssembler {
    /// A number of an address.
    struct Reading: Equatable {
        var address: MIDIAddress
        var number: Int
    }

    /// How long a half waits for the other.
    static let patience = Duration.milliseconds(5)

    /// The addresses of which numbers are wanted. Others are passed on as plain controllers.
    var wanted: Set<MIDIAddress> = []

    private var halves: [MIDIAddress: Halves] = [:]
    private var selected = SelectedParameters()

    /// The last known halves of a number.
    private struct Halves {
        var upper = 0
        var lower = 0
        /// What waits for the other half.
        var isUpperNew = false
        var isLowerNew = false
        var due: Duration?
        var number: Int { upper << 7 | lower }
    }

    /// When ``takeDue(at:)`` is to be called next; `nil` for never.
    var nextDue: Duration? { halves.values.compactMap(\.due).min() }

    /// The numbers that are complete with a message.
    mutating func readings(of message: MIDIMessage, at time: Duration) -> [Reading] {
        switch message {
        case .noteOff(let channel, let key):
            [Reading(address: MIDIAddress(.note(key), channel: channel), number: 0)]
        case .noteOn(let channel, let key, let velocity):
            [Reading(address: MIDIAddress(.note(key), channel: channel), number: Int(velocity))]
        case .pitchBend(let channel, let value):
            [Reading(address: MIDIAddress(.pitchBend, channel: channel), number: value)]
        case .controller(let channel, let number, let value):
            controller(number, Int(value), channel, time)
        case .program, .pressure, .exclusive: []
        }
    }

    private mutating func controller(
        _ number: UInt8, _ value: Int, _ channel: UInt8, _ time: Duration
    ) -> [Reading] {
        let plain = MIDIAddress(.controller(number), channel: channel)
        var readings = [Reading(address: plain, number: value)]
        if number < 64 {
            let pair = MIDIAddress(.finePair(number & 31), channel: channel)
            if wanted.contains(pair) {
                readings += half(of: pair, value, isUpper: number < 32, time)
            }
        }
        if !selected.take(number, value, channel), number == 6 || number == 38 {
            readings += parameter(value, isUpper: number == 6, channel, time)
        }
        return readings
    }

    private mutating func parameter(
        _ value: Int, isUpper: Bool, _ channel: UInt8, _ time: Duration
    ) -> [Reading] {
        guard let name = selected[channel] else { return [] }
        let coarse = MIDIAddress(.parameter(name, isCoarse: true), channel: channel)
        let fine = MIDIAddress(.parameter(name, isCoarse: false), channel: channel)
        var readings = isUpper ? [Reading(address: coarse, number: value)] : []
        if wanted.contains(fine) { readings += half(of: fine, value, isUpper: isUpper, time) }
        return readings
    }

    private mutating func half(
        of address: MIDIAddress, _ value: Int, isUpper: Bool, _ time: Duration
    ) -> [Reading] {
        var halves = halves[address] ?? Halves()
        if isUpper {
            (halves.upper, halves.isUpperNew) = (value, true)
        } else {
            (halves.lower, halves.isLowerNew) = (value, true)
        }
        defer { self.halves[address] = halves }
        guard halves.isUpperNew, halves.isLowerNew else {
            halves.due = halves.due ?? time + Self.patience
            return []
        }
        (halves.isUpperNew, halves.isLowerNew, halves.due) = (false, false, nil)
        return [Reading(address: address, number: halves.number)]
    }

    /// The numbers whose other half has not come.
    mutating func takeDue(at time: Duration) -> [Reading] {
        // An upper half alone sets the lower one to 0 (MIDI 1.0, "Control Change", 14-bit
        // controllers).
        let due = halves.filter { $0.value.due ?? .seconds(Int64.max) <= time }.keys
        return due.sorted { "\($0)" < "\($1)" }.compactMap { address in
            if case .finePair = address.kind, halves[address]?.isUpperNew == true {
                halves[address]?.lower = 0
            }
            halves[address]?.isUpperNew = false
            halves[address]?.isLowerNew = false
            halves[address]?.due = nil
            return halves[address].map { Reading(address: address, number: $0.number) }
        }
    }
}
