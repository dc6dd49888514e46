/// What a control shows in each of its states; in a state that has nothing of its own, what it
/// shows in the normal one.
struct StateValues<Value> {
    private var values: [Control.State: Value] = [:]

    /// What is shown in `state`; setting `nil` leaves the state without anything of its own.
    subscript(state: Control.State) -> Value? {
        get { values.isEmpty ? nil : values[state] ?? values[.normal] }
        set { values[state] = newValue }
    }

    /// What `state` has of its own.
    func own(_ state: Control.State) -> Value? { values[state] }

    /// Whether no state has anything of its own.
    var isEmpty: Bool { values.isEmpty }

    /// What the states have of their own, in no order.
    var all: some Collection<Value> { values.values }
}

extension StateValues: Equatable where Value: Equatable {}
