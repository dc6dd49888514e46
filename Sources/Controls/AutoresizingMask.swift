import Drawing

/// What of a view's frame gives way when its superview is resized.
///
/// All that is flexible on an axis takes its share of the difference, in proportion to its length.
public struct AutoresizingMask: OptionSet, Hashable, Sendable {
    /// One bit for each of the parts.
    public let rawValue: UInt

    /// The parts that these bits stand for.
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

    /// Where `frame` goes when its superview goes from a size to another.
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

    /// The near margin and the length of what has a length between two margins.
    private static func fit(
        _ near: Double, _ length: Double, _ far: Double, by difference: Double,
        _ isNearFlexible: Bool, _ isLengthFlexible: Bool, _ isFarFlexible: Bool
    ) -> (near: Double, length: Double) {
        let flexible = [isNearFlexible, isLengthFlexible, isFarFlexible]
        var weights = zip([near, length, far], flexible).map { $1 ? max($0, 0) : 0 }
        // With nothing to go by, all that is flexible gives way alike.
        if weights.allSatisfy({ $0 == 0 }) { weights = flexible.map { $0 ? 1 : 0 } }
        let sum = weights.reduce(0, +)
        guard sum > 0 else { return (near, length) }
        return (
            near + difference * weights[0] / sum,
            max(length + difference * weights[1] / sum, 0)
        )
    }
}
