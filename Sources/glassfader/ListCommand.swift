import ArgumentParser
import GlassfaderClient
import PanelProtocol

/// Prints the controls of the panel.
struct ListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Print the strips and controls of the panel, with their values.")

    @OptionGroup var panel: ClientOptions

    @Flag(help: "Print only the names, for scripts.")
    var names = false

    @Argument(
        help: "Names of controls or strips; * and ? match others. (default: all controls)",
        completion: .controlsAndStrips)
    var patterns: [String] = []

    func validate() throws { try panel.excludeJSON(with: [("--names", names)]) }

    func run() throws {
        try panel.withPanel { client in
            // The name of a strip stands for its controls.
            let strips = patterns.filter { !$0.contains(".") }
            let reply = try client.list(matching: patterns + strips.map { $0 + ".*" })
            let controls = PanelControl.list(reply)
            if panel.json {
                try ToolOutput.line(client.lastLine)
            } else if names {
                for control in controls { try ToolOutput.line(TerminalText.escaped(control.name)) }
            } else {
                try ToolOutput.table(
                    Self.rows(of: PanelStrip.list(reply), with: controls))
            }
            try controls.requireMatches(of: patterns, by: Self.names)
        }
    }

    /// Whether a pattern stands for a control, or for a strip of it.
    private static func names(_ pattern: String, _ control: PanelControl) -> Bool {
        Glob(pattern).matches(control.name)
            || !pattern.contains(".") && Glob(pattern + ".*").matches(control.name)
    }

    /// The rows of the table: each strip, and the controls of it that match.
    private static func rows(
        of strips: [PanelStrip], with controls: [PanelControl]
    ) -> [[String]] {
        if controls.isEmpty { return [] }
        let byName = Dictionary(controls.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
        let rows = strips.flatMap { strip -> [[String]] in
            let own = strip.controls.compactMap { byName[$0] }
            let style = [strip.color, strip.isVisible ? nil : "hidden"].compactMap(\.self)
                .joined(separator: ", ")
            return [[strip.name, "strip", style, strip.label, strip.pages.joined(separator: ", ")]]
                + own.map(row)
        }
        return [["CONTROL", "TYPE", "VALUE", "LABEL", "PAGE"]] + rows
    }

    private static func row(_ control: PanelControl) -> [String] {
        let value = control.shownText ?? "-"
        return ["  " + control.name, control.type, value, control.label, control.page ?? ""]
    }
}

extension PanelClient {
    /// The controls that match at least one pattern; all controls without patterns.
    func controls(matching patterns: [String]) throws(PanelClientError) -> [PanelControl] {
        PanelControl.list(try list(matching: patterns))
    }

    /// The reply to `list` for these patterns.
    func list(matching patterns: [String]) throws(PanelClientError) -> JSONObject {
        try reply(to: "list") { writer in
            if !patterns.isEmpty { writer.member("match", patterns) }
        }
    }
}
