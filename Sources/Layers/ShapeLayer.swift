public import Drawing

/// A layer with one shape in one or two plain colours, drawn straight onto the screen.
///
/// It has no bitmap. A shape that replaces one of the same kind damages only the difference: a
/// growing arc damages only its new sector.
public final class ShapeLayer: Layer {
    /// A shape, in the layer's own coordinates.
    public enum Shape: Equatable, Sendable {
        /// A part of a circle from `start` to `end`; counterclockwise if `end` is less.
        case arc(center: Point, radius: Double, start: Angle, end: Angle)
        /// A straight line.
        case line(from: Point, to: Point)
        /// A rectangle with corners of this radius, in pixels.
        case roundedRect(Rect, radius: Double)
        /// Any lines and curves.
        case path(Path)
    }

    /// A shape without the contents of its path: each frame copies it several times, and a copy
    /// then retains nothing.
    enum Figure: Equatable {
        case arc(center: Point, radius: Double, start: Angle, end: Angle)
        case line(from: Point, to: Point)
        case roundedRect(Rect, radius: Double)
        case path
    }

    /// The shape; `nil` for none.
    public var shape: Shape? {
        get {
            switch drawn.figure {
            case .arc(let center, let radius, let start, let end)?:
                .arc(center: center, radius: radius, start: start, end: end)
            case .line(let from, let to)?: .line(from: from, to: to)
            case .roundedRect(let rect, let radius)?: .roundedRect(rect, radius: radius)
            case .path?: path.map(Shape.path)
            case nil: nil
            }
        }
        set {
            switch newValue {
            case .arc(let center, let radius, let start, let end)?:
                change(to: .arc(center: center, radius: radius, start: start, end: end))
            case .line(let from, let to)?: change(to: .line(from: from, to: to))
            case .roundedRect(let rect, let radius)?:
                change(to: .roundedRect(rect, radius: radius))
            case .path(let path)?: change(to: .path, path)
            case nil: change(to: nil)
            }
        }
    }
    /// The fill colour; `nil` for no fill. Animatable.
    public var fillColor: Color? {
        get { drawn.fillColor }
        set {
            let old = drawn.fillColor
            guard newValue != old else { return }
            drawn.fillColor = newValue
            changed(.fillColor, from: old ?? .clear, to: newValue ?? .clear)
        }
    }
    /// The colour of the line; `nil` for no line. Animatable.
    public var strokeColor: Color? {
        get { drawn.strokeColor }
        set {
            let old = drawn.strokeColor
            guard newValue != old else { return }
            drawn.strokeColor = newValue
            changed(.strokeColor, from: old ?? .clear, to: newValue ?? .clear)
        }
    }
    /// The width of the line, in pixels. Animatable.
    public var lineWidth: Double {
        get { drawn.lineWidth }
        set {
            let old = drawn.lineWidth
            let new = newValue.accepted(.notNegative, else: old)
            guard new != old else { return }
            drawn.lineWidth = new
            changed(.lineWidth, from: old, to: new)
        }
    }
    /// The ends of the line; round by default.
    public var lineCap = LineCap.round {
        willSet { if lineCap != newValue { damage(extent) } }
        didSet { if lineCap != oldValue { damage(extent) } }
    }
    /// The corners of the line; mitred by default.
    public var lineJoin = LineJoin.miter {
        willSet { if lineJoin != newValue { damage(extent) } }
        didSet { if lineJoin != oldValue { damage(extent) } }
    }

    /// The values to which the properties are set.
    private struct Drawn {
        var figure: Figure?
        var fillColor: Color?
        var strokeColor: Color?
        var lineWidth = 1.0
    }
    private var drawn = Drawn()
    private var path: Path?
    /// The figure to which the damage so far applies.
    private var knownFigure: Figure?

    // The visible values, with animations applied.
    private var visibleFill: Color {
        isAnimated ? presentation(of: .fillColor) : drawn.fillColor ?? .clear
    }
    private var visibleStroke: Color {
        isAnimated ? presentation(of: .strokeColor) : drawn.strokeColor ?? .clear
    }
    private var visibleLineWidth: Double {
        isAnimated ? presentation(of: .lineWidth) : drawn.lineWidth
    }

    public override var extent: Rect {
        bounds(
            of: visibleFigure,
            lineWidth: strokeColor == nil && presented(.strokeColor) == nil
                ? 0 : visibleLineWidth)
    }

    override var hasContents: Bool {
        drawn.figure != nil && (visibleFill.alpha > 0 || visibleStroke.alpha > 0)
    }

