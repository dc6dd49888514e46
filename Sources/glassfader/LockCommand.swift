import ArgumentParser
import GlassfaderClient
import PanelProtocol

/// Locks the panel.
struct LockCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lock", abstract: "Lock the panel against fingers.",
        discussion: """
            A lock replaces the last one. It outlasts a restart if the panel saves its state.
            """)

    @OptionGroup var panel: ClientOptions

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "Controls that are not locked; * and ? match others.", valueName: "pattern"),
        completion: .controls)
    var except: [String] = []

    @Flag(help: "Also lock it against clients.")
    var clients = false

    func run() throws {
        let (except, clients) = (except, clients)
        try panel.withPanel { client in
            let reply = try client.reply(to: "lock") { writer in
                if !except.isEmpty { writer.member("except", except) }
                if clients { writer.member("clients", true) }
            }
            try panel.print(client, PanelEvent.Lock(reply)?.text ?? "locked")
        }
    }
}
