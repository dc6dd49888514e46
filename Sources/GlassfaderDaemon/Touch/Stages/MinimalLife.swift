/// Keeps a touch back until it has been seen in a number of reports: what is gone sooner was noise.
///
/// tslib's `evthres`. It also silences contacts that appear for one report every few seconds
/// (raspberrypi/linux#7638).
struct MinimalLife {
    private struct Candidate {
        var landed: TouchSample
        var latest: TouchSample
        var reports: Int
    }

    /// A finger that rests sends nothing, so that a report counts as seen after this long: that of
    /// a panel with 50 Hz, slower than any known.
    static let longestReport = Duration.milliseconds(20)

    /// At least 1, which keeps nothing back.
    let reports: Int
    private var candidates: [Candidate] = []
    private var passed: [TouchSample] = []

    init(reports: Int) {
        self.reports = reports
    }

    /// When a touch will have lived long enough without another report.
    var nextDeadline: Duration? {
        candidates.lazy.map { deadline(of: $0) }.min()
    }

    /// A touch that is believed begins where it landed, and moves to where it is.
    mutating func process(_ samples: inout [TouchSample], at time: Duration) {
        passed.removeAll(keepingCapacity: true)
        passDue(at: time)
        for sample in samples { pass(sample, at: time) }
        swap(&samples, &passed)
    }

    /// Forgets what was kept back.
    mutating func forget() {
        candidates.removeAll(keepingCapacity: true)
    }

    private func deadline(of candidate: Candidate) -> Duration {
        candidate.landed.time + Self.longestReport * (reports - 1)
    }

    private mutating func passDue(at time: Duration) {
        while let index = candidates.firstIndex(where: { deadline(of: $0) <= time }) {
            believe(candidates.remove(at: index), at: time)
        }
    }

    private mutating func pass(_ sample: TouchSample, at time: Duration) {
        let index = candidates.firstIndex { $0.landed.number == sample.number }
        switch (sample.phase, index) {
        case (.began, _) where reports > 1:
            candidates.append(Candidate(landed: sample, latest: sample, reports: 1))
        case (.moved, let index?):
            candidates[index].latest = sample
            candidates[index].reports += 1
            guard candidates[index].reports >= reports else { return }
            believe(candidates.remove(at: index), at: time)
        case (.ended, let index?), (.cancelled, let index?):
            candidates.remove(at: index)
        default:
            passed.append(sample)
        }
    }

    private mutating func believe(_ candidate: Candidate, at time: Duration) {
        var landed = candidate.landed
        landed.time = time
        passed.append(landed)
        if candidate.latest.place != landed.place { passed.append(candidate.latest) }
    }
}