    /// The visible figure, with animations applied.
    private var visibleFigure: Figure? {
        guard isAnimated else { return drawn.figure }
        switch drawn.figure {
        case .arc(let center, let radius, let start, _)?:
            guard let end = presented(.arcEnd) else { return drawn.figure }
            return .arc(center: center, radius: radius, start: start, end: .radians(end))
        case .line(let from, let to)?:
            guard let end = presented(.strokeEnd) else { return drawn.figure }
            return .line(from: from, to: from.interpolated(to: to, by: end))
        case .roundedRect?, .path?, nil: return drawn.figure
        }
    }

    private func change(to figure: Figure?, _ newPath: Path? = nil) {
        if path != nil || newPath != nil {
            guard newPath != path else { return }
            damagePath()
            path = newPath
            damagePath()
        }
        guard figure != drawn.figure else { return }
        drawn.figure = figure
        damageChange()
    }

    private func damagePath() {
        if path != nil { damage(bounds(of: .path, lineWidth: visibleLineWidth)) }
    }

    override func visiblePropertyChanged(
        _ name: AnimatedName, from old: any Animatable, to new: any Animatable
    ) {
        switch name {
        case .arcEnd, .strokeEnd: damageChange()
        case .fillColor: damage(bounds(of: visibleFigure, lineWidth: 0))
        case .strokeColor:
            damage(bounds(of: visibleFigure, lineWidth: visibleLineWidth))
        case .lineWidth:
            let widths = [old as? Double ?? 0, new as? Double ?? 0]
            damage(bounds(of: visibleFigure, lineWidth: widths.max() ?? 0))
        default: super.visiblePropertyChanged(name, from: old, to: new)
        }
    }

    /// Damages the difference between the visible figure and the last known one.
    private func damageChange() {
        let now = visibleFigure
        guard now != knownFigure else { return }
        damageDifference(from: knownFigure, to: now)
        knownFigure = now
    }

    private func damageDifference(from old: Figure?, to new: Figure?) {
        switch (old, new) {
        case (
            .arc(let center, let radius, let start, let oldEnd)?,
            .arc(let newCenter, let newRadius, let newStart, let newEnd)?
        )
        where center == newCenter && radius == newRadius && start == newStart
            // The chord of a filled arc moves, too.
            && visibleFill.alpha == 0:
            let changed =
                (oldEnd < start) == (newEnd < start)
                ? [(oldEnd, newEnd)] : [(start, oldEnd), (start, newEnd)]
            for (from, to) in changed {
                let piece = Figure.arc(center: center, radius: radius, start: from, end: to)
                damage(bounds(of: piece, lineWidth: visibleLineWidth))
            }
        case (.roundedRect(let old, let radius)?, .roundedRect(let new, let newRadius)?)
        where radius == newRadius && min(old.side, new.side) >= 2 * radius - 1e-6:
            let width = visibleLineWidth
            Self.forEachDifference(old, new, cornerRadius: radius + width) {
                // One pixel more, for the antialiased edge.
                damage($0.insetBy(dx: -1 - width / 2, dy: -1 - width / 2))
            }
        default:
            for figure in [old, new] where figure != nil {
                damage(bounds(of: figure, lineWidth: visibleLineWidth))
            }
        }
    }

    /// Calls `body` with the difference of two rectangles, if only one side differs; otherwise with
    /// both.
    private static func forEachDifference(
        _ a: Rect, _ b: Rect, cornerRadius: Double, _ body: (Rect) -> Void
    ) {
        func isSame(_ first: Double, _ second: Double) -> Bool { abs(first - second) < 1e-6 }
        let sharesTop = isSame(a.minY, b.minY)
        let sharesBottom = isSame(a.maxY, b.maxY)
        let sharesLeft = isSame(a.minX, b.minX)
        let sharesRight = isSame(a.maxX, b.maxX)
        let all = a.union(b)
        switch (sharesTop, sharesBottom, sharesLeft, sharesRight) {
        case (true, true, true, true): break
        case (true, true, true, false):
            let from = max(all.minX, min(a.maxX, b.maxX) - cornerRadius)
            body(Rect(x: from, y: all.minY, width: all.maxX - from, height: all.height))
        case (true, true, false, true):
            let to = min(all.maxX, max(a.minX, b.minX) + cornerRadius)
            body(Rect(x: all.minX, y: all.minY, width: to - all.minX, height: all.height))
        case (true, false, true, true):
            let from = max(all.minY, min(a.maxY, b.maxY) - cornerRadius)
            body(Rect(x: all.minX, y: from, width: all.width, height: all.maxY - from))
        case (false, true, true, true):
            let to = min(all.maxY, max(a.minY, b.minY) + cornerRadius)
            body(Rect(x: all.minX, y: all.minY, width: all.width, height: to - all.minY))
        default:
            body(a)
            body(b)
        }
    }

