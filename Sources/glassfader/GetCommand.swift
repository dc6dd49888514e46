import ArgumentParser
import GlassfaderClient

/// Prints the value of a control.
struct GetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "get", abstract: "Print the value of a control, in its unit.")

    @OptionGroup var panel: PanelOptions

    @Flag(help: "Print the position instead, as 0...1 of the travel.")
    var norm = false

    @Flag(help: "Print the text on the panel instead, such as -6.0 dB.")
    var text = false

    @Argument(help: "The name of the control; see list.", completion: .controls)
    var control: String

    func validate() throws {
        if norm, text {
            throw ValidationError("--norm and --text exclude each other: use only one of them")
        }
    }

    func run() throws {
        try panel.withPanel { client in
            let reading = try client.reading(of: control)
            let value = (norm ? reading.norm : reading.value).description
            try panel.print(client, text ? reading.text ?? value : value)
        }
    }
}
