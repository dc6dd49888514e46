import Drawing
import Layers

/// How tracks and thumbs are drawn, in one style for all straight controls.
struct SliderAppearance {
    let theme: Theme
    let trackColor: Color
    let thumbColor: Color?
    /// The colour around a held thumb.
    let haloColor: Color
    /// 0 for square corners, 1 for round ones.
    let curvaceousness: Double
    let isVertical: Bool

    /// The space for a thumb's shadow around it, in pixels.
    static let thumbMargin = 8.0

    /// Colours that are `nil` are the theme's.
    init(
        theme: Theme, trackColor: Color?, thumbColor: Color?, haloColor: Color? = nil,
        curvaceousness: Double, isVertical: Bool, isEnabled: Bool
    ) {
        func shown(_ color: Color) -> Color { isEnabled ? color : theme.mute(color) }
        self.theme = isEnabled ? theme : theme.muted
        self.trackColor = shown(trackColor ?? theme.track)
        self.thumbColor = thumbColor.map(shown)
        self.haloColor = haloColor ?? theme.accent
        self.curvaceousness = curvaceousness
        self.isVertical = isVertical
    }

    /// The frame of a thumb's layer, on whole pixels, so that a cached thumb is copied, not
    /// resampled.
    static func thumbFrame(around rect: Rect) -> Rect {
        Rect(
            x: (rect.minX - thumbMargin).rounded(), y: (rect.minY - thumbMargin).rounded(),
            width: (rect.width + 2 * thumbMargin).rounded(),
            height: (rect.height + 2 * thumbMargin).rounded())
    }

    /// Draws a groove: its rim and its ground.
    func drawTrack(_ rect: Rect, in context: Context) {
        let radius = trackRadius(of: rect)
        context.fill(
            Path(
                roundedRect: rect.insetBy(dx: -theme.lineWidth, dy: -theme.lineWidth),
                cornerRadius: radius + theme.lineWidth),
            theme.trackEdge)
        context.fill(Path(roundedRect: rect, cornerRadius: radius), trackColor)
    }

    /// Draws the shading above a groove and its fill: the shadow of its upper edge, a gloss on its
    /// upper half, and an outline.
    func drawGloss(_ rect: Rect, in context: Context) {
        let radius = trackRadius(of: rect)
        let groove = Path(roundedRect: rect, cornerRadius: radius)
        let shine = theme.bodyGloss.withAlpha(theme.bodyGloss.alpha * 0.7)
        // The light comes from above, whatever the track's direction.
        context.fill(
            groove,
            with: .linear(
                Gradient(stops: [
                    Gradient.Stop(shine, at: 0),
                    Gradient.Stop(shine.withAlpha(shine.alpha * 0.15), at: 0.5),
                    Gradient.Stop(shine.withAlpha(0), at: 0.5),
                ]), from: rect.origin,
                to: isVertical
                    ? Point(x: rect.maxX, y: rect.minY) : Point(x: rect.minX, y: rect.maxY)))
        context.drawInnerShadow(
            of: groove, offset: Point(x: 0, y: 1), blur: 3, color: theme.shadow)
        context.stroke(
            Path(
                roundedRect: rect.insetBy(dx: theme.lineWidth / 2, dy: theme.lineWidth / 2),
                cornerRadius: max(radius - theme.lineWidth / 2, 0)),
            theme.recess.withAlpha(0.7), width: theme.lineWidth)
    }

    private func trackRadius(of rect: Rect) -> Double {
        min(rect.width, rect.height) / 2 * curvaceousness
    }

    /// Draws a thumb into a layer that has the frame of `thumbFrame(around:)`.
    func drawThumb(
        in layer: Layer, cornerRadius: Double, markColor: Color?, isHeld: Bool, in context: Context
    ) {
        drawThumb(
            layer.bounds.insetBy(dx: Self.thumbMargin, dy: Self.thumbMargin),
            cornerRadius: cornerRadius, markColor: markColor, isHeld: isHeld, in: context)
    }

