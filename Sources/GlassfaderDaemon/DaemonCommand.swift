import Evdev
import Glibc
public import Panel
import PanelProtocol

/// The daemon as a command: what `glassfaderd` is, and any program that adds controls of its own.
///
/// ```swift
/// DaemonCommand(types: [.lever]).main()
/// ```
public struct DaemonCommand {
    private let types: [ControlType]

    /// The daemon, which knows the types of control that there are, and these.
    public init(types: [ControlType] = []) {
        self.types = ControlType.builtIn + types
    }

    /// Does what the command line asks for, and ends the process.
    ///
    /// The status is 0 at the end of a run that was to end, 1 when it was not, 2 for a command line
    /// that cannot be understood, and otherwise one of `sysexits.h`.
    public func main() -> Never {
        Self.openStandardStreams()
        Self.holdBackSignals()
        do {
            switch try Options.parse(CommandLine.arguments) {
            case .help: print(Options.usage, terminator: "")
            case .version: print("glassfaderd \(Version.current)")
            case .run(let options): try run(options)
            }
        } catch {
            log("\(error)")
            exit(ExitStatus.of(error))
        }
        exit(0)
    }

    private func run(_ given: Options) throws {
        let demo = given.isDemo ? try Demo(given) : nil
        let options = (demo?.options ?? given).withPanel(log)
        let panel = try PanelFile.panel(
            contentsOf: options.panelToRead, types: types, warn: log)
        var recording: EvemuRecording?
        if case .recording(let path) = options.touch {
            recording = try EvemuRecording(contentsOf: path)
            log("playing \(path)")
        }
        try Daemon(panel, recording: recording, types: types, options: options, log: log).run()
        if options.isDemo, let path = options.screenshotPath { log("wrote \(path)") }
    }

    /// Lines for the journal, or for whoever started the daemon by hand.
    private func log(_ lines: String) {
        for line in lines.split(separator: "\n") {
            var text = "glassfaderd: \(String(line).escapingControls)\n"
            text.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
        }
    }

    /// Opens `/dev/null` in the place of standard streams that are closed: the socket or the card
    /// would else be opened there, and be written to.
    private static func openStandardStreams() {
        var descriptor: Int32 = 0
        while (0...STDERR_FILENO).contains(descriptor) {
            descriptor = open("/dev/null", O_RDWR)
        }
        if descriptor > STDERR_FILENO { close(descriptor) }
    }

    /// Keeps SIGUSR1, which asks for a picture, until there is one: at first it would kill. The
    /// signals to end may do so until there is something to leave in order.
    private static func holdBackSignals() {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGUSR1)
        sigprocmask(SIG_BLOCK, &signals, nil)
    }
}
