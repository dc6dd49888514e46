import ArgumentParser
import GlassfaderClient

/// Removes a link.
struct UnlinkCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unlink", abstract: "Remove a link.")

    @OptionGroup var panel: ClientOptions

    @Argument(help: "The name of the link.", completion: .links)
    var name: String

    func run() throws {
        let name = name
        try panel.withPanel { client in
            _ = try client.reply(to: "unlink") { $0.member("name", name) }
            try panel.print(client, "unlinked '\(name)'")
        }
    }
}
