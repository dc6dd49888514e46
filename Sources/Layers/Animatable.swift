public import Drawing

/// A value that has others between itself and another of its kind.
public protocol Animatable: Equatable, Sendable {
    /// The value a `fraction` of the way to another: itself at 0, the other at 1.
    ///
    /// A spring overshoots, so the fraction may lie outside 0…1.
    func interpolated(to other: Self, by fraction: Double) -> Self
}

extension Double: Animatable {
    /// The number a `fraction` of the way to another.
    public func interpolated(to other: Double, by fraction: Double) -> Double {
        self + (other - self) * fraction
    }
}

extension Point: Animatable {
    /// The point a `fraction` of the way to another, along a straight line.
    public func interpolated(to other: Point, by fraction: Double) -> Point {
        Point(
            x: x.interpolated(to: other.x, by: fraction),
            y: y.interpolated(to: other.y, by: fraction))
    }
}

extension Rect: Animatable {
    /// The rectangle whose origin and size are a `fraction` of the way to another's.
    public func interpolated(to other: Rect, by fraction: Double) -> Rect {
        Rect(
            x: minX.interpolated(to: other.minX, by: fraction),
            y: minY.interpolated(to: other.minY, by: fraction),
            width: width.interpolated(to: other.width, by: fraction),
            height: height.interpolated(to: other.height, by: fraction))
    }
}

extension Color: Animatable {
    /// The mixture with `fraction` of another; there is no colour beyond the two.
    public func interpolated(to other: Color, by fraction: Double) -> Color {
        mixed(with: other, by: fraction)
    }
}

extension AffineTransform: Animatable {
    /// The transform a `fraction` of the way to another: its turn, scale, shear and translation are
    /// each on their way, the turn the shorter way round.
    ///
    /// Animate ``AnimatableProperty/rotation`` where the way round matters.
    public func interpolated(to other: AffineTransform, by fraction: Double) -> AffineTransform {
        let from = TransformParts(self)
        let to = TransformParts(other)
        return TransformParts(
            turn: from.turn + (to.turn - from.turn).wrapped * fraction,
            scaleX: from.scaleX.interpolated(to: to.scaleX, by: fraction),
            scaleY: from.scaleY.interpolated(to: to.scaleY, by: fraction),
            shear: from.shear.interpolated(to: to.shear, by: fraction),
            translation: from.translation.interpolated(to: to.translation, by: fraction)
        ).transform
    }
}
