public import FaderLaws
public import GlassfaderClient
import Glibc

/// How an engine writes the value of a control.
public enum EngineScale: Equatable, Sendable, CustomStringConvertible {
    /// The number in the control's unit, or the word.
    case value
    /// The level in dB, and a number for silence.
    case decibels(silence: Double)
    /// 0...1 for the levels between these, in equal steps of dB, with so many places; 0 is silence
    /// for a control that has it.
    case linear(Double, Double, steps: Int = defaultSteps)
    /// The linear factor.
    case gain
    /// The position of a fader with this law, which has so many places.
    case fader(FaderLaw, steps: Int = defaultSteps)
    /// A number between these, as far as the value is between the control's ends.
    case range(Double, Double)
    /// 0...1 on a logarithmic scale between these, with so many places.
    case logarithmic(Double, Double, steps: Int = defaultLogarithmicSteps)
    /// 1 for on and 0 for off.
    case on
    /// 0 for on and 1 for off: an X32 has a switch "channel on" where others mute.
    case off
    /// The number of the word among the control's options, from 0.
    case index

    /// The names, for messages.
    public static let names =
        ["value", "db", "gain", "range", "log", "on", "off", "index"]
        + FaderLaw.allCases.map(\.rawValue)

    /// The number of places of a law that names none.
    public static let defaultSteps = 1024
    /// The number of places of a logarithmic law that names none.
    public static let defaultLogarithmicSteps = 201

    /// Reads `x32`, `x32 161`, `range -1 1`, `db -193` or `db -18 18 145`.
    public init?(_ text: String) {
        let words = text.split(separator: " ").map(String.init)
        let numbers = words.dropFirst().compactMap(Double.init)
        guard let name = words.first, numbers.count == words.count - 1,
            numbers.allSatisfy(\.isFinite)
        else { return nil }
        switch (name, numbers.count) {
        case ("value", 0): self = .value
        case ("db", 0): self = .decibels(silence: -200)
        case ("db", 1): self = .decibels(silence: numbers[0])
        case ("db", 2...3) where numbers[0] < numbers[1]:
            guard let steps = Self.steps(numbers.dropFirst(2), else: Self.defaultSteps) else {
                return nil
            }
            self = .linear(numbers[0], numbers[1], steps: steps)
        case ("gain", 0): self = .gain
        case ("range", 0): self = .range(0, 1)
        case ("range", 2) where numbers[0] != numbers[1]: self = .range(numbers[0], numbers[1])
        case ("log", 2...3) where numbers[0] > 0 && numbers[1] > numbers[0]:
            guard
                let steps = Self.steps(
                    numbers.dropFirst(2), else: Self.defaultLogarithmicSteps)
            else { return nil }
            self = .logarithmic(numbers[0], numbers[1], steps: steps)
        case ("on", 0): self = .on
        case ("off", 0): self = .off
        case ("index", 0): self = .index
        default:
            guard numbers.count < 2, let law = FaderLaw(rawValue: name),
                let steps = Self.steps(numbers[...], else: Self.defaultSteps)
            else { return nil }
            self = .fader(law, steps: steps)
        }
    }

    /// The number of places in a law, which may be missing; `nil` if it is none.
    private static func steps(_ number: ArraySlice<Double>, else defaultSteps: Int) -> Int? {
        let steps = number.first.map { Int(exactly: $0) ?? 0 } ?? defaultSteps
        return 2...65_536 ~= steps ? steps : nil
    }

    /// What is wrong with a text that is none. `others` are more laws that could be meant.
    public static func mistake(in text: String, others: [String] = []) -> String {
        let name = text.prefix { $0 != " " }
        guard !names.contains(String(name)) else {
            return name.endIndex == text.endIndex
                ? "the law \(name) needs numbers"
                : "'\(text)': the law \(name) does not take these numbers"
        }
        return "'\(text)' is not a law: expected " + (names + others).joined(separator: ", ")
    }

