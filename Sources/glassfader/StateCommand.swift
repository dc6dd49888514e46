import ArgumentParser
import Files
import Glibc
import Panel
import PanelProtocol
import StateStore

/// Moves the values, the page, the scenes and the lock of a panel elsewhere, or puts them back.
struct StateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "state",
        abstract: "Export, import or reset what a panel keeps over a restart.",
        discussion: """
            A panel that runs takes an imported state at once; one that does not, when it starts. The \
            folder belongs to the panel: as a rule this needs sudo.
            """,
        subcommands: [Export.self, Import.self, Reset.self])

    /// Where the state is.
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

        /// Leaves a state to be taken, and waits for a panel that runs to have done it.
        func put(_ state: PanelState, done: String) throws {
            do {
                try StateImport.put(state.json, in: path)
            } catch {
                Output.error(error.description)
                throw ExitCode(2)
            }
            // Looked at now and then: the folder is somebody else's.
            for _ in 0..<100 where StateImport.isWaiting(in: path) && StateFolder.isInUse(path) {
                usleep(50_000)
            }
            if !StateImport.isWaiting(in: path) { return try Output.line(done) }
            if !StateFolder.isInUse(path) {
                return try Output.line("\(done) when the panel starts")
            }
            Output.error("the panel has not saved it yet; glassfaderd's log says why")
            throw ExitCode(1)
        }
    }

    /// Prints the state.
    struct Export: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print the state that was saved last, as one line of JSON.")

        @OptionGroup var folder: Folder

        func run() throws {
            let states: [[UInt8]]
            do throws(StateError) {
                let waiting = try StateImport(folder: folder.path).map { [$0.contents] } ?? []
                states = waiting + (try StateFolder.contents(of: folder.path)).states
            } catch {
                Output.error(error.description)
                throw ExitCode(2)
            }
            var refused: [String] = []
            guard
                let state = states.lazy.compactMap({
                    try? PanelState(json: $0, refused: &refused)
                }).first
            else {
                Output.error("no state was saved in \(folder.path)")
                throw ExitCode(1)
            }
            try Output.text(String(decoding: state.json, as: UTF8.self))
        }
    }

    /// Puts a state in effect.
    struct Import: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Put a state in effect that was exported, in place of all that is now.",
            discussion: """
                Controls that are not in it get the value of the panel file. Values of controls that \
                the panel has not now are kept for when they come back.
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
                Output.error(error.description)
                throw ExitCode(2)
            }
            var refused: [String] = []
            let state: PanelState
            do {
                state = try PanelState(json: bytes, refused: &refused)
            } catch {
                Output.error("\(name) is no state: \(error.message)")
                throw ExitCode(1)
            }
            guard refused.isEmpty else {
                let shown = refused.prefix(8).joined(separator: ", ")
                let more = refused.count > 8 ? " and \(refused.count - 8) more" : ""
                Output.error(
                    "\(name) is not a state that was exported: cannot use \(shown)\(more)")
                throw ExitCode(1)
            }
            try folder.put(state, done: "imported")
        }
    }

    /// Puts the defaults in effect.
    struct Reset: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Go back to what the panel file says, and forget the scenes that were stored."
        )

        @OptionGroup var folder: Folder

        func run() throws { try folder.put(PanelState(), done: "reset") }
    }
}
