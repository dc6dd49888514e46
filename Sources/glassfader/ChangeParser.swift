import GlassfaderClient

/// Parses what a person has typed for a control into a change of it.
///
/// `-6` and `-6dB` are values, `+1.5` is a step, `50%` is a position on the travel, and `-inf` is
/// silence. `gate`, `on` and `#35a7ff` are words, and `low=-48` names a part.
struct ChangeParser {
    /// A text that is not valid for the control.
    struct ValueError: Error, Equatable, CustomStringConvertible {
        let message: String
        var description: String { message }
    }

    /// The meaning of a number without a unit, and whether all numbers are steps.
    struct Measure: Equatable {
        var isNorm = false
        var isStep = false
    }

    /// The kind of change in the protocol.
    private enum Kind: Equatable {
        case value, norm, step, stepOfNorm
    }

    private let control: PanelControl
    private let measure: Measure

    /// Makes a parser for a control.
    init(for control: PanelControl, in measure: Measure = Measure()) {
        self.control = control
        self.measure = measure
    }

    /// Parses words: one word with a value, or one or more that name parts.
    func change(_ words: [String]) throws(ValueError) -> PanelChange {
        guard control.isSettable else {
            let reason = control.reading == nil ? control.type.typeNounWithArticle : "read-only"
            throw ValueError(message: "\(control.name) cannot be set: it is \(reason)")
        }
        if !control.parts.isEmpty { return try parts(words) }
        guard words.count == 1, let word = words.first,
            !Self.namesPart(word) || takesTexts || named(word) != nil
        else { throw ValueError(message: "\(control.name) has no parts: it takes one value") }
        return try change(word)
    }

    /// Whether a word names a part, such as `low=-48`.
    static func namesPart(_ word: String) -> Bool {
        word.firstIndex(of: "=").map { $0 != word.startIndex } ?? false
    }

    // MARK: One value

    private func change(_ word: String) throws(ValueError) -> PanelChange {
        if let named = named(word) { return .value(named) }
        if takesTexts { return .value(.text(Self.withHyphens(word))) }
        if let time = try seconds(word) { return .value(.number(time)) }
        if control.isPan, let place = pan(word) { return .value(.number(place)) }
        guard let number = TypedNumber(word) else {
            // Only the panel knows which values it accepts: let it check the word.
            if control.unit == nil, control.minimum == nil, !control.isToggle {
                return .value(.text(Self.withHyphens(word)))
            }
            throw ValueError(message: "\(control.name): '\(word)' is not a value: \(wanted)")
        }
        if case .number(_, unit: let unit) = number.amount, unit.first == "," {
            let point = Self.withHyphens(word).replacing(",", with: ".")
            throw ValueError(
                message: "\(control.name): '\(word)' is not a number: use a point: \(point)")
        }
        let (kind, value) = try resolve(number, scale)
        guard !control.isToggle || kind != .value || value == 0 || value == 1 else {
            throw ValueError(message: "\(control.name): '\(word)' is not a value: \(wanted)")
        }
        return Self.change(kind, .number(value))
    }

    /// Whether any text may be a value.
    private var takesTexts: Bool {
        if case .text? = control.reading?.value { control.options.isEmpty } else { false }
    }

    /// A word with hyphens for minus signs: see `Glassfader.withMinusSigns(_:)`.
    private static func withHyphens(_ word: String) -> String {
        String(word.map { $0 == "\u{2212}" ? "-" : $0 })
    }

    /// The value with a name: an option, or a label.
    private func named(_ word: String) -> PanelValue? {
        let word = Self.withHyphens(word)
        let options = control.options.map { (text: $0, name: Self.withHyphens($0)) }
        if let option = options.first(where: { $0.name == word }) { return .text(option.text) }
        let lowered = word.lowercased()
        let label = control.labels.first { Self.withHyphens($0.name).lowercased() == lowered }
        if let label { return label.value }
        if let option = options.first(where: { $0.name.lowercased() == lowered }) {
            return .text(option.text)
        }
        guard let (off, on) = control.offAndOn else { return nil }
        switch lowered {
        case "on", "true", "yes": return on
        case "off", "false", "no": return off
        case "toggle": return control.reading?.value == on ? off : on
        default: return nil
        }
    }

