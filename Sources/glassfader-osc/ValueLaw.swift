import FaderLaws
import GlassfaderBridge
import GlassfaderClient
import Glibc

/// How an engine writes the value of a control.
enum ValueLaw: Equatable, CustomStringConvertible {
    /// The number in the control's unit, or the word.
    case value
    /// The level in dB, and a number for silence.
    case decibels(silence: Double)
    /// The linear factor.
    case gain
    /// The position of a fader with this law.
    case fader(FaderLaw)
    /// A number between these, as far as the value is between the control's ends.
    case range(Double, Double)
    /// 0...1 on a logarithmic scale between these.
    case logarithmic(Double, Double)
    /// 1 for on and 0 for off.
    case on
    /// 0 for on and 1 for off: an X32 has a switch "channel on" where others mute.
    case off
    /// The number of the word among the control's options, from 0.
    case index

    /// The names, for messages.
    static let names =
        ["value", "db", "gain", "range", "log", "on", "off", "index"]
        + FaderLaw.allCases.map(\.rawValue)

    /// Reads `x32`, `range -1 1` or `db -193`.
    init?(_ text: String) {
        let words = text.split(separator: " ").map(String.init)
        let numbers = words.dropFirst().compactMap(Double.init)
        guard let name = words.first, numbers.count == words.count - 1,
            numbers.allSatisfy(\.isFinite)
        else { return nil }
        switch (name, numbers.count) {
        case ("value", 0): self = .value
        case ("db", 0): self = .decibels(silence: -200)
        case ("db", 1): self = .decibels(silence: numbers[0])
        case ("gain", 0): self = .gain
        case ("range", 0): self = .range(0, 1)
        case ("range", 2) where numbers[0] != numbers[1]: self = .range(numbers[0], numbers[1])
        case ("log", 2) where numbers[0] > 0 && numbers[1] > numbers[0]:
            self = .logarithmic(numbers[0], numbers[1])
        case ("on", 0): self = .on
        case ("off", 0): self = .off
        case ("index", 0): self = .index
        default:
            guard numbers.isEmpty, let law = FaderLaw(rawValue: name) else { return nil }
            self = .fader(law)
        }
    }

    /// As ``init(_:)`` reads it.
    var description: String {
        switch self {
        case .value: "value"
        case .decibels(let silence): silence == -200 ? "db" : "db \(silence)"
        case .gain: "gain"
        case .fader(let law): law.rawValue
        case .range(let low, let high): (low, high) == (0, 1) ? "range" : "range \(low) \(high)"
        case .logarithmic(let low, let high): "log \(low) \(high)"
        case .on: "on"
        case .off: "off"
        case .index: "index"
        }
    }

    /// Why a control cannot have this law; `nil` if it can.
    func problem(with control: PanelControl) -> String? {
        switch self {
        case .decibels, .gain, .fader:
            control.unit == "dB" ? nil : "is not in dB"
        case .range:
            control.minimum == nil || control.parts.count > 1 ? "has no range of numbers" : nil
        case .logarithmic:
            control.minimum.map { $0 > 0 } == true ? nil : "has values of 0 and below"
        case .index: control.options.isEmpty ? "has no options" : nil
        case .on, .off:
            control.options.isEmpty && control.parts.isEmpty ? nil : "is not on or off"
        case .value: nil
        }
    }

    /// The arguments of the message that sets a value; empty if it has no such value.
    func arguments(of value: BridgeValue) -> [OSCMessage.Argument] {
        switch self {
        case .value:
            if case .text(let word) = value.value { return [.string(word)] }
            return value.numbers.map { .float(Float($0)) }
        case .decibels(let silence): return float(value.decibels.map { max($0, silence) })
        case .gain: return float(value.decibels.map { pow(10, $0 / 20) })
        case .fader(let law): return float(value.decibels.map(law.position(ofDecibels:)))
        case .range(let low, let high): return float(value.share.map { low + $0 * (high - low) })
        case .logarithmic(let low, let high):
            return float(
                value.number.map { min(max(log($0 / low) / log(high / low), 0), 1) })
        case .on: return value.number.map { [.integer($0 > 0.5 ? 1 : 0)] } ?? []
        case .off: return value.number.map { [.integer($0 > 0.5 ? 0 : 1)] } ?? []
        case .index: return value.index.map { [.integer(Int32($0))] } ?? []
        }
    }

    private func float(_ number: Double?) -> [OSCMessage.Argument] {
        number.map { [.float(Float($0))] } ?? []
    }

    /// The value that arguments stand for; `nil` if they are none.
    func engineValue(of arguments: ArraySlice<OSCMessage.Argument>, for control: PanelControl)
        -> EngineValue?
    {
        guard let first = arguments.first else { return nil }
        if self == .value {
            if let word = first.text {
                return control.options.contains(word) ? .value(.text(word)) : nil
            }
            guard control.parts.count > 1 else { return first.number.map { .number($0) } }
            let numbers = arguments.compactMap(\.number)
            guard numbers.count == control.parts.count else { return nil }
            return .value(.parts(zip(control.parts, numbers).map { .init($0, $1) }))
        }
        guard let number = first.number else { return nil }
        return engineValue(of: number)
    }

    private func engineValue(of number: Double) -> EngineValue? {
        switch self {
        case .value, .index: .number(number)
        case .decibels(let silence): .decibels(number <= silence ? -.infinity : number)
        case .gain: number < 0 ? nil : .decibels(20 * log10(number))
        case .fader(let law): .decibels(law.decibels(at: number))
        case .range(let low, let high): .share((number - low) / (high - low))
        case .logarithmic(let low, let high): .number(low * pow(high / low, min(max(number, 0), 1)))
        case .on: .number(number > 0.5 ? 1 : 0)
        case .off: .number(number > 0.5 ? 0 : 1)
        }
    }

    /// How far apart two numbers may be and still be the same, as engines round.
    var tolerance: Double {
        switch self {
        case .value: 0.001
        case .decibels: 0.01
        case .gain: 1e-5
        case .fader: 0.6 / 1023
        case .range(let low, let high): abs(high - low) * 0.006
        case .logarithmic: 0.003
        case .on, .off, .index: 0.1
        }
    }
}
