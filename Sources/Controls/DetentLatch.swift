/// Holds a moving position at a detent for a little, so that a finger can find it in the dark.
///
/// Only what is shown is held: the travel below goes on, so that a slow drag leaves the detent too.
/// A detent catches what comes near it or starts on it, but not what starts beside it: a finger that
/// lands there has not moved yet, and must not move the value.
struct DetentLatch {
    /// A position this near to a detent, as a share of the travel, is caught by it.
    private static let reach = 0.015
    /// A caught position must be this far off to be let go.
    private static let release = 0.03

    /// The detents' positions, for as long as a finger is down.
    private let detents: [Double]
    /// Where the position is held.
    private var caught: Double?
    /// The detent that the travel began beside.
    private var ignored: Double?

    /// A latch for a travel that begins at `position`.
    init(detents: [Double] = [], at position: Double = 0) {
        self.detents = detents
        guard let near = detent(near: position) else { return }
        // Held where it is: near the end of a taper the least rounding is another value.
        if abs(near - position) < 1e-9 { caught = position } else { ignored = near }
    }

    /// The position to show for `position`.
    mutating func position(for position: Double) -> Double {
        if let caught, abs(position - caught) < Self.release { return caught }
        let near = detent(near: position)
        if near != ignored { ignored = nil }
        caught = near == ignored ? nil : near
        return caught ?? position
    }

    /// The nearest detent, if it is near enough.
    private func detent(near position: Double) -> Double? {
        let nearest = detents.min { abs(position - $0) < abs(position - $1) }
        return nearest.flatMap { abs(position - $0) <= Self.reach ? $0 : nil }
    }
}
