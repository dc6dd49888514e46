import ArgumentParser
import GlassfaderClient

/// Shows points on plots.
struct PlotCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plot",
        abstract: "Show points on plots, from arguments or standard input.",
        discussion: """
            Give each plot its points, at most 4096, such as in.spectrum=-60,-22.5,-40. They \
            replace those that it shows.

            Without plots, or with -, the points come from standard input. Each line is shown at \
            once: in.spectrum=-60,-22.5,-40, or {"in.spectrum":[-60,-22.5,-40]}. A wrong line is \
            skipped with an error message; the exit status is then 1.
            """)

    @OptionGroup var panel: ClientOptions

    @Argument(help: "Plots with their points; see list for the names.", completion: .plots)
    var points: [String] = []

    func validate() throws {
        guard points != ["-"] else { return }
        for text in points where NamedNumbers.pair(text) == nil {
            throw ValidationError("'\(text)' is not a plot with \(Self.contents)")
        }
    }

    private static let contents = "points, such as in.spectrum=-60,-22.5,-40"

    func run() throws {
        try panel.withPanel { client in
            guard !points.isEmpty, points != ["-"] else {
                return try NumberInput.follow(Self.contents, with: client, PanelRequest.plot)
            }
            try client.setPoints(
                NamedNumbers(words: points)?.numbers ?? [:], waitsForReply: true)
            if panel.json { try ToolOutput.line(client.lastLine) }
        }
    }
}
