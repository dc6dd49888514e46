/// The shape of a line's corners.
public enum LineJoin: Sendable {
    /// A point.
    case miter
    /// A part of a disc.
    case round
    /// A point that is cut off.
    case bevel
}
