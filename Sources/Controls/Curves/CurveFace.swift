import Drawing

/// The parts of a curve or a plot that do not move, and the handles of a curve.
struct CurveFace {
    let bounds: Rect
    let xAxis: CurveAxis
    let yAxis: CurveAxis
    let font: Font?
    /// Whether there are handles, which need space at the edge.
    var hasHandles = true
    /// Whether the grid is drawn.
    var hasGrid = true
    /// The units of the axes; empty for none.
    var units = (x: "", y: "")

    /// The radius of a handle, in pixels.
    var handleRadius: Double { (min(bounds.width, bounds.height) * 0.045).clamped(from: 8, to: 14) }

    /// The rectangle of the grid, in whole pixels, beside the labels. A handle at its edge is still
    /// inside the bounds.
    var plot: Rect {
        let edge = hasHandles ? (handleRadius + 2).rounded(.up) : 4
        let left = max(leftMargin, edge)
        let bottom = max(bottomMargin, edge)
        return Rect(
            x: (bounds.minX + left).rounded(), y: (bounds.minY + edge).rounded(),
            width: max((bounds.width - left - edge).rounded(.down), 1),
            height: max((bounds.height - bottom - edge).rounded(.down), 1))
    }

    /// The breadth of the labels at the left, in pixels; 0 if there is no space for them.
    private var leftMargin: Double {
        guard let font else { return 0 }
        let width = yAxis.marks.map { line($0.label, font).width }.max() ?? 0
        return width + 11 <= bounds.width * 0.25 ? (width + 11).rounded(.up) : 0
    }

    /// The height of the labels below, in pixels; 0 if there is no space for them.
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
        drawUnit(theme, in: context)
    }

    private func drawColumns(_ theme: Theme, in context: Context) {
        let plot = plot
        func x(of share: Double) -> Double {
            min((plot.minX + plot.width * share).rounded(), plot.maxX - 1)
        }
        if hasGrid {
            for line in xAxis.lines {
                let weight = line.label.isEmpty ? 0.25 : 0.5
                context.fill(
                    Rect(x: x(of: line.share), y: plot.minY, width: 1, height: plot.height),
                    theme.tick.withAlpha(theme.tick.alpha * weight))
            }
        }
        guard let font, bottomMargin > 0 else { return }
        /// The texts of labels; `nil` if they overlap. The last label includes the unit. If it
        /// overlaps the label before it, that label is left out.
        func texts(of lines: [CurveAxis.Line]) -> [(text: TextLine, left: Double)]? {
            var texts: [(text: TextLine, left: Double)] = []
            for (index, mark) in lines.enumerated() {
                let hasUnit = index == lines.count - 1 && !units.x.isEmpty
                let text = line(hasUnit ? mark.label + " " + units.x : mark.label, font)
                let left = (x(of: mark.share) - text.width / 2).clamped(
                    from: plot.minX, to: max(bounds.maxX - 4 - text.width, plot.minX))
                func hasRoom() -> Bool {
                    texts.last.map { $0.left + $0.text.width + 6 <= left } ?? true
                }
                if hasUnit, !hasRoom() { texts.removeLast() }
                guard text.width <= plot.width, hasRoom() else { return nil }
                texts.append((text, left))
            }
            return texts
        }
        for (text, left) in xAxis.named(by: texts) ?? [] {
            context.draw(
                text, at: Point(x: left, y: (bounds.maxY - 5).rounded()),
                color: theme.secondaryText)
        }
    }

    private func drawRows(_ theme: Theme, in context: Context) {
        let plot = plot
        func y(of share: Double) -> Double {
            min((plot.maxY - plot.height * share).rounded(), plot.maxY - 1)
        }
        if hasGrid {
            for line in yAxis.lines {
                let weight = line.isZero ? 1 : line.label.isEmpty ? 0.25 : 0.5
                context.fill(
                    Rect(x: plot.minX, y: y(of: line.share), width: plot.width, height: 1),
                    theme.tick.withAlpha(theme.tick.alpha * weight))
            }
        }
        guard let font, leftMargin > 0 else { return }
        /// The baselines of labels; `nil` if they overlap.
        func baselines(of lines: [CurveAxis.Line]) -> [(line: CurveAxis.Line, y: Double)]? {
            var end = Double.infinity
            var baselines: [(line: CurveAxis.Line, y: Double)] = []
            for line in lines {
                let baseline = (y(of: line.share) + font.capHeight / 2).rounded().clamped(
                    from: bounds.minY + 3 + font.capHeight,
                    to: max(plot.maxY, bounds.minY + 3 + font.capHeight))
                guard baseline <= end else { return nil }
                baselines.append((line, baseline))
                end = baseline - font.capHeight - 4
            }
            return baselines
        }
        for (mark, baseline) in yAxis.named(by: baselines) ?? [] {
            let text = line(mark.label, font)
            context.draw(
                text, at: Point(x: plot.minX - 4 - text.width, y: baseline),
                color: mark.isZero ? theme.text : theme.secondaryText)
        }
    }

    /// Draws the unit of the y axis in the plot.
    private func drawUnit(_ theme: Theme, in context: Context) {
        guard let font, leftMargin > 0 else { return }
        let plot = plot
        let text = line(units.y, font)
        guard text.width * 4 <= plot.width, font.capHeight * 4 <= plot.height else { return }
        context.draw(
            text, at: Point(x: plot.minX + 5, y: (plot.minY + 5 + font.capHeight).rounded()),
            color: theme.secondaryText)
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
        guard let font, let text = handleText(label, font) else { return }
        let color =
            isOn
            ? theme.onFill(tint)
                ?? (tint.isBright
                    ? tint.mixed(with: .black, by: 0.88) : tint.mixed(with: .white, by: 0.94))
            : theme.secondaryText
        context.draw(
            text, at: Point(x: center.x - text.width / 2, y: center.y + text.font.capHeight / 2),
            color: color)
    }

    /// The text of a handle, not larger than the circle; `nil` if it would be too small to read.
    private func handleText(_ label: String, _ font: Font) -> TextLine? {
        let radius = handleRadius
        let text = line(label, font)
        let scale = min(radius * 1.6 / max(text.width, 1), radius * 1.5 / max(font.capHeight, 1))
        guard scale < 1 else { return text }
        let size = (font.size * scale).rounded(.down)
        return size >= 7 ? line(label, font.withSize(size)) : nil
    }
}
