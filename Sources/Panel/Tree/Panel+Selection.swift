import Controls

// Strips that share a place. The key that is on in a radio group selects the visible one.
extension Panel {
    /// Makes strips follow the keys that choose among them.
    func connectSelectors() {
        let groups = Set(description.allPages.flatMap(\.strips).compactMap(\.selector))
        if groups.isEmpty { return }
        for control in controls where control.key != nil {
            for group in control.description.groups where groups.contains(group) {
                selectors[group, default: []].append(control)
                control.isChooser = true
            }
        }
    }

    /// Shows the strips whose keys are on. While no key of a group is on, in the middle of a
    /// change, the previous strip stays.
    func showSelectedStrips() {
        var selected = selected.filter { selectors[$0.key] != nil }
        for (group, keys) in selectors {
            if let key = keys.first(where: { $0.key?.isOn ?? false }) {
                selected[group] = key.stripID
            }
        }
        // The layout of these pages is then outdated.
        let changed = allPages.filter {
            $0.select(selected, theme: description.theme, styles: styles(on: $0))
        }
        self.selected = selected
        if !changed.isEmpty { closeIdleValuePad() }
    }
}
