import Drawing

/// The area that counts as touching a part: fingers are wider than thumbs and tracks.
struct TouchTarget {
    /// The radius of a finger, in pixels.
    let fingerRadius: Double
    /// The distance beside the part that still counts, in pixels. `nil` makes the target as wide as
    /// a finger, with a reach of at least `least`.
    var reach: Double?
    /// The least default reach, in pixels.
    var least = 10.0

    /// Whether a finger at `point` counts as on `rect`.
    func contains(_ point: Point, on rect: Rect) -> Bool {
        rect.insetBy(dx: -reach(beside: rect.width), dy: -reach(beside: rect.height))
            .contains(point)
    }

    private func reach(beside side: Double) -> Double {
        reach ?? max(least, fingerRadius - side / 2)
    }
}
