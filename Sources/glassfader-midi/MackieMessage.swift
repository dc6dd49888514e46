import FaderLaws

/// A message between a Mackie Control and its host. The controller and its host send the same
/// messages for faders, and different ones for pots and displays.
///
/// After the findings of N. Garcia and R. Doursenaud (TouchMCU, doc/mackie_control_protocol.md),
/// who begin with Emagic's documentation of the Logic Control.
enum MackieMessage: Equatable {
    /// The fader of a channel, 0...7, or the master's, 8, at a position 0...16383.
    case fader(Int, position: Int)
    /// A hand is on a fader, or has left it.
    case touch(Int, Bool)
    /// The key of a channel is pressed or let go, or its lamp is on or off.
    case key(MackieKey, Int, Bool)
    /// Any other key, by its note.
    case button(UInt8, Bool)
    /// A pot was turned by so many steps, clockwise if positive.
    case pot(Int, steps: Int)
    /// The lamps around a pot.
    case ring(Int, MackieRing)
    /// The level of a channel, 0...12; 14 sets and 15 clears the overload.
    case meter(Int, Int)
    /// Characters of the display, from a place 0...111 on.
    case display(Int, [UInt8])
    /// Another exclusive message: the code of a command and its data.
    case command(UInt8, [UInt8])

    /// The faders: eight channels and the master.
    static let faders = 9
    /// The channels.
    static let channels = 8

    private static let greatestPosition = 16383.0
    private static let maker: [UInt8] = [0x00, 0x00, 0x66]
    /// A Mackie Control. Its extension is 0x15, and a Logic Control 0x10.
    private static let device: UInt8 = 0x14
    private static let displayCode: UInt8 = 0x12
    private static let touchNote: UInt8 = 104
    private static let potController: UInt8 = 16
    private static let ringController: UInt8 = 48

    /// Reads a message; `nil` if it is none of a Mackie Control.
    init?(_ message: MIDIMessage) {
        switch message {
        case .pitchBend(let channel, let value) where channel < Self.faders:
            self = .fader(Int(channel), position: value)
        case .noteOn(0, let note, _): self.init(note: note, isOn: true)
        case .noteOff(0, let note): self.init(note: note, isOn: false)
        case .controller(0, let number, let value):
            self.init(controller: number, value)
        case .pressure(0, let value): self = .meter(Int(value >> 4), Int(value & 15))
        case .exclusive(let data): self.init(data)
        default: return nil
        }
    }

    /// The position of a fader at a level.
    static func position(ofDecibels level: Double, law: FaderLaw) -> Int {
        let position = (law.position(ofDecibels: level) * greatestPosition).rounded()
        return Int(min(max(position, 0), greatestPosition))
    }

    /// The level at a position of a fader.
    static func decibels(at position: Int, law: FaderLaw) -> Double {
        law.decibels(at: Double(position) / greatestPosition)
    }

    /// What a Mackie Control uses an address for; `nil` for nothing, or for a key that is free.
    static func use(of address: MIDIAddress) -> String? {
        switch (address.kind, address.channel) {
        case (.note(let note), 0):
            switch Self(note: note, isOn: true) {
            case .key: "a key of a channel"
            case .touch: "the touch of a fader"
            default: nil
            }
        case (.controller(let number), 0), (.finePair(let number), 0):
            Self(controller: number, 0).map { _ in "a pot" }
        case (.pitchBend, let channel): Int(channel) < Self.faders ? "a fader" : nil
        default: nil
        }
    }

    private init(note: UInt8, isOn: Bool) {
        let first = note & ~7
        if let key = MackieKey(rawValue: first) {
            self = .key(key, Int(note - first), isOn)
        } else if (Self.touchNote..<Self.touchNote + UInt8(Self.faders)).contains(note) {
            self = .touch(Int(note - Self.touchNote), isOn)
        } else {
            self = .button(note, isOn)
        }
    }

    private init?(controller: UInt8, _ value: UInt8) {
        switch controller {
        case Self.potController..<Self.potController + 8:
            // The lower six bits are the speed, and the next one the direction.
            let steps = Int(value & 0x3F)
            self = .pot(
                Int(controller - Self.potController), steps: value & 0x40 == 0 ? steps : -steps)
        case Self.ringController..<Self.ringController + 8:
            self = .ring(Int(controller - Self.ringController), MackieRing(byte: value))
        default: return nil
        }
    }

    private init?(_ data: [UInt8]) {
        // A program asks for controllers of every kind, and each replies to its own.
        guard data.count > 4, data.starts(with: Self.maker + [Self.device]) else { return nil }
        let rest = Array(data[5...])
        if data[4] == Self.displayCode {
            guard let place = rest.first, place < MackieDisplay.size else { return nil }
            self = .display(Int(place), Array(rest[1...]))
        } else {
            self = .command(data[4], rest)
        }
    }

    /// As it is sent.
    var midi: MIDIMessage {
        func note(_ note: UInt8, _ isOn: Bool) -> MIDIMessage {
            isOn
                ? .noteOn(channel: 0, key: note, velocity: 127) : .noteOff(channel: 0, key: note)
        }
        func exclusive(_ code: UInt8, _ data: [UInt8]) -> MIDIMessage {
            .exclusive(Self.maker + [Self.device, code] + data)
        }
        return switch self {
        case .fader(let fader, let position):
            .pitchBend(channel: UInt8(fader), value: position)
        case .touch(let fader, let isOn): note(Self.touchNote + UInt8(fader), isOn)
        case .key(let key, let channel, let isOn): note(key.rawValue + UInt8(channel), isOn)
        case .button(let number, let isOn): note(number, isOn)
        case .pot(let channel, let steps):
            .controller(
                channel: 0, number: Self.potController + UInt8(channel),
                value: UInt8(min(abs(steps), 63)) | (steps < 0 ? 0x40 : 0))
        case .ring(let channel, let ring):
            .controller(
                channel: 0, number: Self.ringController + UInt8(channel), value: ring.byte)
        case .meter(let channel, let level):
            .pressure(channel: 0, value: UInt8(channel << 4 | level))
        case .display(let place, let text): exclusive(Self.displayCode, [UInt8(place)] + text)
        case .command(let code, let data): exclusive(code, data)
        }
    }
}
