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
    }

    /// What is drawn; `nil` for nothing.
    public var shape: Shape? {
        didSet { if shape != oldValue { damageDifference(from: oldValue, to: shape) } }
    }
    /// The colour of the inside; `nil` leaves it out.
    public var fillColor: Color? {
        didSet { if fillColor != oldValue { setNeedsDisplay() } }
    }
    /// The colour of the line; `nil` leaves it out.
    public var strokeColor: Color? {
        didSet { if strokeColor != oldValue { setNeedsDisplay() } }
    }
    /// The width of the line, in pixels. Its ends are round.
    public var lineWidth: Double = 1 {
        didSet {
            if lineWidth != oldValue {
                setNeedsDisplay(bounds(of: visibleShape, lineWidth: max(lineWidth, oldValue)))
            }
        }
    }

    public override var extent: Rect { bounds(of: visibleShape, lineWidth: lineWidth) }

    override var hasContents: Bool { shape != nil && (fillColor != nil || strokeColor != nil) }

    /// The shape as an animation may have it.
    private var visibleShape: Shape? {
        guard case .arc(let center, let radius, let start, _) = shape,
            let end = presented(.arcEnd)
        else { return shape }
        return .arc(center: center, radius: radius, start: start, end: .radians(end))
    }

    override func animatedPropertyChanged(_ property: KeyframeAnimation.Property) {
        if property == .arcEnd { setNeedsDisplay(extent.union(bounds)) }
        super.animatedPropertyChanged(property)
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
                setNeedsDisplay(bounds(of: piece, lineWidth: lineWidth))
            }
        case (.roundedRect(let old, let radius)?, .roundedRect(let new, let newRadius)?)
        where radius == newRadius:
            // A pixel more, for the antialiased edge.
            for rect in Self.difference(old, new, cornerRadius: radius + lineWidth) {
                setNeedsDisplay(rect.insetBy(dx: -1, dy: -1))
            }
        default:
            for shape in [old, new] where shape != nil {
                setNeedsDisplay(bounds(of: shape, lineWidth: lineWidth))
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
        let margin = (strokeColor == nil ? 0 : lineWidth / 2) + 1
        let outline: Rect
        switch shape {
        case .roundedRect(let rect, _):
            if rect.isEmpty { return .zero }
            outline = rect
        case .arc, .line: outline = Self.path(of: shape).boundingBox
        }
        return outline.insetBy(dx: -margin, dy: -margin)
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
        }
        return path
    }

    override func drawContents(in canvas: Canvas, placement: AffineTransform, opacity: Double) {
        guard let shape = visibleShape else { return }
        let path = Self.path(of: shape)
        let context = canvas.context
        context.saveState()
        context.concatenate(placement)
        if let fillColor { context.fill(path, fillColor.faded(to: opacity)) }
        if let strokeColor {
            context.stroke(
                path, strokeColor.faded(to: opacity), width: lineWidth, cap: .round)
        }
        context.restoreState()
    }
}
