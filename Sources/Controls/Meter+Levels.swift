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
            channels.replaceFirst(with: newValue.channels)
            clips.replaceFirst(with: newValue.clips)
            levelsChanged()
        }
    }
}

extension Array {
    /// Replaces as many elements as both have.
    fileprivate mutating func replaceFirst(with others: [Element]) {
        let count = Swift.min(count, others.count)
        replaceSubrange(..<count, with: others.prefix(count))
    }
}
