import ArgumentParser
import GlassfaderClient

/// Unlocks the panel.
struct UnlockCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unlock", abstract: "Unlock the panel.")

    @OptionGroup var panel: ClientOptions

    func run() throws {
        try panel.withPanel { client in
            try panel.print(
                client, PanelEvent.Lock(try client.reply(to: "unlock"))?.text ?? "unlocked")
        }
    }
}
