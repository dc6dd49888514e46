import ArgumentParser
import GlassfaderClient
import PanelProtocol

/// Links controls.
struct LinkCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "link", abstract: "Link controls, so that they move together.",
        discussion: """
            A control can be in one link; list --json prints it as the control's group. VCAs do not \
            count: a control can be in several.
            """)

    @OptionGroup var panel: ClientOptions

    @Flag(help: "Move all controls to the same position, instead of by the same distance.")
    var absolute = false

    @Flag(help: "Use the controls' unit, which must be the same, instead of the travel.")
    var value = false

    @Flag(help: "The first control is the master of a VCA, which moves effective levels.")
    var vca = false

    @Flag(help: "Move those together that are selected, while keys say so.")
    var gang = false

    @Option(help: "With --gang: the name of the key in the strip of each control that selects it.")
    var select: String?

    @Option(
        help: "With --gang: the key that is on while they move together; see --select.",
        completion: .controls)
    var `while`: String?

    @Argument(help: "The name of the link; replaces a link of that name.", completion: .links)
    var name: String

    @Argument(help: "Two or more controls; * and ? match others.", completion: .controls)
    var controls: [String]

    func validate() throws {
        if [vca, gang, absolute].count(where: \.self) > 1 || (vca || gang) && value {
            throw ValidationError(
                "--vca and --gang exclude each other, --absolute and --value: use only one of them")
        }
        if !gang, select != nil || self.while != nil {
            throw ValidationError("--select and --while need --gang")
        }
    }

    func run() throws {
        let (name, select, key) = (name, select, self.while)
        let measure = vca || gang ? nil : value ? "value" : "norm"
        let mode = vca ? "vca" : gang ? "gang" : absolute ? "absolute" : "relative"
        try panel.withPanel { client in
            let controls = try matching(client)
            _ = try client.reply(to: "link") { writer in
                writer.member("name", name)
                writer.member("controls", controls)
                writer.member("mode", mode)
                if let measure { writer.member("in", measure) }
                if let select { writer.member("select", select) }
                if let key { writer.member("while", key) }
            }
            try panel.print(client, "linked '\(name)': \(controls.joined(separator: ", "))")
        }
    }

    /// The controls that match, each once.
    private func matching(_ client: PanelClient) throws -> [String] {
        var found: [String] = []
        for pattern in controls {
            var names = [pattern]
            if Glob.isPattern(pattern) {
                names = try client.controls(matching: [pattern]).filter { $0.reading != nil }
                    .map(\.name)
                if names.isEmpty {
                    ToolOutput.error(
                        TerminalText.escaped("no control with a value matches \(pattern)"))
                    throw ExitCode(1)
                }
            }
            found += names.filter { !found.contains($0) }
        }
        return found
    }
}
