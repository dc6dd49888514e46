import ArgumentParser
import EventLoop
import GlassfaderBridge
import GlassfaderClient
import Glibc
import PanelProtocol

/// Waits for a movement, and prints the line for the panel file.
struct LearnCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "learn",
        abstract: "Wait until a controller is moved, and print the line for the panel file.",
        discussion: "Move the fader, the knob or the key for the control.")

    @Argument(help: "The control of the panel.")
    var control: String
    @OptionGroup var options: BridgeOptions
    @Option(
        help: ArgumentHelp(
            "Listen to ports whose name contains this. (default: 'port' of the panel file, or all)",
            valueName: "pattern"))
    var port: String?
    @Option(help: ArgumentHelp("Give up after so many seconds.", valueName: "seconds"))
    var timeout: Double = 60

    func validate() throws {
        guard timeout > 0, timeout <= 86_400 else {
            throw ValidationError("'--timeout' must be above 0 and at most 86400 seconds")
        }
    }

    func run() throws {
        signal(SIGPIPE, SIG_IGN)
        let log = BridgeLog(name: "glassfader-midi")
        let panel = try options.panel(for: "midi", log)
        guard panel.controls.contains(where: { $0.name == control && $0.reading != nil }) else {
            let names = panel.controls.filter { $0.reading != nil }.map(\.name)
            log.log(
                "the panel has no control '\(control)' with a value"
                    + Suggestions.question(for: control, among: names))
            throw ExitCode(1)
        }
        var settings = MIDISettings()
        do throws(BridgeProblem) {
            settings = try MIDISettings(panel.settings)
        } catch {
            log.log("\(error)")
            throw ExitCode(1)
        }
        let pattern = port.map { PortPattern($0) } ?? settings.port ?? PortPattern("*")
        guard let address = try learn(settings.system, pattern, log) else {
            log.log("nothing was moved in \(timeout) seconds")
            throw ExitCode(1)
        }
        try log.print(["bind = { midi = \"\(address)\" }"])
    }

    private func learn(
        _ system: MIDISettings.System, _ pattern: PortPattern, _ log: BridgeLog
    ) throws -> MIDIAddress? {
        let loop = try EventLoop()
        let ends = try [SIGTERM, SIGINT].map { try loop.signal($0) { loop.exit() } }
        var learner = MIDILearner()
        let decision = try loop.timer(at: nil) { _ in loop.exit() }
        let port = try MIDIPort(
            loop, system, pattern: pattern, isListener: true, log: log
        ) { event in
            guard case .received(let message) = event, learner.take(message), !decision.isArmed
            else { return }
            try? decision.fire(at: loop.now + MIDILearner.window)
        }
        let timer = try loop.timer(at: loop.now + .seconds(timeout)) { _ in loop.exit() }
        try loop.run()
        withExtendedLifetime((port, timer, ends)) {}
        return learner.address
    }
}
