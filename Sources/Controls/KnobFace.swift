import Drawing

/// The parts of a knob that do not turn: scale lines, track and dial. It also places the other
/// parts.
struct KnobFace {
    let bounds: Rect
    let startAngle: Angle
    let endAngle: Angle
    /// The wanted width of the track.
    let lineWidth: Double
    /// The positions of the scale lines, 0…1 of the track.
    let tickPositions: [Double]
    /// The texts outside the lines; empty for none.
    let labels: [String]
    var font: Font?
    /// Whether to draw a track; a ring of lamps replaces it.
    let hasTrack: Bool
    /// The colour of the track; `nil` for the theme's.
    var trackColor: Color?
    /// The least radius that labels leave for the lines and everything inside them, if there is
    /// space.
    var leastRadius = 0.0

    var center: Point { bounds.center }

    /// The radius of the lines and everything inside them, without the labels.
    private var half: Double {
        let whole = min(bounds.width, bounds.height) / 2
        guard let font, !labels.isEmpty else { return whole }
        var half = whole
        for (position, label) in zip(tickPositions, labels) {
            let angle = startAngle + (endAngle - startAngle) * position
            let width = TextLine(label, font: font, figures: .tabular).width
            let reach = Self.reach(of: width, font, at: angle)
            let (across, down) = (abs(angle.cosine), abs(angle.sine))
            if across > 0.01 { half = min(half, (whole - width / 2) / across - reach) }
            if down > 0.01 { half = min(half, (whole - font.capHeight / 2) / down - reach) }
        }
        return max(half, min(leastRadius, whole), whole * 0.5)
    }

    /// The distance from the lines to the middle of a label, so that its text stays clear of them.
    private static func reach(of width: Double, _ font: Font, at angle: Angle) -> Double {
        abs(angle.cosine) * width / 2 + abs(angle.sine) * font.capHeight / 2 + 3
    }

    private var tickRadius: Double { tickPositions.isEmpty ? half : half - half * 0.09 }

    /// The width of the track, limited to leave at least a small dial.
    var trackWidth: Double { min(lineWidth, max(tickRadius - 3 - half * 0.34, 1)) }

    /// The radius of the middle of the track.
    var trackRadius: Double { max(tickRadius - 3 - trackWidth / 2, 1) }

    /// The radius of the dial inside the track.
    var dialRadius: Double { max(trackRadius - trackWidth / 2 - half * 0.09, 1) }

    /// The square around the dial.
    var dialRect: Rect {
        Rect(center: center, size: Size(width: dialRadius * 2, height: dialRadius * 2))
    }

    /// The distance from a point to a pointer at an angle, in pixels.
    func distance(from point: Point, toPointerAt angle: Angle, length: Double) -> Double {
        let away = Point(x: point.x - center.x, y: point.y - center.y)
        let along = away.x * angle.cosine + away.y * angle.sine
        let aside = away.y * angle.cosine - away.x * angle.sine
        let before = along.clamped(from: max(dialRadius - length, 0), to: dialRadius) - along
        return (before * before + aside * aside).squareRoot()
    }

    /// Draws the face. A display has no dial, and neither has a knob with an image instead.
    func draw(_ theme: Theme, hasDial: Bool, in context: Context) {
        drawTicks(theme, in: context)
        drawTrack(theme, in: context)
        if hasDial { drawDial(theme, in: context) }
    }

    private func drawTicks(_ theme: Theme, in context: Context) {
        let (inner, outer) = (tickRadius, half - 0.5)
        var minor = Path()
        for position in tickPositions {
            let angle = startAngle + (endAngle - startAngle) * position
            var path = Path()
            path.addSegment(
                from: point(at: angle, radius: inner), to: point(at: angle, radius: outer))
            if [0, 0.5, 1].contains(where: { abs(position - $0) < 1e-9 }) {
                context.stroke(path, theme.secondaryText, width: theme.thickLineWidth)
            } else {
                minor.append(path)
            }
        }
        context.stroke(minor, theme.tick, width: theme.lineWidth * 1.2)
        drawLabels(theme, in: context)
    }

