/// The kind of a view's content, which decides whether right-to-left layouts mirror it.
public enum SemanticContentAttribute: Sendable {
    /// Follows the superview; left to right if no superview decides.
    case unspecified
    /// Transport keys, which are never mirrored: a tape runs the same way everywhere.
    case playback
    /// Positions in space, such as a panner's, which are never mirrored: left is left.
    case spatial
    /// Left to right, here and in subviews that do not override it.
    case forceLeftToRight
    /// Right to left, here and in subviews that do not override it.
    case forceRightToLeft
}

/// The side of a view's leading edge.
public enum UserInterfaceLayoutDirection: Sendable {
    /// On the left.
    case leftToRight
    /// On the right.
    case rightToLeft
}
