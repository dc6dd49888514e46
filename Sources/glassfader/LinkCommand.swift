import ArgumentParser
import GlassfaderClient

/// Links controls.
struct LinkCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "link", abstract: "Link controls, so that they move together.",
        discussion: "A control can be in one link; list --json prints it as the control's group.")

    @OptionGroup var panel: PanelOptions

    @Flag(help: "Move all controls to the same position, instead of by the same distance.")
    var absolute = false

    @Flag(help: "Use the controls' unit, which must be the same, instead of the travel.")
    var value = false

    @Argument(help: "The name of the link; replaces a link of that name.")
    var name: String

    @Argument(help: "Two or more controls.", completion: .controls)
    var controls: [String]

    func run() throws {
        let (name, controls, absolute, value) = (name, controls, absolute, value)
        try panel.withPanel { client in
            _ = try client.reply(to: "link") { writer in
                writer.member("name", name)
                writer.member("controls", controls)
                writer.member("mode", absolute ? "absolute" : "relative")
                writer.member("in", value ? "value" : "norm")
            }
            try panel.print(client, "linked '\(name)': \(controls.joined(separator: ", "))")
        }
    }
}
