/// How a line ends.
public enum LineCap: Sendable {
    /// Cut off where the path ends.
    case butt
    /// With half a disc beyond the end.
    case round
    /// With half a square beyond the end.
    case square
}
