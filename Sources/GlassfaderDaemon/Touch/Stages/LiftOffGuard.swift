/// Reverts the last step of a resting finger that lifts. As the fingertip leaves the glass, its
/// centre moves: a fader set to −3.0 dB would end at −3.2 dB.
///
/// The stage has already passed on the step, because waiting for the lift would delay every sample.
/// So the touch moves back in the report in which it ends.
///
/// A step is reverted if it is the last one, shortly before the end, longer than noise, not longer
/// than a fingertip rolls, and much longer than the steps before. By the last two rules, a flick
/// keeps its last step.
struct LiftOffGuard {
    fileprivate struct Finger {
        var position: GlassPoint
        var previous: GlassPoint
        var time: Duration
        /// The length of the last step; nil before there is one.
        var lastStep: Double?
        /// The steps before the last one, in a ring.
        var steps: InlineArray<5, Double> = [0, 0, 0, 0, 0]
        var stepCount = 0
    }

    /// The longest time between the step and the end.
    static let window = Duration.milliseconds(30)
    /// The default for `longestStep`, in millimetres.
    static let millimetres = 0.5
    /// The longest step of a lift, as a multiple of `longestStep`: 2 mm by default. The longest
    /// step of 1737 recorded lifts was 1.39 mm.
    static let reach = 4.0
    /// How much longer than the median of the steps before a step must be.
    static let factor = 3.0
    /// A finger that sends nothing for longer than this has rested: earlier steps count as zero.
    static let pause = Duration.milliseconds(50)

    /// The longest step that is never reverted, in millimetres.
    let longestStep: Double
    private var fingers = ContactMemory<Finger>()

    init(longestStep: Double = LiftOffGuard.millimetres) {
        self.longestStep = longestStep
    }

    @_optimize(speed)
    mutating func process(_ samples: inout [TouchSample]) {
        var index = 0
        while index < samples.count {
            if let position = pass(samples[index]) {
                samples[index].position = position
                var back = samples[index]
                back.phase = .moved
                samples.insert(back, at: index)
                index += 1
            }
            index += 1
        }
    }

    /// The position to go back to before the sample; `nil` to stay.
    @_optimize(speed)
    private mutating func pass(_ sample: TouchSample) -> GlassPoint? {
        switch sample.phase {
        case .began:
            fingers[sample.number] = Finger(
                position: sample.position, previous: sample.position, time: sample.time)
        case .moved:
            if let index = fingers.index(of: sample.number) { fingers[at: index].step(to: sample) }
        case .ended:
            guard let finger = fingers.remove(sample.number),
                finger.lifts(at: sample.time, longestStep: longestStep)
            else { break }
            return finger.previous
        case .cancelled:
            fingers[sample.number] = nil
        }
        return nil
    }
}

extension LiftOffGuard.Finger {
    @_optimize(speed)
    fileprivate mutating func step(to sample: TouchSample) {
        if sample.time - time > LiftOffGuard.pause {
            steps = [0, 0, 0, 0, 0]
            stepCount = steps.count
        } else if let lastStep {
            steps[stepCount % steps.count] = lastStep
            stepCount += 1
        }
        lastStep = position.distance(to: sample.position)
        previous = position
        position = sample.position
        time = sample.time
    }

    /// Whether the last step of a finger that ends now came from lifting.
    fileprivate func lifts(at end: Duration, longestStep: Double) -> Bool {
        guard let lastStep, stepCount > 0, end - time <= LiftOffGuard.window else { return false }
        return lastStep > longestStep && lastStep <= LiftOffGuard.reach * longestStep
            && lastStep > LiftOffGuard.factor * medianStep
    }

    /// The median; for an even number of steps, the greater of the two in the middle.
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