    private func drawLabels(_ theme: Theme, in context: Context) {
        guard let font else { return }
        var written: [Rect] = []
        // The ends of the scale come first: they have precedence over labels that overlap them.
        let order = zip(tickPositions, labels).enumerated().sorted {
            (isEnd($0.element.0) ? 0 : 1, $0.offset) < (isEnd($1.element.0) ? 0 : 1, $1.offset)
        }
        for (position, label) in order.map(\.element) {
            let line = TextLine(label, font: font, figures: .tabular)
            let place = place(ofLabel: line.width, font, at: position)
            guard isInside(place),
                !written.contains(where: place.insetBy(dx: -2, dy: -2).intersects)
            else { continue }
            written.append(place)
            let middle = place.center
            context.draw(
                line,
                at: middle.offsetBy(dx: -line.width / 2, dy: font.capHeight / 2),
                color: theme.secondaryText)
        }
    }

    private func isEnd(_ position: Double) -> Bool { position == 0 || position == 1 }

    private func place(ofLabel width: Double, _ font: Font, at position: Double) -> Rect {
        let angle = startAngle + (endAngle - startAngle) * position
        return Rect(
            center: point(at: angle, radius: half + Self.reach(of: width, font, at: angle)),
            size: Size(width: width, height: font.capHeight))
    }

    private func isInside(_ place: Rect) -> Bool {
        bounds.insetBy(dx: -0.5, dy: -0.5).contains(place)
    }

    /// The face with its labels in the largest size at which all fit. In the smallest size, the
    /// face omits labels that do not fit, and all labels if those of the ends do not fit.
    var fitted: KnobFace {
        guard let font, !labels.isEmpty else { return self }
        var face = self
        let fitting = font.largestForScale { font in
            face.font = font
            return zip(tickPositions, labels).allSatisfy { face.fits($1, font, at: $0) }
        }
        let least = font.leastForScale
        face.font = fitting ?? least
        guard fitting == nil else { return face }
        let ends = zip(tickPositions, labels).filter { isEnd($0.0) }
        if !ends.allSatisfy({ face.fits($1, least, at: $0) }) { face.font = nil }
        return face
    }

    /// Whether texts are outside the lines.
    var hasLabels: Bool { font != nil && !labels.isEmpty }

    /// The same face with the lines alone.
    var withoutLabels: KnobFace {
        var face = self
        face.font = nil
        return face
    }

    private func fits(_ label: String, _ font: Font, at position: Double) -> Bool {
        let width = TextLine(label, font: font, figures: .tabular).width
        return isInside(place(ofLabel: width, font, at: position))
    }

    private func drawTrack(_ theme: Theme, in context: Context) {
        guard hasTrack else { return }
        var path = Path()
        path.addArc(
            center: center, radius: trackRadius, start: startAngle,
            end: endAngle)
        context.stroke(path, theme.trackEdge, width: trackWidth + 2 * theme.lineWidth, cap: .round)
        context.stroke(path, trackColor ?? theme.track, width: trackWidth, cap: .round)
    }

    private func drawDial(_ theme: Theme, in context: Context) {
        let radius = dialRadius
        let box = dialRect
        let dial = Path(ellipseIn: box)
        context.drawShadow(
            of: dial, offset: Point(x: 0, y: radius * 0.1), blur: radius * 0.25,
            color: theme.shadow)
        context.fill(
            dial,
            with: .linear(
                Gradient([theme.bodyTop, theme.bodyBottom]), from: Point(x: 0, y: box.minY),
                to: Point(x: 0, y: box.maxY)))
        // The cap is inside the rim, and lit from the other side.
        let cap = Path(ellipseIn: box.insetBy(dx: radius * 0.14, dy: radius * 0.14))
        context.fill(
            cap,
            with: .linear(
                Gradient([
                    theme.bodyBottom.mixed(with: theme.bodyTop, by: 0.25),
                    theme.bodyBottom.mixed(with: theme.bodyTop, by: 0.55),
                ]), from: Point(x: 0, y: box.minY), to: Point(x: 0, y: box.maxY)))
        context.stroke(
            Path(ellipseIn: box.insetBy(dx: theme.lineWidth, dy: theme.lineWidth)),
            with: .linear(
                Gradient([theme.bodyGloss, theme.bodyGloss.withAlpha(0)]),
                from: Point(x: 0, y: box.minY), to: Point(x: 0, y: box.midY)),
            width: theme.lineWidth * 1.5)
        context.stroke(dial, theme.bodyEdge, width: theme.lineWidth)
    }

    private func point(at angle: Angle, radius: Double) -> Point {
        center.offsetBy(dx: radius * angle.cosine, dy: radius * angle.sine)
    }
}
