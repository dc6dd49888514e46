import ArgumentParser
import PanelProtocol

/// The command line tool.
struct Glassfader: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "glassfader",
        abstract: "Read, set and watch the controls of a touch panel; record its touchscreen.",
        discussion: """
            Exit status: 0, success; 1, rejected, or errors found; 2, no connection to the panel, \
            or a file or device that cannot be read or written; 64, wrong usage.
            """,
        version: Version.current,
        groupedSubcommands: [
            CommandGroup(
                name: "Controls",
                subcommands: [
                    ListCommand.self, GetCommand.self, SetCommand.self, MetersCommand.self,
                    PlotCommand.self,
                    WatchCommand.self, MonitorCommand.self,
                ]),
            CommandGroup(
                name: "The panel",
                subcommands: [
                    PageCommand.self, LockCommand.self, UnlockCommand.self, SceneCommand.self,
                    UndoCommand.self, RedoCommand.self,
                    LinkCommand.self, UnlinkCommand.self, SpillCommand.self, StyleCommand.self,
                    DisplayCommand.self, ScreenshotCommand.self,
                ]),
            CommandGroup(
                name: "The daemon",
                subcommands: [
                    ReloadCommand.self, ClientsCommand.self, PingCommand.self, VersionCommand.self,
                    StateCommand.self,
                ]),
            CommandGroup(
                name: "Panel files and touchscreens",
                subcommands: [
                    CheckCommand.self, SchemaCommand.self, RecordCommand.self, TouchesCommand.self,
                ]),
            CommandGroup(
                name: "The machine", subcommands: [SetupCommand.self, DoctorCommand.self]),
        ])

    /// The error in a call of `help` with an unknown command, for which the parser would print the
    /// tool's help; nil if there is no error.
    static func mistake(inHelp arguments: [String]) -> ValidationError? {
        guard arguments.first == "help" else { return nil }
        var command: any ParsableCommand.Type = Self.self
        for name in arguments.dropFirst() where !name.hasPrefix("-") {
            let known: [any ParsableCommand.Type] = command.configuration.subcommands
            guard let next = known.first(where: { $0._commandName == name }) else {
                let names = known.map { $0._commandName }
                let near = Suggestions.question(for: name, among: names)
                return ValidationError("unknown command '\(name)'\(near)")
            }
            command = next
        }
        return nil
    }

    /// Replaces the hyphen of values such as `-6dB`, `-48,-24` or `-inf` by a minus sign: the
    /// parser would take them for options. Code that reads values accepts both. Only `set` has
    /// values; what other commands have may be a name or a file.
    static func withMinusSigns(_ arguments: [String]) -> [String] {
        guard arguments.first == SetCommand.configuration.commandName else { return arguments }
        let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
        return arguments[..<end].map { argument in
            let rest = argument.dropFirst()
            guard argument.first == "-", let next = rest.first,
                next.isASCII && next.isNumber || next == "." || next == "∞"
                    || rest.lowercased().hasPrefix("inf")
            else { return argument }
            return "\u{2212}" + rest
        } + arguments[end...]
    }
}
