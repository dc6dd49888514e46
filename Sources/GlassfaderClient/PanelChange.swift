package import PanelProtocol

/// How a control is to change.
public enum PanelChange: Equatable, Sendable {
    /// To a value in the control's unit.
    case value(PanelValue)
    /// To 0...1 of its travel.
    case norm(PanelValue)
    /// By so much in the control's unit.
    case delta(PanelValue)
    /// By so much of its travel.
    case deltaNorm(PanelValue)

    /// The change as requests have it.
    package var asRequest: SetRequest.Change {
        switch self {
        case .value(let value): .value(value.asControlValue)
        case .norm(let value): .norm(value.asControlValue)
        case .delta(let value): .delta(value.asControlValue)
        case .deltaNorm(let value): .deltaNorm(value.asControlValue)
        }
    }
}
