import Drawing

/// The visible parts of a pad that do not move, and its thumb.
struct PadFace {
    let bounds: Rect
    /// The colours for the current state.
    let theme: Theme
    /// Whether the thumb has no body, because fingers cannot move it.
    let isDisplay: Bool
    let tint: Color
    /// The colour of the thumb; `nil` for the theme's.
    let thumbColor: Color?
    /// The colour of the field; `nil` for the theme's.
    let trackColor: Color?
    let gridDivisions: Int
    let xLabel: String
    let yLabel: String
    let font: Font?

    private var geometry: PadField { PadField(bounds: bounds) }

    // MARK: Drawing

    /// Draws the parts that do not move: the field, its grid and the names.
    func draw(in context: Context) {
        let rim = 0.5 + theme.lineWidth
        let track = trackColor ?? theme.track
        let groove = Path(
            roundedRect: bounds.insetBy(dx: rim, dy: rim), cornerRadius: theme.cornerRadius)
        context.fill(
            Path(
                roundedRect: bounds.insetBy(dx: 0.5, dy: 0.5),
                cornerRadius: theme.cornerRadius + theme.lineWidth), theme.trackEdge)
        context.fill(
            groove,
            with: .linear(
                Gradient([track, track.mixed(with: theme.surface, by: 0.55)]),
                from: bounds.origin, to: Point(x: bounds.minX, y: bounds.maxY)))
        context.withSavedState {
            context.clip(to: groove)
            drawGrid(in: context)
        }
        context.drawInnerShadow(
            of: groove, offset: Point(x: 0, y: 2), blur: 6, color: theme.shadow)
        drawLabels(in: context)
    }

    private func drawGrid(in context: Context) {
        guard gridDivisions > 1 else { return }
        for index in 0...gridDivisions {
            let share = Double(index) / Double(gridDivisions)
            let point = geometry.point(at: Point(x: share, y: share))
            let isMiddle = 2 * index == gridDivisions
            let color = theme.tick.withAlpha(theme.tick.alpha * (isMiddle ? 0.9 : 0.35))
            // Hairlines in every theme, so that the cross of the value stands out from them.
            context.fill(
                Rect(x: point.x.rounded(), y: bounds.minY, width: 1, height: bounds.height), color)
            context.fill(
                Rect(x: bounds.minX, y: point.y.rounded(), width: bounds.width, height: 1), color)
        }
    }

    /// The width for each of the names.
    private var labelRoom: Double { bounds.width - 20 }

    /// The names as they are shown.
    var shownTexts: [ShownText] {
        [xLabel, yLabel].compactMap { ShownText($0, font: font, in: labelRoom) }
    }

    private func drawLabels(in context: Context) {
        guard let font else { return }
        let room = labelRoom
        if !xLabel.isEmpty {
            let line = TextLine(xLabel, font: font).truncated(to: room)
            context.draw(
                line, at: Point(x: bounds.maxX - 10 - line.width, y: bounds.maxY - 9),
                color: theme.secondaryText)
        }
        if !yLabel.isEmpty {
            let line = TextLine(yLabel, font: font).truncated(to: room)
            context.draw(
                line, at: Point(x: bounds.minX + 10, y: bounds.minY + 9 + font.capHeight),
                color: theme.secondaryText)
        }
    }

    /// Draws the thumb, centred on a point.
    func drawThumb(at center: Point, isHeld: Bool, in context: Context) {
        let radius = geometry.thumbRadius
        if !isDisplay { drawBody(at: center, radius: radius, isHeld: isHeld, in: context) }
        func circle(_ radius: Double) -> Path {
            Path(
                ellipseIn: Rect(
                    center: center, size: Size(width: 2 * radius, height: 2 * radius)))
        }
        context.stroke(
            circle(radius * 0.62), isHeld ? theme.held(tint, by: 0.3) : tint,
            width: theme.thickLineWidth)
        context.fill(circle(radius * 0.16), isHeld ? theme.heldMark : theme.mark)
        if isHeld {
            context.stroke(circle(radius + 3), tint.withAlpha(0.55), width: theme.boldLineWidth)
        }
    }

    private func drawBody(at center: Point, radius: Double, isHeld: Bool, in context: Context) {
        SliderAppearance(
            theme: theme, trackColor: nil, thumbColor: thumbColor, curvaceousness: 1,
            isVertical: true,
            isEnabled: true
        ).drawThumb(
            Rect(center: center, size: Size(width: 2 * radius, height: 2 * radius)),
            cornerRadius: radius, markColor: nil, isHeld: isHeld, in: context)
    }
}
