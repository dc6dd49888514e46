/// One way to show a picture, of those that are tried until the driver accepts one.
struct Attempt: Equatable {
    /// What a driver may do without.
    struct Extras: OptionSet {
        let rawValue: Int

        /// The driver is told which parts of a picture are new.
        static let damage = Extras(rawValue: 1)
        /// The hardware turns the picture.
        static let rotation = Extras(rawValue: 2)
        /// What the last master left is undone: cursors, overlays, colours.
        static let cleaning = Extras(rawValue: 4)
    }

    /// The place of the mode among those that may be used, best first.
    let mode: Int
    let isAtomic: Bool
    let extras: Extras

    /// The attempts, best first: with less and less that is not needed, then in the next mode, and
    /// at last with the calls from before atomic commits, which cannot be tried beforehand.
    ///
    /// - Parameters:
    ///   - modes: How many modes there are.
    ///   - isAtomic: Whether the driver has atomic commits.
    ///   - extras: What the plane has, and what is wanted.
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
