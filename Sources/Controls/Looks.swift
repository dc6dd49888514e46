import Drawing

/// What a view hands down to the views inside: shared by all that say nothing else, so that no view has
/// to be asked for by walking up the tree.
final class Looks {
    /// A theme, in one place however many views have it: it is large.
    final class SharedTheme {
        let theme: Theme

        init(_ theme: Theme) { self.theme = theme }
    }

    /// Some of the looks.
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

    /// What a view has that keeps `parts` of its looks, in a view that has those of `above`.
    static func looks(_ own: Looks?, keeping parts: Parts, in above: Looks?) -> Looks? {
        guard !parts.isEmpty else { return above }
        let theme = parts.contains(.theme) ? own?.theme : above?.theme
        let tintColor = parts.contains(.tintColor) ? own?.tintColor : above?.tintColor
        let font = parts.contains(.font) ? own?.font : above?.font
        if let own, own.theme === theme, own.tintColor == tintColor, own.font === font {
            return own
        }
        return Looks(theme: theme, tintColor: tintColor, font: font)
    }
}
