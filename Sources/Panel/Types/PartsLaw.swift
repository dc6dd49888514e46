import PanelProtocol

/// The law of a control with several numbers: each has a name and a scale.
struct PartsLaw: ValueLaw {
    private let parts: [(name: String, scale: ScaleDescription)]

    /// The law of parts, in their order.
    init(_ parts: [(name: String, scale: ScaleDescription)]) { self.parts = parts }

    func norm(of value: ControlValue) -> ControlValue {
        map(value) { .number($1.taper.position(of: $0)) }
    }

    func gain(of value: ControlValue) -> Double? { nil }

    func text(of value: ControlValue) -> String {
        guard case .parts(let numbers) = value else { return "" }
        return numbers.compactMap { number in
            scale(of: number.name)?.text(of: .number(number.value))
        }.joined(separator: " … ")
    }

    func value(_ wish: SetRequest.Change, from present: ControlValue) -> ControlValue? {
        guard case .parts(let wanted) = wish.value,
            wanted.allSatisfy({ scale(of: $0.name) != nil && present[part: $0.name] != nil })
        else { return nil }
        return .parts(
            parts.compactMap { part in
                guard let wanted = wanted.first(where: { $0.name == part.name }),
                    let present = present[part: part.name],
                    let value = part.scale.value(
                        wish.with(.number(wanted.value)), from: .number(present))?.number
                else { return nil }
                return ControlValue.Part(part.name, value)
            })
    }

    var wish: String {
        let names = parts.map(\.name)
        let wishes = parts.map { $0.scale.wish }
        guard Set(wishes).count > 1 else {
            return "an object with \(names.joined(separator: " and ")), each \(wishes[0])"
        }
        return "an object with "
            + zip(names, wishes).map { "\($0), \($1)" }.joined(separator: ", and ")
    }

    func describe(in info: inout ControlInfo) {
        parts.first?.scale.describe(in: &info)
        info.parts = parts.map(\.name)
    }

    private func scale(of name: String) -> ScaleDescription? {
        parts.first { $0.name == name }?.scale
    }

    private func map(
        _ value: ControlValue, _ transform: (Double, ScaleDescription) -> ControlValue
    ) -> ControlValue {
        guard case .parts(let numbers) = value else { return value }
        return .parts(
            numbers.compactMap { number in
                guard let scale = scale(of: number.name),
                    let result = transform(number.value, scale).number
                else { return nil }
                return ControlValue.Part(number.name, result)
            })
    }
}