    /// Parses `1:23:45` or `23:45` for a control in seconds.
    private func seconds(_ word: String) throws(ValueError) -> Double? {
        let pieces = word.split(separator: ":", omittingEmptySubsequences: false)
        let numbers = pieces.compactMap { UInt16($0) }
        guard control.unit == "s", (2...3).contains(pieces.count), numbers.count == pieces.count
        else { return nil }
        // Two are hours and minutes.
        let seconds = (numbers + [0]).prefix(3).reduce(0) { $0 * 60 + Double($1) }
        guard numbers.dropFirst().allSatisfy({ $0 < 60 }), seconds <= control.maximum ?? .infinity
        else {
            let latest = control.maximum.map { ", at most \(Self.clockTime($0))" } ?? ""
            throw ValueError(
                message: "\(control.name): '\(word)' is not a time: it takes hours:minutes or "
                    + "hours:minutes:seconds\(latest)")
        }
        return seconds
    }

    /// `23:59:59`
    private static func clockTime(_ seconds: Double) -> String {
        let all = Int(min(max(seconds, 0), 1e9))
        return [all / 3600, all / 60 % 60, all % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
            .joined(separator: ":")
    }

    /// Parses `L30`, `C` or `R30`.
    private func pan(_ word: String) -> Double? {
        let lowered = word.lowercased()
        if lowered == "c" { return 0 }
        guard let number = Double(lowered.dropFirst()), number >= 0, number.isFinite else {
            return nil
        }
        return switch lowered.first {
        case "l": -number
        case "r": number
        default: nil
        }
    }

    // MARK: Parts

    private func parts(_ words: [String]) throws(ValueError) -> PanelChange {
        // The panel reads the time of a stopwatch.
        if control.isStopwatch, words.count == 1, words[0].contains(":"),
            !Self.namesPart(words[0])
        {
            return .value(.text(words[0]))
        }
        var kinds: [Kind] = []
        var values: [PanelValue.Part] = []
        for (name, text) in try pieces(of: words) {
            guard control.parts.contains(name) else {
                throw ValueError(
                    message: "\(control.name) has no part '\(name)': use "
                        + control.parts.joined(separator: " and "))
            }
            guard !values.contains(where: { $0.name == name }) else {
                throw ValueError(message: "\(control.name): '\(name)' has two values")
            }
            guard let number = TypedNumber(text) else {
                throw ValueError(message: "\(control.name): '\(text)' is not a value: \(wanted)")
            }
            let (kind, value) = try resolve(number, scale(of: name))
            kinds.append(kind)
            values.append(.init(name, value))
        }
        guard let kind = kinds.first, kinds.allSatisfy({ $0 == kind }) else {
            throw ValueError(
                message: "\(control.name): values, steps and percents cannot be mixed")
        }
        return Self.change(kind, .parts(values))
    }

    /// Splits `low=-48 high=-24`, `low=-48,high=-24`, `-48,-24` or `-48 dB … -24 dB` into named
    /// parts.
    private func pieces(of words: [String]) throws(ValueError) -> [(name: String, text: String)] {
        let pieces = words.flatMap {
            $0.split(omittingEmptySubsequences: false) { ",…".contains($0) }
        }.map(String.init)
        if pieces.allSatisfy(Self.namesPart) {
            return pieces.map { piece in
                let sides = piece.split(separator: "=", maxSplits: 1).map(String.init)
                return (sides[0], sides.count > 1 ? sides[1] : "")
            }
        }
        guard pieces.count == control.parts.count, !pieces.contains(where: Self.namesPart) else {
            throw ValueError(message: "\(control.name): \(wanted)")
        }
        return Array(zip(control.parts, pieces))
    }

    // MARK: Numbers

    /// The unit and range of a number.
    private struct Scale {
        var unit = ""
        var minimum: Double?
        var minimumIsOff = false
    }

    private var scale: Scale {
        Scale(
            unit: control.unit ?? "", minimum: control.minimum,
            minimumIsOff: control.minimumIsOff)
    }

    private func scale(of part: String) -> Scale {
        control.axes.first { $0.part == part }.map {
            Scale(unit: $0.unit, minimum: $0.minimum, minimumIsOff: $0.minimumIsOff)
        } ?? scale
    }

    private func resolve(_ number: TypedNumber, _ scale: Scale) throws(ValueError) -> (Kind, Double)
    {
        let isStep = number.isStep || measure.isStep
        switch number.amount {
        case .silence:
            guard scale.minimumIsOff, let minimum = scale.minimum, !isStep else {
                throw ValueError(message: "\(control.name) cannot be set to -∞")
            }
            return (.value, minimum)
        case .number(let value, unit: ""):
            return measure.isNorm
                ? (isStep ? .stepOfNorm : .norm, value) : (isStep ? .step : .value, value)
        case .number(let value, unit: "%") where scale.unit != "%":
            return (isStep ? .stepOfNorm : .norm, value / 100)
        case .number(let value, let unit):
            guard let factor = Self.factor(of: unit, in: scale.unit) else {
                throw ValueError(
                    message: scale.unit.isEmpty
                        ? "\(control.name) has no unit: omit '\(unit)'"
                        : "\(control.name) is in \(scale.unit), not in \(unit)")
            }
            guard (value * factor).isFinite else {
                throw ValueError(
                    message: "\(control.name): \(value) \(unit) is too large a number")
            }
            return (isStep ? .step : .value, value * factor)
        }
    }

    /// The factor from a typed unit to the control's unit; nil if they do not match.
    private static func factor(of typed: String, in unit: String) -> Double? {
        if typed.lowercased() == unit.lowercased() { return 1 }
        switch (typed.lowercased(), unit.lowercased()) {
        case ("k", "hz"), ("khz", "hz"), ("k", ""): return 1000
        case ("s", "ms"): return 1000
        case ("ms", "s"): return 0.001
        case ("min", "s"): return 60
        default: return nil
        }
    }

    private static func change(_ kind: Kind, _ value: PanelValue) -> PanelChange {
        switch kind {
        case .value: .value(value)
        case .norm: .norm(value)
        case .step: .delta(value)
        case .stepOfNorm: .deltaNorm(value)
        }
    }

    // MARK: Error messages

    /// The values that the control accepts.
    private var wanted: String {
        if case .parts(let parts)? = control.reading?.value {
            let count = parts.count == 2 ? "two" : "\(parts.count)"
            let example = parts.map { part in
                let number = part.value.description
                return part.name + "="
                    + (number.hasSuffix(".0") ? String(number.dropLast(2)) : number)
            }
            return "it takes \(count) values, such as " + example.joined(separator: " ")
        }
        if !control.options.isEmpty {
            return "it takes one of \(control.options.joined(separator: ", "))"
        }
        if control.isToggle { return "it takes on, off or toggle" }
        let unit = control.unit ?? ""
        return "it takes a number" + (unit.isEmpty ? "" : " in \(unit)")
    }
}

extension PanelControl {
    /// The values that mean off and on; `nil` if the control has no such values.
    var offAndOn: (off: PanelValue, on: PanelValue)? {
        // A key may have titles in place of the names.
        if isToggle { return (.number(0), .number(1)) }
        guard let off = labels.first(where: { $0.name == "off" })?.value,
            let on = labels.first(where: { $0.name == "on" })?.value
        else { return nil }
        return (off, on)
    }
}
