public import Drawing

/// A layer that is one shape in one or two plain colours, drawn straight into the picture.
///
/// It keeps no bitmap, and a shape that is replaced by one of its own kind damages only what
/// differs: an arc that grows, the sector that it grew by.
public final class ShapeLayer: Layer {
    /// What is drawn, in the layer's own space.
    public enum Shape: Equatable, Sendable {
        /// A part of a circle from `start` to `end`; the other way round where `end` is less.
        case arc(center: Point, radius: Double, start: Angle, end: Angle)
        /// A straight line.
        case line(from: Point, to: Point)
        /// A rectangle whose corners are rounded by `radius` pixels.
        case roundedRect(Rect, radius: Double)
        /// Any lines and curves.
        case path(Path)
    }

    /// What is drawn; `nil` for nothing.
    public var shape: Shape? {
        didSet { if shape != oldValue { damageChange() } }
    }
    /// The colour of the inside; `nil` leaves it out. Animatable.
    public var fillColor: Color? {
        didSet { changed(.fillColor, from: oldValue ?? .clear) }
    }
    /// The colour of the line; `nil` leaves it out. Animatable.
    public var strokeColor: Color? {
        didSet { changed(.strokeColor, from: oldValue ?? .clear) }
    }
    /// The width of the line, in pixels. Animatable.
    public var lineWidth: Double = 1 {
        didSet {
            if !(lineWidth >= 0 && lineWidth.isFinite) { lineWidth = oldValue }
            changed(.lineWidth, from: oldValue)
        }
    }
    /// How the line ends; round by default.
    public var lineCap = LineCap.round {
        didSet { if lineCap != oldValue { damage(extent) } }
    }
    /// How the line turns corners; mitred by default.
    public var lineJoin = LineJoin.miter {
        didSet { if lineJoin != oldValue { damage(extent) } }
    }

    /// The shape whose pixels are damaged, if they have to be.
    private var knownShape: Shape?

    public override var extent: Rect {
        bounds(
            of: visibleShape,
            lineWidth: strokeColor == nil && presented(.strokeColor) == nil
                ? 0 : presentation(of: .lineWidth))
    }

    override var hasContents: Bool {
        shape != nil
            && (presentation(of: .fillColor).alpha > 0
                || presentation(of: .strokeColor).alpha > 0)
    }

    /// The shape as an animation may have it.
    private var visibleShape: Shape? {
        switch shape {
        case .arc(let center, let radius, let start, _)?:
            guard let end = presented(.arcEnd) else { return shape }
            return .arc(center: center, radius: radius, start: start, end: .radians(end))
        case .line(let from, let to)?:
            guard let end = presented(.strokeEnd) else { return shape }
            return .line(from: from, to: from.interpolated(to: to, by: end))
        case .roundedRect?, .path?, nil: return shape
        }
    }

    override func visiblePropertyChanged(
        _ name: AnimatedName, from old: any Animatable, to new: any Animatable
    ) {
        switch name {
        case .arcEnd, .strokeEnd: damageChange()
        case .fillColor: damage(bounds(of: visibleShape, lineWidth: 0))
        case .strokeColor:
            damage(bounds(of: visibleShape, lineWidth: presentation(of: .lineWidth)))
        case .lineWidth:
            let widths = [old as? Double ?? 0, new as? Double ?? 0]
            damage(bounds(of: visibleShape, lineWidth: widths.max() ?? 0))
        default: super.visiblePropertyChanged(name, from: old, to: new)
        }
    }

    /// The shape that is seen may be another than the one last accounted for.
    private func damageChange() {
        let now = visibleShape
        guard now != knownShape else { return }
        damageDifference(from: knownShape, to: now)
        knownShape = now
    }

