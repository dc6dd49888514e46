public import ArgumentParser
import EventLoop
import GlassfaderClient
import Glibc
import PanelProtocol

/// The options that all bridges have.
public struct BridgeOptions: ParsableArguments {
    @Option(
        help: "The panel's socket. (default: $GLASSFADER_SOCKET or \(PanelClient.defaultPath))",
        completion: .file())
    var socket: String?

    /// The default options.
    public init() {}

    /// The part of the running panel's file that is for a bridge. Without a connection, it logs the
    /// reason, and throws an exit status.
    public func panel(for bridge: String, _ log: BridgeLog) throws -> BridgePanel {
        do {
            let panel = try PanelClient(path: socket, name: "glassfader-" + bridge)
            let list = try panel.reply(to: "list") { $0.member("match", "*") }
            return BridgePanel(list, bridge: bridge)
        } catch {
            log.log("\(error)", .error)
            log.finish()
            throw ExitCode(2)
        }
    }
}

/// What a bridge does with its engine.
public enum BridgeMode: Sendable {
    /// It connects the panel and the engine.
    case run
    /// It prints what it would send, and connects to no engine.
    case dryRun
    /// It only reads the bindings.
    case check
}

/// The program around a bridge: its options, its life as a service, and its exit statuses.
///
/// Exit status: 0, ended by a signal, or nothing wrong; 1, a binding cannot be used; 2, no
/// connection to the panel; 64, wrong usage.
public struct BridgeProgram {
    private let name: String
    private let options: BridgeOptions
    private let makeEngine: (Bridge, BridgeMode) throws -> any BridgeEngine

    /// A program for one kind of bridge, by the name that `bind` and `[bridges]` use.
    public init(
        _ name: String, _ options: BridgeOptions,
        makeEngine: @escaping (Bridge, BridgeMode) throws -> any BridgeEngine
    ) {
        self.name = name
        self.options = options
        self.makeEngine = makeEngine
    }

    /// Runs until SIGTERM or SIGINT.
    public func run(isDryRun: Bool) throws {
        // A closed socket or pipe is an error of the call, not the end of the program.
        signal(SIGPIPE, SIG_IGN)
        let manager = ServiceManager()
        let loop = try EventLoop()
        let log = BridgeLog(name: "glassfader-" + name)
        let ends = try [SIGTERM, SIGINT].map { try loop.signal($0) { loop.exit() } }
        let bridge = Bridge(loop, name: name, path: options.socket, log: log)
        var status = BridgeStatus(bindings: "no panel yet", hasEngine: false)
        func report() { try? manager.status("\(status)") }
        bridge.onBindings = { bindings in
            status.bindings = "\(bindings.controls.count) controls bound"
            if !isDryRun { log.log(status.bindings) }
            report()
        }
        bridge.onEngine = {
            status.hasEngine = $0
            report()
        }
        let engine = try makeEngine(bridge, isDryRun ? .dryRun : .run)
        try bridge.start(engine)
        try loop.enableWatchdog()
        try manager.ready()
        try loop.run()
        try manager.stopping()
        bridge.close()
        log.logCounts()
        log.finish()
        withExtendedLifetime(ends) {}
    }

    /// Prints the bindings of the running panel. Throws an exit status if some cannot be used.
    public func check() throws {
        let log = BridgeLog(name: "glassfader-" + name)
        let panel = try options.panel(for: name, log)
        let bridge = Bridge(try EventLoop(), name: name, path: options.socket, log: log)
        var bindings = Bindings()
        do throws(BridgeProblem) {
            let engine: any BridgeEngine
            do { engine = try makeEngine(bridge, .check) } catch { throw BridgeProblem("\(error)") }
            _ = try panel.settings.isPull()
            bindings = try engine.configure(panel)
        } catch {
            bindings.problems = [error]
        }
        let entries = bindings.controls + bindings.others
        let width = entries.map(\.name.count).max() ?? 0
        let lines = entries.map { entry in
            let name = entry.name + String(repeating: " ", count: width - entry.name.count)
            return "\(name)  \(entry.address)  (\(entry.origin))".escapingControls
        }
        try log.print(lines)
        if entries.isEmpty, bindings.problems.isEmpty {
            log.log("no control of the panel is bound: see glassfader-panel(5), bind", .warning)
        }
        for problem in bindings.problems { log.log("\(problem)", .error) }
        if !bindings.problems.isEmpty { throw ExitCode(1) }
    }
}
