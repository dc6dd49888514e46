import Evdev
import EventLoop
import Glibc
public import Panel
import PanelProtocol

/// The command `glassfaderd`, also for programs that add their own types of control.
///
/// ```swift
/// DaemonCommand(types: [.lever]).main()
/// ```
public struct DaemonCommand {
    private let types: [ControlType]
    private let output = LogOutput(name: "glassfaderd")

    /// Makes a daemon with the built-in types of control and `types`.
    public init(types: [ControlType] = []) {
        self.types = ControlType.builtIn + types
    }

    /// Runs the command line, then ends the process.
    ///
    /// The status is 0 after an orderly end, 1 for a configuration error, 2 for a wrong command
    /// line, and otherwise one of `sysexits.h`; see `ExitStatus`.
    public func main() -> Never {
        StandardStreams.openClosed()
        // Their default action would end the process.
        Self.holdBack([SIGUSR1, SIGHUP])
        do {
            if let mistake = ProgramArguments.mistake {
                throw Options.UsageError(problem: mistake)
            }
            switch try Options.parse(CommandLine.arguments) {
            case .help: Swift.print(Options.usage, terminator: "")
            case .version: Swift.print("glassfaderd \(Version.current)")
            case .run(let options): try run(options)
            }
        } catch {
            let place = (error as? PanelFile.MistakesError)?.place ?? []
            note(LogEntry("\(error)", event: .failed, place), isLast: true)
            output.finish()
            exit(ExitStatus.of(error))
        }
        exit(0)
    }

    private func run(_ given: Options) throws {
        let demo = given.isDemo ? try Demo(given) : nil
        let options = (demo?.options ?? given).withPanel(log)
        let path = options.panelToRead
        let bytes = try PanelFile.bytes(at: path)
        let panel = try PanelFile.panel(utf8: bytes, name: path, types: types, log: log)
        if options.calibrates {
            // It ends with its terminal.
            Self.changeMask(SIG_UNBLOCK, [SIGHUP])
            return try Self.print(try Calibration(panel, options: options, log: log).run())
        }
        var recording: EvemuRecording?
        if case .recording(let path) = options.touch {
            recording = try EvemuRecording(contentsOf: path)
            log("playing \(path)", about: .file(path))
        }
        // A console that shows a splash must not stay without its text.
        Self.holdBack([SIGTERM, SIGINT])
        let daemon = try Daemon(
            panel, from: bytes, recording: recording, types: types, options: options, log: log)
        try daemon.run()
        if options.isDemo, let path = options.screenshotPath {
            log("wrote \(path)", about: .file(path))
        }
    }

    /// What was to be printed could not be written.
    private struct OutputError: Error, CustomStringConvertible {
        let description: String
    }

    /// Writes to standard output.
    private static func print(_ bytes: [UInt8]) throws(OutputError) {
        let reason = WholeOutput.write(bytes, to: STDOUT_FILENO)
        guard reason == 0 else {
            let text = String(cString: strerror(reason))
            throw OutputError(description: "cannot write to standard output: \(text)")
        }
    }

    private var log: Log { Log { note($0) } }

    /// Control characters come from clients, files and devices.
    private func note(_ entry: LogEntry, isLast: Bool = false) {
        var entry = entry
        entry.text = entry.text.escapingControlsInLines
        output.write(entry, isLast: isLast)
    }

    /// Blocks signals until the daemon handles them.
    private static func holdBack(_ signals: [CInt]) {
        changeMask(SIG_BLOCK, signals)
    }

    private static func changeMask(_ change: CInt, _ signals: [CInt]) {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in signals { sigaddset(&set, signal) }
        sigprocmask(change, &set, nil)
    }
}
