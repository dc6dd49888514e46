import ArgumentParser
import GlassfaderBridge
import PanelProtocol

/// The program: connects a panel and engines that speak Open Sound Control.
struct OSCCommand: BridgeKind {
    static let configuration = CommandConfiguration(
        commandName: "glassfader-osc",
        abstract: "Connect a panel and audio engines that speak Open Sound Control.",
        discussion: """
            The addresses are in the panel file: 'bind' of controls and strips, and [bridges.osc]; \
            see glassfader-osc(1).

            Exit status: 0, ended by a signal, or nothing wrong; 1, an address cannot be used; 2, no \
            connection to the panel; 64, wrong usage.
            """,
        version: Version.current, subcommands: [RunCommand<Self>.self, CheckCommand<Self>.self],
        defaultSubcommand: RunCommand<Self>.self)

    static let bridge = "osc"

    static func makeEngine(
        _ bridge: Bridge, _ mode: BridgeMode, _ options: DialectOptions
    ) throws -> any BridgeEngine {
        try OSCEngine(bridge, mode: mode, folders: options.folders + Dialect.folders)
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
}
