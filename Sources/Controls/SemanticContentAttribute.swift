/// What a view shows, which says whether it is turned round where one reads from right to left.
public enum SemanticContentAttribute: Sendable {
    /// As the superview; from left to right, if no view above says otherwise.
    case unspecified
    /// Transport keys, which never turn round: a tape runs the same way everywhere.
    case playback
    /// What stands for places, such as a panner, and never turns round: left is left.
    case spatial
    /// From left to right, here and in the views inside that say nothing else.
    case forceLeftToRight
    /// From right to left, here and in the views inside that say nothing else.
    case forceRightToLeft
}

/// Where a view's leading end is.
public enum UserInterfaceLayoutDirection: Sendable {
    /// On the left.
    case leftToRight
    /// On the right.
    case rightToLeft
}
