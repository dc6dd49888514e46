/// A width and a height.
public struct Size: Hashable, Sendable {
    /// The horizontal extent.
    public var width: Double

    /// The vertical extent.
    public var height: Double

    /// The empty size.
    public static let zero = Size(width: 0, height: 0)

    /// A size with this width and height.
    public init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }
}
