import Controls
import PanelProtocol

/// One value of a curve. For clients, it is a control of its own.
struct CurveValueDescription: ControlKind {
    let name: String
    let behavior: BehaviorDescription
    private let scale: ValueScale
    private let format: ValueFormat
    private let isToggle: Bool
    let defaultValue: ControlValue?
    let hasKeypad: Bool

    init(_ value: CurveValue, _ behavior: BehaviorDescription, hasKeypad: Bool) {
        name = value.name
        scale = value.scale
        format = value.format
        isToggle = value.isToggle
        defaultValue = .number(value.defaultValue)
        self.behavior = behavior
        self.hasKeypad = hasKeypad
    }

    var converter: (any ValueConverter)? {
        if isToggle { return ToggleConverter() }
        let unit =
            switch format.style {
            case .number(let unit): unit
            case .frequency: "Hz"
            case .pan: ""
            }
        return ScaleDescription(
            unit: unit, taper: scale.taper,
            taperName: scale.taper.curve == .logarithmic
                ? "log" : unit == "dB" ? "db_linear" : "linear",
            step: scale.step > 0 ? scale.step : nil, detents: [], format: format)
    }

    var sizing: ControlSizing { ControlSizing() }

    func isEquivalent(to other: Self) -> Bool {
        name == other.name && scale == other.scale && defaultValue == other.defaultValue
            && behavior == other.behavior && hasKeypad == other.hasKeypad
    }

    func makeView(_ style: ControlStyle) -> PublishedView {
        let curve = style.container as? CurveControl
        guard let value = curve?.values.first(where: { $0.name == name }) else {
            preconditionFailure("'\(name)' is a value of a curve")
        }
        return PublishedView(
            view: value, value: { .number(value.value) },
            assign: { if let number = $0.number { value.value = number } }, isDiscrete: isToggle)
    }
}
