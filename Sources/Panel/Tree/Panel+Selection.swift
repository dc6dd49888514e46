import Controls

// Strips that share a place. The key that is on in a radio group selects the visible one.
extension Panel {
    /// Shows the strips whose keys are on. While no key of a group is on, in the middle of a
    /// change, the previous strip stays.
    func showSelectedStrips() {
        var selected = selected.filter { table.selectors[$0.key] != nil }
        for (group, keys) in table.selectors {
            if let key = keys.first(where: { $0.key?.isOn ?? false }) {
                selected[group] = key.stripID
            }
        }
        // The layout of these pages is then outdated.
        let changed = allPages.filter { $0.select(selected, styles: styles(on: $0)) }
        self.selected = selected
        if !changed.isEmpty { closeIdleValuePad() }
    }
}
