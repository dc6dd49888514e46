import Drawing

/// The parts of a curve that do not move, and its handles.
struct CurveFace {
    let bounds: Rect
    let xAxis: CurveAxis
    let yAxis: CurveAxis
    let font: Font?

    /// The radius of a handle, in pixels.
    var handleRadius: Double { (min(bounds.width, bounds.height) * 0.045).clamped(from: 8, to: 14) }

    /// The rectangle of the grid, in whole pixels, beside the labels. A handle at its edge is still
    /// inside the bounds.
    var plot: Rect {
        let edge = (handleRadius + 2).rounded(.up)
        let left = max(leftMargin, edge)
        let bottom = max(bottomMargin, edge)
        return Rect(
            x: (bounds.minX + left).rounded(), y: (bounds.minY + edge).rounded(),
            width: max((bounds.width - left - edge).rounded(.down), 1),
            height: max((bounds.height - bottom - edge).rounded(.down), 1))
    }

    /// The breadth of the labels at the left; 0 where there is no room for them.
    private var leftMargin: Double {
        guard let font else { return 0 }
        let width = yAxis.marks.map { line($0.label, font).width }.max() ?? 0
        return width + 11 <= bounds.width * 0.25 ? (width + 11).rounded(.up) : 0
    }

    /// The height of the labels below; 0 where there is no room for them.
    private var bottomMargin: Double {
        guard let font else { return 0 }
        return font.capHeight + 11 <= bounds.height * 0.25 ? (font.capHeight + 11).rounded(.up) : 0
    }

    private func line(_ text: String, _ font: Font) -> TextLine {
        TextLine(text, font: font, figures: .tabular)
    }

    /// The point of two values.
    func point(_ x: Double, _ y: Double) -> Point {
        let plot = plot
        return Point(
            x: plot.minX + plot.width * xAxis.share(of: x),
            y: plot.maxY - plot.height * yAxis.share(of: y))
    }

    // MARK: Drawing

    func draw(_ theme: Theme, in context: Context) {
        let rim = Path(roundedRect: bounds, cornerRadius: theme.cornerRadius)
        context.fill(rim, theme.trackEdge)
        let groove = Path(
            roundedRect: bounds.insetBy(dx: theme.lineWidth, dy: theme.lineWidth),
            cornerRadius: max(theme.cornerRadius - theme.lineWidth, 0))
        context.fill(groove, theme.track)
        drawColumns(theme, in: context)
        drawRows(theme, in: context)
    }

    private func drawColumns(_ theme: Theme, in context: Context) {
        let plot = plot
        var end = -Double.infinity
        for (value, label) in xAxis.marks {
            let x = min((plot.minX + plot.width * xAxis.share(of: value)).rounded(), plot.maxX - 1)
            let color = theme.tick.withAlpha(theme.tick.alpha * (label.isEmpty ? 0.25 : 0.5))
            context.fill(Rect(x: x, y: plot.minY, width: 1, height: plot.height), color)
            guard let font, bottomMargin > 0, !label.isEmpty else { continue }
            let text = line(label, font)
            let left = (x - text.width / 2).clamped(
                from: plot.minX, to: max(bounds.maxX - 4 - text.width, plot.minX))
            // A label without room is left out, and none is truncated.
            guard left >= end, text.width <= plot.width else { continue }
            end = left + text.width + 6
            context.draw(
                text, at: Point(x: left, y: (bounds.maxY - 5).rounded()),
                color: theme.secondaryText)
        }
    }

    private func drawRows(_ theme: Theme, in context: Context) {
        let plot = plot
        var end = Double.infinity
        for (value, label) in yAxis.marks {
            let y = min(
                (plot.maxY - plot.height * yAxis.share(of: value)).rounded(), plot.maxY - 1)
            let color = theme.tick.withAlpha(theme.tick.alpha * (value == 0 ? 1 : 0.5))
            context.fill(Rect(x: plot.minX, y: y, width: plot.width, height: 1), color)
            guard let font, leftMargin > 0 else { continue }
            let text = line(label, font)
            let baseline = (y + font.capHeight / 2).rounded().clamped(
                from: bounds.minY + 3 + font.capHeight,
                to: max(plot.maxY, bounds.minY + 3 + font.capHeight))
            guard baseline <= end else { continue }
            end = baseline - font.capHeight - 4
            context.draw(
                text, at: Point(x: plot.minX - 4 - text.width, y: baseline),
                color: value == 0 ? theme.text : theme.secondaryText)
        }
    }

    /// Draws a handle around a point.
    func drawHandle(
        _ label: String, at center: Point, tint: Color, isOn: Bool, isHeld: Bool,
        _ theme: Theme, in context: Context
    ) {
        let radius = handleRadius
        func circle(_ radius: Double) -> Path {
            Path(
                ellipseIn: Rect(
                    center: center, size: Size(width: 2 * radius, height: 2 * radius)))
        }
        context.drawShadow(
            of: circle(radius), offset: Point(x: 0, y: 1), blur: 3, color: theme.shadow)
        context.fill(circle(radius), isOn ? tint : theme.track)
        context.stroke(
            circle(radius), isOn ? theme.bodyEdge : theme.secondaryText, width: theme.lineWidth)
        if isHeld {
            context.stroke(circle(radius + 3), tint.withAlpha(0.7), width: theme.boldLineWidth)
        }
        guard let font else { return }
        let text = line(label, font)
        guard text.width <= radius * 1.6, font.capHeight <= radius * 1.5 else { return }
        let color =
            isOn
            ? theme.onFill(tint)
                ?? (tint.isBright
                    ? tint.mixed(with: .black, by: 0.88) : tint.mixed(with: .white, by: 0.94))
            : theme.secondaryText
        context.draw(
            text, at: Point(x: center.x - text.width / 2, y: center.y + font.capHeight / 2),
            color: color)
    }
}
