import ArgumentParser
import GlassfaderBridge
import PanelProtocol

/// The program: connects a panel and the mixer of a sound card.
struct ALSACommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "glassfader-alsa",
        abstract: "Connect a panel and the mixer of a sound card.",
        discussion: """
            The elements of the mixer are in the panel file: 'bind' of controls, and [bridges.alsa]; \
            see glassfader-alsa(1).

            Exit status: 0, ended by a signal, or nothing wrong; 1, an element cannot be used; 2, no \
            connection to the panel; 64, wrong usage.
            """,
        version: Version.current, subcommands: [RunCommand.self, CheckCommand.self],
        defaultSubcommand: RunCommand.self)

    /// Follows the panel.
    struct RunCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "run", abstract: "Follow the panel until SIGTERM. The default.")

        @OptionGroup var options: BridgeOptions
        @Flag(help: "Print the elements and values instead of setting them.")
        var dryRun = false

        func run() throws {
            try ALSACommand.program(options).run(isDryRun: dryRun)
        }
    }

    /// Prints the bindings.
    struct CheckCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "check",
            abstract: "Print which controls of the panel have which elements.")

        @OptionGroup var options: BridgeOptions

        func run() throws {
            try ALSACommand.program(options).check()
        }
    }

    private static func program(_ options: BridgeOptions) -> BridgeProgram {
        BridgeProgram("alsa", options) { bridge, mode in try ALSAEngine(bridge, mode: mode) }
    }
}
