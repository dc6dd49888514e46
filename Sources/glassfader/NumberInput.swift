import ArgumentParser
import Files
import GlassfaderClient
import Glibc
import PanelProtocol

/// Sends each line of standard input at once. Wrong lines are reported and skipped.
struct NumberInput {
    private let client: PanelClient
    /// What a line has, such as `levels, such as ch1.meter=-18.2,-17.9`.
    private let contents: String
    private let request: ([String: [Double]]) -> PanelRequest
    private var lines = InputLines()
    /// The number of the last line.
    private var number: Int64 = 0
    /// How many requests have no reply yet.
    private var pending = 0
    private var hasErrors = false

    /// Sends all lines, and waits for the last reply.
    ///
    /// - Throws: If a line was wrong, at the end of the input. If the input cannot be read, or the
    ///   connection is lost.
    static func follow(
        _ contents: String, with client: PanelClient,
        _ request: @escaping ([String: [Double]]) -> PanelRequest
    ) throws {
        var input = NumberInput(contents, client, request)
        try input.sendLines()
        try input.waitForReplies()
        if input.hasErrors { throw ExitCode(1) }
    }

    private init(
        _ contents: String, _ client: PanelClient,
        _ request: @escaping ([String: [Double]]) -> PanelRequest
    ) {
        self.contents = contents
        self.client = client
        self.request = request
    }

    private mutating func sendLines() throws {
        do {
            while let line = try nextLine() { try send(line) }
        } catch let error as FileError {
            ToolOutput.error(error.description)
            throw ExitCode(2)
        }
    }

    private mutating func waitForReplies() throws {
        while pending > 0 {
            guard let message = try client.nextMessage(upTo: PanelClient.replyTimeout) else {
                throw PanelClientError.noReply
            }
            try receive(message)
        }
    }

    /// Waits for a line, and reads replies meanwhile; `nil` at the end.
    private mutating func nextLine() throws -> InputLines.Line? {
        while !lines.hasEnded {
            if let line = lines.next() { return line }
            try waitForInput()
        }
        return lines.next()
    }

    /// Reads what has arrived on standard input, and replies.
    private mutating func waitForInput() throws {
        var polled = [STDIN_FILENO, client.descriptor].map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        // Interrupted: nothing is ready.
        guard poll(&polled, nfds_t(polled.count), -1) > 0 else { return }
        if polled[1].revents != 0 { try receiveAvailable() }
        if polled[0].revents != 0 { try lines.read() }
    }

    private mutating func send(_ line: InputLines.Line) throws {
        number += 1
        guard case .text(let text) = line else {
            return report("it has more than \(InputLines.longest) bytes", line: number)
        }
        guard let numbers = NamedNumbers(line: text)?.numbers else {
            return report("'\(text)' has no \(contents)", line: number)
        }
        if numbers.isEmpty { return }
        do throws(PanelClientError) {
            // The number of the line, as a number below 0, identifies the reply.
            try client.send(request(numbers), number: -number)
            pending += 1
        } catch {
            if error.isConnectionFailure { throw error }
            report(error.description, line: number)
        }
        // While a request waits for room, replies are read ahead: no descriptor is ready for them.
        try receiveAvailable()
    }

    private mutating func receiveAvailable() throws {
        while let message = try client.nextMessage() { try receive(message) }
    }

    private mutating func receive(_ message: JSONObject) throws {
        guard let id = message["id"]?.integer, id < 0 else { return }
        pending -= 1
        guard let error = PanelConnection.rejection(message) else { return }
        if error.isConnectionFailure { throw error }
        report(error.description, line: -id)
    }

    private mutating func report(_ problem: String, line: Int64) {
        ToolOutput.error(TerminalText.escaped("line \(line): \(problem)"))
        hasErrors = true
    }
}
