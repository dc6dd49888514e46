import ArgumentParser
import PanelProtocol

/// The command line tool.
struct Glassfader: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "glassfader",
        abstract: "Ask, set and watch the controls of a touch panel; record its touchscreen.",
        discussion: """
            Exit status: 0, done; 1, refused, or errors found; 2, no connection to the panel, or a \
            file or device that cannot be read; 64, wrong usage.
            """,
        version: Version.current,
        subcommands: [
            ListCommand.self, GetCommand.self, SetCommand.self, MetersCommand.self,
            WatchCommand.self, CheckCommand.self, StateCommand.self, RecordCommand.self,
            TouchesCommand.self,
        ])

    /// Moves values such as `-6` or `-48,-24` behind a `--`, without which they would be taken for
    /// options.
    static func withNegativeNumbersLast(_ arguments: [String]) -> [String] {
        guard !arguments.contains("--") else { return arguments }
        let isNegative = { (argument: String) in
            argument.first == "-"
                && argument.dropFirst().first.map { $0.isNumber || $0 == "." } == true
        }
        let negative = arguments.filter(isNegative)
        return negative.isEmpty
            ? arguments : arguments.filter { !isNegative($0) } + ["--"] + negative
    }
}
