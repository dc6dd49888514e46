import ArgumentParser
import Files
import Glibc
import Panel
import PanelProtocol
import StateStore

/// Exports, imports or resets the saved state of a panel.
struct StateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "state",
        abstract: "Export, import or reset the saved state of a panel.",
        discussion: """
            A running panel applies an imported state at once; otherwise it does so when it \
            starts. The folder belongs to the panel's user, so this usually needs sudo.
            """,
        subcommands: [Export.self, Import.self, Reset.self])

    /// The folder of the state.
    struct Folder: ParsableArguments {
        @Option(
            name: .customLong("state"),
            help: "The folder of the state. (default: $STATE_DIRECTORY or /var/lib/glassfader)",
            completion: .directory)
        var folder: String?

        var path: String {
            folder
                ?? getenv("STATE_DIRECTORY").flatMap {
                    String(cString: $0).split(separator: ":").first
                }.map(String.init) ?? "/var/lib/glassfader"
        }

        /// Writes a file to import, and waits until a running panel has imported it.
        func put(_ state: PanelState, done: String) throws {
            do {
                try StateImport.put(state.json, in: path)
            } catch {
                ToolOutput.error(error.description)
                throw ExitCode(2)
            }
            // Polls: another process removes the file.
            for _ in 0..<100 where StateImport.isWaiting(in: path) && StateFolder.isInUse(path) {
                usleep(50_000)
            }
            if !StateImport.isWaiting(in: path) { return try ToolOutput.line(done) }
            if !StateFolder.isInUse(path) {
                return try ToolOutput.line("\(done) when the panel starts")
            }
            ToolOutput.error("the panel has not saved it yet; see the log of glassfaderd")
            throw ExitCode(1)
        }
    }

    /// Prints the state.
    struct Export: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print the last saved state as one line of JSON.")

        @OptionGroup var folder: Folder

        func run() throws {
            let states: [[UInt8]]
            let problems: [StateProblem]
            do throws(StateError) {
                let pending = try StateImport(folder: folder.path).map { [$0.contents] } ?? []
                let contents = try StateFolder.contents(of: folder.path)
                states = pending + contents.states
                problems = contents.problems
            } catch {
                ToolOutput.error(error.description)
                throw ExitCode(2)
            }
            var invalid: [String] = []
            guard
                let state = states.lazy.compactMap({
                    try? PanelState(json: $0, invalid: &invalid)
                }).first
            else {
                for problem in problems { ToolOutput.error(problem.finding) }
                if problems.isEmpty {
                    ToolOutput.error(
                        states.isEmpty
                            ? "no state was saved in \(folder.path)"
                            : "the state in \(folder.path) is not that of a panel")
                }
                throw ExitCode(problems.contains(where: \.isUnreadable) ? 2 : 1)
            }
            try ToolOutput.text(String(decoding: state.json, as: UTF8.self))
        }
    }

    /// Imports a state.
    struct Import: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Import an exported state; replaces the present one.",
            discussion: """
                Controls that are not in it get their default values. Values of controls that the \
                panel does not have are kept until it has them.
                """)

        @OptionGroup var folder: Folder

        @Argument(help: "The file; - or nothing for standard input.", completion: .file())
        var file: String?

        func run() throws {
            let name = file.flatMap { $0 == InputFile.standardInput ? nil : $0 } ?? "standard input"
            let bytes: [UInt8]
            do throws(FileError) {
                bytes = try InputFile.bytes(of: file, atMost: StateSlot.mostContents)
            } catch {
                ToolOutput.error(error.description)
                throw ExitCode(2)
            }
            var invalid: [String] = []
            let state: PanelState
            do {
                state = try PanelState(json: bytes, invalid: &invalid)
            } catch {
                ToolOutput.error("\(name) is not a state: \(error.message)")
                throw ExitCode(1)
            }
            guard invalid.isEmpty else {
                let shown = invalid.prefix(8).joined(separator: ", ")
                let more = invalid.count > 8 ? " and \(invalid.count - 8) more" : ""
                ToolOutput.error(
                    "\(name) is not an exported state: cannot use \(shown)\(more)")
                throw ExitCode(1)
            }
            try folder.put(state, done: "imported")
        }
    }

    /// Resets the state to the defaults.
    struct Reset: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract:
                "Reset all controls to their defaults, and delete stored scenes, links and styles."
        )

        @OptionGroup var folder: Folder

        func run() throws { try folder.put(PanelState(), done: "reset") }
    }
}
