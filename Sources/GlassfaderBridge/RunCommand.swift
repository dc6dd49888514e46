public import ArgumentParser

/// The command that follows the panel.
public struct RunCommand<Kind: BridgeKind>: ParsableCommand {
    /// Its name and help.
    public static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "run", abstract: "Follow the panel until SIGTERM. The default.")
    }

    @OptionGroup var options: BridgeOptions
    @OptionGroup var own: Kind.Options
    @Flag(help: "Print what would be sent to the engine, and send nothing.")
    var dryRun = false

    /// A command with the default options.
    public init() {}

    /// Runs until a signal.
    public func run() throws {
        try BridgeProgram(Kind.bridge, options) { try Kind.makeEngine($0, $1, own) }
            .run(isDryRun: dryRun)
    }
}
