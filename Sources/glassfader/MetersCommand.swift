import ArgumentParser
import GlassfaderClient

/// Shows levels on meters.
struct MetersCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "meters",
        abstract: "Show levels on meters.",
        discussion: """
            Each meter takes the levels of its channels in dB relative to full scale, as \
            ch1.meter=-18.2,-17.9. A meter falls when nothing comes after them: to follow a \
            signal, programs send levels over the socket.
            """)

    @OptionGroup var panel: PanelOptions

    @Argument(help: "The meters, as list names them, and their levels.")
    var levels: [String]

    mutating func validate() throws {
        for text in levels where Self.levels(text) == nil {
            throw ValidationError(
                "'\(text)' is no meter with levels: ch1.meter=-18.2,-17.9 would be")
        }
    }

    func run() throws {
        let pairs = levels.compactMap(Self.levels)
        try panel.withPanel { client in
            try client.setMeters(
                Dictionary(pairs, uniquingKeysWith: { $1 }), waitsForAnswer: true)
            if panel.json { try Output.line(client.lastLine) }
        }
    }

    /// Reads `ch1.meter=-18.2,-17.9`.
    static func levels(_ text: String) -> (meter: String, decibels: [Double])? {
        let sides = text.split(separator: "=", omittingEmptySubsequences: false)
        guard sides.count == 2, !sides[0].isEmpty else { return nil }
        let pieces = sides[1].split(separator: ",", omittingEmptySubsequences: false)
        let decibels = pieces.compactMap { Double($0) }.filter { !$0.isNaN }
        return decibels.count == pieces.count ? (String(sides[0]), decibels) : nil
    }
}
