import ArgumentParser
import GlassfaderClient

/// Shows only the strips of a VCA, or all again.
struct SpillCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "spill",
        abstract: "Show only the strips of a VCA's members; without a name, all strips again.",
        discussion: """
            list --json prints the VCAs of a control as vcas, and those of a master as vca_master.
            """)

    @OptionGroup var panel: ClientOptions

    @Flag(help: "Show all strips again if the VCA is spilled already.")
    var toggle = false

    @Argument(help: "The master of the VCA, or its strip.", completion: .masters)
    var vca: String?

    func validate() throws {
        if toggle, vca == nil { throw ValidationError("--toggle needs a VCA") }
    }

    func run() throws {
        let (vca, toggle) = (vca, toggle)
        try panel.withPanel { client in
            let reply = try client.reply(to: "spill") { writer in
                if let vca { writer.member("vca", vca) }
                if toggle { writer.member("toggle", true) }
            }
            try panel.print(
                client, reply["spill"]?.string.map { "spilled \($0)" } ?? "all strips are shown")
        }
    }
}
