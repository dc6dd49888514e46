import ArgumentParser
import GlassfaderClient

/// Prints the value of a control.
struct GetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "get", abstract: "Print the value of a control, in its unit.")

    @OptionGroup var panel: PanelOptions

    @Flag(help: "Print the position instead, as 0...1 of the travel.")
    var norm = false

    @Argument(help: "The control, as list names it.")
    var control: String

    func run() throws {
        try panel.withPanel { client in
            let reading = try client.reading(of: control)
            if panel.json {
                try Output.line(client.lastLine)
            } else {
                try Output.line((norm ? reading.norm : reading.value).description)
            }
        }
    }
}
