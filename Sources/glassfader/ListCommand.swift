import ArgumentParser
import GlassfaderClient

/// Prints the controls of the panel.
struct ListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Print the controls of the panel and their values.")

    @OptionGroup var panel: PanelOptions

    @Argument(help: "Which controls, with * and ?.")
    var pattern = "*"

    func run() throws {
        try panel.withPanel { client in
            let controls = try client.controls(matching: pattern)
            if panel.json {
                try Output.line(client.lastLine)
            } else {
                try Output.table(controls.map(Self.row))
            }
            if controls.isEmpty {
                Output.error("no control matches \(pattern)")
                throw ExitCode(1)
            }
        }
    }

    private static func row(_ control: PanelControl) -> [String] {
        let value = control.text ?? control.reading?.value.description ?? "-"
        return [control.name, control.type, value, control.label]
    }
}
