extension Comparable {
    /// This value, clamped to `least`…`greatest`. If these are in the wrong order, as for a
    /// rectangle that is too small, the result is `greatest`. NaN stays NaN.
    @inlinable
    package func clamped(from least: Self, to greatest: Self) -> Self {
        min(max(self, least), greatest)
    }
}
