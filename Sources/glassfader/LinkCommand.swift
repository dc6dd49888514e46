import ArgumentParser
import GlassfaderClient

/// Has controls follow one another.
struct LinkCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "link", abstract: "Have controls follow one another.",
        discussion: "Each control is in one link at most, which list --json has as its group.")

    @OptionGroup var panel: PanelOptions

    @Flag(help: "All go to the same place, instead of keeping their distances.")
    var absolute = false

    @Flag(help: "Count in the controls' unit, which must be the same, instead of in travel.")
    var value = false

    @Argument(help: "The name of the link; the link of that name is replaced.")
    var name: String

    @Argument(help: "The controls, two or more.", completion: .controls)
    var controls: [String]

    func run() throws {
        let (name, controls, absolute, value) = (name, controls, absolute, value)
        try panel.withPanel { client in
            _ = try client.answer(to: "link") { writer in
                writer.member("name", name)
                writer.member("controls", controls)
                writer.member("mode", absolute ? "absolute" : "relative")
                writer.member("in", value ? "value" : "norm")
            }
            try panel.print(client, "linked '\(name)': \(controls.joined(separator: ", "))")
        }
    }
}
