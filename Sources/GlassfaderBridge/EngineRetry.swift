package import EventLoop

/// The attempts to reach an engine: once a second, for ever, with one line in the log.
public final class EngineRetry {
    private static let interval = Duration.seconds(1)

    private let loop: EventLoop
    private let log: BridgeLog
    private var timer: EventSource?
    private var isConnected = false
    private var isAbsenceKnown = false

    /// Calls `connect` when it is time for an attempt. That reports its result to ``succeeded(_:)``
    /// or ``failed(_:_:)``.
    package init(_ loop: EventLoop, _ log: BridgeLog, connect: @escaping () -> Void) throws {
        self.loop = loop
        self.log = log
        timer = try loop.timer(at: nil, accuracy: .milliseconds(50)) { _ in connect() }
    }

    /// Calls `connect` when it is time for an attempt. That reports its result to ``succeeded(_:)``
    /// or ``failed(_:_:)``.
    public convenience init(_ bridge: Bridge, connect: @escaping () -> Void) throws {
        try self.init(bridge.loop, bridge.log, connect: connect)
    }

    /// Makes an attempt at once, from the loop.
    public func start() {
        fire(after: .zero)
    }

    /// The engine is there: nothing more is tried.
    public func succeeded(_ engine: String) {
        stop()
        if !isConnected { log.log("engine \(engine): connected", .notice) }
        isConnected = true
        isAbsenceKnown = false
    }

    /// The engine cannot be reached, or is gone. The log gets the reason once, and not again for
    /// the attempts that follow.
    public func failed(_ engine: String, _ reason: String) {
        if !isAbsenceKnown { log.log("engine \(engine): \(reason); trying again", .warning) }
        isConnected = false
        isAbsenceKnown = true
        fire(after: Self.interval)
    }

    /// Makes no more attempts.
    public func stop() {
        // Without a timer there is nothing to disarm.
        try? timer?.disarm()
    }

    private func fire(after pause: Duration) {
        do {
            try timer?.fire(at: loop.now + pause)
        } catch {
            preconditionFailure("\(error)")
        }
    }
}
