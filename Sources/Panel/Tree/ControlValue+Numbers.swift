import PanelProtocol

extension ControlValue {
    /// This value, with the parts that it lacks taken from another.
    func completed(by present: ControlValue) -> ControlValue {
        guard case .parts(let wanted) = self, case .parts(let parts) = present else { return self }
        return .parts(parts.map { part in wanted.first { $0.name == part.name } ?? part })
    }

    /// The number, or those of the first two parts; 0 for a missing one.
    var numbers: SIMD2<Double> {
        switch self {
        case .number(let number): [number, 0]
        case .parts(let parts): [parts.first?.value ?? 0, parts.count > 1 ? parts[1].value : 0]
        case .text: .zero
        }
    }

    /// A value with these numbers, in the form of another value.
    init(_ numbers: SIMD2<Double>, like shape: ControlValue) {
        switch shape {
        case .number, .text:
            self = .number(numbers.x)
        case .parts(let parts):
            self = .parts(
                parts.enumerated().prefix(2).map { Part($1.name, $0 == 0 ? numbers.x : numbers.y) })
        }
    }
}
