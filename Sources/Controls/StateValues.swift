/// A value for each state of a control. A state without a value of its own uses the normal state's.
struct StateValues<Value> {
    // Few states have a value, so a linear search is enough.
    private var values: [(state: Control.State, value: Value)] = []

    /// The value for `state`. Setting `nil` removes the state's own value.
    subscript(state: Control.State) -> Value? {
        get { values.isEmpty ? nil : own(state) ?? own(.normal) }
        set {
            values.removeAll { $0.state == state }
            if let newValue { values.append((state, newValue)) }
        }
    }

    /// The own value of `state`; `nil` if it uses another state's.
    func own(_ state: Control.State) -> Value? { values.first { $0.state == state }?.value }

    /// Whether no state has a value.
    var isEmpty: Bool { values.isEmpty }

    /// The states' own values, in no order.
    var all: some Collection<Value> { values.lazy.map(\.value) }
}

extension StateValues where Value: Equatable {
    /// Whether the control must dim the value of `state`: the state is disabled, and has no value
    /// of its own, or the same value as the enabled state.
    func needsDimming(in state: Control.State) -> Bool {
        guard state.contains(.disabled) else { return false }
        let own = own(state)
        return own == nil || own == self.own(state.subtracting(.disabled))
    }
}

extension StateValues: Equatable where Value: Equatable {
    static func == (one: Self, other: Self) -> Bool {
        one.values.count == other.values.count
            && one.values.allSatisfy { other.own($0.state) == $0.value }
    }
}
