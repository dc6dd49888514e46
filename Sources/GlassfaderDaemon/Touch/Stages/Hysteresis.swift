import Glibc

/// Keeps a touch where it is while it stirs no more than the panel's noise.
///
/// In motion it is libinput's rule for touchscreens (`evdev_hysteresis` in `src/evdev.h`): an
/// ellipse around a centre that the finger drags along; inside nothing passes, and outside the
/// true place does, so that a drag does not lag.
///
/// That ellipse, 0.1 mm, is far too small for a finger that rests on a noisy panel: with a noise of
/// 0.11 mm per axis, the worst that was recorded, half of the samples are outside. So it widens when
/// the finger rests: to `strayFactor` times the noise for a single sample. The mean of the last
/// 100 ms, which tells a slow drag from noise, passes at `meanFactor` times. The noise is measured
/// while fingers rest, and never believed to be more than `mostNoise`: on a quiet panel the ellipse
/// does not widen, and on an unknown one it is wide for the first second.
struct Hysteresis {
    private struct Finger {
        /// The last sample, which is where the finger was until the next: the kernel tells changes.
        var place: Place
        var time: Duration
        /// The centre of the ellipse.
        var centre: Place
        var mean: Place
        /// How much of the mean is made of samples, 0…1: few at first.
        var meanWeight = 0.0
        /// Where the mean was when it last had moved, and when.
        var reference: Place
        var referenceTime: Duration
        var landed: Duration
        var isResting = true
    }

    /// The most noise a panel is believed to have: σ per axis, in millimetres.
    static let mostNoise = 0.115
    /// How many σ a sample may stray in a minute of samples, from a centre that is known from few.
    static let strayFactor = 6.0
    /// How many σ of a sample the mean of 100 ms may stray.
    static let meanFactor = 1.8
    /// The time constant of the mean.
    static let meanTime = Duration.milliseconds(100)
    /// The time constant of the measured noise.
    static let noiseTime = Duration.seconds(1)
    /// A mean that stays for so long is a finger that rests.
    static let restTime = Duration.milliseconds(200)

    /// The radii of the ellipse in motion, in millimetres, both above 0.
    let margin: Place
    /// Whether the ellipse widens at rest.
    let widensAtRest: Bool
    /// The noise of the panel: σ per axis, in millimetres.
    private(set) var noise = Self.mostNoise
    private var fingers = ContactMemory<Finger>()

    init(margin: Place, widensAtRest: Bool) {
        self.margin = margin
        self.widensAtRest = widensAtRest
    }

    mutating func process(_ samples: inout [TouchSample]) {
        samples.compactMapInPlace { pass($0) ? $0 : nil }
    }

    /// Whether a finger that stays where it is would be kept back for ever.
    func isSettled(_ sample: TouchSample) -> Bool {
        guard let finger = fingers[sample.number], finger.isResting else { return true }
        return finger.centre.distance(to: finger.place, inEllipse: meanLimit) <= 1
    }

    private mutating func pass(_ sample: TouchSample) -> Bool {
        switch sample.phase {
        case .began:
            fingers[sample.number] = Finger(
                place: sample.place, time: sample.time, centre: sample.place, mean: sample.place,
                reference: sample.place, referenceTime: sample.time, landed: sample.time,
                isResting: widensAtRest)
            return true
        case .moved:
            guard var finger = fingers[sample.number] else { return true }
            if widensAtRest { watch(&finger, until: sample.time) }
            finger.place = sample.place
            let passes = leaves(&finger)
            fingers[sample.number] = finger
            return passes
        case .ended, .cancelled:
            fingers[sample.number] = nil
            return true
        }
    }

    // MARK: In motion

    /// Whether the finger is outside; drags the centre along if so.
    private func leaves(_ finger: inout Finger) -> Bool {
        if finger.isResting {
            let strayLimit = widened(by: Self.strayFactor)
            let strays = finger.centre.distance(to: finger.place, inEllipse: strayLimit) > 1
            let shifts =
                !isSettling(finger)
                && finger.centre.distance(to: finger.mean, inEllipse: meanLimit) > 1
            guard strays || shifts else { return false }
            finger.isResting = false
            finger.reference = finger.mean
            finger.referenceTime = finger.time
        }
        let distance = finger.centre.distance(to: finger.place, inEllipse: margin)
        guard distance >= 1 else { return false }
        let way = finger.place - finger.centre
        finger.centre = finger.centre + way * (1 - 1 / distance)
        return true
    }

    // MARK: At rest

    private var meanLimit: Place { widened(by: Self.meanFactor) }

    private func widened(by factor: Double) -> Place {
        Place(x: max(margin.x, noise * factor), y: max(margin.y, noise * factor))
    }

    private func isSettling(_ finger: Finger) -> Bool {
        finger.time - finger.landed < Self.restTime
    }

    /// Takes in that the finger was at its place up to a time.
    private mutating func watch(_ finger: inout Finger, until time: Duration) {
        let interval = max(time - finger.time, .zero)
        finger.time = max(time, finger.time)
        measureNoise(of: finger, for: interval)

        let share = Self.share(of: interval, in: Self.meanTime)
        finger.meanWeight += (1 - finger.meanWeight) * share
        if finger.meanWeight > 0 {
            finger.mean = finger.mean + (finger.place - finger.mean) * (share / finger.meanWeight)
        }
        if finger.isResting {
            // A landing finger pad settles: what it does meanwhile is no move.
            if isSettling(finger) { finger.centre = finger.mean }
        } else if interval >= Self.restTime {
            rest(&finger, at: finger.place)
        } else if finger.reference.distance(to: finger.mean, inEllipse: meanLimit) > 1 {
            finger.reference = finger.mean
            finger.referenceTime = finger.time
        } else if finger.time - finger.referenceTime >= Self.restTime {
            rest(&finger, at: finger.mean)
        }
    }

    private func rest(_ finger: inout Finger, at place: Place) {
        finger.isResting = true
        finger.centre = place
    }

    private mutating func measureNoise(of finger: Finger, for interval: Duration) {
        guard finger.isResting, !isSettling(finger) else { return }
        let distance = finger.mean.distance(to: finger.place)
        let variance = noise * noise
        let share = Self.share(of: interval, in: Self.noiseTime)
        let measured = variance + (distance * distance / 2 - variance) * share
        noise = min(measured.squareRoot(), Self.mostNoise)
    }

    /// How much an interval counts in an average with a time constant.
    private static func share(of interval: Duration, in constant: Duration) -> Double {
        1 - exp(-(interval / constant))
    }
}
