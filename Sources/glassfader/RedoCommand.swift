import ArgumentParser
import GlassfaderClient

/// Redoes the change that was undone last.
struct RedoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "redo", abstract: "Redo the change that was undone last.")

    @OptionGroup var panel: ClientOptions

    func run() throws { try panel.step("redo", past: "redone") }
}
