import ArgumentParser
import GlassfaderClient
import PanelProtocol

/// Prints the values of controls.
struct GetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "get", abstract: "Print the values of controls, in their units.",
        discussion: """
            For one control, this is only the value, for scripts; for several, a strip or a pattern, \
            it is a table of names and values.
            """)

    @OptionGroup var panel: ClientOptions

    @Flag(help: "Print the position instead, as 0...1 of the travel.")
    var norm = false

    @Flag(help: "Print the text on the panel instead, such as -6.0 dB.")
    var text = false

    @Flag(help: "Print the level in effect of members of VCAs instead, in dB.")
    var effective = false

    @Argument(
        help: "The names of controls or strips; see list. * and ? match others.",
        completion: .controlsWithValuesAndStrips)
    var controls: [String]

    func validate() throws {
        if [norm, text, effective].count(where: \.self) > 1 {
            throw ValidationError(
                "--norm, --text and --effective exclude each other: use only one of them")
        }
    }

    func run() throws {
        try panel.withPanel { client in
            if controls.count == 1, let name = controls.first, Self.isControl(name) {
                return try panel.print(client, text(of: try client.reading(of: name)))
            }
            let patterns = controls.map { Self.isStrip($0) ? $0 + ".*" : $0 }
            let found = try client.controls(matching: patterns)
            let line = client.lastLine
            for (name, pattern) in zip(controls, patterns)
            where !found.contains(where: { Glob(pattern).matches($0.name) }) {
                guard Self.isPattern(name) else {
                    // The panel's error names similar controls.
                    _ = try client.reading(of: name)
                    continue
                }
                ToolOutput.error(TerminalText.escaped("no control matches \(name)"))
                throw ExitCode(1)
            }
            if panel.json { return try ToolOutput.line(line) }
            try ToolOutput.table(
                found.compactMap { control in
                    control.reading.map { [control.name, text(of: $0)] }
                })
        }
    }

    private static func isPattern(_ name: String) -> Bool {
        name.contains { "*?".contains($0) }
    }

    /// Whether it is the name of a strip, which stands for its controls.
    private static func isStrip(_ name: String) -> Bool {
        !isPattern(name) && !name.contains(".")
    }

    private static func isControl(_ name: String) -> Bool { !isPattern(name) && !isStrip(name) }

    private func text(of reading: PanelReading) -> String {
        if text { return reading.shownText }
        // Without a VCA, the control's own value is in effect.
        if effective, let level = reading.effective {
            return PanelValue.number(level.value).description
        }
        return (norm ? reading.norm : reading.value).description
    }
}
