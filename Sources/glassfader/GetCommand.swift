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
        try panel.excludeJSON(
            with: [("--norm", norm), ("--text", text), ("--effective", effective)])
    }

    func run() throws {
        try panel.withPanel { client in
            if controls.count == 1, let name = controls.first, Self.isControl(name) {
                return try panel.print(client, text(of: try client.reading(of: name)))
            }
            let patterns = controls.map { Self.isStrip($0) ? $0 + ".*" : $0 }
            let found = try client.controls(matching: patterns)
            let line = client.lastLine
            for (name, pattern) in zip(controls, patterns) {
                try check(name, found.filter { Glob(pattern).matches($0.name) }, client)
            }
            if panel.json { return try ToolOutput.line(line) }
            try ToolOutput.table(
                found.compactMap { control in
                    guard let reading = control.reading, isShown(control) else { return nil }
                    return [control.name, text(of: reading)]
                })
        }
    }

    /// Whether a control is printed: with `--effective`, a pattern stands for members of VCAs.
    private func isShown(_ control: PanelControl) -> Bool {
        !effective || control.reading?.effective != nil || controls.contains(control.name)
    }

    /// Checks that a name stands for controls with values.
    ///
    /// - Throws: the panel's error, which names similar controls, or the exit status.
    private func check(
        _ name: String, _ matches: [PanelControl], _ client: PanelClient
    ) throws {
        if Self.isControl(name) {
            if matches.first?.reading == nil { _ = try client.reading(of: name) }
            return
        }
        if matches.isEmpty, !Glob.isPattern(name) {
            _ = try client.reading(of: name)
        }
        guard !matches.contains(where: { $0.reading != nil && isShown($0) }) else { return }
        let hasValue = matches.contains { $0.reading != nil }
        let wanted =
            hasValue
            ? "member of a VCA" : matches.isEmpty ? "control" : "control with a value"
        let relation = Glob.isPattern(name) ? "matches \(name)" : "is in \(name)"
        ToolOutput.error(TerminalText.escaped("no \(wanted) \(relation)"))
        throw ExitCode(1)
    }

    /// Whether it is the name of a strip, which stands for its controls.
    private static func isStrip(_ name: String) -> Bool {
        !Glob.isPattern(name) && !name.contains(".")
    }

    private static func isControl(_ name: String) -> Bool {
        !Glob.isPattern(name) && !isStrip(name)
    }

    private func text(of reading: PanelReading) -> String {
        if text { return reading.shownText }
        // Without a VCA, the control's own value is in effect.
        if effective, let level = reading.effective {
            return PanelValue.number(level.value).description
        }
        return (norm ? reading.norm : reading.value).description
    }
}
