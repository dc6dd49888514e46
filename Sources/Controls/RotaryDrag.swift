public import Drawing
import Glibc

/// Converts the movement of one finger around a centre into a position on a round track.
///
/// Positions are 0 at `startAngle` and 1 at `endAngle`. Angles grow clockwise on the screen, from 0
/// at 3 o'clock. The centre has no angle: a finger within `deadRadius` changes nothing, and
/// continues from where it leaves that zone.
public struct RotaryDrag: Sendable {
    /// How touches and turns change the position.
    public enum Mode: String, Sendable, CaseIterable {
        /// A touch alone changes nothing; turning moves the position by the angle of the finger.
        /// Movement past an end is dropped, so that turning back acts at once.
        case relative
        /// The position follows the finger. Past an end it stays there, until the finger comes back
        /// to that end.
        case latched
        /// The position follows the finger, even if it jumps from end to end.
        case absolute
    }

    /// The effect of a finger that lands in the track's gap in `latched` mode.
    public enum GapBegin: String, Sendable, CaseIterable {
        /// None, until the finger is on the track.
        case hold
        /// The finger counts as being on the nearest end.
        case nearestEnd = "nearest-end"
    }

    /// How touches and turns change the position; `relative` by default.
    public var mode = Mode.relative
    /// Where the track starts, clamped to 100 turns from 0 in both directions. An angle above
    /// `endAngle` raises that as well. NaN is ignored.
    public var startAngle = Angle.radians(-.pi * 11 / 8) {
        didSet {
            startAngle = Self.valid(startAngle, or: oldValue)
            if endAngle < startAngle { endAngle = startAngle }
        }
    }
    /// Where the track ends, clockwise from `startAngle`, clamped to 100 turns from 0 in both
    /// directions. An angle below `startAngle` lowers that as well. NaN is ignored.
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

    /// The number of turns for the whole travel in `relative` mode, above 0. `nil` uses the track's
    /// own sweep; then a finger cannot turn a track without length.
    public var turns: Double? {
        didSet { turns = turns.accepted(.positive, else: oldValue) }
    }
    /// The factor from the finger's movement to the position's in `relative` mode. A value that is
    /// not finite is ignored.
    public var gain = 1.0 {
        didSet { gain = gain.accepted(.finite, else: oldValue) }
    }
    /// Whether the travel is endless: past its end it starts again.
    public var wraps = false
    /// The effect of a finger that lands in the gap; `hold` by default.
    public var gapBegin = GapBegin.hold
    /// The distance from the centre within which no angle is measured, in pixels.
    public var deadRadius = 0.0 {
        didSet { deadRadius = deadRadius.accepted(.ordered, else: oldValue) }
    }
    /// A finger that was within `deadRadius` must be this far out before it counts again.
    public var exitRadius = 0.0 {
        didSet { exitRadius = exitRadius.accepted(.ordered, else: oldValue) }
    }
    /// A greater turn between two samples comes from a swapped contact or from lost samples. It is
    /// ignored.
    public var maximumStep = Angle.degrees(150) {
        didSet {
            let radians = maximumStep.radians.accepted(.ordered, else: oldValue.radians)
            maximumStep = .radians(radians)
        }
    }

    /// The position, 0…1; 0 at first.
    public private(set) var position = 0.0

    /// Continues from `position`, which something other than the finger set. In `latched` mode, the
    /// finger moves it relatively until it lifts. NaN is ignored.
    public mutating func reanchor(at position: Double) {
        guard !position.isNaN else { return }
        self.position = position.clamped(from: 0, to: 1)
        if trackAngle != nil { trackAngle = .radians(startAngle.radians + sweep * position) }
    }

    private var center = Point.zero
    /// The last angle of the finger; `nil` inside the dead zone.
    private var lastAngle: Angle?
    /// In `latched` mode, the finger's place on the track, which may be past an end.
    private var trackAngle: Angle?

    /// A relative drag over the track of the knob in the UIKit tutorial.
    public init() {}

    private var sweep: Double { max(endAngle.radians - startAngle.radians, .leastNonzeroMagnitude) }

    /// Starts at `point`, with the track around `center` and at `position`.
    public mutating func begin(at point: Point, center: Point, position: Double) {
        self.center = center
        reanchor(at: position)
        trackAngle = nil
        lastAngle = nil
        guard let angle = angle(to: point, beyond: deadRadius) else { return }
        lastAngle = angle
        if mode != .relative { place(angle) }
    }

    /// Adapts to a track that moved: its centre is `center` now, and the finger's last point is
    /// `point`.
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
        // A resting finger changes nothing, even where it determines the position.
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
            position = limited(position + gain * turn.radians / range)
        }
    }

    /// Brings a position that is past an end to that end, or wraps it if the travel is endless.
    private func limited(_ position: Double) -> Double {
        wraps ? position - position.rounded(.down) : position.clamped(from: 0, to: 1)
    }

    private func angle(to point: Point, beyond radius: Double) -> Angle? {
        let dx = point.x - center.x
        let dy = point.y - center.y
        let distance = (dx * dx + dy * dy).squareRoot()
        guard distance > 0, distance >= radius else { return nil }
        return .radians(atan2(dy, dx))
    }

    /// Sets the position from the angle of the finger.
    private mutating func place(_ angle: Angle) {
        // The angle nearest to the middle of the track, so that the track's angles may be in any
        // turn.
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
            position = limited((angle.radians - startAngle.radians) / sweep)
            return
        }
        // A whole turn past an end, the finger passes that end again, and moves the position from
        // there.
        if angle.radians - endAngle.radians >= 2 * .pi { angle = .radians(angle.radians - 2 * .pi) }
        if startAngle.radians - angle.radians >= 2 * .pi {
            angle = .radians(angle.radians + 2 * .pi)
        }
        trackAngle = angle
        position = limited((angle.radians - startAngle.radians) / sweep)
    }
}
