/// An axis-aligned rectangle of whole pixels.
///
/// A rectangle whose width or height is not positive is empty, as with `Rect`.
public struct PixelRect: Hashable, Sendable {
    /// The left column.
    public var x: Int

    /// The top row.
    public var y: Int

    /// The number of columns.
    public var width: Int

    /// The number of rows.
    public var height: Int

    /// The empty rectangle at the origin.
    public static let zero = PixelRect(x: 0, y: 0, width: 0, height: 0)

    /// `Region` and `Rect.integral` clamp coordinates to this limit, in both directions.
    ///
    /// pixman computes widths and heights in 32 bits, so twice this number must fit.
    public static let coordinateLimit = 1 << 30

    /// A rectangle with this upper-left pixel and size.
    @inlinable public init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// The left column.
    @inlinable public var minX: Int { x }

    /// The top row.
    @inlinable public var minY: Int { y }

    /// The column right of the last one.
    @inlinable public var maxX: Int { x + width }

    /// The row below the last one.
    @inlinable public var maxY: Int { y + height }

    /// Whether there are no pixels.
    @inlinable public var isEmpty: Bool { width <= 0 || height <= 0 }

    /// The number of pixels.
    @inlinable public var area: Int { isEmpty ? 0 : width * height }

    /// This rectangle with the left and right edges moved inwards by `dx`, top and bottom by `dy`.
    @inlinable public func insetBy(dx: Int, dy: Int) -> PixelRect {
        PixelRect(x: x + dx, y: y + dy, width: width - 2 * dx, height: height - 2 * dy)
    }

    /// This rectangle, moved.
    @inlinable public func offsetBy(dx: Int, dy: Int) -> PixelRect {
        PixelRect(x: x + dx, y: y + dy, width: width, height: height)
    }

    /// Whether a pixel is inside.
    @inlinable public func contains(_ pixel: PixelPoint) -> Bool {
        pixel.x >= minX && pixel.x < maxX && pixel.y >= minY && pixel.y < maxY
    }

    /// Whether all of another rectangle is inside; an empty one never is.
    @inlinable public func contains(_ other: PixelRect) -> Bool {
        !other.isEmpty && other.minX >= minX && other.maxX <= maxX
            && other.minY >= minY && other.maxY <= maxY
    }

    /// Whether the two have pixels in common.
    @inlinable public func intersects(_ other: PixelRect) -> Bool {
        minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY
            && !isEmpty && !other.isEmpty
    }

    /// The pixels in common, or `.zero`.
    @inlinable public func intersection(_ other: PixelRect) -> PixelRect {
        let left = max(minX, other.minX)
        let top = max(minY, other.minY)
        let right = min(maxX, other.maxX)
        let bottom = min(maxY, other.maxY)
        guard left < right, top < bottom else { return .zero }
        return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
    }

    /// The smallest rectangle around all pixels that are not in another one.
    package func remainder(outside other: PixelRect) -> PixelRect {
        func rest(_ own: Range<Int>, _ other: Range<Int>) -> Range<Int> {
            let start = own.lowerBound < other.lowerBound ? own.lowerBound : other.upperBound
            let end = own.upperBound > other.upperBound ? own.upperBound : other.lowerBound
            return start < end ? (start..<end).clamped(to: own) : 0..<0
        }
        guard !isEmpty, intersects(other) else { return self }
        if other.minX <= minX, maxX <= other.maxX {
            let rows = rest(minY..<maxY, other.minY..<other.maxY)
            return PixelRect(x: x, y: rows.lowerBound, width: width, height: rows.count)
        }
        if other.minY <= minY, maxY <= other.maxY {
            let columns = rest(minX..<maxX, other.minX..<other.maxX)
            return PixelRect(x: columns.lowerBound, y: y, width: columns.count, height: height)
        }
        return self
    }

    /// The smallest rectangle that contains both.
    @inlinable public func union(_ other: PixelRect) -> PixelRect {
        if isEmpty { return other.isEmpty ? .zero : other }
        if other.isEmpty { return self }
        let left = min(minX, other.minX)
        let top = min(minY, other.minY)
        return PixelRect(
            x: left, y: top,
            width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
    }
}
