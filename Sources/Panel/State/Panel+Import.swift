// Replacing the whole state, for imports.
extension Panel {
    /// Replaces the whole state. Everything that the new state lacks is reset to the panel file's
    /// defaults. Values that change are reported with the source `restore`.
    package func replace(with state: PanelState, at time: Duration) {
        var whole = state
        for control in controls where control.keptValue != nil && whole.values[control.id] == nil {
            whole.values[control.id] = control.kind.defaultValue
        }
        whole.page = state.page ?? description.pages.first?.id
        restore(whole, at: time)
    }
}
