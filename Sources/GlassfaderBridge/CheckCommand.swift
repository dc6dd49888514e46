public import ArgumentParser

/// The command that prints the bindings.
public struct CheckCommand<Kind: BridgeKind>: ParsableCommand {
    /// Its name and help.
    public static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "check",
            abstract: "Print which controls of the panel have which addresses.")
    }

    @OptionGroup var options: BridgeOptions
    @OptionGroup var own: Kind.Options

    /// A command with the default options.
    public init() {}

    /// Prints, and throws an exit status if there are problems.
    public func run() throws {
        try BridgeProgram(Kind.bridge, options) { try Kind.makeEngine($0, $1, own) }.check()
    }
}
