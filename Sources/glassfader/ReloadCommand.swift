import ArgumentParser
import GlassfaderClient

/// Makes the daemon reload the panel file.
struct ReloadCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reload", abstract: "Make the daemon read the panel file again.",
        discussion: """
            A file with errors changes nothing: its errors are printed, and the exit status is 1. \
            glassfader check also prints its warnings.
            """)

    @OptionGroup var panel: ClientOptions

    func run() throws {
        try panel.withPanel { client in
            let reply = try client.reply(to: "reload")
            if panel.json { return try ToolOutput.line(client.lastLine) }
            let added = reply["added"]?.array?.compactMap(\.string) ?? []
            let removed = reply["removed"]?.array?.compactMap(\.string) ?? []
            for control in added { try ToolOutput.line("added \(TerminalText.escaped(control))") }
            for control in removed {
                try ToolOutput.line("removed \(TerminalText.escaped(control))")
            }
            try ToolOutput.line("reloaded; generation \(reply["generation"]?.integer ?? 0)")
        }
    }
}
