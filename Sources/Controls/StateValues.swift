/// What a control shows in each of its states. A state without a value of its own uses the normal
/// one.
struct StateValues<Value> {
    // Few states have one, so they are searched in order.
    private var values: [(state: Control.State, value: Value)] = []

    /// The value for `state`. Setting `nil` removes the state's own value.
    subscript(state: Control.State) -> Value? {
        get { values.isEmpty ? nil : own(state) ?? own(.normal) }
        set {
            values.removeAll { $0.state == state }
            if let newValue { values.append((state, newValue)) }
        }
    }

    /// The value of its own that `state` has.
    func own(_ state: Control.State) -> Value? { values.first { $0.state == state }?.value }

    /// Whether no state has a value.
    var isEmpty: Bool { values.isEmpty }

    /// The states' own values, in no order.
    var all: some Collection<Value> { values.lazy.map(\.value) }
}

extension StateValues where Value: Equatable {
    /// Whether what is shown in `state` has to be dimmed: the control is disabled, and that state
    /// has no value of its own, or that of the enabled one.
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
