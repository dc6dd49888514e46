import ArgumentParser
import Evdev
import EventLoop
import Glibc

/// Which touchscreen to read, and for how long.
struct TouchscreenOptions: ParsableArguments {
    @Option(help: "End after this many seconds, besides at Ctrl-C.")
    var seconds: Double?

    @Argument(
        help: """
            The touchscreen: /dev/input/event3, or a stable name as those in /dev/input/by-path. \
            (default: the only one there is)
            """, completion: .file())
    var device: String?

    func validate() throws {
        if let seconds, !(seconds > 0 && seconds <= 1e6) {
            throw ValidationError("--seconds wants a number above 0")
        }
    }

    /// Does something with the touchscreen; what fails is printed on standard error, and becomes
    /// the exit status.
    ///
    /// - Parameter describe: is handed what a device that is no touchscreen says of itself.
    func withTouchscreen(
        orRejected describe: (DeviceDescription) throws -> Void = { _ in },
        _ body: (Touchscreen) throws -> Void
    ) throws {
        do {
            let path = try device ?? TouchscreenSearch().onlyPath()
            try body(try Self.open(path, orRejected: describe))
        } catch let failure as TouchscreenFailure {
            Output.error(failure.message)
            throw ExitCode(failure.status)
        }
    }

    private static func open(
        _ path: String, orRejected describe: (DeviceDescription) throws -> Void
    ) throws -> Touchscreen {
        do {
            // Only whoever tries to grab it learns that somebody else has.
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

    /// Reads reports until Ctrl-C, or for as long as was asked for. `afterRound` is called when all
    /// that was there has been read.
    ///
    /// - Throws: `TouchscreenFailure` also when the touchscreen is gone.
    func read(
        _ touchscreen: Touchscreen, _ report: @escaping (ContactReports.Report) -> Void,
        afterRound: @escaping () throws -> Void
    ) throws {
        let loop = try EventLoop()
        var sources = try [SIGINT, SIGTERM, SIGHUP].map { try loop.signal($0) { loop.exit() } }
        sources.append(
            try loop.readable(touchscreen.descriptor) {
                let reports = touchscreen.readReports()
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
