public import Drawing

/// A type with values between any two of its values.
public protocol Animatable: Equatable, Sendable {
    /// The value between this one, at `fraction` 0, and the other, at 1.
    ///
    /// A spring overshoots, so the fraction may be outside 0…1.
    func interpolated(to other: Self, by fraction: Double) -> Self
}

extension Double: Animatable {
    /// The number between this one and the other.
    public func interpolated(to other: Double, by fraction: Double) -> Double {
        self + (other - self) * fraction
    }
}

extension Point: Animatable {
    /// The point between this one and the other, along a straight line.
    public func interpolated(to other: Point, by fraction: Double) -> Point {
        Point(
            x: x.interpolated(to: other.x, by: fraction),
            y: y.interpolated(to: other.y, by: fraction))
    }
}

extension Rect: Animatable {
    /// The rectangle whose origin and size are between this one's and the other's.
    public func interpolated(to other: Rect, by fraction: Double) -> Rect {
        Rect(
            x: minX.interpolated(to: other.minX, by: fraction),
            y: minY.interpolated(to: other.minY, by: fraction),
            width: width.interpolated(to: other.width, by: fraction),
            height: height.interpolated(to: other.height, by: fraction))
    }
}

extension Color: Animatable {
    /// The mixture with `fraction` of another; the fraction is clamped to 0…1.
    public func interpolated(to other: Color, by fraction: Double) -> Color {
        mixed(with: other, by: fraction)
    }
}

extension AffineTransform: Animatable {
    /// The transform between this one and the other. Rotation, scale, shear and translation are
    /// interpolated separately, the rotation in the shorter direction.
    ///
    /// To choose the direction of the rotation, animate ``AnimatableProperty/rotation``.
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
