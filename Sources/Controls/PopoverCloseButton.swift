import Drawing

/// The cross that closes a popover.
final class PopoverCloseButton: Control {
    override var drawsContents: Bool { true }

    override func stateChanged(from oldState: State) { setNeedsDisplay() }

    override func draw(in context: Context) {
        let disc = Rect(center: bounds.center, size: Size(width: 24, height: 24))
        context.fill(
            Path(ellipseIn: disc), isHighlighted ? theme.accent : theme.bodyBottom)
        let cross = disc.insetBy(dx: 8, dy: 8)
        var path = Path()
        path.move(to: cross.origin)
        path.addLine(to: Point(x: cross.maxX, y: cross.maxY))
        path.move(to: Point(x: cross.maxX, y: cross.minY))
        path.addLine(to: Point(x: cross.minX, y: cross.maxY))
        context.stroke(
            path, isHighlighted ? theme.onAccent : theme.mark, width: theme.thickLineWidth,
            cap: .round)
    }
}
