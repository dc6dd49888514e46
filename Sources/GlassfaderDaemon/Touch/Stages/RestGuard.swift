/// Holds a resting touch still, behind a filter that has made the noise small and slow.
///
/// The remains of a resistive panel's noise after a low-pass creep: the value of a resting finger
/// drifts. So a finger that has stayed within a small circle for a while passes nothing until it
/// leaves the circle. From then on its samples pass unchanged, without lag.
struct RestGuard {
    fileprivate struct Finger {
        /// The centre of the circle. While the finger comes to rest, the mean of `count` samples.
        var centre: GlassPoint
        var count = 1.0
        /// When the finger entered the circle.
        var arrived: Duration
        var isResting = true
    }

    /// The radius of the circle, in millimetres: at least 6 σ of the noise that the median and the
    /// 1€ filter leave of 0.3 mm per axis.
    static let radius = 0.5
    /// A finger rests after this time in the circle. Within it the filter also reaches a finger
    /// that has just landed, since it begins with a single sample.
    static let restTime = Duration.milliseconds(300)
    /// How long after that the centre is still averaged.
    static let centringTime = Duration.seconds(1)

    private var fingers = ContactMemory<Finger>()

    mutating func process(_ samples: inout [TouchSample]) {
        samples.compactMapInPlace { pass($0) ? $0 : nil }
    }

    private mutating func pass(_ sample: TouchSample) -> Bool {
        switch sample.phase {
        case .began:
            fingers[sample.number] = Finger(centre: sample.position, arrived: sample.time)
            return true
        case .moved:
            guard var finger = fingers[sample.number] else { return true }
            let passes = finger.move(to: sample)
            fingers[sample.number] = finger
            return passes
        case .ended, .cancelled:
            fingers[sample.number] = nil
            return true
        }
    }
}

extension RestGuard.Finger {
    /// Moves the finger. Returns whether the sample passes.
    fileprivate mutating func move(to sample: TouchSample) -> Bool {
        guard centre.distance(to: sample.position) <= RestGuard.radius else {
            self = RestGuard.Finger(centre: sample.position, arrived: sample.time, isResting: false)
            return true
        }
        let wasResting = isResting
        let stay = sample.time - arrived
        if stay >= RestGuard.restTime {
            isResting = true
            if stay < RestGuard.restTime + RestGuard.centringTime {
                count += 1
                centre = centre + (sample.position - centre) * (1 / count)
            }
        } else if isResting {
            centre = sample.position
        }
        return !wasResting
    }
}