    private func damageDifference(from old: Shape?, to new: Shape?) {
        switch (old, new) {
        case (
            .arc(let center, let radius, let start, let oldEnd)?,
            .arc(let newCenter, let newRadius, let newStart, let newEnd)?
        ) where center == newCenter && radius == newRadius && start == newStart:
            // From where the piece begins that either end lies in: it is drawn as one curve.
            let near = min(abs((oldEnd - start).radians), abs((newEnd - start).radians))
            let pieces = (near / Path.arcPiece.radians).rounded(.down)
            let isBefore = oldEnd < start && newEnd < start
            let kept = start + Path.arcPiece * (isBefore ? -pieces : pieces)
            let changed =
                (oldEnd < start) == (newEnd < start)
                ? [(kept, oldEnd), (kept, newEnd)] : [(start, oldEnd), (start, newEnd)]
            for (from, to) in changed {
                let piece = Shape.arc(center: center, radius: radius, start: from, end: to)
                damage(bounds(of: piece, lineWidth: presentation(of: .lineWidth)))
            }
        case (.roundedRect(let old, let radius)?, .roundedRect(let new, let newRadius)?)
        where radius == newRadius:
            // A pixel more, for the antialiased edge.
            for rect in Self.difference(old, new, cornerRadius: radius + lineWidth) {
                damage(rect.insetBy(dx: -1, dy: -1))
            }
        default:
            for shape in [old, new] where shape != nil {
                damage(bounds(of: shape, lineWidth: presentation(of: .lineWidth)))
            }
        }
    }

    /// Where two rectangles differ, if they differ by one side; else both.
    private static func difference(_ a: Rect, _ b: Rect, cornerRadius: Double) -> [Rect] {
        func isSame(_ first: Double, _ second: Double) -> Bool { abs(first - second) < 1e-6 }
        let sharesTop = isSame(a.minY, b.minY)
        let sharesBottom = isSame(a.maxY, b.maxY)
        let sharesLeft = isSame(a.minX, b.minX)
        let sharesRight = isSame(a.maxX, b.maxX)
        let all = a.union(b)
        switch (sharesTop, sharesBottom, sharesLeft, sharesRight) {
        case (true, true, true, true): return []
        case (true, true, true, false):
            let from = max(all.minX, min(a.maxX, b.maxX) - cornerRadius)
            return [Rect(x: from, y: all.minY, width: all.maxX - from, height: all.height)]
        case (true, true, false, true):
            let to = min(all.maxX, max(a.minX, b.minX) + cornerRadius)
            return [Rect(x: all.minX, y: all.minY, width: to - all.minX, height: all.height)]
        case (true, false, true, true):
            let from = max(all.minY, min(a.maxY, b.maxY) - cornerRadius)
            return [Rect(x: all.minX, y: from, width: all.width, height: all.maxY - from)]
        case (false, true, true, true):
            let to = min(all.maxY, max(a.minY, b.minY) + cornerRadius)
            return [Rect(x: all.minX, y: all.minY, width: all.width, height: to - all.minY)]
        default: return [a, b]
        }
    }

    /// The pixels a shape may touch, a pixel of antialiasing included.
    private func bounds(of shape: Shape?, lineWidth: Double) -> Rect {
        guard let shape else { return .zero }
        let outline: Rect
        switch shape {
        case .roundedRect(let rect, _):
            if rect.isEmpty { return .zero }
            outline = rect
        case .arc, .line, .path: outline = Self.path(of: shape).boundingBox
        }
        let margin = lineWidth * cornerFactor + 1
        return outline.insetBy(dx: -margin, dy: -margin)
    }

    /// How much farther than half its width a line may reach: a mitre is up to ten widths long.
    private var cornerFactor: Double {
        guard case .path? = shape, lineJoin == .miter else {
            return lineCap == .square ? 0.75 : 0.5
        }
        return 5
    }

    private static func path(of shape: Shape) -> Path {
        var path = Path()
        switch shape {
        case .arc(let center, let radius, let start, let end):
            path.addArc(
                center: center, radius: radius, start: start, end: end, clockwise: end >= start)
        case .line(let from, let to):
            path.move(to: from)
            path.addLine(to: to)
        case .roundedRect(let rect, let radius):
            path = Path(roundedRect: rect, cornerRadius: radius)
        case .path(let any): path = any
        }
        return path
    }

    override func drawContents(in canvas: Canvas, placement: AffineTransform, opacity: Double) {
        guard let shape = visibleShape else { return }
        let path = Self.path(of: shape)
        let context = canvas.context
        context.saveState()
        context.concatenate(placement)
        let fill = presentation(of: .fillColor).faded(to: opacity)
        let stroke = presentation(of: .strokeColor).faded(to: opacity)
        if fill.alpha > 0 { context.fill(path, fill) }
        if stroke.alpha > 0 {
            context.stroke(
                path, stroke, width: presentation(of: .lineWidth), cap: lineCap, join: lineJoin)
        }
        context.restoreState()
    }
}
