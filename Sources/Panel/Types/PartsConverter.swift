import Controls
import PanelProtocol

/// Converts the value of a control with several numbers: each has a name and a scale.
final class PartsConverter: ValueConverter {
    private let parts: [(name: String, scale: ScaleDescription)]

    /// Whether the parts have different directions, and scales of their own.
    private let areAxes: Bool

    /// The rules for the two ends of a range; `nil` for other parts.
    private let rangeEnds: RangeEnds?

    /// Converts parts with a common scale, in order.
    init(_ parts: [(name: String, scale: ScaleDescription)]) {
        self.parts = parts
        areAxes = false
        rangeEnds = nil
    }

    /// Converts the two ends of a range.
    init(rangeOn scale: ScaleDescription, minimumGap: Double) {
        parts = ["low", "high"].map { ($0, scale) }
        areAxes = false
        var ends = RangeEnds()
        ends.scale = scale.scale
        ends.minimumGap = minimumGap
        rangeEnds = ends
    }

    /// Converts parts with different directions, in order.
    init(axes: [(name: String, scale: ScaleDescription)]) {
        parts = axes
        areAxes = true
        rangeEnds = nil
    }

    func norm(of value: ControlValue) -> ControlValue {
        guard case .parts(let numbers) = value else { return value }
        return .parts(
            numbers.compactMap { number in
                index(of: number.name).map {
                    ControlValue.Part(
                        number.name, parts[$0].scale.taper.position(of: number.value))
                }
            })
    }

    func gain(of value: ControlValue) -> Double? { nil }

    func text(of value: ControlValue) -> String {
        guard case .parts(let numbers) = value else { return "" }
        return numbers.compactMap { number in
            index(of: number.name).map { parts[$0].scale.text(of: .number(number.value)) }
        }.joined(separator: separators[0])
    }

    /// The separators between the values in a text, from long to short.
    private var separators: [String] { areAxes ? [", "] : [" … ", "…"] }

    /// The character between the texts of two parts.
    var separator: Character { areAxes ? "," : "…" }

    /// The names of the parts.
    var names: [String] { parts.map(\.name) }

    func shorterTexts(of value: ControlValue) -> [String]? {
        guard case .parts(let numbers) = value else { return [] }
        let texts = numbers.compactMap { number in
            index(of: number.name).flatMap {
                parts[$0].scale.shorterTexts(of: .number(number.value))
            }
        }
        return ValueFormat.joined(texts, separators: separators)
    }

    func value(_ change: SetRequest.Change, from present: ControlValue) -> ControlValue? {
        guard case .parts(let wanted) = change.value,
            wanted.allSatisfy({ index(of: $0.name) != nil && present[part: $0.name] != nil })
        else { return nil }
        return .parts(
            parts.compactMap { part in
                guard let wanted = wanted.first(where: { $0.name == part.name }),
                    let present = present[part: part.name],
                    let value = part.scale.value(
                        change.with(.number(wanted.value)), from: .number(present))?.number
                else { return nil }
                return ControlValue.Part(part.name, value)
            })
    }

    func excess(of value: ControlValue) -> String? {
        guard case .parts(let numbers) = value else { return nil }
        for part in parts {
            guard let number = value[part: part.name] else { continue }
            if let excess = part.scale.excess(of: .number(number)) {
                return "\(excess), in '\(part.name)'"
            }
        }
        // The two values of a range.
        let rising = zip(numbers, numbers.dropFirst()).allSatisfy { $0.value <= $1.value }
        let isOrdered = numbers.map(\.name) == parts.map(\.name)
        guard !areAxes, isOrdered, !rising else { return nil }
        let texts = numbers.map { written($0.value) }
        return "\(texts.joined(separator: "…")): the values must not descend"
    }

    func nearest(to value: ControlValue) -> ControlValue {
        guard case .parts(let numbers) = value else { return value }
        return .parts(
            numbers.map { number in
                let scale = index(of: number.name).map { parts[$0].scale.scale }
                return ControlValue.Part(number.name, scale?.valid(number.value) ?? number.value)
            })
    }

    func nearest(to value: ControlValue, from present: ControlValue) -> ControlValue {
        guard var ends = rangeEnds, let low = present[part: "low"], let high = present[part: "high"]
        else { return nearest(to: value.completed(by: present)) }
        ends.set(lower: low, upper: high)
        // One value alone stops at the other one, as under a finger.
        switch (value[part: "low"], value[part: "high"]) {
        case (let low?, let high?): ends.set(lower: low, upper: high)
        case (let low?, nil): ends.setLower(low)
        case (nil, let high?): ends.setUpper(high)
        case (nil, nil): break
        }
        return .range(low: ends.lower, high: ends.upper)
    }

    /// The expected form of an object with these parts, in an error message.
    static func expected(_ names: [String], each number: String) -> String {
        "an object with \(names.joined(separator: " and ")), each \(number)"
    }

    var expected: String {
        let texts = parts.map { $0.scale.expected }
        guard Set(texts).count > 1 else {
            return Self.expected(names, each: texts[0])
        }
        return "an object with "
            + zip(names, texts).map { "\($0), \($1)" }.joined(separator: ", and ")
    }

    func describe(in info: inout ControlInfo) {
        info.parts = parts.map(\.name)
        if areAxes {
            info.axes = parts.map { $0.scale.axis(named: $0.name) }
        } else {
            parts.first?.scale.describe(in: &info)
        }
    }

    private func index(of name: String) -> Int? { parts.firstIndex { $0.name == name } }
}
