public import Drawing
import Glibc

/// Turns the way of one finger around a centre into a position on a round track.
///
/// Positions are 0 at `startAngle` and 1 at `endAngle`. Angles grow clockwise on the screen, from 0
/// at 3 o'clock. The centre itself has no angle: a finger closer to it than `deadRadius` changes
/// nothing, and goes on from where it leaves the zone.
public struct RotaryDrag: Sendable {
    /// What touching and turning mean.
    public enum Mode: String, Sendable, CaseIterable {
        /// Touching changes nothing; turning moves the position by what the finger turned. What is
        /// turned past an end is dropped, so that turning back acts at once.
        case relative
        /// The position is where the finger is. Past an end it stays there until the finger comes
        /// back to that end.
        case latched
        /// The position is where the finger is, even where that is a jump from end to end.
        case absolute
    }

    /// What a finger does that lands where the track has its gap, in `latched` mode.
    public enum GapBegin: String, Sendable, CaseIterable {
        /// Nothing, until it is on the track.
        case hold
        /// It counts as being on the nearest end.
        case nearestEnd = "nearest-end"
    }

    /// What touching and turning mean; `relative` by default.
    public var mode = Mode.relative
    /// Where the track starts, at most 100 turns away from 0: what is farther is brought there. An
    /// angle above `endAngle` raises that as well; NaN is ignored.
    public var startAngle = Angle.radians(-.pi * 11 / 8) {
        didSet {
            startAngle = Self.valid(startAngle, or: oldValue)
            if endAngle < startAngle { endAngle = startAngle }
        }
    }
    /// Where the track ends, clockwise from `startAngle`, at most 100 turns away from 0: what is
    /// farther is brought there. An angle below `startAngle` lowers that as well; NaN is ignored.
    public var endAngle = Angle.radians(.pi * 3 / 8) {
        didSet {
            endAngle = Self.valid(endAngle, or: oldValue)
            if startAngle > endAngle { startAngle = endAngle }
        }
    }

    private static func valid(_ angle: Angle, or old: Angle) -> Angle {
        let limit = 200 * Double.pi
        return .radians(angle.radians.accepted(.within(-limit...limit), else: old.radians))
    }

    /// How many turns the whole travel takes in `relative` mode, above 0; `nil` for the track's own
    /// sweep. A track without length is not turned then.
    public var turns: Double? {
        didSet { turns = turns.accepted(.positive, else: oldValue) }
    }
    /// How much farther the position goes than the finger, in `relative` mode; what is not finite is
    /// ignored.
    public var gain = 1.0 {
        didSet { gain = gain.accepted(.finite, else: oldValue) }
    }
    /// Whether the travel has no ends: past its end it begins anew.
    public var wraps = false
    /// What a finger does that lands in the gap; `hold` by default.
    public var gapBegin = GapBegin.hold
    /// No angle is taken nearer to the centre than this, in pixels.
    public var deadRadius = 0.0 {
        didSet { deadRadius = deadRadius.accepted(.ordered, else: oldValue) }
    }
    /// Having been nearer than `deadRadius`, the finger must be this far out to count again.
    public var exitRadius = 0.0 {
        didSet { exitRadius = exitRadius.accepted(.ordered, else: oldValue) }
    }
    /// A greater turn between two samples is a swapped contact or lost samples: it changes nothing.
    public var maximumStep = Angle.degrees(150) {
        didSet {
            let radians = maximumStep.radians.accepted(.ordered, else: oldValue.radians)
            maximumStep = .radians(radians)
        }
    }

    /// The position, 0…1; 0 at first.
    public private(set) var position = 0.0

    /// The thing was put at `position` by somebody else: the finger goes on from there, in
    /// `latched` mode relatively until it lifts. NaN is ignored.
    public mutating func reanchor(at position: Double) {
        guard !position.isNaN else { return }
        self.position = position.clamped(from: 0, to: 1)
        if trackAngle != nil { trackAngle = .radians(startAngle.radians + sweep * position) }
    }