    /// The pixels that a figure may touch, including one pixel of antialiasing.
    private func bounds(of figure: Figure?, lineWidth: Double) -> Rect {
        guard let figure else { return .zero }
        let outline: Rect
        switch figure {
        case .roundedRect(let rect, _):
            if rect.isEmpty { return .zero }
            outline = rect
        case .arc(let center, let radius, let start, let end):
            outline = Self.bounds(center: center, radius: radius, start: start, end: end)
        case .line(let from, let to):
            outline = Rect(
                x: min(from.x, to.x), y: min(from.y, to.y), width: abs(to.x - from.x),
                height: abs(to.y - from.y))
        case .path: outline = path?.boundingBox ?? .zero
        }
        let margin = lineWidth * cornerFactor + 1
        return outline.insetBy(dx: -margin, dy: -margin)
    }

    /// The smallest rectangle around an arc.
    private static func bounds(center: Point, radius: Double, start: Angle, end: Angle) -> Rect {
        let (first, last) = (min(start, end), max(start, end))
        guard (last - first).radians < 2 * .pi else {
            return Rect(center: center, size: Size(width: 2 * radius, height: 2 * radius))
        }
        var (left, top) = (first.cosine, first.sine)
        var (right, bottom) = (left, top)
        func extend(_ x: Double, _ y: Double) {
            (left, right) = (min(left, x), max(right, x))
            (top, bottom) = (min(top, y), max(bottom, y))
        }
        extend(last.cosine, last.sine)
        let quarter = Double.pi / 2
        var turn = (first.radians / quarter).rounded(.up)
        while turn * quarter < last.radians {
            switch Int(turn) & 3 {
            case 0: extend(1, 0)
            case 1: extend(0, 1)
            case 2: extend(-1, 0)
            default: extend(0, -1)
            }
            turn += 1
        }
        return Rect(
            x: center.x + radius * left, y: center.y + radius * top,
            width: radius * (right - left), height: radius * (bottom - top))
    }

    override func covered(in placement: AffineTransform) -> PixelRect {
        // The box around a rotated line is smaller than that around its rotated box.
        guard case .line(let from, let to)? = visibleFigure, !placement.isTranslation,
            case .line(let start, let end, let width, _)? = ShapeOutline(
                .line(from: from, to: to), placement: placement,
                lineWidth: visibleLineWidth, cap: lineCap, join: lineJoin)
        else { return super.covered(in: placement) }
        return bounds(of: .line(from: start, to: end), lineWidth: width).integral
    }

    /// How far a line may extend, in line widths: a mitre is at most five widths from its corner.
    private var cornerFactor: Double {
        guard case .path? = drawn.figure, lineJoin == .miter else {
            return lineCap == .square ? 0.75 : 0.5
        }
        return 5
    }

    private func path(of figure: Figure) -> Path {
        var path = Path()
        switch figure {
        case .arc(let center, let radius, let start, let end):
            path.addArc(
                center: center, radius: radius, start: start, end: end, clockwise: end >= start)
        case .line(let from, let to):
            path.move(to: from)
            path.addLine(to: to)
        case .roundedRect(let rect, let radius):
            path = Path(roundedRect: rect, cornerRadius: radius)
        case .path: return self.path ?? path
        }
        return path
    }

    // MARK: Drawing

    override func hides(_ rect: PixelRect) -> Bool { false }

    override var opaquePixels: PixelRect { .zero }

    override func drawContents(in canvas: Canvas) {
        guard let figure = visibleFigure else { return }
        let fill = visibleFill
        let stroke = visibleStroke
        let outline = ShapeOutline(
            figure, placement: place.placement, lineWidth: visibleLineWidth,
            cap: lineCap, join: lineJoin)
        guard let outline, outline.canDraw(fill: fill, stroke: stroke) else {
            return drawTurned(in: canvas)
        }
        outline.draw(
            fill: fill.faded(to: place.opacity), stroke: stroke.faded(to: place.opacity),
            in: canvas)
    }

    override func drawTurned(in context: Context) {
        guard let figure = visibleFigure else { return }
        let path = path(of: figure)
        let fill = visibleFill
        let stroke = visibleStroke
        if fill.alpha > 0 { context.fill(path, fill) }
        if stroke.alpha > 0 {
            context.stroke(
                path, stroke, width: visibleLineWidth, cap: lineCap, join: lineJoin)
        }
    }
}

extension Rect {
    /// The shorter side.
    fileprivate var side: Double { min(width, height) }
}
