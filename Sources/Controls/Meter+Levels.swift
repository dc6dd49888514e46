// What a meter shows.
extension Meter {
    /// The bars, peaks and clip lamps of a meter, with which another meter can continue.
    public struct Levels: Sendable {
        fileprivate let direction: Direction
        fileprivate let channels: [MeterBallistics]
        fileprivate let clips: [Bool]
    }

    /// The present bars, peaks and clip lamps.
    ///
    /// If they are set to those of another meter, this one continues with the channels that both
    /// have. It cannot continue with those of another direction, and stays as it is.
    public var levels: Levels {
        get { Levels(direction: direction, channels: channels, clips: clips) }
        set {
            guard newValue.direction == direction else { return }
            for channel in 0..<min(channels.count, newValue.channels.count) {
                channels[channel] = newValue.channels[channel]
                clips[channel] = newValue.clips[channel]
            }
            levelsChanged()
        }
    }
}
