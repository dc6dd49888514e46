/// A request to set a control.
package struct SetRequest: Equatable, Sendable {
    /// The requested change, in one of four forms.
    package enum Change: Equatable, Sendable {
        /// A value in the control's unit.
        case value(ControlValue)
        /// A position, 0...1 of travel.
        case norm(ControlValue)
        /// A difference in the control's unit.
        case delta(ControlValue)
        /// A difference as a fraction of the travel.
        case deltaNorm(ControlValue)
    }

    /// The longest fade, in milliseconds.
    package static let longestFade = 3_600_000

    /// The control.
    package var control: String
    /// The requested change.
    package var change: Change
    /// Whether the value is feedback: the engine already has it, so only the display changes.
    package var isFeedback = false
    /// The duration of a fade; zero for an immediate change.
    package var fade = Duration.zero

    /// Creates a request.
    package init(control: String, change: Change) {
        self.control = control
        self.change = change
    }

    /// Writes the request as a line.
    package func write(id: RequestID?, to writer: inout JSONWriter) {
        writer.line { writer in
            if let id { writer.member("id", id) }
            writeMembers(to: &writer)
        }
    }

    /// Writes the members of the line, except the `id`.
    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("cmd", "set")
        writeChange(to: &writer)
    }

    /// Writes the control and the requested change.
    package func writeChange(to writer: inout JSONWriter) {
        writer.member("control", control)
        switch change {
        case .value(let value): writer.member("value", value)
        case .norm(let value): writer.member("norm", value)
        case .delta(let value): writer.member("delta", value)
        case .deltaNorm(let value): writer.member("delta_norm", value)
        }
        if isFeedback { writer.member("feedback", true) }
        if fade > .zero { writer.member("over_ms", fade.wholeMilliseconds) }
    }
}

extension SetRequest.Change {
    /// The numbers or words of the change, whatever their unit.
    package var value: ControlValue {
        switch self {
        case .value(let value), .norm(let value), .delta(let value), .deltaNorm(let value): value
        }
    }

    /// Whether it is a difference.
    package var isRelative: Bool {
        switch self {
        case .value, .norm: false
        case .delta, .deltaNorm: true
        }
    }

    /// The same kind of change with another value.
    package func with(_ value: ControlValue) -> Self {
        switch self {
        case .value: .value(value)
        case .norm: .norm(value)
        case .delta: .delta(value)
        case .deltaNorm: .deltaNorm(value)
        }
    }

    /// The name of the member that contains it.
    package var field: String {
        switch self {
        case .value: "value"
        case .norm: "norm"
        case .delta: "delta"
        case .deltaNorm: "delta_norm"
        }
    }
}
