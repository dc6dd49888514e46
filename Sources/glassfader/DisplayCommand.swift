import ArgumentParser
import GlassfaderClient

/// Makes the screen brighter or darker.
struct DisplayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "display",
        abstract: "Print or set the brightness of the screen, or make it dark.")

    @OptionGroup var panel: PanelOptions

    @Option(help: "In percent.")
    var brightness: Double?

    @Flag(inversion: .prefixedNo, help: "Whether the screen is dark.")
    var blank: Bool?

    func run() throws {
        let (brightness, blank) = (brightness, blank)
        try panel.withPanel { client in
            let reply = try client.answer(to: "display") { writer in
                if let brightness { writer.member("brightness", brightness) }
                if let blank { writer.member("blank", blank) }
            }
            let percent = reply["brightness"]?.number.map { "brightness \(Int($0.rounded())) %" }
            let isDark = reply["blank"]?.boolean == true
            try panel.print(
                client, "\(isDark ? "dark" : "lit"), \(percent ?? "no brightness to be set")")
        }
    }
}
