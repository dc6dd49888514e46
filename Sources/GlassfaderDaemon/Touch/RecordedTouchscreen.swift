import Evdev

/// Plays a recording of a touchscreen.
final class RecordedTouchscreen: TouchSource {
    let device: DeviceDescription

    private let events: [EvemuRecording.Event]
    private let start: Duration
    private let speed: ReplaySpeed
    private var table: SlotTable
    /// The result of the last read. The next read reuses its memory.
    private var reports = ContactReports()
    /// How many times the recording lost events.
    private(set) var overruns = 0
    /// The next event to play.
    private var position = 0
    /// The recorded time of the last played event.
    private var lastTime: Duration

    /// Starts at `start` on the monotonic clock: the first event is due then.
    ///
    /// - Parameters:
    ///   - speed: the speed. The times of reports are always the recorded ones, counted from
    ///     `start`.
    ///   - quirks: corrections of the device's description.
    /// - Throws: if the recorded device is not a touchscreen.
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
            of: device, indicator: quirks.indicator(of: device), axisMap: quirks.axes,
            recovery: .snapshot)
    }

    var keepsTime: Bool { speed == .recorded }

    /// When the next event is due; nil at the end.
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

    /// Plays the events that are due by `now`; at unlimited speed, those of one report. At the end,
    /// cancels the remaining contacts, as if the device had been unplugged.
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
        // A recorded device cannot be queried for its state.
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
        // At a higher speed, the recording's times are ahead of the clock.
        if table.cancelContacts() { reports.append(table.contacts, at: max(time, lastTime)) }
    }
}
