import PanelProtocol

extension Panel {
    /// Where everything stands, to be kept.
    package var state: PanelState {
        var state = PanelState()
        state.values = absentValues
        for control in controls where control.keepsValue {
            state.values[control.id] = control.stateWithoutText?.value
        }
        state.page = page
        return state
    }

    /// Puts everything to where it stood, and announces what has changed by that.
    package func restore(_ state: PanelState, at time: Duration) {
        absentValues = state.values.filter { self[$0.key] == nil }
        for control in controls where control.keepsValue {
            if let value = state.values[control.id] { control.restore(value, at: time) }
        }
        if let page = state.page { show(page: page) }
    }
}
