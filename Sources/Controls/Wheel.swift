/// A ring of lines that a finger turns, and that comes to rest with a line in the middle.
///
/// Places are counted in lines, from the first one. They continue beyond the last line, after which
/// the first one follows again.
struct Wheel {
    /// The number of lines; at least 1.
    let lineCount: Int
    /// The place in the middle, in lines.
    private(set) var place = 0.0
    /// The place in the middle once the wheel rests, in lines.
    private(set) var target = 0

    private var motion: SpringMotion?
    private var drag: Drag?

    private struct Drag {
        /// The place in the middle when the finger was at `touch`.
        var place: Double
        var touch: Double
        var samples: [(time: Duration, touch: Double)]
        var hasMoved = false
    }

    /// A wheel that rests at its first line.
    init(lineCount: Int) { self.lineCount = max(1, lineCount) }

    /// The line in the middle, or the one at which the wheel will come to rest.
    var line: Int { modulo(target) }

    /// Whether a finger holds the wheel.
    var isHeld: Bool { drag != nil }

    /// The line at a place.
    func line(at place: Int) -> Int { modulo(place) }

    private func modulo(_ place: Int) -> Int {
        let rest = place % lineCount
        return rest < 0 ? rest + lineCount : rest
    }

    /// Turns to a line in the shorter direction: at once, or animated.
    mutating func turn(to line: Int, animated: Bool) {
        // A finger that turns the wheel has precedence.
        guard drag == nil else { return }
        let ahead = modulo(line - target)
        // The wheel already turns to that line, at its own speed.
        if animated, ahead == 0, motion != nil { return }
        target += ahead * 2 > lineCount ? ahead - lineCount : ahead
        rest(animated: animated)
    }

    /// Steps by some lines, animated.
    mutating func step(by lines: Int) {
        target += lines
        rest(animated: true)
    }

    private mutating func rest(animated: Bool, speed: Double = 0) {
        if animated {
            guard place != Double(target) else { return }
            // The stiffness that matches the speed, limited so that the spring is neither slack nor
            // hard.
            let natural = abs(speed) / max(abs(Double(target) - place), 0.1)
            motion = SpringMotion(
                from: place, to: Double(target), speed: speed,
                stiffness: speed == 0 ? 14 : natural.clamped(from: 6, to: 14))
        } else {
            motion = nil
            renumber()
        }
    }

    /// Reduces the places to the first turn of the ring, so that they stay small.
    private mutating func renumber() {
        target = line
        place = Double(target)
    }

    // MARK: Fingers

    /// How far a finger may move in a tap, in lines.
    private static let slop = 0.18

    /// A finger landed at `touch`, in lines downwards, and holds the wheel.
    mutating func begin(at touch: Double, time: Duration) {
        motion = nil
        drag = Drag(place: place, touch: touch, samples: [(time, touch)])
    }

    /// The finger moved. Returns whether another line is in the middle now.
    mutating func move(to touch: Double, time: Duration) -> Bool {
        guard var drag else { return false }
        if !drag.hasMoved {
            guard abs(touch - drag.touch) > Self.slop else { return false }
            // The movement within the slop does not count, so that the wheel never jumps.
            drag.hasMoved = true
            drag.touch += touch > drag.touch ? Self.slop : -Self.slop
        }
        drag.samples.append((time, touch))
        drag.samples.removeAll { time - $0.time > .milliseconds(90) }
        self.drag = drag
        place = drag.place - (touch - drag.touch)
        let before = target
        target = Int(place.rounded())
        return target != before
    }

    /// The finger lifted. The wheel runs on; a tap brings the line under it to the middle.
    ///
    /// - Parameter offset: The tapped line, counted from the middle downwards.
    mutating func end(time: Duration, tapping offset: Int) {
        guard let drag else { return }
        self.drag = nil
        guard drag.hasMoved else {
            target = Int(place.rounded())
            return step(by: offset)
        }
        let speed = speed(of: drag, at: time)
        // As far as friction would let the wheel run, but never too far for the eye.
        let run = (speed * 0.16).clamped(from: -12, to: 12)
        target = Int((place + run).rounded())
        rest(animated: true, speed: speed)
    }

    /// The finger was cancelled. The wheel comes to rest where it is.
    mutating func cancel() {
        guard drag != nil else { return }
        drag = nil
        target = Int(place.rounded())
        rest(animated: true)
    }

    private func speed(of drag: Drag, at time: Duration) -> Double {
        guard let first = drag.samples.first, let last = drag.samples.last,
            time - last.time < .milliseconds(60), last.time > first.time
        else { return 0 }
        return -(last.touch - first.touch) / ((last.time - first.time) / .seconds(1))
    }

    // MARK: Frames

    /// Whether an animation is running.
    var isMoving: Bool { motion != nil }

    /// Advances the animation to a time.
    mutating func advance(to time: Duration) {
        guard var motion else { return }
        if let place = motion.position(at: time, precision: 0.01) {
            self.place = place
            self.motion = motion
        } else {
            self.motion = nil
            renumber()
        }
    }
}
