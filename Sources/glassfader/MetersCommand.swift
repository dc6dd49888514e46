import ArgumentParser
import GlassfaderClient

/// Shows levels on meters.
struct MetersCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "meters",
        abstract: "Show levels on meters, from arguments or standard input.",
        discussion: """
            Give each meter the levels of its channels in dB relative to full scale, such as \
            ch1.meter=-18.2,-17.9. A meter falls when no more levels follow.

            Without meters, or with -, the levels come from standard input. Each line is shown at \
            once: ch1.meter=-18.2,-17.9 ch2.meter=-31, or {"ch1.meter":[-18.2,-17.9]}. A wrong \
            line is skipped with an error message; the exit status is then 1.
            """)

    @OptionGroup var panel: ClientOptions

    @Argument(help: "Meters with their levels; see list for the names.", completion: .meters)
    var levels: [String] = []

    func validate() throws {
        guard levels != ["-"] else { return }
        for text in levels where NamedNumbers.pair(text) == nil {
            throw ValidationError("'\(text)' is not a meter with \(Self.contents)")
        }
    }

    private static let contents = "levels, such as ch1.meter=-18.2,-17.9"

    func run() throws {
        try panel.withPanel { client in
            guard !levels.isEmpty, levels != ["-"] else {
                return try NumberInput.follow(Self.contents, with: client, PanelRequest.meters)
            }
            try client.setMeters(
                NamedNumbers(words: levels)?.numbers ?? [:], waitsForReply: true)
            if panel.json { try ToolOutput.line(client.lastLine) }
        }
    }
}
