import ArgumentParser
import GlassfaderClient

/// Undoes the last change of values.
struct UndoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo", abstract: "Undo the last change of values.",
        discussion: """
            A gesture, a scene, or what a client has set is undone as a whole. The panel \
            remembers ten changes. A control under a finger keeps its value. It is printed, and the \
            exit status is 1.
            """)

    @OptionGroup var panel: ClientOptions

    func run() throws {
        try panel.withPanel { client in
            let reply = try client.reply(to: "undo")
            try panel.print(client, "undone: \(ToolOutput.controls(reply["controls"]))")
            try ToolOutput.rejections(reply)
        }
    }
}