    /// Draws a raised body with shadow, gradient, gloss and outline, and a mark across its middle.
    /// Without a mark, it has a hollow. A held thumb is lighter and has a halo.
    func drawThumb(
        _ rect: Rect, cornerRadius: Double, markColor: Color?, isHeld: Bool, in context: Context
    ) {
        let body = Path(roundedRect: rect, cornerRadius: cornerRadius)
        context.drawShadow(
            of: body, offset: Point(x: 0, y: isHeld ? 1 : 2.5), blur: isHeld ? 4 : 6,
            color: theme.shadow)
        if isHeld {
            context.stroke(
                Path(
                    roundedRect: rect.insetBy(
                        dx: -theme.thickLineWidth, dy: -theme.thickLineWidth),
                    cornerRadius: cornerRadius == 0 ? 0 : cornerRadius + theme.thickLineWidth),
                haloColor.withAlpha(0.55), width: theme.boldLineWidth)
        }
        var top = thumbColor?.mixed(with: .white, by: 0.2) ?? theme.bodyTop
        var bottom = thumbColor?.mixed(with: .black, by: 0.35) ?? theme.bodyBottom
        if isHeld {
            top = theme.held(top, by: 0.22)
            bottom = theme.held(bottom, by: 0.14)
        }
        let from = Point(x: rect.midX, y: rect.minY)
        let to = Point(x: rect.midX, y: rect.maxY)
        context.fill(body, with: .linear(Gradient([top, bottom]), from: from, to: to))
        if markColor == nil { drawHollow(in: rect, cornerRadius, top, bottom, context) }
        let (edge, gloss) = (theme.lineWidth / 2, theme.lineWidth * 1.25)
        context.stroke(
            Path(
                roundedRect: rect.insetBy(dx: gloss, dy: gloss),
                cornerRadius: max(cornerRadius - gloss, 0)),
            with: .linear(
                Gradient([theme.bodyGloss, theme.bodyGloss.withAlpha(0)]), from: from,
                to: rect.center), width: theme.lineWidth * 1.5)
        context.stroke(
            Path(roundedRect: rect.insetBy(dx: edge, dy: edge), cornerRadius: cornerRadius),
            theme.bodyEdge, width: theme.lineWidth)
        if let markColor { drawMark(markColor, on: rect, in: context) }
    }

    /// Draws the hollow for the fingertip. It is lit from the other side than the body.
    private func drawHollow(
        in rect: Rect, _ cornerRadius: Double, _ top: Color, _ bottom: Color, _ context: Context
    ) {
        let inset = min(rect.width, rect.height) * 0.17
        let inner = rect.insetBy(dx: inset, dy: inset)
        guard inner.width > 2 else { return }
        let scale = inner.width / rect.width
        let hollow = Path(roundedRect: inner, cornerRadius: cornerRadius * scale)
        context.fill(
            hollow,
            with: .linear(
                Gradient([bottom.mixed(with: top, by: 0.1), bottom.mixed(with: top, by: 0.75)]),
                from: Point(x: inner.midX, y: inner.minY), to: Point(x: inner.midX, y: inner.maxY)))
    }

    private func drawMark(_ color: Color, on rect: Rect, in context: Context) {
        let width = theme.boldLineWidth
        let line =
            isVertical
            ? Rect(
                x: rect.minX + 4, y: rect.midY - width / 2, width: rect.width - 8, height: width)
            : Rect(
                x: rect.midX - width / 2, y: rect.minY + 4, width: width, height: rect.height - 8)
        context.fill(
            Path(
                roundedRect: line.insetBy(dx: -theme.lineWidth, dy: -theme.lineWidth),
                cornerRadius: 2),
            theme.recess.withAlpha(0.6))
        context.fill(Path(roundedRect: line, cornerRadius: 1.5), color)
        // Grip lines above and below, as on a fader cap.
        let span = isVertical ? rect.height : rect.width
        for offset in [-0.3, 0.3] where span >= 24 {
            let grip =
                isVertical
                ? Rect(
                    x: rect.minX + rect.width * 0.18, y: (rect.midY + offset * span).rounded(),
                    width: rect.width * 0.64, height: 1)
                : Rect(
                    x: (rect.midX + offset * span).rounded(),
                    y: rect.minY + rect.height * 0.18, width: 1, height: rect.height * 0.64)
            context.fill(grip, theme.recess.withAlpha(0.55))
            context.fill(
                grip.offsetBy(dx: isVertical ? 0 : 1, dy: isVertical ? 1 : 0), theme.bodyGloss)
        }
    }
}
