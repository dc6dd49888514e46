import ArgumentParser
import GlassfaderClient

/// Links controls.
struct LinkCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "link", abstract: "Link controls, so that they move together.",
        discussion: """
            A control can be in one link; list --json prints it as the control's group. VCAs do not \
            count: a control can be in several.
            """)

    @OptionGroup var panel: PanelOptions

    @Flag(help: "Move all controls to the same position, instead of by the same distance.")
    var absolute = false

    @Flag(help: "Use the controls' unit, which must be the same, instead of the travel.")
    var value = false

    @Flag(help: "The first control is the master of a VCA: it moves the effective levels of others.")
    var vca = false

    @Argument(help: "The name of the link; replaces a link of that name.")
    var name: String

    @Argument(help: "Two or more controls.", completion: .controls)
    var controls: [String]

    func validate() throws {
        if vca, absolute || value {
            throw ValidationError("--vca excludes --absolute and --value: a VCA works in dB")
        }
    }

    func run() throws {
        let (name, controls, vca, value) = (name, controls, vca, value)
        let mode = vca ? "vca" : absolute ? "absolute" : "relative"
        try panel.withPanel { client in
            _ = try client.reply(to: "link") { writer in
                writer.member("name", name)
                writer.member("controls", controls)
                writer.member("mode", mode)
                if !vca { writer.member("in", value ? "value" : "norm") }
            }
            try panel.print(client, "linked '\(name)': \(controls.joined(separator: ", "))")
        }
    }
}
