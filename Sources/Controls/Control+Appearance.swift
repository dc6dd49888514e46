import Drawing

/// The looks of a control in its present state.
extension Control {
    /// The width of a finger's target by default: 8.5 mm, in pixels.
    public var targetSide: Double { (8.5 * pixelsPerMillimetre).rounded() }

    /// Whether the control has its normal colours.
    var looksEnabled: Bool { isEnabled || isDisplay }

    /// The theme, in which a display has no bodies.
    var bodyTheme: Theme { isDisplay ? theme.flat : theme }

    /// The theme for the current state.
    var shownTheme: Theme { looksEnabled ? bodyTheme : theme.muted }

    /// A colour for the current state.
    func shown(_ color: Color) -> Color { looksEnabled ? color : theme.mute(color) }
}
