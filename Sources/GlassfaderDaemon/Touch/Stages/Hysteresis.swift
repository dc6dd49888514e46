import Glibc

/// Holds a touch still while it moves no more than the panel's noise.
///
/// In motion, the rule is libinput's for touchscreens (`evdev_hysteresis` in `src/evdev.h`). The
/// finger drags an ellipse along: samples inside it are dropped, and samples outside pass with
/// their true position, so that a drag does not lag.
///
/// That ellipse of 0.1 mm is too small for a finger that rests on a noisy panel. With a noise of
/// 0.11 mm per axis, the worst on record, half of the samples are outside. So the ellipse widens at
/// rest: to `strayFactor` times the noise for a single sample. The mean of the last 100 ms, which
/// tells a slow drag from noise, passes at `meanFactor` times the noise.
///
/// The noise is measured while fingers rest, and limited to `mostNoise`. On a quiet panel the
/// ellipse does not widen. On an unknown panel it is wide for the first second.
///
/// A landing fingertip rolls a little. For `restTime`, its centre follows it; what it has moved by
/// then is no drag, and does not come back as one later. A finger that has come farther than
/// `settleLimit` drags at once.
struct Hysteresis {
    private struct Finger {
        /// The last position: the finger stays there until the next sample, since the kernel only
        /// reports changes.
        var position: GlassPoint
        var time: Duration
        /// The centre of the ellipse.
        var centre: GlassPoint
        var mean: GlassPoint
        /// How complete the mean is, 0…1: at first, it has few samples.
        var meanWeight = 0.0
        /// The mean when it last moved, and the time of that movement.
        var reference: GlassPoint
        var referenceTime: Duration
        var landed: Duration
        var landedAt: GlassPoint
        var isResting = true
        /// Whether it has not moved since it landed.
        var isLanding = true
        /// How far the fingertip had rolled before it moved.
        var roll = GlassPoint.zero
    }

    /// The largest noise that is assumed: σ per axis, in millimetres.
    static let mostNoise = 0.115
    /// How many σ a single sample may stray within a minute, from a centre known from few samples.
    static let strayFactor = 6.0
    /// How many σ of a single sample the mean of 100 ms may stray.
    static let meanFactor = 1.8
    /// The time constant of the mean.
    static let meanTime = Duration.milliseconds(100)
    /// The time constant of the measured noise.
    static let noiseTime = Duration.seconds(1)
    /// A finger rests when its mean has not moved for this time.
    static let restTime = Duration.milliseconds(200)
    /// How far a fingertip may roll when it lands, in millimetres: more than the noise of two
    /// samples makes of a resting one.
    static let settleLimit = 7 * mostNoise

    /// The radii of the ellipse in motion, in millimetres; both above 0.
    let margin: GlassPoint
    /// Whether the ellipse widens at rest.
    let widensAtRest: Bool
    /// The measured noise of the panel: σ per axis, in millimetres.
    private(set) var noise = Self.mostNoise
    private var fingers = ContactMemory<Finger>()
    /// The last computed weight, cached because all moving fingers of a report have the same.
    private var weight = (interval: Duration.zero, share: 0.0)

    init(margin: GlassPoint, widensAtRest: Bool) {
        self.margin = margin
        self.widensAtRest = widensAtRest
    }

    @_optimize(speed)
    mutating func process(_ samples: inout [TouchSample]) {
        samples.compactMapInPlace { sample in
            guard let roll = pass(sample) else { return nil }
            var sample = sample
            sample.position = sample.position - roll
            return sample
        }
    }

    /// Whether the touch's last sample needs no repetition: false while the position of a resting
    /// finger could still pass.
    @_optimize(speed)
    func isSettled(_ sample: TouchSample) -> Bool {
        guard let index = fingers.index(of: sample.number) else { return true }
        let finger = fingers[at: index]
        guard finger.isResting else { return true }
        return finger.centre.distance(to: finger.position, inEllipse: meanLimit) <= 1
    }

