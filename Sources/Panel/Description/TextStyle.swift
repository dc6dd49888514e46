package import Controls

/// The icon and the letters of a strip's title, or of the texts on and beside a control.
package struct TextStyle: DefaultInitializable {
    /// The icon beside the text; `nil` for none.
    package var icon: Icon?
    /// The size of the text, as a multiple of its usual size; `nil` for 1.
    package var scale: Double?
    /// Whether the letters are bold; `nil` for `false`.
    package var isBold: Bool?

    /// The names of all icons.
    package static let icons = Icon.allCases.map(\.rawValue)

    /// Plain text without an icon.
    package init() {}

    /// This style, with missing options taken from another.
    func over(_ other: TextStyle) -> TextStyle {
        var merged = self
        merged.icon = icon ?? other.icon
        merged.scale = scale ?? other.scale
        merged.isBold = isBold ?? other.isBold
        return merged
    }
}

/// A strip or a control, whose texts have a style.
protocol HasTextStyle: SendableMetatype {
    var textStyle: TextStyle { get set }
}

extension PanelOption where Target: HasTextStyle {
    /// The options for letters and icons.
    ///
    /// - Parameter texts: The texts to which the options apply, in words.
    @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    @OptionBuilder<Target> static func lettering(of texts: String) -> OptionList<Target> {
        PanelOption(
            "icon", \.textStyle.icon, .choice(), otherwise: "none",
            "The icon beside \(texts), in its colour.")
        PanelOption(
            "text_scale", \.textStyle.scale, .number(in: 0.8...2), otherwise: "1",
            "The size of \(texts), as a multiple of its usual size. It is never below the least legible one."
        )
        PanelOption(
            "bold", \.textStyle.isBold, .flag, otherwise: "false",
            "Whether \(texts) is bold. The font is \"bold_font\" of [theme].")
    }
}
