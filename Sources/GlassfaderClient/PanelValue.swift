package import PanelProtocol

/// The value of a control: one number, one number for each named part, or a word.
///
/// Numbers are in the control's unit, or 0...1 of its travel for a *norm*.
public enum PanelValue: Equatable, Sendable, CustomStringConvertible {
    /// The value of a knob, a slider, a switch.
    case number(Double)
    /// The values of a range slider or an XY pad, in the order of the control's parts.
    case parts([Part])
    /// The value of a control with words as values: an option, a colour such as `#35a7ff`.
    case text(String)

    /// One named number of a control with several.
    public struct Part: Equatable, Sendable {
        /// Such as `low`, `high`, `x` or `y`.
        public var name: String
        /// The number; finite in what a panel sends.
        public var value: Double

        /// A number with a name.
        public init(_ name: String, _ value: Double) {
            self.name = name
            self.value = value
        }
    }

    /// The value of a range slider.
    public static func range(low: Double, high: Double) -> PanelValue {
        .parts([Part("low", low), Part("high", high)])
    }

    /// `-6.0`, `low=-48.0,high=-24.0`, or the word.
    public var description: String {
        switch self {
        case .number(let number): number.description
        case .parts(let parts): parts.map { "\($0.name)=\($0.value)" }.joined(separator: ",")
        case .text(let text): text
        }
    }

    /// Reads a value; `nil` if it is not one.
    package init?(_ json: JSON?) {
        if let number = json?.number {
            self = .number(number)
            return
        }
        if let text = json?.string {
            self = .text(text)
            return
        }
        guard let members = json?.object?.members else { return nil }
        self = .parts(
            members.compactMap { member in member.value.number.map { Part(member.key, $0) } })
    }

    /// The value without infinity and NaN. A number that has no finite form is rejected under a
    /// name.
    func finite(
        hasEnds: Bool, _ name: String
    ) throws(PanelClientError) -> PanelValue {
        func finite(_ number: Double) throws(PanelClientError) -> Double {
            if number.isFinite { return number }
            guard hasEnds, !number.isNaN else {
                throw .notFinite(number, name)
            }
            // The panel limits it to the control's range.
            return number < 0 ? -.greatestFiniteMagnitude : .greatestFiniteMagnitude
        }
        switch self {
        case .number(let number): return .number(try finite(number))
        case .text: return self
        case .parts(var parts):
            for index in parts.indices { parts[index].value = try finite(parts[index].value) }
            return .parts(parts)
        }
    }

    /// The value in the form of a request.
    package var asControlValue: ControlValue {
        switch self {
        case .number(let number): .number(number)
        case .parts(let parts): .parts(parts.map { .init($0.name, $0.value) })
        case .text(let text): .text(text)
        }
    }
}
