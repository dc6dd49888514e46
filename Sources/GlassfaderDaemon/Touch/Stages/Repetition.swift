/// Repeats where a touch is for a filter that is behind it.
///
/// The kernel tells only what changed. A finger that stops sends nothing, and a filter that waits
/// for samples would never arrive where it stopped.
struct Repetition {
    private struct Entry {
        var sample: TouchSample
        /// When to repeat it; nil while nothing is behind.
        var due: Duration?
    }

    /// About the time between two reports, so that nothing is repeated while reports come.
    static let interval = Duration.milliseconds(16)

    private var entries: [Entry] = []

    var nextDeadline: Duration? {
        entries.lazy.compactMap(\.due).min()
    }

    /// Adds the samples that are due to the others.
    mutating func process(_ samples: inout [TouchSample], at time: Duration) {
        for sample in samples { note(sample) }
        for index in entries.indices {
            guard let due = entries[index].due, due <= time else { continue }
            entries[index].due = nil
            entries[index].sample.time = time
            samples.append(entries[index].sample)
        }
    }

    /// Asks of each touch whether its filters have arrived at its last sample, and when not,
    /// repeats it in a while.
    mutating func settle(at time: Duration, _ isSettled: (TouchSample) -> Bool) {
        for index in entries.indices {
            if isSettled(entries[index].sample) {
                entries[index].due = nil
            } else if entries[index].due == nil {
                entries[index].due = time + Self.interval
            }
        }
    }

    private mutating func note(_ sample: TouchSample) {
        let index = entries.firstIndex { $0.sample.number == sample.number }
        if sample.isOver {
            if let index { entries.remove(at: index) }
            return
        }
        var entry = Entry(sample: sample, due: nil)
        entry.sample.phase = .moved
        if let index { entries[index] = entry } else { entries.append(entry) }
    }
}
