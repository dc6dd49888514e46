/// Finds the address of what is being moved.
struct MIDILearner {
    /// How long to collect messages after the first one, before choosing.
    static let window = Duration.milliseconds(400)

    /// How often each address was heard.
    private var counts: [MIDIAddress: Int] = [:]
    /// The addresses in the order in which they came.
    private var order: [MIDIAddress] = []
    private var selected = SelectedParameters()
    /// The coarse parameters whose lower half came as well.
    private var fine: Set<MIDIAddress> = []

    /// Takes a message. Returns whether it has an address.
    mutating func take(_ message: MIDIMessage) -> Bool {
        switch message {
        case .controller(let channel, let number, let value):
            return controller(number, Int(value), channel)
        case .noteOn(let channel, let key, _):
            count(.note(key), channel)
        case .pitchBend(let channel, _):
            count(.pitchBend, channel)
        case .noteOff, .program, .pressure, .exclusive:
            return false
        }
        return true
    }

    private mutating func controller(_ number: UInt8, _ value: Int, _ channel: UInt8) -> Bool {
        // The choice of a parameter is not yet a movement.
        if selected.take(number, value, channel) { return false }
        if number == 6 || number == 38, let name = selected[channel] {
            let coarse = MIDIAddress(.parameter(name, isCoarse: true), channel: channel)
            if number == 38 { fine.insert(coarse) } else { count(coarse.kind, channel) }
        } else {
            count(.controller(number), channel)
        }
        return true
    }

    private mutating func count(_ kind: MIDIAddress.Kind, _ channel: UInt8) {
        let address = MIDIAddress(kind, channel: channel)
        if counts[address] == nil { order.append(address) }
        counts[address, default: 0] += 1
    }

    /// The address with the most messages: the hand may have brushed something else. `nil` if none
    /// arrived.
    var address: MIDIAddress? {
        var moved: MIDIAddress?
        for address in order where counts[address] ?? 0 > moved.flatMap({ counts[$0] }) ?? 0 {
            moved = address
        }
        guard let moved else { return nil }
        switch moved.kind {
        case .parameter(let name, isCoarse: true) where fine.contains(moved):
            return MIDIAddress(.parameter(name, isCoarse: false), channel: moved.channel)
        case .controller(let number) where number < 64:
            let halves = [number & 31, number & 31 + 32].map {
                MIDIAddress(.controller($0), channel: moved.channel)
            }
            guard halves.allSatisfy({ counts[$0] != nil }) else { return moved }
            return MIDIAddress(.finePair(number & 31), channel: moved.channel)
        default:
            return moved
        }
    }
}
