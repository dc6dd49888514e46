/// Distances inwards from the four edges of a rectangle.
public struct EdgeInsets: Hashable, Sendable {
    /// From the top edge.
    public var top: Double

    /// From the left edge.
    public var left: Double

    /// From the bottom edge.
    public var bottom: Double

    /// From the right edge.
    public var right: Double

    /// No distance from any edge.
    public static let zero = EdgeInsets(top: 0, left: 0, bottom: 0, right: 0)

    /// Insets by their four distances.
    public init(top: Double, left: Double, bottom: Double, right: Double) {
        self.top = top
        self.left = left
        self.bottom = bottom
        self.right = right
    }

    /// The same distance from every edge.
    public init(_ distance: Double) {
        self.init(top: distance, left: distance, bottom: distance, right: distance)
    }

    /// These insets, fitted into `size`. None is negative, and between two of them at least a pixel
    /// is left, if there is one. NaN counts as 0.
    func fitted(to size: Size) -> EdgeInsets {
        func fit(_ first: Double, _ second: Double, _ length: Double) -> (Double, Double) {
            let room = max(length - 1, 0)
            let first = first > 0 ? min(first, room) : 0
            return (first, second > 0 ? min(second, room - first) : 0)
        }
        let (left, right) = fit(left, right, size.width)
        let (top, bottom) = fit(top, bottom, size.height)
        return EdgeInsets(top: top, left: left, bottom: bottom, right: right)
    }
}
