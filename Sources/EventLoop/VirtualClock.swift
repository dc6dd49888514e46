/// The clock of a simulation: it moves by what work is said to cost, and jumps to the next timer
/// when nothing is ready.
///
/// An event loop that has one waits for real descriptors and calls real handlers, but the same
/// happens at the same time in every run: no host is slow, and an hour takes as long as its work.
package final class VirtualClock {
    /// The time now, the same all through a handler.
    package private(set) var now = Duration.seconds(1000)
    /// How long the machine has been suspended; `now` stands still meanwhile.
    package private(set) var timeSuspended = Duration.zero

    /// How much time each handler takes, besides what it reads of the clock.
    private let handlerCost: Duration
    /// How much time passes between two exact readings within a handler.
    private let readingCost: Duration
    /// What the present handler has taken.
    private var spent = Duration.zero
    private var alarms: [Alarm] = []
    private var resumes: [Resume] = []

    /// A timer that waits, which the clock does not keep: it is disarmed when it is released.
    private struct Alarm {
        let source: Unmanaged<EventSource>
        let time: Duration

        func isOf(_ source: EventSource) -> Bool {
            self.source.toOpaque() == Unmanaged.passUnretained(source).toOpaque()
        }
    }

    /// A timer that fires when the machine wakes up.
    private struct Resume {
        weak var source: EventSource?
    }

    /// A clock that says how long work takes.
    package init(
        handlerCost: Duration = .microseconds(10), readingCost: Duration = .microseconds(1)
    ) {
        self.handlerCost = handlerCost
        self.readingCost = readingCost
    }

    /// The time within a handler. Each reading takes some, so that whoever waits for time to pass
    /// does not wait for ever.
    var exactTime: Duration {
        spent += readingCost
        return now + spent
    }

    /// Suspends the machine and resumes it: timers are as far away as before.
    package func suspend(for time: Duration) throws(EventLoopError) {
        timeSuspended += time
        resumes.removeAll { $0.source == nil }
        for resume in resumes { try resume.source?.fire(at: now) }
    }

    // MARK: Called by the loop and its sources

    /// Fires a timer after each sleep.
    func onResume(fire source: EventSource) {
        resumes.append(Resume(source: source))
    }

    func arm(_ source: EventSource, at time: Duration) {
        disarm(source)
        // Those of the same time stay in their order.
        let index = alarms.firstIndex { $0.time > time } ?? alarms.endIndex
        alarms.insert(Alarm(source: .passUnretained(source), time: time), at: index)
    }

    func disarm(_ source: EventSource) {
        alarms.removeAll { $0.isOf(source) }
    }

    func isArmed(_ source: EventSource) -> Bool {
        alarms.contains { $0.isOf(source) }
    }

    /// When the next timer is due; nil if none is armed.
    var nextAlarm: Duration? { alarms.first?.time }

    /// Makes the timers ready whose time has come.
    func ring() throws(EventLoopError) {
        while let alarm = alarms.first, alarm.time <= now {
            alarms.removeFirst()
            try alarm.source.takeUnretainedValue().fireNow()
        }
    }

    /// Lets the time pass that a handler has taken, if one was called.
    func handlerReturned(_ wasCalled: Bool) {
        now += (wasCalled ? handlerCost : .zero) + spent
        spent = .zero
    }

    /// Jumps over a time in which nothing happens.
    func advance(to time: Duration) {
        now = max(now, time)
    }
}
