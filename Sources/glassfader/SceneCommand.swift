import ArgumentParser
import GlassfaderClient
import PanelProtocol

/// Stores, recalls, lists and deletes scenes.
struct SceneCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scene", abstract: "Store, recall, list or delete scenes.",
        subcommands: [Store.self, Recall.self, List.self, Delete.self])

    /// Stores a scene.
    struct Store: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Store the present values under a name; replaces a scene of that name.")

        @OptionGroup var panel: ClientOptions

        @Argument(help: "The name of the scene.", completion: .scenes)
        var name: String

        @Argument(
            help: "Names of controls; * and ? match others. (default: all controls)",
            completion: .controls)
        var patterns: [String] = []

        func run() throws {
            let (name, patterns) = (name, patterns)
            try panel.withPanel { client in
                let reply = try client.reply(to: "scene") { writer in
                    writer.member("op", "store")
                    writer.member("name", name)
                    if !patterns.isEmpty { writer.member("match", patterns) }
                }
                try panel.print(
                    client, "stored '\(name)': \(ToolOutput.controls(reply["controls"]))")
            }
        }
    }

    /// Recalls a scene.
    struct Recall: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Set the controls to the values of a scene.",
            discussion: """
                A control under a finger keeps its value. It is printed, and the exit status is 1.
                """)

        @OptionGroup var panel: ClientOptions
        @OptionGroup var fade: FadeOptions

        @Option(
            help: ArgumentHelp(
                "Controls that keep their values; * and ? match others. Can be repeated.",
                valueName: "pattern"), completion: .controls)
        var safe: [String] = []

        @Argument(help: "The name of the scene.", completion: .scenes)
        var name: String

        @Argument(
            help: "Names of controls; * and ? match others. (default: all controls of the scene)",
            completion: .controls)
        var patterns: [String] = []

        func run() throws {
            let (name, patterns) = (name, patterns)
            let (safe, milliseconds) = (safe, fade.milliseconds)
            try panel.withPanel { client in
                let reply = try client.reply(to: "scene") { writer in
                    writer.member("op", "recall")
                    writer.member("name", name)
                    if !patterns.isEmpty { writer.member("match", patterns) }
                    if let milliseconds { writer.member("over_ms", milliseconds) }
                    if !safe.isEmpty { writer.member("safe", safe) }
                }
                try panel.print(
                    client, "recalled '\(name)': \(ToolOutput.controls(reply["controls"]))")
                try ToolOutput.rejections(reply)
            }
        }
    }

    /// Prints the scenes.
    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Print all scenes.")

        @OptionGroup var panel: ClientOptions

        func run() throws {
            try panel.withPanel { client in
                let reply = try client.reply(to: "scene") { $0.member("op", "list") }
                if panel.json { return try ToolOutput.line(client.lastLine) }
                let scenes = reply["scenes"]?.array?.compactMap(\.object) ?? []
                try ToolOutput.table(
                    scenes.map { scene in
                        [
                            scene["name"]?.string ?? "", ToolOutput.controls(scene["controls"]),
                            scene["file"]?.boolean == true ? "in the panel file" : "stored",
                        ]
                    })
            }
        }
    }

    /// Deletes a scene.
    struct Delete: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Delete a stored scene.")

        @OptionGroup var panel: ClientOptions

        @Argument(help: "The name of the scene.", completion: .scenes)
        var name: String

        func run() throws {
            let name = name
            try panel.withPanel { client in
                _ = try client.reply(to: "scene") { writer in
                    writer.member("op", "delete")
                    writer.member("name", name)
                }
                try panel.print(client, "deleted '\(name)'")
            }
        }
    }
}
