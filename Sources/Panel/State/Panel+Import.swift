// A state from elsewhere, which is all there is to be.
extension Panel {
    /// Puts everything to where a state has it, and what is not in it to where the panel file has it.
    /// What is another for it is told as `restore`.
    package func replace(with state: PanelState, at time: Duration) {
        var whole = state
        for control in controls where control.keptValue != nil && whole.values[control.id] == nil {
            whole.values[control.id] = control.kind.defaultValue
        }
        whole.page = state.page ?? description.pages.first?.id
        restore(whole, at: time)
    }
}
