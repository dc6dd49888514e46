/// The shape of a line's ends.
public enum LineCap: Sendable {
    /// Cut off at the end of the path.
    case butt
    /// Half a disc beyond the end.
    case round
    /// Half a square beyond the end.
    case square
}
