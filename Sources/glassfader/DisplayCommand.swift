import ArgumentParser
import GlassfaderClient
import PanelProtocol

/// Prints or sets brightness and blanking.
struct DisplayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "display",
        abstract: "Print or set the brightness of the screen, or blank it.",
        discussion: """
            Prints whether the screen is lit, which screen shows the panel, and what touches it.
            """)

    @OptionGroup var panel: ClientOptions

    @Option(parsing: .unconditional, help: "The brightness in percent.")
    var brightness: Double?

    @Flag(inversion: .prefixedNo, exclusivity: .exclusive, help: "Whether the screen is blank.")
    var blank: Bool?

    func validate() throws {
        let range = DisplayRequest.brightnesses
        if let brightness, !range.contains(brightness) {
            throw ValidationError(
                "--brightness is \(brightness): it needs \(Int(range.lowerBound)) to "
                    + "\(Int(range.upperBound)) percent")
        }
    }

    func run() throws {
        let (brightness, blank) = (brightness, blank)
        try panel.withPanel { client in
            let reply = try client.reply(to: "display") { writer in
                if let brightness { writer.member("brightness", brightness) }
                if let blank { writer.member("blank", blank) }
            }
            if panel.json { return try ToolOutput.line(client.lastLine) }
            let percent = reply["brightness"]?.number.map { "brightness \(Int($0.rounded())) %" }
            let isDark = reply["blank"]?.boolean == true
            let touchscreens = reply["touchscreens"]?.array?.compactMap(\.string) ?? []
            for line in [
                "\(isDark ? "dark" : "lit"), \(percent ?? "no brightness to be set")",
                Self.screen(reply),
                touchscreens.isEmpty
                    ? "no touchscreen" : "touched by " + touchscreens.joined(separator: ", "),
            ] {
                try ToolOutput.line(TerminalText.escaped(line))
            }
        }
    }

    /// The screen that shows the panel, or why there is none.
    private static func screen(_ reply: JSONObject) -> String {
        guard let screen = reply["screen"]?.object else {
            return "no display" + (reply["absence"]?.string.map { ": \($0)" } ?? "")
        }
        let degrees = screen["rotate"]?.integer ?? 0
        return "showing on \(screen["name"]?.string ?? "a display")"
            + (degrees == 0 ? "" : ", rotated by \(degrees)°")
    }
}
