/// Converts the movements of fingers along a track into the two ends of a range. Each finger moves
/// one end, or both.
///
/// Positions are 0…1 of the travel, and may be beyond it. The movement of a finger is measured from
/// an anchor, never summed up. So a finger that overshoots the travel and comes back finds the end
/// of the range where it left it. No two fingers move the same end.
public struct RangeDrag: Sendable {
    /// One finger, and the anchor from which it is measured.
    private struct Grip {
        let finger: Int
        /// The part that the finger moves; `nil` while undecided between two overlapping ends.
        var part: RangeSlider.Part?
        var anchor: Double
        var position: Double
        var lower: Double
        var upper: Double
        /// How far the ends move per movement of the finger.
        var gain: Double
        var lowerDetents: DetentLatch
        var upperDetents: DetentLatch
        let endsAtBegin: RangeEnds
        /// The ends at which `lower` and `upper` were anchored.
        var endsAtAnchor: RangeEnds
        /// From and to which value the finger has pushed the other end; `nil` if it has pushed
        /// nothing.
        var pushed: (from: Double, to: Double)?

        mutating func notePush(from before: Double, to value: Double) {
            pushed = (pushed?.from ?? before, value)
        }

        /// Sets a new anchor at the finger's position, after it has moved by `moved`.
        mutating func reanchor(after moved: Double) {
            anchor = position
            lower += moved
            upper += moved
        }
    }

    /// The ends. Setting them makes fingers continue from the new ends.
    public var ends: RangeEnds {
        get { current }
        set {
            current = newValue
            if !keepsAnchors { reanchor() }
        }
    }
    /// Whether new ends leave fingers where they are: an action corrects what a finger sets.
    var keepsAnchors = false
    private var current = RangeEnds()
    /// The effect on an end that a finger moves against the other; `stop` by default.
    public var crossing = RangeSlider.Crossing.stop
    /// Values that hold a moving end for a short distance, for fingers that land from now on.
    public var detents: [Double] = []

    private var grips: [Grip] = []
    /// The finger that lifted last, and the part that it moved.
    private var last: (finger: Int, part: RangeSlider.Part?)?

    /// The default ends, without fingers.
    public init() {}

    // MARK: Which finger moves what

    /// Whether any finger holds a part.
    public var isHeld: Bool { !grips.isEmpty }

    /// Whether a finger moves this end, or may still choose it.
    public func isHeld(_ part: RangeSlider.Part) -> Bool {
        grips.contains { $0.part == part || $0.part == .both || $0.part == nil }
    }

    /// Whether a finger moves this end, and not the other.
    func isMoved(_ part: RangeSlider.Part) -> Bool { grips.contains { $0.part == part } }

    /// Whether a finger that lands may move a part.
    public func isFree(_ part: RangeSlider.Part) -> Bool {
        grips.allSatisfy { $0.part != part && $0.part != .both && part != .both }
    }

    /// The part that a finger moves, or moved if it lifted last; `nil` if none, or if it is
    /// undecided.
    public func part(of finger: Int) -> RangeSlider.Part? {
        if let grip = grips.first(where: { $0.finger == finger }) { return grip.part }
        return last.flatMap { $0.finger == finger ? $0.part : nil }
    }

    // MARK: Fingers

    /// Begins the drag of a finger that landed at a position, and that may move one of `parts`.
    ///
    /// If it may move either end, it will move the one ahead, or the other if that one has no
    /// space.
    ///
    /// - Parameters:
    ///   - finger: A number that no other finger has.
    ///   - position: The position on the travel.
    ///   - parts: The parts that it may move. Those that other fingers move are ignored.
    ///   - gain: How far the ends move per movement of the finger.
    /// - Returns: Whether the finger moves anything. If not, the drag does not track it.
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

    /// Adapts to a travel that has itself changed: on the new one, the finger's last position is
    /// `position`.
    public mutating func rebase(_ finger: Int, to position: Double) {
        guard let index = index(of: finger), position != grips[index].position else { return }
        let grip = grips[index]
        if grip.part != nil {
            grips[index].reanchor(after: (grip.position - grip.anchor) * grip.gain)
        }
        (grips[index].anchor, grips[index].position) = (position, position)
    }

