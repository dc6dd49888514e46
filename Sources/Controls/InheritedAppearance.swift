import Drawing

/// The appearance that a view hands down to its subviews. Views that override nothing share one
/// instance, so that no view needs to walk up the tree.
final class InheritedAppearance {
    /// A theme in shared storage, because it is large.
    final class SharedTheme: Sendable {
        /// The dark theme.
        static let dark = SharedTheme(.dark)

        let theme: Theme

        init(_ theme: Theme) { self.theme = theme }
    }

    /// A set of appearance properties.
    struct Parts: OptionSet {
        let rawValue: UInt8

        static let theme = Parts(rawValue: 1)
        static let tintColor = Parts(rawValue: 2)
        static let font = Parts(rawValue: 4)
    }

    /// `nil` for the dark theme.
    let theme: SharedTheme?
    let tintColor: Color?
    let font: Font?

    init(theme: SharedTheme?, tintColor: Color?, font: Font?) {
        self.theme = theme
        self.tintColor = tintColor
        self.font = font
    }

    /// The appearance of a view that overrides `parts`, inside a view with that of `above`.
    static func appearance(
        _ own: InheritedAppearance?, keeping parts: Parts, in above: InheritedAppearance?
    ) -> InheritedAppearance? {
        guard !parts.isEmpty else { return above }
        let theme = parts.contains(.theme) ? own?.theme : above?.theme
        let tintColor = parts.contains(.tintColor) ? own?.tintColor : above?.tintColor
        let font = parts.contains(.font) ? own?.font : above?.font
        if let own, own.theme === theme, own.tintColor == tintColor, own.font === font {
            return own
        }
        return InheritedAppearance(theme: theme, tintColor: tintColor, font: font)
    }
}
