import Glibc

/// An angle. It grows clockwise on the screen, from the direction of the positive x axis.
///
/// y grows downwards, so a quarter turn from "right" is "down".
public struct Angle: Hashable, Comparable, Sendable {
    /// The angle in radians.
    public var radians: Double

    /// The angle 0.
    public static let zero = Angle(radians: 0)

    private init(radians: Double) {
        self.radians = radians
    }

    /// An angle in degrees.
    public static func degrees(_ degrees: Double) -> Angle {
        Angle(radians: degrees * .pi / 180)
    }

    /// An angle in radians.
    public static func radians(_ radians: Double) -> Angle {
        Angle(radians: radians)
    }

    /// The direction from `center` to `point`; zero if they coincide.
    public static func direction(from center: Point, to point: Point) -> Angle {
        Angle(radians: atan2(point.y - center.y, point.x - center.x))
    }

    /// The angle in degrees.
    public var degrees: Double { radians * 180 / .pi }

    /// The same direction as an angle in (−π, π].
    public var wrapped: Angle {
        // The remainder is in [−π, π].
        let remainder = radians.remainder(dividingBy: 2 * .pi)
        return Angle(radians: remainder == -.pi ? .pi : remainder)
    }

    /// The x coordinate of the point at distance 1 in this direction.
    public var cosine: Double { cos(radians) }

    /// The y coordinate, which grows downwards, of the point at distance 1 in this direction.
    public var sine: Double { sin(radians) }

    /// Compares the numbers; directions are not compared.
    public static func < (left: Angle, right: Angle) -> Bool { left.radians < right.radians }

    /// The sum, not wrapped.
    public static func + (left: Angle, right: Angle) -> Angle {
        Angle(radians: left.radians + right.radians)
    }

    /// The difference, not wrapped.
    public static func - (left: Angle, right: Angle) -> Angle {
        Angle(radians: left.radians - right.radians)
    }

    /// The angle in the opposite direction.
    public static prefix func - (angle: Angle) -> Angle {
        Angle(radians: -angle.radians)
    }

    /// A multiple of the angle.
    public static func * (angle: Angle, factor: Double) -> Angle {
        Angle(radians: angle.radians * factor)
    }

    /// A fraction of the angle.
    public static func / (angle: Angle, divisor: Double) -> Angle {
        Angle(radians: angle.radians / divisor)
    }

    /// The ratio of two angles.
    public static func / (angle: Angle, divisor: Angle) -> Double {
        angle.radians / divisor.radians
    }

    /// Adds, without wrapping.
    public static func += (left: inout Angle, right: Angle) { left = left + right }

    /// Subtracts, without wrapping.
    public static func -= (left: inout Angle, right: Angle) { left = left - right }
}
