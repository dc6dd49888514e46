/// Turns the ways of fingers along a track into the two ends of a range: each moves one end, or both.
///
/// Positions are 0…1 of the travel, and may lie beyond it. A finger counts from where it took hold and
/// never sums up steps, so that one that overshoots an end and comes back is where it was. No two
/// fingers move the same end.
public struct RangeDrag: Sendable {
    /// One finger, and where it counts from.
    private struct Grip {
        let finger: Int
        /// `nil` while it is not decided which of two overlapping ends it moves.
        var part: RangeSlider.Part?
        var anchor: Double
        var position: Double
        var lower: Double
        var upper: Double
        /// How far the ends go for what the finger goes.
        var gain: Double
        var lowerDetents: DetentLatch
        var upperDetents: DetentLatch
        let endsAtBegin: RangeEnds
        /// The ends that `lower` and `upper` count from.
        var endsAtAnchor: RangeEnds

        /// Counts from where the finger is; what it `moved` on its way here stays.
        mutating func reanchor(after moved: Double) {
            anchor = position
            lower += moved
            upper += moved
        }
    }

    /// The ends. When they are set, fingers go on from what they find.
    public var ends: RangeEnds {
        get { current }
        set {
            current = newValue
            reanchor()
        }
    }
    private var current = RangeEnds()
    /// What an end does that a finger moves against the other; `stop` by default.
    public var crossing = RangeSlider.Crossing.stop
    /// Values that hold a moving end a little, for fingers that land from now on.
    public var detents: [Double] = []

    private var grips: [Grip] = []
    /// What the finger moved that lifted last.
    private var last: (finger: Int, part: RangeSlider.Part?)?

    /// Ends that nobody moves.
    public init() {}

    // MARK: Who moves what

    /// Whether any finger has taken hold.
    public var isHeld: Bool { !grips.isEmpty }

    /// Whether a finger moves an end, or may yet choose it.
    public func isHeld(_ part: RangeSlider.Part) -> Bool {
        grips.contains { $0.part == part || $0.part == .both || $0.part == nil }
    }

    /// Whether a finger that lands may move a part.
    public func isFree(_ part: RangeSlider.Part) -> Bool {
        grips.allSatisfy { $0.part != part && $0.part != .both && part != .both }
    }

    /// What a finger moves, or has moved if it is the one that lifted last; `nil` if nothing, or if
    /// it is not decided yet.
    public func part(of finger: Int) -> RangeSlider.Part? {
        if let grip = grips.first(where: { $0.finger == finger }) { return grip.part }
        return last.flatMap { $0.finger == finger ? $0.part : nil }
    }

    // MARK: Fingers

    /// A finger landed at a position, where it may move one of some parts.
    ///
    /// Of two ends it takes, when it moves, the one ahead, or the other where that has no room.
    ///
    /// - Parameters:
    ///   - finger: A number that no other finger has.
    ///   - position: Where on the travel it landed.
    ///   - parts: What it may move; those that other fingers move are left out.
    ///   - gain: How far the ends go for what the finger goes.
    /// - Returns: Whether the finger moves anything; if not, it is of no concern.
    public mutating func begin(
        _ finger: Int, at position: Double, on parts: [RangeSlider.Part], gain: Double = 1
    ) -> Bool {
        let choice = parts.filter(isFree)
        guard let first = choice.first else { return false }
        let (low, high) = positions
        let detents = detents.map(current.scale.position(of:))
        grips.append(
            Grip(
                finger: finger, part: choice.count == 1 ? first : nil, anchor: position,
                position: position, lower: low, upper: high, gain: gain,
                lowerDetents: DetentLatch(detents: detents, at: low),
                upperDetents: DetentLatch(detents: detents, at: high), endsAtBegin: current,
                endsAtAnchor: current))
        return true
    }

    /// The travel is another: on it, the finger was at `position` when it moved last.
    public mutating func rebase(_ finger: Int, to position: Double) {
        guard let index = index(of: finger), position != grips[index].position else { return }
        let grip = grips[index]
        if grip.part != nil {
            grips[index].reanchor(after: (grip.position - grip.anchor) * grip.gain)
        }
        (grips[index].anchor, grips[index].position) = (position, position)
    }

    /// A finger moved to a position. From there on `gain` applies; what it moved on its way here
    /// still counts at the gain before.
    ///
    /// - Parameters:
    ///   - finger: The number that it landed with.
    ///   - position: Where on the travel it is.
    ///   - gain: How far the ends go for what the finger goes.
    ///   - isFine: Whether it moves slowly, so that detents let it be.
    public mutating func move(
        _ finger: Int, to position: Double, gain: Double = 1, isFine: Bool = false
    ) {
        guard let index = index(of: finger) else { return }
        grips[index].position = position
        let moved = (position - grips[index].anchor) * grips[index].gain
        if grips[index].part == nil {
            guard moved != 0, let part = movablePart(isDown: moved < 0) else { return }
            grips[index].part = part
        }
        var grip = grips[index]
        move(&grip, by: moved, isFine: isFine)
        if gain != grip.gain {
            grip.reanchor(after: moved)
            grip.gain = gain
        }
        grips[index] = grip
    }

