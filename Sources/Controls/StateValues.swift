/// What a control shows in each of its states. A state without a value of its own uses the normal
/// one.
struct StateValues<Value> {
    private var values: [Control.State: Value] = [:]

    /// The value for `state`. Setting `nil` removes the state's own value.
    subscript(state: Control.State) -> Value? {
        get { values.isEmpty ? nil : values[state] ?? values[.normal] }
        set { values[state] = newValue }
    }

    /// The value of its own that `state` has.
    func own(_ state: Control.State) -> Value? { values[state] }

    /// Whether no state has a value.
    var isEmpty: Bool { values.isEmpty }

    /// The states' own values, in no order.
    var all: some Collection<Value> { values.values }
}

extension StateValues: Equatable where Value: Equatable {}
