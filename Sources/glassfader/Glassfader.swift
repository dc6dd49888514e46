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

    /// The error in the commands of a call, with similar names, or of a call without a command; nil
    /// if there is no error. Without this check the parser would call an unknown command an
    /// unexpected argument, and print help with status 0 for a missing one.
    static func mistake(in arguments: [String]) -> ValidationError? {
        let isHelp = arguments.first == "help"
        var command: any ParsableCommand.Type = Self.self
        for name in arguments.dropFirst(isHelp ? 1 : 0) {
            let known: [any ParsableCommand.Type] = command.configuration.subcommands
            // An option, or an argument of the command.
            if name.hasPrefix("-") || known.isEmpty && !isHelp { return nil }
            guard let next = known.first(where: { $0._commandName == name }) else {
                let names = known.map { $0._commandName }
                let near = Suggestions.question(for: name, among: names)
                return ValidationError("unknown command '\(name)'\(near)")
            }
            command = next
        }
        let names = command.configuration.subcommands.map { $0._commandName }
        guard !isHelp, !names.isEmpty else { return nil }
        return ValidationError("missing command: use one of \(names.joined(separator: ", "))")
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
