import ArgumentParser
import GlassfaderClient
import PanelProtocol

/// Locks the panel.
struct LockCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lock", abstract: "Lock the panel against fingers.",
        discussion: """
            A lock takes the place of the one before. It outlasts a restart where the panel keeps \
            its state.
            """)

    @OptionGroup var panel: PanelOptions

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "Controls that stay free, with * and ?.", valueName: "pattern"),
        completion: .controls)
    var except: [String] = []

    @Flag(help: "Lock it against other programs, too.")
    var clients = false

    func run() throws {
        let (except, clients) = (except, clients)
        try panel.withPanel { client in
            let reply = try client.answer(to: "lock") { writer in
                if !except.isEmpty { writer.member("except", except) }
                if clients { writer.member("clients", true) }
            }
            try panel.print(client, PanelEvent.Lock(reply)?.text ?? "locked")
        }
    }
}
