import ArgumentParser
import GlassfaderClient
import PanelProtocol

/// Keeps the values of controls under a name, and puts them back.
struct SceneCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scene", abstract: "Store, recall, list or delete scenes.",
        subcommands: [Store.self, Recall.self, List.self, Delete.self])

    /// Keeps values.
    struct Store: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Keep the present values under a name, in place of what it had.")

        @OptionGroup var panel: PanelOptions

        @Argument(help: "The name of the scene.", completion: .scenes)
        var name: String

        @Argument(
            help: "Which controls, with * and ?. (default: all of them)", completion: .controls)
        var patterns: [String] = []

        func run() throws {
            let (name, patterns) = (name, patterns)
            try panel.withPanel { client in
                let reply = try client.answer(to: "scene") { writer in
                    writer.member("op", "store")
                    writer.member("name", name)
                    if !patterns.isEmpty { writer.member("match", patterns) }
                }
                try panel.print(client, "stored '\(name)': \(Output.controls(reply["controls"]))")
            }
        }
    }

    /// Puts values back.
    struct Recall: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Put the controls to the values of a scene.",
            discussion: """
                A control on which a finger is keeps its value; it is named, and the exit status is 1.
                """)

        @OptionGroup var panel: PanelOptions
        @OptionGroup var fade: FadeOptions

        @Option(
            help: ArgumentHelp(
                "Controls that stay as they are, with * and ?; may be given several times.",
                valueName: "pattern"), completion: .controls)
        var safe: [String] = []

        @Argument(help: "The name of the scene.", completion: .scenes)
        var name: String

        func run() throws {
            let (name, safe, milliseconds) = (name, safe, fade.milliseconds)
            try panel.withPanel { client in
                let reply = try client.answer(to: "scene") { writer in
                    writer.member("op", "recall")
                    writer.member("name", name)
                    if let milliseconds { writer.member("over_ms", milliseconds) }
                    if !safe.isEmpty { writer.member("safe", safe) }
                }
                try panel.print(
                    client, "recalled '\(name)': \(Output.controls(reply["controls"]))")
                let refused = reply["refused"]?.array?.compactMap(\.object) ?? []
                for refusal in refused {
                    Output.error(
                        "\(refusal["control"]?.string ?? "a control") was not set: "
                            + (refusal["reason"]?.string ?? ""))
                }
                if !refused.isEmpty { throw ExitCode(1) }
            }
        }
    }

    /// Prints the scenes.
    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Print the scenes there are.")

        @OptionGroup var panel: PanelOptions

        func run() throws {
            try panel.withPanel { client in
                let reply = try client.answer(to: "scene") { $0.member("op", "list") }
                if panel.json { return try Output.line(client.lastLine) }
                let scenes = reply["scenes"]?.array?.compactMap(\.object) ?? []
                try Output.table(
                    scenes.map { scene in
                        [
                            scene["name"]?.string ?? "", Output.controls(scene["controls"]),
                            scene["file"]?.boolean == true ? "in the panel file" : "stored",
                        ]
                    })
            }
        }
    }

    /// Forgets a scene.
    struct Delete: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Forget a scene that was stored.")

        @OptionGroup var panel: PanelOptions

        @Argument(help: "The name of the scene.", completion: .scenes)
        var name: String

        func run() throws {
            let name = name
            try panel.withPanel { client in
                _ = try client.answer(to: "scene") { writer in
                    writer.member("op", "delete")
                    writer.member("name", name)
                }
                try panel.print(client, "deleted '\(name)'")
            }
        }
    }
}
