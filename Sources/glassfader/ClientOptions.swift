import ArgumentParser
import GlassfaderClient
import PanelProtocol

/// The options for the connection to the panel, and for the form of the output.
struct ClientOptions: ParsableArguments {
    @Option(
        help: "The panel's socket. (default: $GLASSFADER_SOCKET or \(PanelClient.defaultPath))",
        completion: .file())
    var socket: String?

    @Flag(help: "Print the panel's lines unchanged, in JSON.")
    var json = false

    /// Connects and calls `body`. Prints errors on standard error, and exits with their status.
    func withPanel(_ body: (PanelClient) throws -> Void) throws {
        try withErrors { try body(try PanelClient(path: socket, name: "glassfader")) }
    }

    /// Calls `body`. Prints errors on standard error, and exits with their status.
    func withErrors(_ body: () throws -> Void) throws {
        do {
            try body()
        } catch let error as PanelClientError {
            let advice = error.isTooLarge ? "; use several calls, for fewer controls each" : ""
            ToolOutput.error(TerminalText.escaped(error.description + advice))
            throw ExitCode(error.isConnectionFailure ? 2 : 1)
        }
    }

    /// Prints a text or, with `--json`, the last reply.
    func print(_ client: PanelClient, _ text: String) throws {
        try ToolOutput.line(json ? client.lastLine : TerminalText.escaped(text))
    }
}

extension PanelClientError {
    /// Whether the request was too long.
    fileprivate var isTooLarge: Bool {
        if case .rejected(RequestError.Code.tooLarge.rawValue, _, _) = self { true } else { false }
    }
}
