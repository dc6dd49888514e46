import PanelProtocol

/// Converts the value of a switch: 1 or 0, which clients may also call `on` and `off`.
final class ToggleConverter: ValueConverter {
    private static let names = [(value: 0.0, name: "off"), (value: 1.0, name: "on")]

    func norm(of value: ControlValue) -> ControlValue { value }

    func gain(of value: ControlValue) -> Double? { nil }

    func text(of value: ControlValue) -> String {
        Self.names.first { $0.value == value.number }?.name ?? ""
    }

    func shorterTexts(of value: ControlValue) -> [String]? { nil }

    func value(_ change: SetRequest.Change, from present: ControlValue) -> ControlValue? {
        switch change {
        case .value(let value):
            Self.names.first {
                $0.value == value.number || $0.name == value.text
                    || value == .boolean($0.value == 1)
            }.map { .number($0.value) }
        case .norm(let norm):
            norm.number.map(nearest)
        case .delta(let delta), .deltaNorm(let delta):
            delta.number.flatMap { delta in present.number.map { nearest($0 + delta) } }
        }
    }

    func nearest(to value: ControlValue) -> ControlValue { value.number.map(nearest) ?? value }

    private func nearest(_ number: Double) -> ControlValue { .number(number >= 0.5 ? 1 : 0) }

    var expected: String { "0 or 1" }

    func describe(in info: inout ControlInfo) {
        info.values = Self.names.map { .init(.number($0.value), label: $0.name) }
    }
}
