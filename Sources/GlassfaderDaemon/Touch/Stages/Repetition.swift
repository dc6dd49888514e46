/// Repeats a touch's last sample for a filter that has not reached it yet.
///
/// The kernel only reports changes. A finger that stops sends nothing, so a filter that waits for
/// samples would never reach its position.
struct Repetition {
    private struct Entry {
        var sample: TouchSample
        /// When to repeat it; nil if all filters have reached it.
        var due: Duration?
    }

    /// About the interval between two reports, so that nothing is repeated while reports arrive.
    static let interval = Duration.milliseconds(16)

    private var entries: [Entry] = []

    var nextDeadline: Duration? {
        entries.lazy.compactMap(\.due).min()
    }

    /// Appends the repetitions that are due.
    mutating func process(_ samples: inout [TouchSample], at time: Duration) {
        for sample in samples { note(sample) }
        for index in entries.indices {
            guard let due = entries[index].due, due <= time else { continue }
            entries[index].due = nil
            entries[index].sample.time = time
            samples.append(entries[index].sample)
        }
    }

    /// Asks for each touch whether the filters have reached its last sample. If not, schedules a
    /// repetition.
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
        if sample.phase.isLast {
            if let index { entries.remove(at: index) }
            return
        }
        var entry = Entry(sample: sample, due: nil)
        entry.sample.phase = .moved
        if let index { entries[index] = entry } else { entries.append(entry) }
    }
}