    /// As ``init(_:)`` reads it.
    public var description: String {
        switch self {
        case .value: "value"
        case .decibels(let silence): silence == -200 ? "db" : "db \(silence)"
        case .linear(let low, let high, let steps):
            "db \(low) \(high)" + (steps == Self.defaultSteps ? "" : " \(steps)")
        case .gain: "gain"
        case .fader(let law, let steps):
            steps == Self.defaultSteps ? law.rawValue : "\(law.rawValue) \(steps)"
        case .range(let low, let high): (low, high) == (0, 1) ? "range" : "range \(low) \(high)"
        case .logarithmic(let low, let high, let steps):
            "log \(low) \(high)" + (steps == Self.defaultLogarithmicSteps ? "" : " \(steps)")
        case .on: "on"
        case .off: "off"
        case .index: "index"
        }
    }

    /// Why a control cannot have this scale; `nil` if it can.
    public func problem(with control: PanelControl) -> String? {
        let count = control.parts.count
        let several = count > 1 ? "has \(count) values: the law needs one" : nil
        // The unit and the ends of an axis are its own.
        let axes = control.axes.isEmpty ? nil : several
        return switch self {
        case .decibels, .linear, .gain, .fader:
            control.unit == "dB" ? nil : axes ?? "is not in dB"
        case .range:
            several ?? (control.minimum == nil ? "has no range of numbers" : nil)
        case .logarithmic:
            control.minimum.map { $0 > 0 } == true ? nil : axes ?? "has values of 0 and below"
        case .index: control.options.isEmpty ? "has no options" : nil
        case .on, .off:
            control.options.isEmpty && control.parts.isEmpty ? nil : "is not on or off"
        case .value: nil
        }
    }

    /// The number that stands for a value; `nil` if the value has none.
    public func number(of value: BridgeValue) -> Double? {
        switch self {
        case .value: value.number
        case .decibels(let silence): value.decibels.map { max($0, silence) }
        case .linear(let low, let high, _):
            value.decibels.map { min(max(($0 - low) / (high - low), 0), 1) }
        case .gain: value.decibels.map { pow(10, $0 / 20) }
        case .fader(let law, _): value.decibels.map(law.position(ofDecibels:))
        case .range(let low, let high): value.share.map { low + $0 * (high - low) }
        case .logarithmic(let low, let high, _):
            value.number.map { min(max(log($0 / low) / log(high / low), 0), 1) }
        case .on: value.number.map { $0 > 0.5 ? 1 : 0 }
        case .off: value.number.map { $0 > 0.5 ? 0 : 1 }
        case .index: value.index.map(Double.init)
        }
    }

    /// The value that a number stands for; `nil` if it is none.
    public func engineValue(of number: Double) -> EngineValue? {
        switch self {
        case .value, .index: .number(number)
        case .decibels(let silence): .decibels(number <= silence ? -.infinity : number)
        case .linear(let low, let high, _):
            number <= 0 ? .lowest(low) : .decibels(low + min(number, 1) * (high - low))
        case .gain: number < 0 ? nil : .decibels(20 * log10(number))
        case .fader(let law, _): .decibels(law.decibels(at: number))
        case .range(let low, let high): .share((number - low) / (high - low))
        case .logarithmic(let low, let high, _):
            .number(low * pow(high / low, min(max(number, 0), 1)))
        case .on: .number(number > 0.5 ? 1 : 0)
        case .off: .number(number > 0.5 ? 0 : 1)
        }
    }

    /// How far apart two numbers may be and still be the same, as engines round.
    public var tolerance: Double {
        switch self {
        case .value: 0.001
        case .decibels: 0.01
        case .gain: 1e-5
        case .fader(_, let steps), .linear(_, _, let steps), .logarithmic(_, _, let steps):
            0.6 / Double(steps - 1)
        case .range(let low, let high): abs(high - low) * 0.006
        case .on, .off, .index: 0.1
        }
    }
}

extension String {
    /// The text without ` as LAW` at its end, and the name of that law or property; `nil` for none.
    package var splittingScale: (address: String, scale: String?) {
        guard let place = range(ofLast: " as ") else { return (self, nil) }
        return (String(self[..<place.lowerBound]), String(self[place.upperBound...]))
    }
}
