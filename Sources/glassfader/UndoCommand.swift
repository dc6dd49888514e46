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

    func run() throws { try panel.step("undo", past: "undone") }
}

extension ClientOptions {
    /// Undoes or redoes a change, and prints of how many controls; `past` is the past tense.
    func step(_ command: String, past: String) throws {
        try withPanel { client in
            let reply = try client.reply(to: command)
            try print(client, "\(past): \(ToolOutput.controls(reply["controls"]))")
            try ToolOutput.rejections(reply)
        }
    }
}
