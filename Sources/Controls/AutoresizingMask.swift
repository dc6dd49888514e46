import Drawing

/// The parts of a view's frame that change when its superview is resized.
///
/// The flexible parts of an axis share the difference, in proportion to their lengths.
public struct AutoresizingMask: OptionSet, Hashable, Sendable {
    /// One bit for each of the parts.
    public let rawValue: UInt

    /// A set with these bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The distance from the superview's left edge.
    public static let flexibleLeftMargin = AutoresizingMask(rawValue: 1)
    /// The width.
    public static let flexibleWidth = AutoresizingMask(rawValue: 2)
    /// The distance to the superview's right edge.
    public static let flexibleRightMargin = AutoresizingMask(rawValue: 4)
    /// The distance from the superview's top edge.
    public static let flexibleTopMargin = AutoresizingMask(rawValue: 8)
    /// The height.
    public static let flexibleHeight = AutoresizingMask(rawValue: 16)
    /// The distance to the superview's bottom edge.
    public static let flexibleBottomMargin = AutoresizingMask(rawValue: 32)

    /// The new frame when the superview goes from the size `old` to `new`.
    func frame(_ frame: Rect, from old: Size, to new: Size) -> Rect {
        let (x, width) = Self.fit(
            frame.minX, frame.width, old.width - frame.maxX, by: new.width - old.width,
            contains(.flexibleLeftMargin), contains(.flexibleWidth),
            contains(.flexibleRightMargin))
        let (y, height) = Self.fit(
            frame.minY, frame.height, old.height - frame.maxY, by: new.height - old.height,
            contains(.flexibleTopMargin), contains(.flexibleHeight),
            contains(.flexibleBottomMargin))
        return Rect(x: x, y: y, width: width, height: height)
    }

    /// The near margin and the length after the sum of both margins and the length changed by
    /// `difference`.
    private static func fit(
        _ near: Double, _ length: Double, _ far: Double, by difference: Double,
        _ isNearFlexible: Bool, _ isLengthFlexible: Bool, _ isFarFlexible: Bool
    ) -> (near: Double, length: Double) {
        let flexible = [isNearFlexible, isLengthFlexible, isFarFlexible]
        var weights = zip([near, length, far], flexible).map { $1 ? max($0, 0) : 0 }
        // If no flexible part has a length, they share equally.
        if weights.allSatisfy({ $0 == 0 }) { weights = flexible.map { $0 ? 1 : 0 } }
        let sum = weights.reduce(0, +)
        guard sum > 0 else { return (near, length) }
        return (
            near + difference * weights[0] / sum,
            max(length + difference * weights[1] / sum, 0)
        )
    }
}
