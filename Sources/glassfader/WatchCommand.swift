import ArgumentParser
import EventLoop
import GlassfaderClient
import Glibc
import PanelProtocol

/// Prints what happens on the panel.
struct WatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Print the values of controls, and follow their changes.",
        discussion: """
            On a terminal each control has a line, with a bar that moves. Elsewhere each change is \
            a line: the control, its value, a bar, the phase and the cause; with --json, the event \
            as it came.

            Ends at Ctrl-C, or when the connection is lost, with the exit status 2.
            """)

    @OptionGroup var panel: PanelOptions

    @Option(
        help: ArgumentHelp(
            "Only these phases, as ended,cancelled,set: began, changed, ended, cancelled, set.",
            valueName: "phase,…"))
    var phases: String?

    @Option(
        help: ArgumentHelp(
            "How often at most to tell of one control while it moves.", valueName: "hz"))
    var rate: Double?

    @Flag(help: "Wait for a panel that is not there, and for one that is lost to come back.")
    var reconnect = false

    @Flag(help: "Fill the screen, as glassfader monitor does.")
    var monitor = false

    @Argument(
        help: "Which controls, with * and ?. (default: all of them)", completion: .controls)
    var patterns: [String] = []

    func validate() throws {
        let all = ValueChanged.Phase.allCases.map(\.rawValue)
        for phase in phaseNames ?? [] where !all.contains(phase) {
            throw ValidationError(
                "no phase '\(phase)': it is one of \(all.joined(separator: ", "))")
        }
        if let rate, !Subscription.rates.contains(rate) {
            throw ValidationError(
                "--rate wants 0.1 to \(Subscription.highestRate) times a second")
        }
        if monitor, panel.json { throw ValidationError("--json is nothing to fill a screen with") }
        if monitor { try MonitorCommand.checkTerminal() }
    }

    private var phaseNames: [String]? {
        phases?.split(separator: ",").map(String.init)
    }

    func run() throws {
        if monitor { return try MonitorCommand.run(panel, patterns: patterns) }
        try panel.withErrors {
            let loop = try EventLoop()
            let signals = try [SIGINT, SIGTERM, SIGHUP].map {
                try loop.signal($0) { loop.exit() }
            }
            var wish = PanelFeed.Wish(phases: phaseNames, rate: rate)
            if !patterns.isEmpty { wish.patterns = patterns }
            let isTerminal = !panel.json && Terminal.canMoveCursor
            if isTerminal, wish.rate == nil { wish.rate = 30 }
            let view = WatchView(
                isJSON: panel.json, terminal: isTerminal ? Terminal.size : nil,
                patterns: wish.patterns)
            let feed = try PanelFeed(
                path: panel.socket, wish: wish, reconnects: reconnect, on: loop,
                receive: { try view.receive($0) })
            view.lastLine = { [unowned feed] in feed.client?.lastLine ?? "" }
            let post = try loop.post { try view.flush() }
            // What came last is printed, whatever the end is.
            defer { try? view.flush() }
            try withExtendedLifetime((signals, feed, post)) { try loop.run() }
        }
    }
}
