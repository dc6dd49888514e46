public import Drawing
import Layers

/// The colours, widths and radii with which a panel is drawn.
///
/// A theme is a value: copy a built-in one, change it, and assign it to views.
public struct Theme: Hashable, Sendable {
    // MARK: Colours

    /// Behind everything.
    public var background: Color
    /// Behind groups of controls.
    public var surface: Color
    /// The line around a surface.
    public var surfaceEdge: Color
    /// The groove of a thumb or an arc.
    public var track: Color
    /// The rim of a track.
    public var trackEdge: Color
    /// The part of a track that shows the value.
    public var accent: Color
    /// The top of a thumb or dial.
    public var bodyTop: Color
    /// The bottom of a thumb or dial.
    public var bodyBottom: Color
    /// The line around a thumb or dial.
    public var bodyEdge: Color
    /// The line of light along the upper edge of a thumb or dial.
    public var bodyGloss: Color
    /// The mark on a thumb or dial.
    public var mark: Color
    /// The shadow of thumbs and dials.
    public var shadow: Color
    /// Scale lines.
    public var tick: Color
    /// Values and names.
    public var text: Color
    /// Secondary text.
    public var secondaryText: Color

    /// Text and marks on a fill of the accent, or of one of the following four colours.
    public var onAccent: Color
    /// On, ready, good.
    public var positive: Color
    /// Needs attention: near the limit, soloed, unsaved.
    public var warning: Color
    /// Too much, or cut off: clipping, mute.
    public var danger: Color
    /// A selected item.
    public var selection: Color
    /// A level in the normal range.
    public var levelNormal: Color
    /// A high level.
    public var levelWarning: Color
    /// A level that is too high, or nearly so.
    public var levelDanger: Color
    /// The unlit parts of a meter.
    public var meterTrack: Color
    /// The mark, and other highlights, on a thumb or dial while a finger holds it.
    public var heldMark: Color

    // MARK: Widths and radii, in pixels; a value below 0 or not finite is ignored

    /// Outlines of surfaces, thumbs and keys.
    public var lineWidth = 1.0 {
        didSet { lineWidth = lineWidth.accepted(.notNegative, else: oldValue) }
    }
    /// Lines that must be visible from a distance, such as a ring around a selected item.
    public var thickLineWidth = 2.0 {
        didSet { thickLineWidth = thickLineWidth.accepted(.notNegative, else: oldValue) }
    }
    /// Lines that show a control's value, or that it is held: the sum of the other two widths.
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
    /// The corners of fader caps and parts of similar size.
    public var smallRadius = 5.0 {
        didSet { smallRadius = smallRadius.accepted(.notNegative, else: oldValue) }
    }

    /// The theme of disabled controls: colours close to the surface behind them.
    ///
    /// It uses colours and not an opacity, because overlapping parts of a control would show
    /// through.
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

    /// The theme of displays, which fingers cannot move: bodies are as flat and dark as tracks.
    public var flat: Theme {
        var flat = self
        (flat.bodyTop, flat.bodyBottom, flat.bodyEdge) = (track, track, trackEdge)
        (flat.bodyGloss, flat.shadow) = (bodyGloss.withAlpha(0), shadow.withAlpha(0))
        return flat
    }

    /// The colour of an unlit lamp: never as bright as a lit one.
    public var unlit: Color {
        trackEdge.isBright == surface.isBright ? trackEdge : trackEdge.mixed(with: track, by: 0.7)
    }

    /// The colour of recesses, which are darker than bodies: the bodies' edge, or the track if that
    /// edge is brighter than the body.
    public var recess: Color { bodyEdge.brightness > bodyTop.brightness ? track : bodyEdge }

    /// The colour of a held part: mixed by 0…1 with white, or with black if the surface is bright.
    public func held(_ color: Color, by share: Double) -> Color {
        color.mixed(with: surface.isBright ? .black : .white, by: share)
    }

    /// A colour that contrasts with `fill`, if that is one of the colours with a meaning.
    public func onFill(_ fill: Color) -> Color? {
        [accent, positive, warning, danger, selection].contains(fill) ? onAccent : nil
    }

    /// The colour of a disabled part: close to the surface behind it.
    public func mute(_ color: Color) -> Color {
        color.isOpaque
            ? color.mixed(with: surface, by: 0.6) : color.withAlpha(color.alpha * 0.4)
    }
}
