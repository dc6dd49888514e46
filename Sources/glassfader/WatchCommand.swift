import ArgumentParser
import EventLoop
import GlassfaderClient
import Glibc
import PanelProtocol

/// Prints values of controls and their changes.
struct WatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Print the values of controls, and follow their changes.",
        discussion: """
            On a terminal each control has a line with a moving bar. Elsewhere each change is a \
            line: the control, its value, a bar, the phase and the cause; with --json, the event \
            unchanged.

            Ends at Ctrl-C, or with exit status 2 when the connection is lost.
            """)

    @OptionGroup var panel: ClientOptions

    @Option(
        help: ArgumentHelp(
            "Only these phases: some of began,changed,ended,cancelled,set. Can be repeated.",
            valueName: "phase,…"), completion: .list(ValueChanged.Phase.allCases.map(\.rawValue)))
    var phases: [String] = []

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The highest rate of changes of a moving control.", valueName: "hz"))
    var rate: Double?

    @Flag(help: "Wait for the panel to start, and reconnect when the connection is lost.")
    var reconnect = false

    @Flag(help: "Show the panel on the whole terminal, like glassfader monitor.")
    var monitor = false

    @Argument(
        help: "Names of controls; * and ? match others. (default: all controls)",
        completion: .controls)
    var patterns: [String] = []

    func validate() throws {
        let all = ValueChanged.Phase.allCases.map(\.rawValue)
        for phase in phaseNames where !all.contains(phase) {
            throw ValidationError(
                "unknown phase '\(phase)': use \(all.joined(separator: ", "))")
        }
        if let rate, !Subscription.rates.contains(rate) {
            throw ValidationError(
                "--rate needs 0.1 to \(Subscription.highestRate) times a second")
        }
        if monitor, panel.json {
            throw ValidationError("--json and --monitor exclude each other: use only one of them")
        }
        if monitor, !phases.isEmpty || rate != nil || reconnect {
            throw ValidationError(
                "--phases, --rate and --reconnect have no effect with --monitor, which shows all "
                    + "changes and always reconnects")
        }
        if monitor { try MonitorCommand.checkTerminal() }
    }

    private var phaseNames: [String] {
        phases.flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }
            .map(String.init)
    }

    /// The signals that end it.
    private static let signals = [SIGINT, SIGTERM, SIGHUP]

    /// Has the signals end the process at once: the loop does not run while the feed connects.
    private static func endAtSignals() {
        var set = sigset_t()
        sigemptyset(&set)
        for number in signals {
            signal(number) { _ in _exit(0) }
            sigaddset(&set, number)
        }
        // The program that has started this one may have blocked them.
        sigprocmask(SIG_UNBLOCK, &set, nil)
    }

    func run() throws {
        if monitor { return try MonitorCommand.run(panel.connection, patterns: patterns) }
        try panel.connection.withErrors {
            let loop = try EventLoop()
            Self.endAtSignals()
            var ends: [EventSource] = []
            var options = PanelFeed.Options(
                phases: phases.isEmpty ? nil : phaseNames, rate: rate)
            if !patterns.isEmpty { options.patterns = patterns }
            let isTerminal = !panel.json && Terminal.canMoveCursor
            if isTerminal, options.rate == nil { options.rate = 30 }
            let view = WatchView(
                isJSON: panel.json, terminal: isTerminal ? Terminal.size : nil,
                patterns: patterns)
            let feed = try PanelFeed(
                path: panel.connection.socket, options: options, reconnects: reconnect, on: loop
            ) { message in
                switch message {
                case .connected:
                    ends = try Self.signals.map { try loop.signal($0) { loop.exit() } }
                case .lost: ends = []
                default: break
                }
                try view.receive(message)
            }
            view.lastLine = { [unowned feed] in feed.client?.lastLine ?? "" }
            let post = try loop.post { try view.flush() }
            // Print the last messages, even after an error.
            defer { try? view.flush() }
            // A file is never closed by a reader, and cannot be watched.
            let reader = try? loop.ready(STDOUT_FILENO, for: .failed) { _ in throw ExitCode(2) }
            try withExtendedLifetime((ends, feed, post, reader)) { try loop.run() }
        }
    }
}
