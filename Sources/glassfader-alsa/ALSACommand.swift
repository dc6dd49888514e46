import ArgumentParser
import GlassfaderBridge
import PanelProtocol

/// The program: connects a panel and the mixer of a sound card.
struct ALSACommand: BridgeKind {
    static let configuration = CommandConfiguration(
        commandName: "glassfader-alsa",
        abstract: "Connect a panel and the mixer of a sound card.",
        discussion: """
            The elements of the mixer are in the panel file: 'bind' of controls, and [bridges.alsa]; \
            see glassfader-alsa(1).

            Exit status: 0, ended by a signal, or nothing wrong; 1, an element cannot be used; 2, no \
            connection to the panel; 64, wrong usage.
            """,
        version: Version.current, subcommands: [RunCommand<Self>.self, CheckCommand<Self>.self],
        defaultSubcommand: RunCommand<Self>.self)

    static let bridge = "alsa"

    static func makeEngine(
        _ bridge: Bridge, _ mode: BridgeMode, _ options: NoOptions
    ) throws -> any BridgeEngine {
        try ALSAEngine(bridge, mode: mode)
    }
}
