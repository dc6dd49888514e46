/// The direction of the layout, which subviews inherit.
extension View {
    /// Whether the leading edge is at the right; off by default.
    ///
    /// It is `effectiveUserInterfaceLayoutDirection`. Setting it overrides the superview's
    /// direction for this view and its subviews, like `forceRightToLeft` and `forceLeftToRight`.
    public var isRightToLeft: Bool {
        get { effectiveUserInterfaceLayoutDirection == .rightToLeft }
        set { semanticContentAttribute = newValue ? .forceRightToLeft : .forceLeftToRight }
    }

    private var specifiedDirection: UserInterfaceLayoutDirection {
        switch semanticContentAttribute {
        case .unspecified: superview?.inheritedDirection ?? .leftToRight
        case .playback, .spatial, .forceLeftToRight: .leftToRight
        case .forceRightToLeft: .rightToLeft
        }
    }

    /// The direction of subviews that specify none.
    private var inheritedDirection: UserInterfaceLayoutDirection {
        switch semanticContentAttribute {
        // A view that is not mirrored itself does not determine the direction of text inside it.
        case .unspecified, .playback, .spatial: superview?.inheritedDirection ?? .leftToRight
        case .forceLeftToRight: .leftToRight
        case .forceRightToLeft: .rightToLeft
        }
    }

    /// Takes the direction from the superview, unless the view has its own.
    func updateLayoutDirection() {
        let direction = specifiedDirection
        if direction != effectiveUserInterfaceLayoutDirection {
            effectiveUserInterfaceLayoutDirection = direction
            layoutDirectionDidChange()
        }
        for view in subviews { view.updateLayoutDirection() }
    }
}
