/// The request to give a control a value.
package struct SetRequest: Equatable, Sendable {
    /// The value wanted, in one of four ways.
    package enum Change: Equatable, Sendable {
        /// In the control's unit.
        case value(ControlValue)
        /// 0...1 of travel.
        case norm(ControlValue)
        /// So much more than now, in the control's unit.
        case delta(ControlValue)
        /// So much more of the travel than now.
        case deltaNorm(ControlValue)
    }

    /// The control.
    package var control: String
    /// The value wanted.
    package var change: Change
    /// Whether the client says what the engine has now, so that only the picture changes.
    package var isFeedback = false
    /// The time over which the value is to fade; zero for at once.
    package var fade = Duration.zero

    /// Asks for a value.
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

    /// Writes what the line consists of besides the number.
    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("cmd", "set")
        writeChange(to: &writer)
    }

    /// Writes what is to be set to what.
    package func writeChange(to writer: inout JSONWriter) {
        writer.member("control", control)
        switch change {
        case .value(let value): writer.member("value", value)
        case .norm(let value): writer.member("norm", value)
        case .delta(let value): writer.member("delta", value)
        case .deltaNorm(let value): writer.member("delta_norm", value)
        }
        if isFeedback { writer.member("feedback", true) }
        if fade > .zero { writer.member("over_ms", fade.wholeMicroseconds / 1000) }
    }
}

extension SetRequest.Change {
    /// The numbers or words of the wish, whatever they count.
    package var value: ControlValue {
        switch self {
        case .value(let value), .norm(let value), .delta(let value), .deltaNorm(let value): value
        }
    }

    /// The same kind of wish with another value.
    package func with(_ value: ControlValue) -> Self {
        switch self {
        case .value: .value(value)
        case .norm: .norm(value)
        case .delta: .delta(value)
        case .deltaNorm: .deltaNorm(value)
        }
    }

    /// The name of the member that carries it.
    package var field: String {
        switch self {
        case .value: "value"
        case .norm: "norm"
        case .delta: "delta"
        case .deltaNorm: "delta_norm"
        }
    }
}
