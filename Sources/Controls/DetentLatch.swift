/// Holds a moving position at a detent for a short distance, so that a finger can find it unseen.
///
/// Only the shown position is held. The travel goes on, so that a slow drag leaves the detent too.
/// A detent catches a position that comes near it or starts on it. It does not catch one that
/// starts beside it: a finger that has not moved yet must not move the value.
struct DetentLatch {
    /// A position this near to a detent, as a fraction of the travel, is caught.
    private static let reach = 0.015
    /// A caught position is released at this distance.
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
        // Held exactly where it is: near the end of a taper, the least rounding is another value.
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
