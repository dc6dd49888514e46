import ArgumentParser
import GlassfaderClient
import PanelProtocol

/// The option for the connection to the panel.
struct ConnectionOptions: ParsableArguments {
    @Option(
        help: "The panel's socket. (default: $GLASSFADER_SOCKET or \(PanelClient.defaultPath))",
        completion: .file())
    var socket: String?

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
            // The errors of a panel file are lines.
            for line in (error.description + advice).split(separator: "\n") {
                ToolOutput.error(String(line))
            }
            throw ExitCode(error.isConnectionFailure ? 2 : 1)
        }
    }
}

/// The options for the connection to the panel, and for the form of the output.
struct ClientOptions: ParsableArguments {
    @OptionGroup var connection: ConnectionOptions

    @Flag(help: "Print the panel's lines unchanged, in JSON.")
    var json = false

    /// See `ConnectionOptions.withPanel(_:)`.
    func withPanel(_ body: (PanelClient) throws -> Void) throws {
        try connection.withPanel(body)
    }

    /// Prints a text or, with `--json`, the last reply.
    func print(_ client: PanelClient, _ text: String) throws {
        try ToolOutput.line(json ? client.lastLine : TerminalText.escaped(text))
    }

    /// - Throws: `ValidationError`, if `--json` is used together with one of these options.
    func excludeJSON(with options: [(name: String, isUsed: Bool)]) throws(ValidationError) {
        guard json, let option = options.first(where: \.isUsed)?.name else { return }
        throw ValidationError("--json and \(option) exclude each other: use only one of them")
    }
}

extension PanelClientError {
    /// Whether the request was too long.
    fileprivate var isTooLarge: Bool {
        if case .rejected(RequestError.Code.tooLarge.rawValue, _, _) = self { true } else { false }
    }
}
