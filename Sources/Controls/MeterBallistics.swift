/// One channel of a meter: it rises at once, falls at a rate, and holds its peak for a while.
///
/// Levels are in dB; -∞ is the bottom. For gain reduction, they are amounts of reduction above 0.
struct MeterBallistics {
    /// The options, which do not change from frame to frame.
    struct Settings {
        var falloff = MeterFalloff.ebuDigital
        /// How long a peak stays before it falls.
        var peakHoldTime = Duration.milliseconds(1500)
        /// How long a level holds if none follows; `nil` for ever.
        var staleTimeout: Duration? = .milliseconds(500)
        /// The bar is empty at and below this level.
        var floor = -70.0
        /// The level at which a level of +∞ starts to fall.
        var ceiling = 0.0
    }

    /// The level that is shown.
    private(set) var level = -Double.infinity
    /// The highest recent level; never below `level`.
    private(set) var peak = -Double.infinity
    /// The last level that was received, until it is stale.
    private var input = -Double.infinity
    private var inputTime = Duration.zero
    /// When the level was last as high as the peak.
    private var peakTime = Duration.zero
    /// The time for which `level` and `peak` hold.
    private var now = Duration.zero

    /// Receives a level. +∞ is allowed, and so is any number; NaN is not.
    mutating func receive(_ decibels: Double, at time: Duration, _ settings: Settings) {
        advance(to: time, settings)
        input = decibels > settings.floor ? decibels : -.infinity
        inputTime = now
        level = max(level, input)
        updatePeak()
    }

    /// Advances to a time. A time before the last one changes nothing.
    mutating func advance(to time: Duration, _ settings: Settings) {
        guard time > now else { return }
        if let staleTime = staleTime(settings), staleTime <= time {
            fall(to: max(staleTime, now), settings)
            input = -.infinity
        }
        fall(to: time, settings)
    }

    private mutating func fall(to time: Duration, _ settings: Settings) {
        let elapsed = time - now
        let holdEnd = peakTime + settings.peakHoldTime
        level = max(input, lowered(level, after: elapsed, settings))
        if time > holdEnd {
            peak = lowered(peak, after: min(elapsed, time - holdEnd), settings)
        }
        now = time
        updatePeak()
    }

    private func lowered(_ level: Double, after elapsed: Duration, _ settings: Settings) -> Double {
        guard level.isFinite else {
            return level > 0
                ? settings.falloff.level(from: settings.ceiling, after: elapsed) : level
        }
        let lowered = settings.falloff.level(from: level, after: elapsed)
        return lowered > settings.floor ? lowered : -.infinity
    }

    private mutating func updatePeak() {
        guard level >= peak else { return }
        peak = level
        peakTime = now
    }

    /// Drops to the bottom and forgets the peak.
    mutating func reset() { self = MeterBallistics() }

    /// Whether the level or the peak falls now, if no level follows.
    func isFalling(_ settings: Settings) -> Bool {
        guard settings.falloff.rate > 0 else { return false }
        return level > input
            || (peak > level && now >= peakTime + settings.peakHoldTime)
    }

    /// When the level or the peak will begin to fall, if no level follows; `nil` if neither will,
    /// or one already does.
    func fallTime(_ settings: Settings) -> Duration? {
        guard settings.falloff.rate > 0, !isFalling(settings) else { return nil }
        let peakEnd = peak > level ? peakTime + settings.peakHoldTime : nil
        guard let peakEnd, let staleTime = staleTime(settings) else {
            return peakEnd ?? staleTime(settings)
        }
        return min(peakEnd, staleTime)
    }

    private func staleTime(_ settings: Settings) -> Duration? {
        guard input > -.infinity else { return nil }
        return settings.staleTimeout.map { inputTime + $0 }
    }
}
