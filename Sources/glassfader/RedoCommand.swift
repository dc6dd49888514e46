import ArgumentParser
import GlassfaderClient

/// Makes the last change again that was taken back.
struct RedoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "redo", abstract: "Make the last change again that was taken back.")

    @OptionGroup var panel: PanelOptions

    func run() throws {
        try panel.withPanel { client in
            let reply = try client.reply(to: "redo")
            try panel.print(client, "redone: \(Output.controls(reply["controls"]))")
            try Output.rejections(reply)
        }
    }
}
