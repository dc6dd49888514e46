import ArgumentParser
import Evdev
import EventLoop
import Glibc

/// The touchscreen to read, and for how long.
struct TouchscreenOptions: ParsableArguments {
    @Option(parsing: .unconditional, help: "End after this many seconds, or at Ctrl-C.")
    var seconds: Double?

    @Argument(
        help: """
            The touchscreen: /dev/input/event3, or a stable name in /dev/input/by-path. (default: \
            the only touchscreen)
            """, completion: .file())
    var device: String?

    func validate() throws {
        if let seconds, !(seconds > 0 && seconds <= 1e6) {
            throw ValidationError("--seconds needs a number above 0, and at most 1000000")
        }
    }

    /// Opens the touchscreen and calls `body`. Prints errors on standard error, and exits with
    /// their status.
    ///
    /// - Parameter describe: called with the description of a device that is not a touchscreen.
    func withTouchscreen(
        orRejected describe: (DeviceDescription) throws -> Void = { _ in },
        _ body: (Touchscreen) throws -> Void
    ) throws {
        do {
            let path = try device ?? TouchscreenSearch().onlyPath()
            try body(try Self.open(path, orRejected: describe))
        } catch let failure as TouchscreenFailure {
            ToolOutput.error(failure.message)
            throw ExitCode(failure.status)
        }
    }

    private static func open(
        _ path: String, orRejected describe: (DeviceDescription) throws -> Void
    ) throws -> Touchscreen {
        do {
            // Only an attempt to grab it shows whether another program has.
            let touchscreen = try Touchscreen(path: path, grabs: true)
            if let error = touchscreen.grabError { throw error }
            touchscreen.releaseGrab()
            return touchscreen
        } catch let error as EvdevError {
            if case .rejected = error {
                try describe(Touchscreen.description(ofDeviceAt: path))
            }
            throw TouchscreenFailure(error)
        }
    }

    /// Reads reports until Ctrl-C, or for the requested time. Calls `afterRound` when all available
    /// reports have been read.
    ///
    /// - Throws: `TouchscreenFailure`, also when the touchscreen is gone.
    func read(
        _ touchscreen: Touchscreen, _ report: @escaping (ContactReports.Report) -> Void,
        afterRound: @escaping () throws -> Void
    ) throws {
        let loop = try EventLoop()
        var sources = try [SIGINT, SIGTERM, SIGHUP].map { try loop.signal($0) { loop.exit() } }
        sources.append(
            try loop.readable(touchscreen.descriptor) {
                let reports = touchscreen.readReports(at: loop.now)
                for item in reports { report(item) }
                switch reports.source {
                case .present:
                    break
                case .gone:
                    try afterRound()
                    throw TouchscreenFailure("\(touchscreen.path) is gone", status: 2)
                case .failed(let error):
                    throw TouchscreenFailure(error)
                }
            })
        if let seconds {
            sources.append(
                try loop.timer(at: loop.now + .seconds(seconds)) { _ in loop.exit() })
        }
        sources.append(try loop.post { try afterRound() })
        try withExtendedLifetime(sources) { try loop.run() }
        try afterRound()
    }
}
