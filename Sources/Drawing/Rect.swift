/// An axis-aligned rectangle with its origin at the upper left.
///
/// A rectangle whose width or height is not positive is empty. It contains nothing, intersects
/// nothing, and adds nothing to a union. So `.zero` serves as CoreGraphics' null rectangle. Sizes
/// are never normalised: too large an inset makes a rectangle empty.
public struct Rect: Hashable, Sendable {
    /// The upper-left corner.
    public var origin: Point

    /// The width and the height.
    public var size: Size

    /// The empty rectangle at the origin.
    public static let zero = Rect(origin: .zero, size: .zero)

    /// A rectangle with this upper-left corner and size.
    @inlinable public init(origin: Point, size: Size) {
        self.origin = origin
        self.size = size
    }

    /// A rectangle with these four numbers.
    @inlinable public init(x: Double, y: Double, width: Double, height: Double) {
        self.init(origin: Point(x: x, y: y), size: Size(width: width, height: height))
    }

    /// A rectangle of a size around a centre.
    @inlinable public init(center: Point, size: Size) {
        self.init(
            x: center.x - size.width / 2, y: center.y - size.height / 2,
            width: size.width, height: size.height)
    }

    /// The area of pixels.
    @inlinable public init(_ pixels: PixelRect) {
        self.init(
            x: Double(pixels.x), y: Double(pixels.y),
            width: Double(pixels.width), height: Double(pixels.height))
    }

    /// The horizontal extent.
    @inlinable public var width: Double { size.width }

    /// The vertical extent.
    @inlinable public var height: Double { size.height }

    /// The left edge.
    @inlinable public var minX: Double { origin.x }

    /// The top edge.
    @inlinable public var minY: Double { origin.y }

    /// Halfway between the left and the right edge.
    @inlinable public var midX: Double { origin.x + size.width / 2 }

    /// Halfway between the top and the bottom edge.
    @inlinable public var midY: Double { origin.y + size.height / 2 }

    /// The right edge.
    @inlinable public var maxX: Double { origin.x + size.width }

    /// The bottom edge.
    @inlinable public var maxY: Double { origin.y + size.height }

    /// The middle of the rectangle.
    @inlinable public var center: Point { Point(x: midX, y: midY) }

    /// Whether the width or the height is not positive.
    @inlinable public var isEmpty: Bool { !(size.width > 0 && size.height > 0) }

    /// This rectangle with the left and right edges moved inwards by `dx`, top and bottom by `dy`.
    ///
    /// Negative distances move the edges outwards.
    @inlinable public func insetBy(dx: Double, dy: Double) -> Rect {
        Rect(x: minX + dx, y: minY + dy, width: width - 2 * dx, height: height - 2 * dy)
    }

    /// This rectangle, moved.
    @inlinable public func offsetBy(dx: Double, dy: Double) -> Rect {
        Rect(origin: origin.offsetBy(dx: dx, dy: dy), size: size)
    }

    /// Whether a point is inside, or on the left or top edge.
    @inlinable public func contains(_ point: Point) -> Bool {
        point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
    }

    /// Whether all of another rectangle is inside; an empty one never is.
    @inlinable public func contains(_ other: Rect) -> Bool {
        !other.isEmpty && other.minX >= minX && other.maxX <= maxX
            && other.minY >= minY && other.maxY <= maxY
    }

    /// Whether all of another rectangle is inside this one with round corners.
    package func contains(_ other: Rect, cornerRadius radius: Double) -> Bool {
        contains(other)
            && (radius == 0 || insetBy(dx: radius, dy: 0).contains(other)
                || insetBy(dx: 0, dy: radius).contains(other))
    }

    /// Whether the two have an area in common.
    @inlinable public func intersects(_ other: Rect) -> Bool {
        !intersection(other).isEmpty
    }

    /// The area in common, or `.zero`.
    @inlinable public func intersection(_ other: Rect) -> Rect {
        let left = max(minX, other.minX)
        let top = max(minY, other.minY)
        let right = min(maxX, other.maxX)
        let bottom = min(maxY, other.maxY)
        guard left < right, top < bottom else { return .zero }
        return Rect(x: left, y: top, width: right - left, height: bottom - top)
    }

    /// The smallest rectangle that contains both.
    @inlinable public func union(_ other: Rect) -> Rect {
        if isEmpty { return other.isEmpty ? .zero : other }
        if other.isEmpty { return self }
        let left = min(minX, other.minX)
        let top = min(minY, other.minY)
        return Rect(
            x: left, y: top,
            width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
    }

    /// The smallest rectangle of whole pixels that covers this one; empty if this one is.
    ///
    /// Coordinates are clamped to the range of a `Region`, so that no rectangle traps.
    public var integral: PixelRect {
        guard !isEmpty else { return .zero }
        let left = Self.whole(minX, isUp: false)
        let top = Self.whole(minY, isUp: false)
        return PixelRect(
            x: left, y: top, width: Self.whole(maxX, isUp: true) - left,
            height: Self.whole(maxY, isUp: true) - top)
    }

    /// The next whole number, within the limit. Without `rounded(_:)`, which calls a function: each
    /// layer of a frame comes here.
    @inline(__always)
    private static func whole(_ coordinate: Double, isUp: Bool) -> Int {
        let limit = Double(PixelRect.coordinateLimit)
        // With the arguments in this order, NaN becomes -limit.
        let limited = Swift.min(limit, Swift.max(-limit, coordinate))
        let whole = Int(limited)
        if isUp { return Double(whole) < limited ? whole + 1 : whole }
        return Double(whole) > limited ? whole - 1 : whole
    }
}
