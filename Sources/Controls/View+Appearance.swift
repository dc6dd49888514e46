public import Drawing

/// The appearance that subviews inherit, like the layout direction.
extension View {
    /// The theme: the one set here, or else on a superview, or else `Theme.dark`.
    ///
    /// Setting it overrides the superview's theme, for this view and for subviews without a theme
    /// of their own.
    public var theme: Theme {
        get { sharedTheme.theme }
        set {
            ownAppearance.insert(.theme)
            guard newValue != sharedTheme.theme else { return }
            take(
                InheritedAppearance(
                    theme: InheritedAppearance.SharedTheme(newValue),
                    tintColor: inheritedAppearance?.tintColor,
                    font: inheritedAppearance?.font))
        }
    }

    /// The theme in its storage: a theme is large, so this avoids copies.
    private var sharedTheme: InheritedAppearance.SharedTheme { inheritedAppearance?.theme ?? .dark }

    /// Shares the theme of another view. Unlike an equal theme, it takes no memory of its own.
    package func shareTheme(of other: View) {
        ownAppearance.insert(.theme)
        guard let shared = other.inheritedAppearance?.theme else { return }
        take(
            InheritedAppearance(
                theme: shared, tintColor: inheritedAppearance?.tintColor,
                font: inheritedAppearance?.font))
    }

    /// Removes the theme that was set here, and inherits the superview's again.
    public func inheritTheme() {
        ownAppearance.remove(.theme)
        updateAppearance()
    }

    /// The colour of parts that show a value or can be pressed: the one set here, or else on a
    /// superview. With `nil`, the default, each control uses a colour of its theme. Setting `nil`
    /// inherits the superview's again.
    public var tintColor: Color? {
        get { inheritedAppearance?.tintColor }
        set {
            guard let newValue else {
                ownAppearance.remove(.tintColor)
                return updateAppearance()
            }
            ownAppearance.insert(.tintColor)
            if newValue != tintColor {
                take(
                    InheritedAppearance(
                        theme: inheritedAppearance?.theme, tintColor: newValue,
                        font: inheritedAppearance?.font))
            }
        }
    }

    /// The tint colour, or else the accent of the theme.
    public var accentColor: Color {
        // Reads only the colour, because a theme is large.
        tintColor ?? sharedTheme.theme.accent
    }

    /// The typeface of controls without their own: the one set here, or else on a superview. `nil`,
    /// the default, means no font. Setting `nil` inherits the superview's again.
    public var defaultFont: Font? {
        get { inheritedAppearance?.font }
        set {
            guard let newValue else {
                ownAppearance.remove(.font)
                return updateAppearance()
            }
            ownAppearance.insert(.font)
            if newValue !== defaultFont {
                take(
                    InheritedAppearance(
                        theme: inheritedAppearance?.theme,
                        tintColor: inheritedAppearance?.tintColor, font: newValue))
            }
        }
    }

    /// The tint colour that was set on this view itself.
    var ownTintColor: Color? { ownAppearance.contains(.tintColor) ? tintColor : nil }

    /// Inherits the properties that were not set here from the superview.
    func updateAppearance() {
        take(
            InheritedAppearance.appearance(
                inheritedAppearance, keeping: ownAppearance, in: superview?.inheritedAppearance))
    }

    private func take(_ new: InheritedAppearance?) {
        let old = inheritedAppearance
        // Views that share their appearance hand down nothing.
        guard new !== old else { return }
        inheritedAppearance = new
        if new?.theme !== old?.theme, (new?.theme?.theme ?? .dark) != (old?.theme?.theme ?? .dark) {
            themeDidChange()
        }
        if new?.tintColor != old?.tintColor { tintColorDidChange() }
        if new?.font !== old?.font { fontDidChange() }
        for view in subviews { view.updateAppearance() }
    }
}
