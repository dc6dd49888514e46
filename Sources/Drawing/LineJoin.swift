/// How a line turns a corner.
public enum LineJoin: Sendable {
    /// With a point.
    case miter
    /// With a part of a disc.
    case round
    /// With the point cut off.
    case bevel
}
