public import Drawing

/// What is inherited down the tree, as the direction is.
extension View {
    /// The colours of what has no colour of its own: those set here, or else on a view above, or else
    /// those of `Theme.dark`.
    ///
    /// Setting it decides for this view and those inside that have no theme of their own, whatever is
    /// said above.
    public var theme: Theme {
        get { looks?.theme?.theme ?? .dark }
        set {
            ownLooks.insert(.theme)
            guard newValue != theme else { return }
            take(
                Looks(
                    theme: Looks.SharedTheme(newValue), tintColor: looks?.tintColor,
                    font: looks?.font))
        }
    }

    /// Takes the theme of the view above again, in place of the one that was set here.
    public func inheritTheme() {
        ownLooks.remove(.theme)
        updateLooks()
    }

    /// The colour of what shows a value or can be pressed: the one set here, or else on a view above;
    /// `nil`, at first, for the colour that each control takes from its theme. Setting `nil` takes that
    /// of the view above again.
    public var tintColor: Color? {
        get { looks?.tintColor }
        set {
            guard let newValue else {
                ownLooks.remove(.tintColor)
                return updateLooks()
            }
            ownLooks.insert(.tintColor)
            if newValue != tintColor {
                take(Looks(theme: looks?.theme, tintColor: newValue, font: looks?.font))
            }
        }
    }

    /// The tint colour, or where there is none, the accent of the theme.
    public var accentColor: Color { tintColor ?? theme.accent }

    /// The typeface of the controls inside that have none of their own: the one set here, or else on a
    /// view above; `nil`, at first, for none. Setting `nil` takes that of the view above again.
    public var defaultFont: Font? {
        get { looks?.font }
        set {
            guard let newValue else {
                ownLooks.remove(.font)
                return updateLooks()
            }
            ownLooks.insert(.font)
            if newValue !== defaultFont {
                take(Looks(theme: looks?.theme, tintColor: looks?.tintColor, font: newValue))
            }
        }
    }

    /// What the view was given itself of a tint colour.
    var ownTintColor: Color? { ownLooks.contains(.tintColor) ? tintColor : nil }

    /// Takes from the view above what was not set here.
    func updateLooks() { take(Looks.looks(looks, keeping: ownLooks, in: superview?.looks)) }

    private func take(_ new: Looks?) {
        let old = looks
        // Views that share their looks have nothing to hand down.
        guard new !== old else { return }
        looks = new
        if new?.theme !== old?.theme, (new?.theme?.theme ?? .dark) != (old?.theme?.theme ?? .dark) {
            themeDidChange()
        }
        if new?.tintColor != old?.tintColor { tintColorDidChange() }
        if new?.font !== old?.font { fontDidChange() }
        for view in subviews { view.updateLooks() }
    }
}
