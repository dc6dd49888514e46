extension PageDescription {
    /// The page as it looks after these changes: without the strips that are hidden.
    func styled(by styles: [String: StyleChange], theme: ThemeDescription) -> PageDescription {
        var page = self
        page.strips = strips.compactMap { strip in
            let strip = strip.styled(by: styles, theme: theme)
            return strip.isVisible ? strip : nil
        }
        return page
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
            strip.isVisible = change.isVisible ?? isVisible
        }
        for (index, control) in controls.enumerated() {
            if let label = styles[control.id]?.label { strip.controls[index].label = label }
        }
        return strip
    }
}
