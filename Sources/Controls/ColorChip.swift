import Drawing

/// A small pane of colour that looks like a lamp behind glass.
struct ColorChip {
    /// `nil` for none: the pane is empty and struck through.
    let color: Color?
    let theme: Theme

    func draw(_ rect: Rect, in context: Context) {
        let radius = min(theme.smallRadius, rect.width / 4, rect.height / 4)
        let pane = Path(roundedRect: rect, cornerRadius: radius)
        context.fill(
            Path(
                roundedRect: rect.insetBy(dx: -theme.lineWidth, dy: -theme.lineWidth),
                cornerRadius: radius + theme.lineWidth),
            theme.bodyEdge)
        let top = Point(x: 0, y: rect.minY)
        let bottom = Point(x: 0, y: rect.maxY)
        if let color {
            context.fill(
                pane,
                with: .linear(
                    Gradient([
                        color.mixed(with: .white, by: 0.12), color,
                        color.mixed(with: .black, by: 0.18),
                    ]), from: top, to: bottom))
        } else {
            context.fill(pane, theme.track)
            context.withSavedState {
                context.clip(to: pane)
                var stroke = Path()
                stroke.move(to: Point(x: rect.minX, y: rect.maxY))
                stroke.addLine(to: Point(x: rect.maxX, y: rect.minY))
                context.stroke(stroke, theme.levelDanger, width: theme.thickLineWidth)
            }
        }
        context.stroke(
            Path(roundedRect: rect.insetBy(dx: 0.75, dy: 0.75), cornerRadius: radius),
            with: .linear(
                Gradient([theme.bodyGloss, theme.bodyGloss.withAlpha(0)]), from: top, to: bottom),
            width: theme.lineWidth * 1.5)
    }
}
