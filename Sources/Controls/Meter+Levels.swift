// The levels that a meter shows.
extension Meter {
    /// The bars, peaks and clip lamps of a meter, with which another meter can continue.
    public struct Levels: Sendable {
        fileprivate let direction: Direction
        fileprivate let channels: [MeterBallistics]
        fileprivate let clips: [Bool]
    }

    /// The present bars, peaks and clip lamps.
    ///
    /// Set to the levels of another meter, this one continues with the channels that both have.
    /// Levels of a meter with another direction are ignored.
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

    /// The level that the bar of a channel shows, in dB; -∞ at the bottom of the scale, and for a
    /// channel that does not exist. With the direction `down`, 0 for an empty bar.
    public func level(ofChannel channel: Int) -> Double {
        decibels(ofAmount: channels.indices.contains(channel) ? channels[channel].level : nil)
    }

    /// The peak that is shown for a channel, in dB; its bar is never longer.
    public func peak(ofChannel channel: Int) -> Double {
        decibels(ofAmount: channels.indices.contains(channel) ? channels[channel].peak : nil)
    }

    /// The level for an amount, which is `nil` for an empty bar.
    func decibels(ofAmount amount: Double?) -> Double {
        scale.decibels(ofAmount: amount ?? -.infinity)
    }

    /// Whether the clip lamp of a channel is lit.
    public func isClipped(channel: Int) -> Bool {
        clips.indices.contains(channel) && clips[channel]
    }

    /// Whether any clip lamp is lit.
    public var isClipped: Bool { clips.contains(true) }
}