    /// How far a sample is moved by the fingertip's roll; `nil` if the sample does not pass.
    @_optimize(speed)
    private mutating func pass(_ sample: TouchSample) -> GlassPoint? {
        switch sample.phase {
        case .began:
            fingers[sample.number] = Finger(
                position: sample.position, time: sample.time, centre: sample.position,
                mean: sample.position, reference: sample.position, referenceTime: sample.time,
                landed: sample.time, landedAt: sample.position, isResting: widensAtRest)
            return .zero
        case .moved:
            guard let index = fingers.index(of: sample.number) else { return .zero }
            var finger = fingers[at: index]
            if widensAtRest { watch(&finger, until: sample.time) }
            finger.position = sample.position
            let passes = dragCentre(&finger)
            fingers[at: index] = finger
            return passes ? finger.roll : nil
        case .ended, .cancelled:
            guard var finger = fingers.remove(sample.number) else { return .zero }
            // A quiet panel may have reported nothing since the finger landed.
            if widensAtRest { watch(&finger, until: sample.time) }
            return finger.roll
        }
    }

    // MARK: In motion

    /// Returns whether the finger has left the ellipse, and drags the centre along if so.
    private func dragCentre(_ finger: inout Finger) -> Bool {
        if finger.isResting {
            let strayLimit = widened(by: Self.strayFactor)
            let strays =
                finger.centre.distance(to: finger.position, inEllipse: strayLimit) > 1
                || isSettling(finger)
                    && finger.landedAt.distance(to: finger.position) > Self.settleLimit
            let shifts =
                !isSettling(finger)
                && finger.centre.distance(to: finger.mean, inEllipse: meanLimit) > 1
            guard strays || shifts else { return false }
            if finger.isLanding, !isSettling(finger) {
                finger.roll = finger.centre - finger.landedAt
            }
            finger.isLanding = false
            finger.isResting = false
            finger.reference = finger.mean
            finger.referenceTime = finger.time
        }
        let distance = finger.centre.distance(to: finger.position, inEllipse: margin)
        guard distance >= 1 else { return false }
        let offset = finger.position - finger.centre
        finger.centre = finger.centre + offset * (1 - 1 / distance)
        return true
    }

    // MARK: At rest

    private var meanLimit: GlassPoint { widened(by: Self.meanFactor) }

    private func widened(by factor: Double) -> GlassPoint {
        GlassPoint(x: max(margin.x, noise * factor), y: max(margin.y, noise * factor))
    }

    private func isSettling(_ finger: Finger) -> Bool {
        finger.time - finger.landed < Self.restTime
    }

    /// Accounts for the time that the finger stayed at its last position.
    @_optimize(speed)
    private mutating func watch(_ finger: inout Finger, until time: Duration) {
        let interval = max(time - finger.time, .zero)
        finger.time = max(time, finger.time)
        measureNoise(of: finger, for: interval)

        if interval != weight.interval {
            weight = (interval, Self.share(of: interval, in: Self.meanTime))
        }
        let share = weight.share
        finger.meanWeight += (1 - finger.meanWeight) * share
        if finger.meanWeight > 0 {
            finger.mean =
                finger.mean + (finger.position - finger.mean) * (share / finger.meanWeight)
        }
        if finger.isResting {
            // A landing fingertip settles: its movement during this is not a drag.
            if isSettling(finger) { finger.centre = finger.mean }
        } else if interval >= Self.restTime {
            rest(&finger, at: finger.position)
        } else if finger.reference.distance(to: finger.mean, inEllipse: meanLimit) > 1 {
            finger.reference = finger.mean
            finger.referenceTime = finger.time
        } else if finger.time - finger.referenceTime >= Self.restTime {
            rest(&finger, at: finger.mean)
        }
    }

    private func rest(_ finger: inout Finger, at position: GlassPoint) {
        finger.isResting = true
        finger.centre = position
    }

    private mutating func measureNoise(of finger: Finger, for interval: Duration) {
        guard finger.isResting, !isSettling(finger) else { return }
        let distance = finger.mean.distance(to: finger.position)
        let variance = noise * noise
        let share = Self.share(of: interval, in: Self.noiseTime)
        let measured = variance + (distance * distance / 2 - variance) * share
        noise = min(measured.squareRoot(), Self.mostNoise)
    }

    /// The weight of an interval in an average with a time constant.
    private static func share(of interval: Duration, in constant: Duration) -> Double {
        1 - exp(-(interval / constant))
    }
}
