import EventLoop
import GlassfaderClient
import PanelProtocol

/// A connection to the panel on an event loop. It never blocks, and it is made again for ever.
final class PanelLink {
    /// Called with each new connection, before any event.
    var onConnected: () -> Void = {}
    /// Called with each event.
    var onEvent: (PanelEvent) -> Void = { _ in }
    /// Called once when the connection is lost, or the first attempt fails.
    var onLost: (PanelClientError) -> Void = { _ in }

    /// More unsent bytes than this, and the panel is not reading.
    private static let mostUnsent = 256 << 10

    /// How many messages to handle before other work goes on.
    private static let messagesPerTurn = 64

    /// The number of this client in events.
    private(set) var client = ""

    /// Whether the panel has greeted this program.
    private(set) var isConnected = false

    private let loop: EventLoop
    private let path: String?
    private let name: String
    private var connection: PanelConnection?
    private var source: EventSource?
    private var retry: EventSource?
    /// Continues with messages that were received and not handled.
    private var turn: EventSource?
    private var unsent: [UInt8] = []
    private var replies: [Int64: (Result<JSONObject, PanelClientError>) -> Void] = [:]
    private var lastID: Int64 = 0
    private var isLostKnown = false
    private var retryDelay = RetryDelay(from: .milliseconds(100), to: .seconds(1))

    init(_ loop: EventLoop, path: String?, name: String) {
        self.loop = loop
        self.path = path
        self.name = name
    }

    /// Whether nothing more should be sent now: the panel does not read.
    var isCongested: Bool { unsent.count > Self.mostUnsent }

    /// Connects, and from now on reconnects.
    func start() throws(EventLoopError) {
        retry = try loop.timer(at: loop.now) { [unowned self] _ in try connect() }
        turn = try loop.timer(at: nil) { [unowned self] _ in try receive() }
    }

    /// Ends the connection. There is no other.
    func close() {
        retry = nil
        turn = nil
        disconnect()
    }

    // MARK: Requests

    /// Sends a command. With `reply`, that is called with the reply or the error, or with
    /// `.disconnected` if the connection ends before.
    func send(
        _ request: PanelRequest,
        reply: ((Result<JSONObject, PanelClientError>) -> Void)? = nil
    ) throws {
        guard connection != nil else {
            reply?(.failure(.disconnected))
            return
        }
        do throws(PanelClientError) {
            unsent += try request.line(id: reply.map { _ in lastID + 1 })
        } catch {
            reply?(.failure(error))
            return
        }
        if let reply {
            lastID += 1
            replies[lastID] = reply
        }
        try sendUnsent()
    }

    /// Sends levels, without a reply.
    func send(_ readings: Readings) throws {
        guard connection != nil else { return }
        unsent += readings.lines
        try sendUnsent()
    }

    // MARK: Connection

    private func connect() throws {
        do throws(PanelClientError) {
            let connection = try PanelConnection(path: path, waits: false)
            self.connection = connection
        } catch {
            return try lost(error)
        }
        guard let connection else { return }
        source = try loop.ready(connection.descriptor, for: .readable) { [unowned self] ready in
            if ready.contains(.writable) { try sendUnsent() }
            try receive()
        }
    }

    private func sendUnsent() throws {
        guard let connection, !unsent.isEmpty else { return }
        do throws(PanelClientError) {
            unsent.removeFirst(try connection.sendAvailable(unsent[...]))
        } catch {
            return try lost(error)
        }
        try source?.watch(for: unsent.isEmpty ? .readable : [.readable, .writable])
    }

    private func receive() throws {
        do throws(PanelClientError) {
            for _ in 0..<Self.messagesPerTurn {
                guard let message = try connection?.receiveAvailable() else { return }
                do {
                    try handle(message)
                } catch let error as PanelClientError {
                    throw error
                } catch {
                    throw .notUnderstood("\(error)")
                }
            }
        } catch {
            return try lost(error)
        }
        // Messages that the connection has buffered do not make its descriptor readable.
        try turn?.fire(at: loop.now)
    }

    private func handle(_ message: JSONObject) throws {
        if let greeting = PanelGreeting(message) {
            client = greeting.client
            try send(.greeting(name: name)) { [unowned self] reply in
                guard case .success = reply else { return }
                isConnected = true
                isLostKnown = false
                retryDelay.reset()
                onConnected()
            }
        } else if let event = PanelEvent(message) {
            onEvent(event)
        } else if let id = message["id"]?.integer, let reply = replies.removeValue(forKey: id) {
            reply(PanelConnection.result(message))
        } else if let rejection = PanelConnection.rejection(message), !isConnected {
            throw rejection
        }
    }

    /// The loss is reported once, not after each attempt to reconnect.
    private func lost(_ error: PanelClientError) throws {
        disconnect()
        if !isLostKnown {
            isLostKnown = true
            onLost(error)
        }
        try retry?.fire(at: loop.now + retryDelay.next())
    }

    private func disconnect() {
        source = nil
        connection = nil
        isConnected = false
        unsent.removeAll()
        let waiting = replies
        replies.removeAll()
        for reply in waiting.values { reply(.failure(.disconnected)) }
    }
}
