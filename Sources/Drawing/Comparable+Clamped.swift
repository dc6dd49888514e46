extension Comparable {
    /// The nearest to this from `least` to `greatest`; `greatest` where the two are in the wrong
    /// order, as those of a rectangle without room are. NaN stays NaN.
    @inlinable
    package func clamped(from least: Self, to greatest: Self) -> Self {
        min(max(self, least), greatest)
    }
}
