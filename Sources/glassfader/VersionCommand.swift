import ArgumentParser
import GlassfaderClient
import PanelProtocol

/// Prints the versions of the tool and the daemon.
struct VersionCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "version", abstract: "Print the versions of this tool and of the daemon.")

    @OptionGroup var panel: ClientOptions

    func run() throws {
        if !panel.json { try ToolOutput.line("glassfader \(Version.current)") }
        try panel.withPanel { client in
            let reply = try client.reply(to: "version")
            try panel.print(
                client,
                "glassfaderd \(reply["version"]?.string ?? ""), protocol "
                    + "\(reply["protocol"]?.integer ?? 0), panel '\(client.greeting.panel)'")
        }
    }
}
