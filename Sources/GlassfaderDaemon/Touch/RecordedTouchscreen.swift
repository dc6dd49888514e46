import Evdev

/// A recording of a touchscreen that plays.
final class RecordedTouchscreen: TouchSource {
    let device: DeviceDescription

    private let events: [EvemuRecording.Event]
    private let start: Duration
    private let speed: ReplaySpeed
    private var table: SlotTable
    /// What the last reading gave; the next one uses its memory again.
    private var reports = ContactReports()
    /// How often the recording lost events.
    private(set) var overruns = 0
    /// The next event to play.
    private var position = 0
    /// The time of the last event that was played, as it was recorded.
    private var lastTime: Duration

    /// Plays from `start`, on the monotonic clock, at which its first event is due.
    ///
    /// - Parameters:
    ///   - speed: how fast; the times of the reports are those of the recording, after `start`.
    ///   - quirks: what is known better of the device than it said itself.
    /// - Throws: why the recorded device is no touchscreen.
    init(
        _ recording: EvemuRecording, from start: Duration, speed: ReplaySpeed = .recorded,
        quirks: TouchscreenQuirks = TouchscreenQuirks()
    ) throws(Rejection) {
        device = quirks.corrected(recording.device)
        events = recording.events
        self.start = start
        self.speed = speed
        lastTime = start
        table = try SlotTable(
            of: device, sign: quirks.sign(of: device), axisMap: quirks.axes, recovery: .snapshot)
    }

    /// Whether the times of its reports are those of the clock.
    var keepsTime: Bool { speed == .recorded }

    /// When there is something to play again; nil at the end.
    var nextEventTime: Duration? {
        guard position < events.count else { return nil }
        switch speed {
        case .times(let factor): return start + events[position].time / factor
        case .unlimited: return start
        }
    }

    var readiness: TouchReadiness {
        guard let nextEventTime else { return .never }
        return speed == .unlimited ? .afterRound : .due(nextEventTime)
    }

    /// Plays the events that are due by `now`, those of one report alone if the speed is unlimited.
    /// At the end the contacts that are left are cancelled, as if the device had been unplugged.
    func readReports(until now: Duration) -> ContactReports {
        reports.removeAll()
        guard position < events.count else {
            reports.source = .gone
            return reports
        }
        while let due = nextEventTime, due <= now {
            let event = events[position]
            position += 1
            play(event)
            if speed == .unlimited, event.isEndOfReport { break }
        }
        if position == events.count {
            cancel(at: lastTime)
            reports.source = .gone
        }
        return reports
    }

    private func play(_ event: EvemuRecording.Event) {
        let recorded = start + event.time
        // A clock that was set back while recording must not stop the recording.
        lastTime = max(lastTime, recorded)
        if table.handle(type: event.type, code: event.code, value: event.value) {
            reports.append(table.contacts, at: recorded)
        }
        // Nobody can be asked for the state of a device that was recorded.
        if table.needsSnapshot {
            overruns += 1
            cancel(at: recorded)
        }
    }

    func cancelContacts(at time: Duration) -> ContactReports {
        reports.removeAll()
        cancel(at: time)
        return reports
    }

    func releaseContact(at time: Duration) -> ContactReports {
        reports.removeAll()
        if table.releaseContact() { reports.append(table.contacts, at: max(time, lastTime)) }
        return reports
    }

    private func cancel(at time: Duration) {
        // One that plays faster than it was recorded is ahead of the clock.
        if table.cancelContacts() { reports.append(table.contacts, at: max(time, lastTime)) }
    }
}
