import Drawing

/// A simple shape in screen coordinates, which is drawn without a path.
enum ShapeOutline {
    case arc(center: Point, radius: Double, start: Angle, end: Angle, width: Double)
    case line(from: Point, to: Point, width: Double, cap: LineCap)
    case box(Rect, cornerRadius: Double, width: Double)

    /// A shape placed by `placement`; `nil` if it needs a path.
    init?(
        _ figure: ShapeLayer.Figure, placement: AffineTransform, lineWidth: Double, cap: LineCap,
        join: LineJoin
    ) {
        // A rotation with an even scale keeps circles round and line widths constant.
        let scale = placement.isTranslation ? 1 : placement.evenScale
        guard let scale else { return nil }
        switch figure {
        case .arc(let center, let radius, let start, let end):
            guard cap == .round || abs((end - start).radians) >= 2 * .pi else { return nil }
            let turn = placement.isTranslation ? Angle.zero : placement.turn
            self = .arc(
                center: placement.apply(to: center), radius: radius * scale, start: start + turn,
                end: end + turn, width: lineWidth * scale)
        case .line(let from, let to):
            self = .line(
                from: placement.apply(to: from), to: placement.apply(to: to),
                width: lineWidth * scale, cap: cap)
        case .roundedRect(let rect, let radius):
            guard placement.isTranslation, join != .bevel else { return nil }
            self = .box(
                rect.offsetBy(dx: placement.tx, dy: placement.ty), cornerRadius: radius,
                width: lineWidth)
        case .path: return nil
        }
    }

    /// Whether these colours can be drawn without a path.
    func canDraw(fill: Color, stroke: Color) -> Bool {
        switch self {
        case .arc: fill.alpha == 0
        case .line: true
        // The line around a square corner would need a mitre.
        case .box(_, let radius, _): stroke.alpha == 0 || radius > 0
        }
    }

    /// Draws the shape.
    func draw(fill: Color, stroke: Color, in canvas: Canvas) {
        let bitmap = canvas.bitmap
        switch self {
        case .arc(let center, let radius, let start, let end, let width):
            bitmap.strokeArc(
                center: center, radius: radius, start: start, end: end, width: width,
                color: stroke, clippedTo: canvas.clip)
        case .line(let from, let to, let width, let cap):
            bitmap.strokeLine(
                from: from, to: to, width: width, cap: cap, color: stroke,
                clippedTo: canvas.clip)
        case .box(let rect, let radius, let width):
            if fill.alpha > 0 {
                bitmap.fillBox(
                    rect, cornerRadius: radius, color: fill, clippedTo: canvas.clip)
            }
            if stroke.alpha > 0 {
                bitmap.strokeBox(
                    rect, cornerRadius: radius, width: width, color: stroke,
                    clippedTo: canvas.clip)
            }
        }
    }
}

extension AffineTransform {
    /// The factor by which everything is scaled; `nil` if it is uneven or mirrored.
    fileprivate var evenScale: Double? {
        let tolerance = 1e-9 * max(abs(a), abs(b))
        guard abs(a - d) <= tolerance, abs(b + c) <= tolerance else { return nil }
        let scale = (a * a + b * b).squareRoot()
        return scale > 0 ? scale : nil
    }

    /// The rotation of the x axis.
    fileprivate var turn: Angle { Angle.direction(from: .zero, to: Point(x: a, y: b)) }
}
