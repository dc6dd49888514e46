/// A simulated clock. It advances by fixed costs of work, and jumps to the next timer when nothing
/// is ready.
///
/// An event loop with this clock waits for real descriptors and calls real handlers. But each run
/// has the same events at the same times, however fast the host is, and idle time takes no time.
package final class VirtualClock {
    /// The present time; constant within a handler.
    package private(set) var now = Duration.seconds(1000)
    /// How long the machine has been suspended. `now` does not include this time.
    package private(set) var timeSuspended = Duration.zero

    /// How much time each handler takes, besides its readings of the clock.
    private let handlerCost: Duration
    /// How much time passes with each exact reading within a handler.
    private let readingCost: Duration
    /// The time of the readings in the present handler.
    private var spent = Duration.zero
    private var alarms: [Alarm] = []
    private var resumes: [Resume] = []

    /// An armed timer. The reference is not retained: a source disarms itself when it is released.
    private struct Alarm {
        let source: Unmanaged<EventSource>
        let time: Duration

        func isOf(_ source: EventSource) -> Bool {
            self.source.toOpaque() == Unmanaged.passUnretained(source).toOpaque()
        }
    }

    /// A timer that fires when the machine resumes.
    private struct Resume {
        weak var source: EventSource?
    }

    /// A clock with these costs of work.
    package init(
        handlerCost: Duration = .microseconds(10), readingCost: Duration = .microseconds(1)
    ) {
        self.handlerCost = handlerCost
        self.readingCost = readingCost
    }

    /// The time within a handler. Each reading advances it, so that a loop that polls the clock
    /// ends.
    var exactTime: Duration {
        spent += readingCost
        return now + spent
    }

    /// Suspends the machine and resumes it. Timers keep their distance from `now`.
    package func suspend(for time: Duration) throws(EventLoopError) {
        timeSuspended += time
        resumes.removeAll { $0.source == nil }
        for resume in resumes { try resume.source?.fire(at: now) }
    }

    // MARK: Called by the loop and its sources

    /// Fires a timer after each resume.
    func onResume(fire source: EventSource) {
        resumes.append(Resume(source: source))
    }

    func arm(_ source: EventSource, at time: Duration) {
        disarm(source)
        // Timers of the same time stay in order.
        let index = alarms.firstIndex { $0.time > time } ?? alarms.endIndex
        alarms.insert(Alarm(source: .passUnretained(source), time: time), at: index)
    }

    func disarm(_ source: EventSource) {
        alarms.removeAll { $0.isOf(source) }
    }

    /// When the next timer is due; nil if none is armed.
    var nextAlarm: Duration? { alarms.first?.time }

    /// Makes all timers ready that are due.
    func fireDueTimers() throws(EventLoopError) {
        while let alarm = alarms.first, alarm.time <= now {
            alarms.removeFirst()
            try alarm.source.takeUnretainedValue().fireNow()
        }
    }

    /// Advances the clock by the cost of a handler, if one was called.
    func handlerReturned(_ wasCalled: Bool) {
        now += (wasCalled ? handlerCost : .zero) + spent
        spent = .zero
    }

    /// Jumps over idle time.
    func advance(to time: Duration) {
        now = max(now, time)
    }
}
