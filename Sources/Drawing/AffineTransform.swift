/// A linear map followed by a translation: x′ = a·x + c·y + tx, y′ = b·x + d·y + ty.
///
/// The six numbers and the order of the methods are those of CoreGraphics: `t.translatedBy(…)`
/// translates first and then applies `t`.
public struct AffineTransform: Hashable, Sendable {
    /// The factor from x to x′.
    public var a: Double
    /// The factor from x to y′.
    public var b: Double
    /// The factor from y to x′.
    public var c: Double
    /// The factor from y to y′.
    public var d: Double
    /// The translation of x.
    public var tx: Double
    /// The translation of y.
    public var ty: Double

    /// The transform that changes nothing.
    public static let identity = AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

    /// Whether the transform only moves points.
    public var isTranslation: Bool { a == 1 && b == 0 && c == 0 && d == 1 }

    /// How many times as long the transform makes lines: those that it makes longest, and those
    /// that it makes shortest. Its singular values.
    var stretch: (most: Double, least: Double) {
        let middle = (a * a + b * b + c * c + d * d) / 2
        let (difference, skew) = ((a * a + b * b - c * c - d * d) / 2, a * c + b * d)
        let reach = (difference * difference + skew * skew).squareRoot()
        return ((middle + reach).squareRoot(), max(middle - reach, 0).squareRoot())
    }

    /// A transform with these six numbers.
    public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
        self.a = a
        self.b = b
        self.c = c
        self.d = d
        self.tx = tx
        self.ty = ty
    }

    /// A translation.
    public static func translation(x: Double, y: Double) -> AffineTransform {
        AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y)
    }

    /// A rotation around the origin, clockwise on the screen.
    public static func rotation(_ angle: Angle) -> AffineTransform {
        let cosine = angle.cosine
        let sine = angle.sine
        return AffineTransform(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0)
    }

    /// A scaling about the origin.
    public static func scale(x: Double, y: Double) -> AffineTransform {
        AffineTransform(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0)
    }

    /// This transform, followed by another.
    public func concatenating(_ next: AffineTransform) -> AffineTransform {
        AffineTransform(
            a: a * next.a + b * next.c, b: a * next.b + b * next.d,
            c: c * next.a + d * next.c, d: c * next.b + d * next.d,
            tx: tx * next.a + ty * next.c + next.tx, ty: tx * next.b + ty * next.d + next.ty)
    }

    /// A translation, followed by this transform.
    public func translatedBy(x: Double, y: Double) -> AffineTransform {
        AffineTransform.translation(x: x, y: y).concatenating(self)
    }

    /// A clockwise rotation, followed by this transform.
    public func rotated(by angle: Angle) -> AffineTransform {
        AffineTransform.rotation(angle).concatenating(self)
    }

    /// A scaling, followed by this transform.
    public func scaledBy(x: Double, y: Double) -> AffineTransform {
        AffineTransform.scale(x: x, y: y).concatenating(self)
    }

    /// The inverse, or `nil` if this transform flattens the plane.
    public func inverted() -> AffineTransform? {
        let determinant = a * d - b * c
        guard determinant != 0, determinant.isFinite else { return nil }
        return AffineTransform(
            a: d / determinant, b: -b / determinant, c: -c / determinant, d: a / determinant,
            tx: (c * ty - d * tx) / determinant, ty: (b * tx - a * ty) / determinant)
    }

    /// The transformed point.
    public func apply(to point: Point) -> Point {
        Point(x: a * point.x + c * point.y + tx, y: b * point.x + d * point.y + ty)
    }

    /// The smallest axis-aligned rectangle around the transformed one; `.zero` for an empty one.
    public func apply(to rect: Rect) -> Rect {
        guard !rect.isEmpty else { return .zero }
        if isTranslation {
            let (left, top) = (rect.minX + tx, rect.minY + ty)
            return Rect(
                x: left, y: top, width: rect.maxX + tx - left, height: rect.maxY + ty - top)
        }
        let first = apply(to: rect.origin)
        let second = apply(to: Point(x: rect.maxX, y: rect.minY))
        let third = apply(to: Point(x: rect.minX, y: rect.maxY))
        let fourth = apply(to: Point(x: rect.maxX, y: rect.maxY))
        let left = min(first.x, second.x, third.x, fourth.x)
        let top = min(first.y, second.y, third.y, fourth.y)
        return Rect(
            x: left, y: top,
            width: max(first.x, second.x, third.x, fourth.x) - left,
            height: max(first.y, second.y, third.y, fourth.y) - top)
    }
}
