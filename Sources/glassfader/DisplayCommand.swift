import ArgumentParser
import GlassfaderClient

/// Prints or sets brightness and blanking.
struct DisplayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "display",
        abstract: "Print or set the brightness of the screen, or blank it.")

    @OptionGroup var panel: PanelOptions

    @Option(help: "The brightness in percent.")
    var brightness: Double?

    @Flag(inversion: .prefixedNo, help: "Whether the screen is blank.")
    var blank: Bool?

    func run() throws {
        let (brightness, blank) = (brightness, blank)
        try panel.withPanel { client in
            let reply = try client.reply(to: "display") { writer in
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
