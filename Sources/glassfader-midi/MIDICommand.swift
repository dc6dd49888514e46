import ArgumentParser
import GlassfaderBridge
import PanelProtocol

/// The program: connects a panel and MIDI.
struct MIDICommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "glassfader-midi",
        abstract: "Connect a panel and instruments, programs and controllers that speak MIDI.",
        discussion: """
            The addresses are in the panel file: 'bind' of controls, and [bridges.midi]; see \
            glassfader-midi(1).

            Exit status: 0, ended by a signal, or nothing wrong; 1, an address cannot be used, or \
            nothing was learnt; 2, no connection to the panel; 64, wrong usage.
            """,
        version: Version.current,
        subcommands: [RunCommand.self, CheckCommand.self, LearnCommand.self],
        defaultSubcommand: RunCommand.self)

    /// Follows the panel.
    struct RunCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "run", abstract: "Follow the panel until SIGTERM. The default.")

        @OptionGroup var options: BridgeOptions
        @Flag(help: "Print the messages instead of sending them.")
        var dryRun = false

        func run() throws {
            try MIDICommand.program(options).run(isDryRun: dryRun)
        }
    }

    /// Prints the bindings.
    struct CheckCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "check",
            abstract: "Print which controls of the panel have which addresses.")

        @OptionGroup var options: BridgeOptions

        func run() throws {
            try MIDICommand.program(options).check()
        }
    }

    private static func program(_ options: BridgeOptions) -> BridgeProgram {
        BridgeProgram("midi", options) { bridge, mode in try MIDIEngine(bridge, mode: mode) }
    }
}
