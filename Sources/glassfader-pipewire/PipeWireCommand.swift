import ArgumentParser
import GlassfaderBridge
import PanelProtocol

/// The program: connects a panel and the volumes of PipeWire.
struct PipeWireCommand: BridgeKind {
    static let configuration = CommandConfiguration(
        commandName: "glassfader-pipewire",
        abstract: "Connect a panel and the volumes, mutes and meters of PipeWire.",
        discussion: """
            The nodes are in the panel file: 'bind' of controls, and [bridges.pipewire]; see \
            glassfader-pipewire(1). Run it as the user whose PipeWire it is.

            Exit status: 0, ended by a signal, or nothing wrong; 1, a node's name cannot be used; 2, \
            no connection to the panel; 64, wrong usage.
            """,
        version: Version.current, subcommands: [RunCommand<Self>.self, CheckCommand<Self>.self],
        defaultSubcommand: RunCommand<Self>.self)

    static let bridge = "pipewire"

    static func makeEngine(
        _ bridge: Bridge, _ mode: BridgeMode, _ options: NoOptions
    ) throws -> any BridgeEngine {
        try PipeWireEngine(bridge, mode: mode)
    }
}
