/// A configuration for showing pictures. Attempts are tested until the driver accepts one.
struct Attempt: Equatable {
    /// Optional features.
    struct Extras: OptionSet {
        let rawValue: Int

        /// The driver gets damage rectangles.
        static let damage = Extras(rawValue: 1)
        /// The hardware rotates the picture.
        static let rotation = Extras(rawValue: 2)
        /// Leftovers of the last master are removed: cursors, overlays, colour tables.
        static let cleaning = Extras(rawValue: 4)
    }

    /// The index of the mode in the list of usable modes, best first.
    let mode: Int
    let isAtomic: Bool
    let extras: Extras

    /// All attempts, best first: with fewer and fewer features, then with the next mode, and at
    /// last with the legacy calls, which cannot be tested.
    ///
    /// - Parameters:
    ///   - modes: The number of usable modes.
    ///   - isAtomic: Whether the driver supports atomic commits.
    ///   - extras: The features that are wanted and that the plane supports.
    static func ladder(modes: Int, isAtomic: Bool, extras: Extras) -> [Attempt] {
        var sets = [extras]
        for extra in [Extras.damage, .rotation, .cleaning] where extras.contains(extra) {
            sets.append((sets.last ?? []).subtracting(extra))
        }
        let atomic = (0..<modes).flatMap { mode in
            sets.map { Attempt(mode: mode, isAtomic: true, extras: $0) }
        }
        let legacy = (0..<modes).map {
            Attempt(mode: $0, isAtomic: false, extras: extras.intersection(.cleaning))
        }
        return (isAtomic ? atomic : []) + legacy
    }
}
