import Drawing

/// The wheels of a date picker: the places of their lines, and the drawings below and above the
/// lines.
struct DatePickerFace {
    let bounds: Rect
    /// The colours for the current state.
    let theme: Theme
    /// The colour of held or chosen parts.
    let tint: Color
    let wheelCount: Int
    let hasNumbers: Bool

    /// The angle between two lines, as seen from the wheel's axle, in half turns.
    private static let lineAngle = 0.15

    private var faceRect: Rect { bounds.insetBy(dx: 2, dy: 2) }
    private var radius: Double { max(faceRect.height / 2, 1) }
    /// The height of the middle line, in pixels.
    var lineHeight: Double { max(radius * Double.pi * Self.lineAngle, 1) }

    /// The rectangle of a wheel.
    func wheelRect(_ index: Int) -> Rect {
        let width = faceRect.width / Double(wheelCount)
        return Rect(
            x: (faceRect.minX + width * Double(index)).rounded(), y: faceRect.minY,
            width: width.rounded(.down), height: faceRect.height)
    }

    private var lensRect: Rect {
        let height = (lineHeight * 1.02).rounded()
        return Rect(
            x: faceRect.minX + 3, y: (faceRect.midY - height / 2).rounded(),
            width: max(faceRect.width - 6, 0), height: height)
    }

    /// The y of the middle of a line that is `offset` lines below the middle of its wheel.
    func lineCenter(_ offset: Double) -> Double {
        faceRect.midY + radius * angle(offset).sine
    }

    /// The opacity of a line that is `offset` lines below the middle. Lines turn away from the eye,
    /// and vanish before they would leave the frame.
    func lineOpacity(_ offset: Double, capHeight: Double) -> Double {
        guard abs(offset) * Self.lineAngle < 0.5 else { return 0 }
        let room = radius - abs(lineCenter(offset) - faceRect.midY) - capHeight / 2 - 2
        return max(0, angle(offset).cosine) * min(room / (lineHeight * 0.3), 1) * 0.9
    }

    private func angle(_ offset: Double) -> Angle { .radians(offset * Self.lineAngle * .pi) }

    // MARK: Drawing

    /// Draws the wheels and the window in the middle, below the lines.
    func draw(in context: Context) {
        let groove = Path(roundedRect: faceRect, cornerRadius: theme.cornerRadius + 1)
        context.fill(
            Path(
                roundedRect: faceRect.insetBy(dx: -theme.lineWidth, dy: -theme.lineWidth),
                cornerRadius: theme.cornerRadius + 1 + theme.lineWidth), theme.trackEdge)
        context.fill(groove, theme.track)
        let from = Point(x: faceRect.minX, y: faceRect.minY)
        let to = Point(x: faceRect.minX, y: faceRect.maxY)
        // The wheels are lit from the front.
        for index in (0..<wheelCount) {
            let drum = wheelRect(index).insetBy(dx: 2, dy: 0)
            context.withSavedState {
                context.clip(to: groove)
                context.fill(
                    Path(drum),
                    with: .linear(
                        Gradient([
                            theme.track, theme.track.mixed(with: theme.bodyBottom, by: 0.8),
                            theme.track,
                        ]), from: from, to: to))
            }
        }
        let lens = Path(roundedRect: lensRect, cornerRadius: theme.smallRadius)
        context.fill(
            lens,
            with: .linear(
                Gradient([
                    theme.bodyTop.withAlpha(0.55), theme.bodyBottom.withAlpha(0.55),
                ]), from: Point(x: 0, y: lensRect.minY), to: Point(x: 0, y: lensRect.maxY)))
        drawSeparators(in: context)
    }

    private func drawSeparators(in context: Context) {
        guard hasNumbers else { return }
        let size = max(2, (lineHeight * 0.09).rounded())
        for index in (0..<wheelCount).dropFirst() {
            let x = wheelRect(index).minX
            for offset in [-0.16, 0.16] {
                let center = Point(x: x, y: faceRect.midY + offset * lineHeight)
                context.fill(
                    Path(ellipseIn: Rect(center: center, size: Size(width: size, height: size))),
                    theme.secondaryText)
            }
        }
    }

    /// Draws the shade above the lines, which makes the wheels look round.
    func drawShade(isHeld: Bool, in context: Context) {
        let groove = Path(roundedRect: faceRect, cornerRadius: theme.cornerRadius + 1)
        let dark = theme.track.withAlpha(0.85)
        let clear = theme.track.withAlpha(0)
        context.fill(
            groove,
            with: .linear(
                Gradient(stops: [
                    Gradient.Stop(dark, at: 0), Gradient.Stop(clear, at: 0.3),
                    Gradient.Stop(clear, at: 0.7), Gradient.Stop(dark, at: 1),
                ]), from: Point(x: 0, y: faceRect.minY), to: Point(x: 0, y: faceRect.maxY)))
        context.drawInnerShadow(
            of: groove, offset: Point(x: 0, y: 2), blur: 6, color: theme.shadow)
        let lens = Path(
            roundedRect: lensRect.insetBy(dx: 0.5, dy: 0.5), cornerRadius: theme.smallRadius)
        context.stroke(
            lens, isHeld ? tint : tint.withAlpha(tint.alpha * 0.45),
            width: isHeld ? theme.lineWidth * 1.5 : theme.lineWidth)
    }
}
