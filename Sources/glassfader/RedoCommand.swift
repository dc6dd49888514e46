import ArgumentParser
import GlassfaderClient

/// Redoes the change that was undone last.
struct RedoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "redo", abstract: "Redo the change that was undone last.")

    @OptionGroup var panel: ClientOptions

    func run() throws {
        try panel.withPanel { client in
            let reply = try client.reply(to: "redo")
            try panel.print(client, "redone: \(ToolOutput.controls(reply["controls"]))")
            try ToolOutput.rejections(reply)
        }
    }
}
