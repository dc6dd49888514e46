/// Holds a moving position at a detent for a short distance, so that a finger can find it unseen.
///
/// The latch holds only the shown position. The travel goes on, so that even a slow drag leaves the
/// detent. A detent catches a position that comes near it or starts on it. It does not catch one
/// that starts beside it: a finger that has not moved yet must not move the value. The latch holds
/// nothing at the ends, so that a finger can always reach them.
struct DetentLatch {
    /// A position this near to a detent, as a fraction of the travel, is caught.
    private static let reach = 0.015
    /// A caught position is released at this distance.
    private static let release = 0.03

    /// The positions of the detents while a finger is down.
    private let detents: [Double]
    /// Where the position is held.
    private var caught: Double?
    /// The detent that the travel began beside.
    private var ignored: Double?
    /// The last position of the travel itself.
    private var travelled: Double

    /// A latch for a travel that begins at `position`.
    init(detents: [Double] = [], at position: Double = 0) {
        self.detents = detents
        travelled = position
        guard let near = detent(near: position) else { return }
        // Holds the exact position: near the end of a taper, the least rounding is another value.
        if abs(near - position) < 1e-9 { caught = position } else { ignored = near }
    }

    /// The position to show for `position`.
    mutating func position(for position: Double) -> Double {
        travelled = position
        if position <= 0 || position >= 1 {
            (caught, ignored) = (nil, nil)
            return position
        }
        if let caught, abs(position - caught) < Self.release { return caught }
        let near = detent(near: position)
        if near != ignored { ignored = nil }
        caught = near == ignored ? nil : near
        return caught ?? position
    }

    /// Releases a position that fine control picks. The nearest detent does not catch it again
    /// until it has left that detent.
    ///
    /// - Returns: The position to show, and to continue from: a travel that was held continues from
    ///   its detent.
    mutating func release(at position: Double) -> Double {
        let free = position + (caught.map { $0 - travelled } ?? 0)
        travelled = free
        (caught, ignored) = (nil, detent(near: free))
        return free
    }

    /// The nearest detent, if it is near enough.
    private func detent(near position: Double) -> Double? {
        let nearest = detents.min { abs(position - $0) < abs(position - $1) }
        return nearest.flatMap { abs(position - $0) <= Self.reach ? $0 : nil }
    }
}
