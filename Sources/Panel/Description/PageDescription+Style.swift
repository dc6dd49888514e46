extension PageDescription {
    /// The page as it looks after these changes: without the strips that are hidden.
    ///
    /// - Parameter selected: The ID of the strip that each radio group has chosen.
    func styled(
        by styles: [String: StyleChange], theme: ThemeDescription, selected: [String: String]
    ) -> PageDescription {
        var page = self
        page.strips = strips.compactMap { strip in
            let strip = strip.styled(by: styles, theme: theme)
            return strip.isVisible && isSelected(strip, among: selected) ? strip : nil
        }
        return page
    }

    /// Whether a strip is the visible one of its radio group: the chosen one, or the first if the
    /// group has chosen no strip of this page.
    func isSelected(_ strip: StripDescription, among selected: [String: String]) -> Bool {
        guard let selector = strip.selector else { return true }
        if strip.id == selected[selector] { return true }
        return chosenStrips(among: selected)[selector] == strip.id
    }

    /// The ID of the visible strip for each radio group: the chosen one, or else the first.
    func chosenStrips(among selected: [String: String]) -> [String: String] {
        var chosen: [String: String] = [:]
        for strip in strips {
            guard let selector = strip.selector else { continue }
            if chosen[selector] == nil || strip.id == selected[selector] {
                chosen[selector] = strip.id
            }
        }
        return chosen
    }
}

extension StripDescription {
    /// The strip as it looks after these changes.
    func styled(by styles: [String: StyleChange], theme: ThemeDescription) -> StripDescription {
        if styles.isEmpty { return self }
        var strip = self
        if let change = styles[id] {
            strip.label = change.label ?? label
            strip.color = change.color.flatMap(theme.color(named:)) ?? color
            strip.textStyle.icon = change.shownIcon(insteadOf: textStyle.icon)
            strip.isVisible = change.isVisible ?? isVisible
        }
        for (index, control) in controls.enumerated() {
            guard let change = styles[control.id] else { continue }
            if let label = change.label { strip.controls[index].label = label }
            strip.controls[index].textStyle.icon = change.shownIcon(
                insteadOf: control.textStyle.icon)
        }
        return strip
    }
}
