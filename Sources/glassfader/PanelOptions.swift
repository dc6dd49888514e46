import ArgumentParser
import GlassfaderClient

/// How to reach the panel, and how to print what it says.
struct PanelOptions: ParsableArguments {
    @Option(
        help: "The panel's socket. (default: $GLASSFADER_SOCKET or \(PanelClient.standardPath))",
        completion: .file())
    var socket: String?

    @Flag(help: "Print the lines of the panel as they come, in JSON.")
    var json = false

    /// Connects and does something with the panel; what fails is printed on standard error, and
    /// becomes the exit status.
    func withPanel(_ body: (PanelClient) throws -> Void) throws {
        try withErrors { try body(try PanelClient(path: socket, name: "glassfader")) }
    }

    /// Does something with panels; what fails is printed on standard error, and becomes the exit
    /// status.
    func withErrors(_ body: () throws -> Void) throws {
        do {
            try body()
        } catch let error as PanelClientError {
            Output.error(TerminalText.escaped(error.description))
            throw ExitCode(error.isConnectionFailure ? 2 : 1)
        }
    }

    /// Prints what an answer means, or with `--json` the answer as it came.
    func print(_ client: PanelClient, _ text: String) throws {
        try Output.line(json ? client.lastLine : TerminalText.escaped(text))
    }
}
