/// Keeps a touch that rests where it is, behind a filter that has made the noise small and slow.
///
/// What a low-pass lets pass of a resistive panel's noise creeps: the finger rests, and the value
/// wanders. So a finger that has stayed within a small circle for a while passes nothing until it
/// leaves the circle; from then on it passes as it is, and does not lag.
struct RestGuard {
    fileprivate struct Finger {
        /// The centre of the circle: while the finger comes to rest, the mean of so many samples.
        var centre: Place
        var count = 1.0
        /// Since when the finger has been in the circle.
        var arrived: Duration
        var isResting = true
    }

    /// The radius of the circle, in millimetres: 6 σ and more of what the median and the 1€ filter
    /// leave of a noise of 0.3 mm for each axis.
    static let radius = 0.5
    /// A finger that stays for so long rests. The filter arrives in that time, too, where a finger
    /// has landed: it begins with a single sample.
    static let restTime = Duration.milliseconds(300)
    /// How long the centre is looked for after that.
    static let centringTime = Duration.seconds(1)

    private var fingers = ContactMemory<Finger>()

    mutating func process(_ samples: inout [TouchSample]) {
        samples.compactMapInPlace { pass($0) ? $0 : nil }
    }

    private mutating func pass(_ sample: TouchSample) -> Bool {
        switch sample.phase {
        case .began:
            fingers[sample.number] = Finger(centre: sample.place, arrived: sample.time)
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
    /// Returns whether the sample passes.
    fileprivate mutating func move(to sample: TouchSample) -> Bool {
        guard centre.distance(to: sample.place) <= RestGuard.radius else {
            self = RestGuard.Finger(centre: sample.place, arrived: sample.time, isResting: false)
            return true
        }
        let wasResting = isResting
        let stay = sample.time - arrived
        if stay >= RestGuard.restTime {
            isResting = true
            if stay < RestGuard.restTime + RestGuard.centringTime {
                count += 1
                centre = centre + (sample.place - centre) * (1 / count)
            }
        } else if isResting {
            centre = sample.place
        }
        return !wasResting
    }
}
