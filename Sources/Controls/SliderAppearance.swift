import Drawing

/// How tracks and thumbs are drawn, in one way for all straight controls.
struct SliderAppearance {
    let theme: Theme
    let trackColor: Color
    let thumbColor: Color?
    /// 0 for square corners, 1 for round ones.
    let curvaceousness: Double
    let isVertical: Bool

    /// What a thumb's shadow takes up around it, in pixels.
    static let thumbMargin = 8.0

    /// - Parameter trackColor: `nil` for the theme's.
    init(
        theme: Theme, trackColor: Color?, thumbColor: Color?, curvaceousness: Double,
        isVertical: Bool, isEnabled: Bool
    ) {
        func shown(_ color: Color) -> Color { isEnabled ? color : theme.mute(color) }
        self.theme = isEnabled ? theme : theme.muted
        self.trackColor = shown(trackColor ?? theme.track)
        self.thumbColor = thumbColor.map(shown)
        self.curvaceousness = curvaceousness
        self.isVertical = isVertical
    }

    /// A groove: rim, ground and the shadow its upper edge casts into it.
    func drawTrack(_ rect: Rect, in context: Context) {
        let radius = min(rect.width, rect.height) / 2 * curvaceousness
        let groove = Path(roundedRect: rect, cornerRadius: radius)
        context.fill(
            Path(roundedRect: rect.insetBy(dx: -1, dy: -1), cornerRadius: radius + 1),
            theme.trackEdge)
        context.fill(groove, trackColor)
        context.drawInnerShadow(
            of: groove, offset: Point(x: 0, y: 1), blur: 3, color: theme.shadow)
    }

    /// Lines beside the track, the first, middle and last of them longer.
    func drawTicks(
        _ positions: [Double], major: [Double], along travel: LinearTravel, inner: Double,
        length: Double, in context: Context
    ) {
        for position in positions {
            let point = travel.point(at: position)
            let isMajor = major.contains(position)
            let reach = isMajor ? length : length * 0.6
            for side in [-1.0, 1.0] {
                var path = Path()
                if isVertical {
                    let y = point.y.rounded() + 0.5
                    path.move(to: Point(x: point.x + side * inner, y: y))
                    path.addLine(to: Point(x: point.x + side * (inner + reach), y: y))
                } else {
                    let x = point.x.rounded() + 0.5
                    path.move(to: Point(x: x, y: point.y + side * inner))
                    path.addLine(to: Point(x: x, y: point.y + side * (inner + reach)))
                }
                context.stroke(path, isMajor ? theme.secondaryText : theme.tick, width: 1)
            }
        }
    }

    /// A raised body with shadow, gradient, gloss and outline, and marked across its middle.
    func drawThumb(
        _ rect: Rect, cornerRadius: Double, markColor: Color?, isHeld: Bool, in context: Context
    ) {
        let body = Path(roundedRect: rect, cornerRadius: cornerRadius)
        context.drawShadow(
            of: body, offset: Point(x: 0, y: isHeld ? 1 : 2.5), blur: isHeld ? 4 : 6,
            color: theme.shadow)
        var top = thumbColor?.mixed(with: .white, by: 0.2) ?? theme.bodyTop
        var bottom = thumbColor?.mixed(with: .black, by: 0.35) ?? theme.bodyBottom
        if isHeld {
            top = top.mixed(with: .white, by: 0.22)
            bottom = bottom.mixed(with: .white, by: 0.14)
        }
        let from = Point(x: rect.midX, y: rect.minY)
        let to = Point(x: rect.midX, y: rect.maxY)
        context.fill(body, with: .linear(Gradient([top, bottom]), from: from, to: to))
        context.stroke(
            Path(
                roundedRect: rect.insetBy(dx: 1.25, dy: 1.25),
                cornerRadius: max(cornerRadius - 1.25, 0)),
            with: .linear(
                Gradient([theme.bodyGloss, theme.bodyGloss.withAlpha(0)]), from: from,
                to: rect.center), width: 1.5)
        context.stroke(
            Path(roundedRect: rect.insetBy(dx: 0.5, dy: 0.5), cornerRadius: cornerRadius),
            theme.bodyEdge, width: 1)
        if let markColor { drawMark(markColor, on: rect, in: context) }
    }

    private func drawMark(_ color: Color, on rect: Rect, in context: Context) {
        let line =
            isVertical
            ? Rect(x: rect.minX + 4, y: rect.midY - 1.5, width: rect.width - 8, height: 3)
            : Rect(x: rect.midX - 1.5, y: rect.minY + 4, width: 3, height: rect.height - 8)
        context.fill(
            Path(roundedRect: line.insetBy(dx: -1, dy: -1), cornerRadius: 2),
            theme.bodyEdge.withAlpha(0.6))
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
            context.fill(grip, theme.bodyEdge.withAlpha(0.55))
            context.fill(
                grip.offsetBy(dx: isVertical ? 0 : 1, dy: isVertical ? 1 : 0), theme.bodyGloss)
        }
    }
}
