package import PanelProtocol

/// A change of a control.
public enum PanelChange: Equatable, Sendable {
    /// To a value in the control's unit.
    case value(PanelValue)
    /// To a position, 0...1 of its travel.
    case norm(PanelValue)
    /// By a difference in the control's unit, past the ends of a control that wraps.
    case delta(PanelValue)
    /// By a fraction of its travel, past the ends of a control that wraps.
    case deltaNorm(PanelValue)

    /// The change in the form of a request.
    package var asRequest: SetRequest.Change {
        switch self {
        case .value(let value): .value(value.asControlValue)
        case .norm(let value): .norm(value.asControlValue)
        case .delta(let value): .delta(value.asControlValue)
        case .deltaNorm(let value): .deltaNorm(value.asControlValue)
        }
    }

    /// The change as it can be sent, since JSON has no infinity and no NaN: an infinite value, such
    /// as silence, is the end of the control's range.
    ///
    /// - Throws: If a number is NaN, or a difference is infinite: that often comes from silence,
    ///   and the greatest value would be too loud.
    func finite(for control: String) throws(PanelClientError) -> PanelChange {
        switch self {
        case .value(let value): .value(try value.finite(hasEnds: true, "\(control): value"))
        case .norm(let value): .norm(try value.finite(hasEnds: true, "\(control): norm"))
        case .delta(let value): .delta(try value.finite(hasEnds: false, "\(control): delta"))
        case .deltaNorm(let value):
            .deltaNorm(try value.finite(hasEnds: false, "\(control): delta_norm"))
        }
    }
}