    private var center = Point.zero
    /// Where the finger was seen last; `nil` inside the dead zone.
    private var lastAngle: Angle?
    /// In `latched` mode, where on the track the finger is, which may be past an end.
    private var trackAngle: Angle?

    /// A recogniser with UIKit's habits: relative, over the knob tutorial's track.
    public init() {}

    private var sweep: Double { max(endAngle.radians - startAngle.radians, .leastNonzeroMagnitude) }

    /// A finger landed at `point`; the track lies around `center` and is at `position`.
    public mutating func begin(at point: Point, center: Point, position: Double) {
        self.center = center
        reanchor(at: position)
        trackAngle = nil
        lastAngle = nil
        guard let angle = angle(to: point, beyond: deadRadius) else { return }
        lastAngle = angle
        if mode != .relative { place(angle) }
    }

    /// The track lies around `center` now, from where the finger is seen at `point`.
    public mutating func rebase(to point: Point, center: Point) {
        self.center = center
        lastAngle = angle(to: point, beyond: lastAngle == nil ? exitRadius : deadRadius)
    }

    /// The finger moved to `point`.
    public mutating func move(to point: Point) {
        let limit = lastAngle == nil ? exitRadius : deadRadius
        guard let angle = angle(to: point, beyond: limit) else {
            lastAngle = nil
            return
        }
        let turn = lastAngle.map { (angle - $0).wrapped }
        lastAngle = angle
        // A finger that rests changes nothing, even where the position is the finger's own.
        if turn == Angle.zero { return }
        switch mode {
        case .absolute: place(angle)
        case .latched:
            if trackAngle == nil {
                place(angle)
            } else if let turn, abs(turn.radians) <= maximumStep.radians {
                follow(turn)
            }
        case .relative:
            guard let turn, abs(turn.radians) <= maximumStep.radians else { return }
            guard turns != nil || endAngle > startAngle else { return }
            let range = turns.map { $0 * 2 * .pi } ?? sweep
            position = brought(position + gain * turn.radians / range)
        }
    }

    /// A position that may lie past an end: at that end, or of an endless travel, on it again.
    private func brought(_ position: Double) -> Double {
        wraps ? position - position.rounded(.down) : position.clamped(from: 0, to: 1)
    }

    private func angle(to point: Point, beyond radius: Double) -> Angle? {
        let dx = point.x - center.x
        let dy = point.y - center.y
        let distance = (dx * dx + dy * dy).squareRoot()
        guard distance > 0, distance >= radius else { return nil }
        return .radians(atan2(dy, dx))
    }

    /// Takes the position from where the finger is.
    private mutating func place(_ angle: Angle) {
        // The principal angle about the middle of the track: right for a track written in any turn.
        let middle = Angle.radians((startAngle.radians + endAngle.radians) / 2)
        let onTrack = middle + (angle - middle).wrapped
        let isInGap = onTrack < startAngle || onTrack > endAngle
        if mode == .latched, gapBegin == .hold, isInGap { return }
        trackAngle = onTrack
        position = ((onTrack.radians - startAngle.radians) / sweep).clamped(from: 0, to: 1)
    }

    private mutating func follow(_ turn: Angle) {
        guard var angle = trackAngle else { return }
        angle = angle + turn
        guard !wraps else {
            trackAngle = angle
            position = brought((angle.radians - startAngle.radians) / sweep)
            return
        }
        // A whole turn past an end, the finger passes that end again: it takes hold there.
        if angle.radians - endAngle.radians >= 2 * .pi { angle = .radians(angle.radians - 2 * .pi) }
        if startAngle.radians - angle.radians >= 2 * .pi {
            angle = .radians(angle.radians + 2 * .pi)
        }
        trackAngle = angle
        position = brought((angle.radians - startAngle.radians) / sweep)
    }
}
