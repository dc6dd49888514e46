import EventLoop
import GlassfaderClient
import PanelProtocol

/// A subscription on an event loop. After a lost connection it can connect and subscribe again.
final class PanelFeed {
    /// What to subscribe to.
    struct Options {
        var patterns: [String] = ["*"]
        var phases: [String]?
        /// The highest rate of `changed` events for each control, in Hz.
        var rate: Double?
        /// Whether to subscribe to levels of meters, if the daemon supports that.
        var wantsMeters = false
    }

    /// What the feed reports.
    enum Message {
        /// Connected; this is the panel.
        case connected(Contents)
        /// The panel's controls have changed.
        case changed(Contents)
        /// An event; `PanelClient.lastLine` has its line.
        case event(PanelEvent)
        /// The reply to a request that `send` sent with a number.
        case reply(JSONObject)
        /// The connection is lost, and the feed tries to connect again.
        case lost(PanelClientError)
    }

    /// The panel with its controls at one time.
    struct Contents {
        var name = ""
        var controls: [PanelControl] = []
        var strips: [PanelStrip] = []
        var pages: [PanelPage] = []
        /// The page that is shown; nil if this state has no information about it.
        var page: String?
        var isLocked: Bool?
        /// The master of the VCA whose strips alone are shown; nil for all strips.
        var spilledVCA: String?
        /// The line of the reply to `subscribe`.
        var snapshotLine = ""
    }

    /// The `id` of the feed's own requests.
    private static let ownNumber: Int64 = -1

    private let loop: EventLoop
    private let path: String?
    private let options: Options
    private let reconnects: Bool
    private let receive: (Message) throws -> Void
    private(set) var client: PanelClient?
    private var source: EventSource?
    private var timer: EventSource?
    private var delay = RetryDelay(from: .milliseconds(200), to: .seconds(2))
    private var isOutage = false

    /// Connects when the loop runs. With `reconnects`, tries again after a failed or lost
    /// connection; otherwise throws the error.
    init(
        path: String?, options: Options, reconnects: Bool, on loop: EventLoop,
        receive: @escaping (Message) throws -> Void
    ) throws {
        self.path = path
        self.options = options
        self.reconnects = reconnects
        self.loop = loop
        self.receive = receive
        timer = try loop.timer(at: loop.now) { [unowned self] _ in try connect() }
    }

    /// Sends a request with a number below -1, whose reply is received. Does nothing without a
    /// connection.
    func send(_ request: PanelRequest, number: Int64) throws {
        do throws(PanelClientError) {
            try client?.send(request, number: number)
        } catch {
            try lose(error)
        }
    }

    // MARK: Connecting

    private func connect() throws {
        do {
            let client = try PanelClient(path: path, name: "glassfader")
            let present = PanelSnapshot(try subscribe(client))
            let snapshotLine = client.lastLine
            var state = Contents(try client.list(matching: options.patterns))
            state.snapshotLine = snapshotLine
            state.name = client.greeting.panel
            state.page = present.page
            state.isLocked = present.isLocked
            state.spilledVCA = present.spilledVCA
            self.client = client
            delay.reset()
            isOutage = false
            try receive(.connected(state))
            source = try loop.readable(client.descriptor) { [unowned self] in try read() }
            // Messages before the last reply have already been read into the client's buffer.
            try read()
        } catch let error as PanelClientError {
            try lose(error)
        }
    }

    private func subscribe(_ client: PanelClient) throws(PanelClientError) -> JSONObject {
        let options = options
        let receivesMeters =
            options.wantsMeters && client.greeting.features.contains("meter-events")
        let defaultKinds = EventKind.defaultKinds.map(\.rawValue)
        return try client.reply(to: "subscribe") { writer in
            writer.member("match", options.patterns)
            if receivesMeters {
                writer.member("events", defaultKinds + [EventKind.meters.rawValue])
            }
            if let phases = options.phases { writer.member("phases", phases) }
            if let rate = options.rate { writer.member("max_rate_hz", rate) }
            writer.member("echo", true)
            writer.member("text", true)
        }
    }

    /// Starts to reconnect, or throws the error.
    private func lose(_ error: PanelClientError) throws {
        source = nil
        client = nil
        guard reconnects, error.isConnectionFailure else { throw error }
        if !isOutage {
            isOutage = true
            try receive(.lost(error))
        }
        try timer?.fire(at: loop.now + delay.next())
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
            case .configReloaded, .resync:
                let patterns = options.patterns
                let list = PanelRequest("list") { $0.member("match", patterns) }
                try send(list, number: Self.ownNumber)
            default: break
            }
        } else if message["id"]?.integer == Self.ownNumber {
            if let reply = message["ok"]?.object { try receive(.changed(Contents(reply))) }
        } else {
            try receive(.reply(message))
        }
    }
}

extension PanelFeed.Contents {
    /// Parses the reply to `list`.
    init(_ reply: JSONObject) {
        controls = PanelControl.list(reply)
        strips = PanelStrip.list(reply)
        pages = PanelPage.list(reply)
    }
}
