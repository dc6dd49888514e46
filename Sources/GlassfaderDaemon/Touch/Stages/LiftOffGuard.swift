/// Takes back the last step of a finger that rests and lifts: as the pad leaves the glass, its
/// centre moves, and a fader set to −3.0 dB would end at −3.2.
///
/// The step has been passed on already, for waiting to see whether the finger lifts would delay
/// every sample. So the touch moves back, in the report in which it ends.
///
/// A step is one of lifting if it is the last, little before the end, longer than any that noise
/// makes, and much longer than those before. By the last rule a flick stays as it is.
struct LiftOffGuard {
    fileprivate struct Finger {
        var place: Place
        var previous: Place
        var time: Duration
        /// How long the last step was; nil before there is one.
        var lastStep: Double?
        /// The steps before that, in a ring.
        var steps: InlineArray<5, Double> = [0, 0, 0, 0, 0]
        var stepCount = 0
    }

    /// The longest between the step and the end.
    static let window = Duration.milliseconds(30)
    /// The longest step that stays, where millimetres are known.
    static let millimetres = 0.5
    /// How often the median of the steps before a step may be, and stay.
    static let factor = 3.0
    /// A finger that sends nothing for longer than this rests: its steps have been zero.
    static let pause = Duration.milliseconds(50)

    /// The longest step that stays, in millimetres.
    let longestStep: Double
    private var fingers = ContactMemory<Finger>()
    private var passed: [TouchSample] = []

    init(longestStep: Double = LiftOffGuard.millimetres) {
        self.longestStep = longestStep
    }

    mutating func process(_ samples: inout [TouchSample]) {
        passed.removeAll(keepingCapacity: true)
        for sample in samples { pass(sample) }
        swap(&samples, &passed)
    }

    private mutating func pass(_ sample: TouchSample) {
        var sample = sample
        switch sample.phase {
        case .began:
            fingers[sample.number] = Finger(
                place: sample.place, previous: sample.place, time: sample.time)
        case .moved:
            guard var finger = fingers[sample.number] else { break }
            finger.step(to: sample)
            fingers[sample.number] = finger
        case .ended:
            guard let finger = fingers.remove(sample.number),
                finger.lifts(at: sample.time, longestStep: longestStep)
            else { break }
            sample.place = finger.previous
            var back = sample
            back.phase = .moved
            passed.append(back)
        case .cancelled:
            fingers[sample.number] = nil
        }
        passed.append(sample)
    }
}

extension LiftOffGuard.Finger {
    fileprivate mutating func step(to sample: TouchSample) {
        if sample.time - time > LiftOffGuard.pause {
            steps = [0, 0, 0, 0, 0]
            stepCount = steps.count
        } else if let lastStep {
            steps[stepCount % steps.count] = lastStep
            stepCount += 1
        }
        lastStep = place.distance(to: sample.place)
        previous = place
        place = sample.place
        time = sample.time
    }

    /// Whether a finger that lifts now made its last step by lifting.
    fileprivate func lifts(at end: Duration, longestStep: Double) -> Bool {
        guard let lastStep, stepCount > 0, end - time <= LiftOffGuard.window else { return false }
        return lastStep > longestStep
            && lastStep > LiftOffGuard.factor * medianStep
    }

    /// Of fewer than five steps the median is the greater of the middle ones.
    private var medianStep: Double {
        var sorted = steps
        let count = min(stepCount, sorted.count)
        for index in 1..<max(count, 1) {
            var slot = index
            while slot > 0, sorted[slot - 1] > sorted[slot] {
                sorted.swapAt(slot - 1, slot)
                slot -= 1
            }
        }
        return sorted[count / 2]
    }
}
