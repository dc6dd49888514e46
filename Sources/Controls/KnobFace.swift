import Drawing

/// What of a knob stands still: scale lines, track and dial, and where on it the rest goes.
struct KnobFace {
    let bounds: Rect
    let startAngle: Angle
    let endAngle: Angle
    let lineWidth: Double
    let tickCount: Int

    var center: Point { bounds.center }

    private var half: Double { min(bounds.width, bounds.height) / 2 }

    private var tickRadius: Double { tickCount > 0 ? half - half * 0.09 : half }

    /// The radius of the middle of the track.
    var trackRadius: Double { max(tickRadius - 3 - lineWidth / 2, 1) }

    /// The radius of the dial inside the track.
    var dialRadius: Double { max(trackRadius - lineWidth / 2 - half * 0.09, 1) }

    func draw(_ theme: Theme, in context: Context) {
        drawTicks(theme, in: context)
        drawTrack(theme, in: context)
        drawDial(theme, in: context)
    }

    private func drawTicks(_ theme: Theme, in context: Context) {
        guard tickCount > 1 else { return }
        let outer = half - 0.5
        for tick in 0..<tickCount {
            let share = Double(tick) / Double(tickCount - 1)
            let angle = startAngle + (endAngle - startAngle) * share
            var path = Path()
            path.move(to: point(at: angle, radius: tickRadius))
            path.addLine(to: point(at: angle, radius: outer))
            let isMajor = tick == 0 || tick == tickCount - 1 || 2 * tick == tickCount - 1
            context.stroke(
                path, isMajor ? theme.secondaryText : theme.tick, width: isMajor ? 2 : 1.2)
        }
    }

    private func drawTrack(_ theme: Theme, in context: Context) {
        var path = Path()
        path.addArc(
            center: center, radius: trackRadius, start: startAngle,
            end: endAngle)
        context.stroke(path, theme.trackEdge, width: lineWidth + 2, cap: .round)
        context.stroke(path, theme.track, width: lineWidth, cap: .round)
    }

    private func drawDial(_ theme: Theme, in context: Context) {
        let radius = dialRadius
        let box = Rect(
            center: center, size: Size(width: radius * 2, height: radius * 2))
        let dial = Path(ellipseIn: box)
        context.drawShadow(
            of: dial, offset: Point(x: 0, y: radius * 0.1), blur: radius * 0.25,
            color: theme.shadow)
        context.fill(
            dial,
            with: .linear(
                Gradient([theme.bodyTop, theme.bodyBottom]), from: Point(x: 0, y: box.minY),
                to: Point(x: 0, y: box.maxY)))
        // The cap lies in the rim, lit the other way round.
        let cap = Path(ellipseIn: box.insetBy(dx: radius * 0.14, dy: radius * 0.14))
        context.fill(
            cap,
            with: .linear(
                Gradient([
                    theme.bodyBottom.mixed(with: theme.bodyTop, by: 0.25),
                    theme.bodyBottom.mixed(with: theme.bodyTop, by: 0.55),
                ]), from: Point(x: 0, y: box.minY), to: Point(x: 0, y: box.maxY)))
        context.stroke(
            Path(ellipseIn: box.insetBy(dx: 1, dy: 1)),
            with: .linear(
                Gradient([theme.bodyGloss, theme.bodyGloss.withAlpha(0)]),
                from: Point(x: 0, y: box.minY), to: Point(x: 0, y: box.midY)), width: 1.5)
        context.stroke(dial, theme.bodyEdge, width: 1)
    }

    private func point(at angle: Angle, radius: Double) -> Point {
        center.offsetBy(dx: radius * angle.cosine, dy: radius * angle.sine)
    }
}