    /// A finger lifted, or was taken away; what it moved goes back to where it was if it `reverts`,
    /// and what another finger moves stays where that took it.
    ///
    /// - Returns: Whether what it moved is elsewhere than when it landed.
    @discardableResult
    public mutating func end(_ finger: Int, reverts: Bool = false) -> Bool {
        guard let index = index(of: finger) else { return false }
        let grip = grips[index]
        if reverts { revert(grip) }
        last = (finger, grip.part)
        grips.remove(at: index)
        return switch grip.part {
        case .lower?: current.lower != grip.endsAtBegin.lower
        case .upper?: current.upper != grip.endsAtBegin.upper
        case .both?:
            (current.lower, current.upper) != (grip.endsAtBegin.lower, grip.endsAtBegin.upper)
        case nil: false
        }
    }

    // MARK: What they move

    private var positions: (lower: Double, upper: Double) {
        (current.scale.position(of: current.lower), current.scale.position(of: current.upper))
    }

    private func index(of finger: Int) -> Int? { grips.firstIndex { $0.finger == finger } }

    /// Fingers go on from the values they find.
    private mutating func reanchor() {
        guard isHeld else { return }
        let (low, high) = positions
        let detents = detents.map(current.scale.position(of:))
        for index in grips.indices {
            grips[index].anchor = grips[index].position
            (grips[index].lower, grips[index].upper) = (low, high)
            grips[index].lowerDetents = DetentLatch(detents: detents, at: low)
            grips[index].upperDetents = DetentLatch(detents: detents, at: high)
            grips[index].endsAtAnchor = current
        }
    }

    private mutating func revert(_ grip: Grip) {
        switch grip.part {
        case .lower?: ends.setLower(grip.endsAtBegin.lower)
        case .upper?: ends.setUpper(grip.endsAtBegin.upper)
        case .both?: ends.set(lower: grip.endsAtBegin.lower, upper: grip.endsAtBegin.upper)
        case nil: break
        }
    }

    /// The end that a drag in one direction moves, of two that lie on one another: the one ahead, or
    /// if that is at its end the other; `nil` if neither can move.
    private func movablePart(isDown: Bool) -> RangeSlider.Part? {
        let isApart = current.upper > current.lower + current.minimumGap
        let hasRoomAhead =
            isDown ? current.lower > current.scale.minimum : current.upper < current.scale.maximum
        let (ahead, behind): (RangeSlider.Part, RangeSlider.Part) =
            isDown ? (.lower, .upper) : (.upper, .lower)
        if isFree(ahead), hasRoomAhead { return ahead }
        return isFree(behind) && isApart ? behind : nil
    }

    private mutating func move(_ grip: inout Grip, by distance: Double, isFine: Bool) {
        switch grip.part {
        case .lower?:
            let wanted = (grip.lower + distance).clamped(from: 0, to: 1)
            // Fine control finds its own places.
            let position = isFine ? wanted : grip.lowerDetents.position(for: wanted)
            moveLower(to: value(at: position, keeping: current.lower))
        case .upper?:
            let wanted = (grip.upper + distance).clamped(from: 0, to: 1)
            let position = isFine ? wanted : grip.upperDetents.position(for: wanted)
            moveUpper(to: value(at: position, keeping: current.upper))
        case .both?:
            // As far as both can go, so that the range keeps its width.
            let distance = distance.clamped(from: -grip.lower, to: 1 - grip.upper)
            let lower = value(at: grip.lower + distance, keeping: current.lower)
            current.set(lower: lower, upper: upper(of: grip, movedBy: distance, lower: lower))
        case nil: break
        }
    }

    private mutating func moveLower(to value: Double) {
        if crossing == .push, isFree(.upper) {
            current.pushLower(to: value)
        } else {
            current.setLower(value)
        }
    }

    private mutating func moveUpper(to value: Double) {
        if crossing == .push, isFree(.lower) {
            current.pushUpper(to: value)
        } else {
            current.setUpper(value)
        }
    }

    /// The upper end of a range that moved as a whole.
    private func upper(of grip: Grip, movedBy distance: Double, lower: Double) -> Double {
        guard current.scale.taper.curve == .linear, lower != grip.endsAtAnchor.lower else {
            return value(at: grip.upper + distance, keeping: current.upper)
        }
        // On an even scale the width is kept in the values, which are stepped together.
        return lower + (grip.endsAtAnchor.upper - grip.endsAtAnchor.lower)
    }

    /// The value at a position; where the finger has not moved the end, the value it has, which a
    /// taper's rounding might else change.
    private func value(at position: Double, keeping value: Double) -> Double {
        let position = position.clamped(from: 0, to: 1)
        return position == current.scale.position(of: value)
            ? value : current.scale.value(at: position)
    }
}
