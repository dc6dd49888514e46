import ArgumentParser
import GlassfaderClient
import PanelProtocol

/// Prints the controls of the panel.
struct ListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Print the controls of the panel and their values.")

    @OptionGroup var panel: PanelOptions

    @Flag(help: "Print only the names, for scripts.")
    var names = false

    @Argument(
        help: "Names of controls; * and ? match others. (default: all controls)",
        completion: .controls)
    var patterns: [String] = []

    func run() throws {
        try panel.withPanel { client in
            let controls = try client.controls(matching: patterns)
            if panel.json {
                try Output.line(client.lastLine)
            } else if names {
                for control in controls { try Output.line(TerminalText.escaped(control.name)) }
            } else {
                try Output.table(controls.map(Self.row))
            }
            if controls.isEmpty {
                Output.error("no control matches \(patterns.joined(separator: " or "))")
                throw ExitCode(1)
            }
        }
    }

    private static func row(_ control: PanelControl) -> [String] {
        let value = control.shownText ?? "-"
        return [control.name, control.type, value, control.label, control.page ?? ""]
    }
}

extension PanelClient {
    /// The controls that match at least one pattern; all controls without patterns.
    func controls(matching patterns: [String]) throws(PanelClientError) -> [PanelControl] {
        let reply = try reply(to: "list") { writer in
            if !patterns.isEmpty { writer.member("match", patterns) }
        }
        return PanelControl.list(reply)
    }
}
