import ArgumentParser
import GlassfaderBridge
import PanelProtocol

/// The program: connects a panel and MIDI.
struct MIDICommand: BridgeKind {
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
        subcommands: [RunCommand<Self>.self, CheckCommand<Self>.self, LearnCommand.self],
        defaultSubcommand: RunCommand<Self>.self)

    static let bridge = "midi"

    static func makeEngine(
        _ bridge: Bridge, _ mode: BridgeMode, _ options: NoOptions
    ) throws -> any BridgeEngine {
        try MIDIEngine(bridge, mode: mode)
    }
}
