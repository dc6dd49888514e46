import EventLoop
import GlassfaderClient
import PanelProtocol

/// A subscription that an event loop listens to, and that is made again when it is lost.
final class PanelFeed {
    /// What one wants to hear.
    struct Wish {
        var patterns: [String] = ["*"]
        var phases: [String]?
        /// How often a control is told of while it moves, in Hz.
        var rate: Double?
        /// Whether levels of meters are wanted, where the daemon tells them.
        var wantsMeters = false
    }

    /// What comes.
    enum Message {
        /// There is a connection, and this is the panel.
        case connected(PanelState)
        /// The panel has other controls than before.
        case changed(PanelState)
        /// Something happened; the line of it is `lastLine`.
        case event(PanelEvent)
        /// A request was answered with a number below that of the feed's own.
        case answer(JSONObject)
        /// The connection is lost, and will be tried again.
        case lost(PanelClientError)
    }

    /// The panel as it is at one moment.
    struct PanelState {
        var name = ""
        var controls: [PanelControl] = []
        var pages: [(id: String, label: String)] = []
        /// The page that is shown; nil if that is told otherwise.
        var page: String?
        var isLocked: Bool?
        /// The answer with which the subscription began, as it came.
        var snapshotLine = ""
    }

    /// The number of the feed's own requests.
    private static let ownNumber: Int64 = -1

    private let loop: EventLoop
    private let path: String?
    private let wish: Wish
    private let reconnects: Bool
    private let receive: (Message) throws -> Void
    private(set) var client: PanelClient?
    private var source: EventSource?
    private var timer: EventSource?
    private var pause = Duration.milliseconds(200)
    private var isOutage = false

    /// Begins when the loop runs. With `reconnects`, a connection that is lost, or cannot be made,
    /// is tried again; else that is thrown.
    init(
        path: String?, wish: Wish, reconnects: Bool, on loop: EventLoop,
        receive: @escaping (Message) throws -> Void
    ) throws {
        self.path = path
        self.wish = wish
        self.reconnects = reconnects
        self.loop = loop
        self.receive = receive
        timer = try loop.timer(at: loop.now) { [unowned self] _ in try connect() }
    }

    /// Sends a command that is not answered, or with a number below -1, whose answer is received.
    /// It is lost if there is no connection.
    func send(
        _ command: String, number: Int64? = nil,
        _ members: @escaping @Sendable (inout JSONWriter) -> Void = { _ in }
    ) throws {
        do throws(PanelClientError) {
            try client?.send(command, number: number, members)
        } catch {
            try lose(error)
        }
    }

    // MARK: Connecting

    private func connect() throws {
        do {
            let client = try PanelClient(path: path, name: "glassfader")
            let reply = try subscribe(client)
            let snapshotLine = client.lastLine
            var state = PanelState(try client.answer(to: "list", list))
            state.snapshotLine = snapshotLine
            state.name = client.greeting.panel
            state.page = reply["state"]?.object?["page"]?.string
            state.isLocked = reply["state"]?.object?["locked"]?.boolean
            self.client = client
            pause = .milliseconds(200)
            isOutage = false
            try receive(.connected(state))
            source = try loop.readable(client.descriptor) { [unowned self] in try read() }
            // What came before the last answer has been read already.
            try read()
        } catch let error as PanelClientError {
            try lose(error)
        }
    }

    private func subscribe(_ client: PanelClient) throws(PanelClientError) -> JSONObject {
        let wish = wish
        let hearsMeters = wish.wantsMeters && client.greeting.features.contains("meter-events")
        let standard = EventKind.standard.map(\.rawValue)
        return try client.answer(to: "subscribe") { writer in
            writer.member("match", wish.patterns)
            if hearsMeters { writer.member("events", standard + [EventKind.meters.rawValue]) }
            if let phases = wish.phases { writer.member("phases", phases) }
            if let rate = wish.rate { writer.member("max_rate_hz", rate) }
            writer.member("echo", true)
            writer.member("text", true)
        }
    }

    private var list: @Sendable (inout JSONWriter) -> Void {
        let patterns = wish.patterns
        return { $0.member("match", patterns) }
    }

    /// Goes on without a connection until there is one, or gives up.
    private func lose(_ error: PanelClientError) throws {
        source = nil
        client = nil
        guard reconnects, error.isConnectionFailure else { throw error }
        if !isOutage {
            isOutage = true
            try receive(.lost(error))
        }
        try timer?.fire(at: loop.now + pause)
        pause = min(pause * 2, .seconds(2))
    }

    // MARK: Reading

    private func read() throws {
        do {
            while let message = try client?.nextMessage() { try handle(message) }
        } catch let error as PanelClientError {
            try lose(error)
        }
    }

    private func handle(_ message: JSONObject) throws {
        if let name = message["event"]?.string {
            let event = PanelEvent(message) ?? .other(name)
            try receive(.event(event))
            switch event {
            case .configReloaded, .resync: try send("list", number: Self.ownNumber, list)
            default: break
            }
        } else if message["id"]?.integer == Self.ownNumber {
            if let reply = message["ok"]?.object { try receive(.changed(PanelState(reply))) }
        } else {
            try receive(.answer(message))
        }
    }
}

extension PanelFeed.PanelState {
    /// Reads what `list` answers.
    init(_ reply: JSONObject) {
        controls = PanelControl.list(reply)
        pages =
            reply["pages"]?.array?.compactMap(\.object).map { page in
                (page["page"]?.string ?? "", page["label"]?.string ?? "")
            } ?? []
    }
}
