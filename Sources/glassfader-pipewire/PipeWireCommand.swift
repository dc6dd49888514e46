import ArgumentParser
import GlassfaderBridge
import PanelProtocol

/// The program: connects a panel and the volumes of PipeWire.
struct PipeWireCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "glassfader-pipewire",
        abstract: "Connect a panel and the volumes, mutes and meters of PipeWire.",
        discussion: """
            The nodes are in the panel file: 'bind' of controls, and [bridges.pipewire]; see \
            glassfader-pipewire(1). Run it as the user whose PipeWire it is.

            Exit status: 0, ended by a signal, or nothing wrong; 1, a node's name cannot be used; 2, \
            no connection to the panel; 64, wrong usage.
            """,
        version: Version.current, subcommands: [RunCommand.self, CheckCommand.self],
        defaultSubcommand: RunCommand.self)

    /// Follows the panel.
    struct RunCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "run", abstract: "Follow the panel until SIGTERM. The default.")

        @OptionGroup var options: BridgeOptions
        @Flag(help: "Print the volumes instead of setting them.")
        var dryRun = false

        func run() throws {
            try PipeWireCommand.program(options).run(isDryRun: dryRun)
        }
    }

    /// Prints the bindings.
    struct CheckCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "check", abstract: "Print which controls of the panel have which nodes.")

        @OptionGroup var options: BridgeOptions

        func run() throws {
            try PipeWireCommand.program(options).check()
        }
    }

    private static func program(_ options: BridgeOptions) -> BridgeProgram {
        BridgeProgram("pipewire", options) { bridge, mode in
            try PipeWireEngine(bridge, mode: mode)
        }
    }
}
