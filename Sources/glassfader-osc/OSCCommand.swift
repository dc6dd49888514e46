import ArgumentParser
import GlassfaderBridge
import PanelProtocol

/// The program: connects a panel and engines that speak Open Sound Control.
struct OSCCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "glassfader-osc",
        abstract: "Connect a panel and audio engines that speak Open Sound Control.",
        discussion: """
            The addresses are in the panel file: 'bind' of controls and strips, and [bridges.osc]; \
            see glassfader-osc(1).

            Exit status: 0, ended by a signal, or nothing wrong; 1, an address cannot be used; 2, no \
            connection to the panel; 64, wrong usage.
            """,
        version: Version.current, subcommands: [RunCommand.self, CheckCommand.self],
        defaultSubcommand: RunCommand.self)

    /// Follows the panel.
    struct RunCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "run", abstract: "Follow the panel until SIGTERM. The default.")

        @OptionGroup var options: BridgeOptions
        @OptionGroup var dialects: DialectOptions
        @Flag(help: "Print the messages instead of sending them.")
        var dryRun = false

        func run() throws {
            try dialects.program(options).run(isDryRun: dryRun)
        }
    }

    /// Prints the bindings.
    struct CheckCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "check",
            abstract: "Print which controls of the panel have which addresses.")

        @OptionGroup var options: BridgeOptions
        @OptionGroup var dialects: DialectOptions

        func run() throws {
            try dialects.program(options).check()
        }
    }
}

/// Where dialects are.
struct DialectOptions: ParsableArguments {
    @Option(
        name: .customLong("dialects"),
        help: ArgumentHelp(
            "A folder with dialects, before the others.", valueName: "folder"),
        completion: .directory)
    var folders: [String] = []

    /// The program with these options.
    func program(_ options: BridgeOptions) -> BridgeProgram {
        BridgeProgram("osc", options) { bridge, mode in
            try OSCEngine(bridge, mode: mode, folders: folders + Dialect.folders)
        }
    }
}
