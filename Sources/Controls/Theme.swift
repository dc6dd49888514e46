public import Drawing
import Layers

/// The colours, widths and radii that everything on a panel is drawn with.
///
/// A theme is a value: take one that ships, change what should be another, and give it to the views.
public struct Theme: Hashable, Sendable {
    // MARK: Colours

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

    /// Text and marks on what is filled with the accent, or with one of the following four.
    public var onAccent: Color
    /// On, ready, good.
    public var positive: Color
    /// To be careful of: near the limit, soloed, unsaved.
    public var warning: Color
    /// Too much, or cut off: clipping, mute.
    public var danger: Color
    /// What is chosen among others.
    public var selection: Color
    /// A level that is as it should be.
    public var levelNormal: Color
    /// A level that is high.
    public var levelWarning: Color
    /// A level that is about to be too high, or is.
    public var levelDanger: Color
    /// What of a meter is not lit.
    public var meterTrack: Color
    /// The mark on a thumb or dial, and whatever else is meant to shine, while a finger holds it.
    public var heldMark: Color

    // MARK: Widths and radii, in pixels; what is below 0 or not finite is ignored

    /// Outlines of surfaces, thumbs and keys.
    public var lineWidth = 1.0 {
        didSet { lineWidth = lineWidth.accepted(.notNegative, else: oldValue) }
    }
    /// Lines that are meant to be seen from afar, such as a ring around what is chosen.
    public var thickLineWidth = 2.0 {
        didSet { thickLineWidth = thickLineWidth.accepted(.notNegative, else: oldValue) }
    }
    /// Lines that say what a control is set to, or that it is held: the other two together.
    public var boldLineWidth: Double { lineWidth + thickLineWidth }
    /// The line around the surfaces of strips; 0 for none.
    public var surfaceLineWidth = 0.0 {
        didSet { surfaceLineWidth = surfaceLineWidth.accepted(.notNegative, else: oldValue) }
    }
    /// The corners of surfaces.
    public var surfaceRadius = 8.0 {
        didSet { surfaceRadius = surfaceRadius.accepted(.notNegative, else: oldValue) }
    }
    /// The corners of keys, wells and other bodies.
    public var cornerRadius = 6.0 {
        didSet { cornerRadius = cornerRadius.accepted(.notNegative, else: oldValue) }
    }
    /// The corners of fader caps and what is as small.
    public var smallRadius = 5.0 {
        didSet { smallRadius = smallRadius.accepted(.notNegative, else: oldValue) }
    }

    /// The colours of what cannot be used: most of the way to the surface behind it.
    ///
    /// Colours, and not an opacity: the parts of a control overlap, and would shine through.
    public var muted: Theme {
        var muted = self
        for part in [
            \.track, \.trackEdge, \.accent, \.bodyTop, \.bodyBottom, \.bodyEdge, \.bodyGloss,
            \.mark, \.shadow, \.tick, \.text, \.secondaryText, \.onAccent, \.positive,
            \.warning, \.danger, \.selection, \.levelNormal, \.levelWarning, \.levelDanger,
            \.meterTrack, \.heldMark,
        ] as [WritableKeyPath<Theme, Color>] {
            muted[keyPath: part] = mute(self[keyPath: part])
        }
        return muted
    }

    /// A lamp that is not lit: never as bright as one that is.
    public var unlit: Color {
        trackEdge.isBright == surface.isBright ? trackEdge : trackEdge.mixed(with: track, by: 0.7)
    }

    /// What lies deeper than the bodies: their edge, or the ground of tracks where that edge shines.
    public var recess: Color { bodyEdge.brightness > bodyTop.brightness ? track : bodyEdge }

    /// A colour of what a finger holds: nearer to white, or to black where all is bright already, by a
    /// share of 0…1.
    public func held(_ color: Color, by share: Double) -> Color {
        color.mixed(with: surface.isBright ? .black : .white, by: share)
    }

    /// A colour that can be read on `fill`, if that is one of those that say something.
    public func onFill(_ fill: Color) -> Color? {
        [accent, positive, warning, danger, selection].contains(fill) ? onAccent : nil
    }

    /// A colour of what cannot be used: most of the way to the surface behind it.
    public func mute(_ color: Color) -> Color {
        color.isOpaque
            ? color.mixed(with: surface, by: 0.6) : color.withAlpha(color.alpha * 0.4)
    }
}
