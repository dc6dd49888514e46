import Glibc

/// Processor time of this thread, taken again and again.
struct TimeTaken {
    /// Milliseconds for one time, from the least on.
    private var times: [Double] = []

    /// The usual time, in milliseconds.
    var median: Double { times.isEmpty ? 0 : times[times.count / 2] }
    /// The time when nothing came in between, in milliseconds.
    var best: Double { times.first ?? 0 }

    /// Runs `body` some times in a row, with the number of the run, and notes what one run took.
    mutating func measure(runs: Int, _ body: (Int) -> Void) {
        let begin = Self.processorTime
        for run in 0..<runs { body(run) }
        times.append((Self.processorTime - begin) / Double(runs))
        times.sort()
    }

    private static var processorTime: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1_000_000
    }
}
