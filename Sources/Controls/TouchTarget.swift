import Drawing

/// How far beside what it aims at a finger may land: fingers are wider than thumbs and tracks.
struct TouchTarget {
    /// How far the middle of a finger may be from what it is on, in pixels.
    let fingerRadius: Double
    /// How far it may be beside, whatever the size; `nil` for at least `least`, or what makes the
    /// place to touch as wide as a finger.
    var reach: Double?
    /// The least reach where none is given, in pixels.
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
