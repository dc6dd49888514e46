import Evdev
import EventLoop

/// Waiting: for a device to become readable, for a pipe's next writer, and for a pipeline's
/// deadlines.
extension TouchRouter {
    /// Waits for a device's first report. A device that cannot report anything is lost at once.
    func waitForFirstReport(of device: TouchDevice) throws {
        switch device.source.readiness {
        case .readable(let descriptor): try wait(for: descriptor, of: device)
        case .due(let time): try wait(until: time, for: device)
        // With the priority of the end of a round, which comes first.
        case .afterRound: try wait(until: loop.now, for: device, priority: .idle)
        case .never: try onLoss?(device)
        }
    }

    private func wait(for descriptor: CInt, of device: TouchDevice) throws {
        device.wakeUp = try loop.readable(descriptor) { [unowned self, unowned device] in
            try read(device)
        }
    }

    private func wait(
        until time: Duration, for device: TouchDevice, priority: EventSource.Priority = .normal
    ) throws {
        device.wakeUp = try loop.timer(at: time, priority: priority) {
            [unowned self, unowned device] _ in
            try read(device)
        }
    }

    /// Waits for the next report of a device that was read before.
    func waitForNextReport(of device: TouchDevice) throws {
        switch device.source.readiness {
        case .due(let time): try device.wakeUp?.fire(at: time)
        case .afterRound: try device.wakeUp?.fire(at: loop.now)
        case .readable, .never: break
        }
        if let timeout = device.description.releaseTimeout {
            try device.silence?.fire(at: loop.now + timeout)
        }
        try waitForDeadline(of: device)
    }

    /// Reopens a device after its last writer has left. Returns false if the device has no writers,
    /// or cannot be opened.
    func waitForWriter(of device: TouchDevice) throws -> Bool {
        guard device.source.hasWriters else { return false }
        do throws(EvdevError) {
            try device.source.reopen()
        } catch {
            log("\(error)", event: .touchscreenFailed, about: .device(device.name))
            return false
        }
        try device.wakeUp?.disarm()
        try waitForFirstReport(of: device)
        log(
            "the last writer of \(device.name) has left; its touches are cancelled",
            about: .device(device.name))
        return true
    }

    /// Sets the timer if the pipeline has a deadline. A recording at another speed needs no timer:
    /// its next report brings the time.
    func waitForDeadline(of device: TouchDevice) throws {
        guard device.keepsTime else { return }
        let deadline = device.pipeline.nextDeadline
        if let timer = device.deadlineTimer { return try timer.setDeadline(deadline) }
        guard let deadline else { return }
        device.deadlineTimer = try loop.timer(at: deadline) { [unowned self, unowned device] time in
            try deadlineReached(of: device, at: time)
        }
    }

    private func deadlineReached(of device: TouchDevice, at time: Duration) throws {
        // A report that is already readable came before the deadline.
        try read(device)
        guard devices.contains(where: { $0 === device }) else { return }
        send(device.pipeline.advance(to: time), of: device)
        try waitForDeadline(of: device)
    }
}
