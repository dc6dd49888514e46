import Evdev
import EventLoop

/// What the router waits for: something to read, a writer, and the deadlines of a pipeline.
extension TouchRouter {
    /// Waits for the first report of a device. One that has nothing to give is lost at once.
    func beginWaiting(for device: TouchDevice) throws {
        switch device.source.readiness {
        case .readable(let descriptor): try wait(for: descriptor, of: device)
        case .due(let time): try wait(until: time, for: device)
        // As idle as the end of a round, which is reached first.
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

    /// Waits for the next report of a device that has been read.
    func waitOn(for device: TouchDevice) throws {
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

    /// Opens a pipe again that its last writer has left. Returns whether there is one.
    func waitForWriter(of device: TouchDevice) throws -> Bool {
        guard let pipe = device.source as? TouchscreenPipe else { return false }
        do throws(EvdevError) {
            try pipe.reopen()
        } catch {
            log("\(error)")
            return false
        }
        try device.wakeUp?.disarm()
        try wait(for: pipe.descriptor, of: device)
        log("nobody writes to \(device.name) any more; its touches are cancelled")
        return true
    }

    /// Sets a timer while the pipeline keeps something back, and none otherwise. In a recording
    /// that plays faster or slower than it was made, the next report says what the time is.
    private func waitForDeadline(of device: TouchDevice) throws {
        guard device.keepsTime else { return }
        let deadline = device.pipeline.nextDeadline
        guard deadline != device.deadline else { return }
        device.deadline = deadline
        guard let deadline else { return try device.deadlineTimer?.disarm() ?? () }
        if let timer = device.deadlineTimer { return try timer.fire(at: deadline) }
        device.deadlineTimer = try loop.timer(at: deadline) { [unowned self, unowned device] time in
            try passDeadline(of: device, at: time)
        }
    }

    private func passDeadline(of device: TouchDevice, at time: Duration) throws {
        device.deadline = nil
        // A report that is waiting to be read came before the deadline was noticed.
        try read(device)
        guard devices.contains(where: { $0 === device }) else { return }
        send(device.pipeline.advance(to: time), of: device)
        try waitForDeadline(of: device)
    }
}
