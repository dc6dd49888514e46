/// Holds a touch back until a number of reports have shown it: a shorter one is noise.
///
/// Like tslib's `evthres`. It also removes contacts that appear for one report every few seconds
/// (raspberrypi/linux#7638).
struct MinimumReports {
    private struct Candidate {
        var landed: TouchSample
        var latest: TouchSample
        var reports: Int
    }

    /// After this time, a report counts as received, since a resting finger sends none. It is the
    /// interval of a 50 Hz panel, slower than any known one.
    static let longestReport = Duration.milliseconds(20)

    /// The number of reports; 1, the least, holds nothing back.
    let reports: Int
    private var candidates: [Candidate] = []
    private var passed: [TouchSample] = []

    init(reports: Int) {
        self.reports = reports
    }

    /// When a touch has lived long enough without further reports.
    var nextDeadline: Duration? {
        candidates.lazy.map { deadline(of: $0) }.min()
    }

    /// A confirmed touch begins where it landed, and moves to its latest position.
    mutating func process(_ samples: inout [TouchSample], at time: Duration) {
        passed.removeAll(keepingCapacity: true)
        passDue(at: time)
        for sample in samples { pass(sample, at: time) }
        swap(&samples, &passed)
    }

    /// Drops the touches that are held back.
    mutating func forget() {
        candidates.removeAll(keepingCapacity: true)
    }

    private func deadline(of candidate: Candidate) -> Duration {
        candidate.landed.time + Self.longestReport * (reports - 1)
    }

    private mutating func passDue(at time: Duration) {
        while let index = candidates.firstIndex(where: { deadline(of: $0) <= time }) {
            confirm(candidates.remove(at: index), at: time)
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
            confirm(candidates.remove(at: index), at: time)
        case (.ended, let index?), (.cancelled, let index?):
            candidates.remove(at: index)
        default:
            passed.append(sample)
        }
    }

    private mutating func confirm(_ candidate: Candidate, at time: Duration) {
        var landed = candidate.landed
        landed.time = time
        passed.append(landed)
        if candidate.latest.position != landed.position { passed.append(candidate.latest) }
    }
}