    /// Moves a finger to a position. `gain` applies from there on; the movement up to it still
    /// counts at the previous gain.
    ///
    /// - Parameters:
    ///   - finger: The number of the finger.
    ///   - position: The position on the travel.
    ///   - gain: How far the ends move per movement of the finger.
    ///   - isFine: Whether the finger moves with fine control, so that detents do not hold it.
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

    /// Ends the drag of a finger that lifted or was cancelled. With `reverts`, its part goes back
    /// to where it was. A part that another finger moves stays.
    ///
    /// - Returns: Whether its part has moved since the finger landed.
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

    // MARK: Moving the ends

    private var positions: (lower: Double, upper: Double) {
        (current.scale.position(of: current.lower), current.scale.position(of: current.upper))
    }

    private func index(of finger: Int) -> Int? { grips.firstIndex { $0.finger == finger } }

    /// Makes all fingers continue from the present values.
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
        case .lower?:
            ends.setLower(grip.endsAtBegin.lower)
            // Does not go back if something else has moved the end since.
            if let pushed = grip.pushed, pushed.to == current.upper { ends.setUpper(pushed.from) }
        case .upper?:
            ends.setUpper(grip.endsAtBegin.upper)
            if let pushed = grip.pushed, pushed.to == current.lower { ends.setLower(pushed.from) }
        case .both?: ends.set(lower: grip.endsAtBegin.lower, upper: grip.endsAtBegin.upper)
        case nil: break
        }
    }

    /// Which of two overlapping ends a drag in one direction moves: the one ahead, or the other if
    /// the first is at the end of the scale. `nil` if neither can move.
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
            let position = Self.position(
                from: &grip.lower, movedBy: distance, by: &grip.lowerDetents, isFine: isFine)
            moveLower(to: value(at: position, keeping: current.lower), by: &grip)
        case .upper?:
            let position = Self.position(
                from: &grip.upper, movedBy: distance, by: &grip.upperDetents, isFine: isFine)
            moveUpper(to: value(at: position, keeping: current.upper), by: &grip)
        case .both?:
            // Moves only as far as both ends can, so that the range keeps its width.
            let distance = distance.clamped(from: -grip.lower, to: 1 - grip.upper)
            let lower = value(at: grip.lower + distance, keeping: current.lower)
            current.set(lower: lower, upper: upper(of: grip, movedBy: distance, lower: lower))
        case nil: break
        }
    }

    /// The position of an end that was at `start` when it was anchored. With fine control, the
    /// finger picks the position without detents, from the shown one.
    private static func position(
        from start: inout Double, movedBy distance: Double, by detents: inout DetentLatch,
        isFine: Bool
    ) -> Double {
        let wanted = (start + distance).clamped(from: 0, to: 1)
        guard isFine else { return detents.position(for: wanted) }
        let free = detents.release(at: wanted).clamped(from: 0, to: 1)
        start += free - wanted
        return free
    }

    private mutating func moveLower(to value: Double, by grip: inout Grip) {
        guard crossing == .push, isFree(.upper) else { return current.setLower(value) }
        let before = current.upper
        current.pushLower(to: value)
        if current.upper != before { grip.notePush(from: before, to: current.upper) }
    }

    private mutating func moveUpper(to value: Double, by grip: inout Grip) {
        guard crossing == .push, isFree(.lower) else { return current.setUpper(value) }
        let before = current.lower
        current.pushUpper(to: value)
        if current.lower != before { grip.notePush(from: before, to: current.lower) }
    }

    /// The upper end of a range that moved as a whole.
    private func upper(of grip: Grip, movedBy distance: Double, lower: Double) -> Double {
        guard current.scale.taper.curve == .linear, lower != grip.endsAtAnchor.lower else {
            return value(at: grip.upper + distance, keeping: current.upper)
        }
        // On a linear scale, the width is kept in values, so that both ends step together.
        return lower + (grip.endsAtAnchor.upper - grip.endsAtAnchor.lower)
    }

    /// The value at a position. At the position of `value`, returns `value` itself, which the
    /// taper's rounding might otherwise change.
    private func value(at position: Double, keeping value: Double) -> Double {
        let position = position.clamped(from: 0, to: 1)
        return position == current.scale.position(of: value)
            ? value : current.scale.value(at: position)
    }
}
