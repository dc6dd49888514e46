import Drawing

/// The plate of a popover and the shadow it casts.
final class PopoverBackground: View {
    /// The extent of the shadow, in pixels.
    static let shadow = 22.0

    init() {
        super.init(frame: .zero)
        isUserInteractionEnabled = false
    }

    override var drawsContents: Bool { true }

    override func draw(in context: Context) {
        let rect = bounds.insetBy(dx: Self.shadow, dy: Self.shadow)
        let plate = Path(roundedRect: rect, cornerRadius: theme.surfaceRadius)
        context.drawShadow(
            of: plate, offset: Point(x: 0, y: 4), blur: 14, color: theme.shadow)
        context.fill(plate, theme.surface)
        context.stroke(
            Path(
                roundedRect: rect.insetBy(dx: theme.lineWidth / 2, dy: theme.lineWidth / 2),
                cornerRadius: max(theme.surfaceRadius - theme.lineWidth / 2, 0)),
            theme.surfaceEdge, width: theme.lineWidth)
    }
}
