import PanelProtocol

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

    /// The parts of a state that have no effect on this panel, each as a text: values and styles
    /// of controls that it does not have, or that are not valid for them, and an unknown page.
    package func partsWithoutEffect(in state: PanelState) -> [String] {
        var parts: [String] = []
        for (id, value) in state.values.sorted(by: { $0.key < $1.key }) {
            guard let control = self[id] else {
                parts.append("the value of \(id), which the panel does not have")
                continue
            }
            if control.valid(value) == nil {
                parts.append("the value of \(id), which is not valid")
            }
        }
        for (id, style) in state.styles.sorted(by: { $0.key < $1.key }) {
            if self[id] == nil, pageTree.stripPlaces[id] == nil {
                parts.append("the style of \(id), which the panel does not have")
            } else if let color = style.color, description.theme.color(named: color) == nil {
                parts.append("the colour of \(id), '\(RequestError.shortened(color))'")
            }
        }
        if let page = state.page, !pages.map(\.id).contains(pageTree.bank(of: page)) {
            parts.append("the page \(RequestError.shortened(page))")
        }
        return parts
    }
}
