import Drawing

/// The plate of a popover and the shadow it casts.
final class PopoverBackground: View {
    var theme = Theme.dark

    /// How far the shadow reaches, in pixels.
    static let shadow = 22.0

    init() {
        super.init(frame: .zero)
        isUserInteractionEnabled = false
    }

    override var drawsContents: Bool { true }

    override func draw(in context: Context) {
        let rect = bounds.insetBy(dx: Self.shadow, dy: Self.shadow)
        let plate = Path(roundedRect: rect, cornerRadius: 10)
        context.drawShadow(
            of: plate, offset: Point(x: 0, y: 4), blur: 14, color: theme.shadow)
        context.fill(plate, theme.surface)
        context.stroke(
            Path(roundedRect: rect.insetBy(dx: 0.5, dy: 0.5), cornerRadius: 9.5),
            theme.surfaceEdge, width: 1)
    }
}
