public import Drawing

/// The colours that everything on a panel is drawn in.
public struct Theme: Hashable, Sendable {
    /// Behind everything.
    public var background: Color
    /// Behind the controls that belong together.
    public var surface: Color
    /// The line around a surface.
    public var surfaceEdge: Color
    /// What a thumb or an arc moves in.
    public var track: Color
    /// The rim of a track.
    public var trackEdge: Color
    /// The part of a track that shows the value.
    public var accent: Color
    /// A thumb or dial at its top.
    public var bodyTop: Color
    /// A thumb or dial at its bottom.
    public var bodyBottom: Color
    /// The line around a thumb or dial.
    public var bodyEdge: Color
    /// The line of light along the upper edge of a thumb or dial.
    public var bodyGloss: Color
    /// The mark on a thumb or dial.
    public var mark: Color
    /// What thumbs and dials cast.
    public var shadow: Color
    /// Scale lines.
    public var tick: Color
    /// Values and names.
    public var text: Color
    /// What is less important.
    public var secondaryText: Color
    /// A level that is as it should be.
    public var levelNormal = Color(red: 0.180, green: 0.800, blue: 0.443)
    /// A level that is high.
    public var levelWarning = Color(red: 0.976, green: 0.769, blue: 0.176)
    /// A level that is about to be too high, or is.
    public var levelDanger = Color(red: 0.960, green: 0.260, blue: 0.215)

    /// Light on dark: a stage is dark, and so is a theatre.
    public static let dark = Theme(
        background: Color(red: 0.055, green: 0.060, blue: 0.070),
        surface: Color(red: 0.105, green: 0.114, blue: 0.132),
        surfaceEdge: Color(red: 0.170, green: 0.182, blue: 0.206),
        track: Color(red: 0.036, green: 0.040, blue: 0.048),
        trackEdge: Color(red: 0.215, green: 0.230, blue: 0.258),
        accent: Color(red: 0.208, green: 0.655, blue: 1.000),
        bodyTop: Color(red: 0.360, green: 0.380, blue: 0.415),
        bodyBottom: Color(red: 0.165, green: 0.176, blue: 0.200),
        bodyEdge: Color(red: 0.020, green: 0.022, blue: 0.027),
        bodyGloss: Color(white: 1, alpha: 0.22),
        mark: Color(red: 0.945, green: 0.955, blue: 0.970),
        shadow: Color(white: 0, alpha: 0.65),
        tick: Color(red: 0.375, green: 0.400, blue: 0.440),
        text: Color(red: 0.925, green: 0.937, blue: 0.955),
        secondaryText: Color(red: 0.570, green: 0.605, blue: 0.655))

    /// The colours of what cannot be used: most of the way to the surface behind it.
    ///
    /// Colours, and not an opacity: the parts of a control overlap, and would shine through.
    var muted: Theme {
        var muted = self
        for part in [
            \.track, \.trackEdge, \.accent, \.bodyTop, \.bodyBottom, \.bodyEdge, \.bodyGloss,
            \.mark, \.shadow, \.tick, \.text, \.secondaryText,
            \.levelNormal, \.levelWarning, \.levelDanger,
        ] as [WritableKeyPath<Theme, Color>] {
            muted[keyPath: part] = mute(self[keyPath: part])
        }
        return muted
    }

    /// A colour of what cannot be used.
    func mute(_ color: Color) -> Color {
        color.isOpaque
            ? color.mixed(with: surface, by: 0.6) : color.withAlpha(color.alpha * 0.4)
    }
}
