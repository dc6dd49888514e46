import PanelProtocol

/// A connection to a panel: asks, sets, and hears what is touched.
///
/// Each call waits for its answer.
///
/// ```swift
/// let panel = try PanelClient()
/// try panel.set("ch1.level", to: .value(.number(-6)))
/// for event in try panel.subscribe(to: ["ch*.level"]) {
///     print(event)
/// }
/// ```
public final class PanelClient {
    /// Where the daemon's socket is, unless the panel file says otherwise.
    public static let standardPath = "/run/glassfader/glassfader.sock"

    /// What the daemon said first.
    public private(set) var greeting = PanelGreeting()
    /// The line that came last, as it came, without its end.
    public private(set) var lastLine = ""

    let connection: PanelConnection
    private var waitingEvents: [(message: JSONObject, line: String)] = []
    private var requests: Int64 = 0

    /// Connects to the socket at a path, or at `$GLASSFADER_SOCKET`, or at the standard one.
    ///
    /// `name` tells other clients who sets values.
    public init(path: String? = nil, name: String? = nil) throws(PanelClientError) {
        connection = try PanelConnection(path: path)
        try greet(name: name)
    }

    // MARK: Asking

    /// The controls whose names match a pattern with `*` and `?`, in the order of the panel.
    public func controls(matching pattern: String = "*") throws(PanelClientError)
        -> [PanelControl]
    {
        PanelControl.list(try request(.controls(matching: pattern)))
    }

    /// The value of a control.
    public func reading(of control: String) throws(PanelClientError) -> PanelReading {
        try connection.understood(PanelReading(try request(.reading(of: control))))
    }

    /// Gives a control a value. That a finger holds the control is no error: see `isApplied`.
    ///
    /// With a time the value fades. With `isFeedback` it is said what the engine has now: the
    /// picture follows, and bridges do not act on it.
    @discardableResult
    public func set(
        _ control: String, to change: PanelChange, over time: Duration = .zero,
        isFeedback: Bool = false
    ) throws(PanelClientError) -> PanelSetting {
        let request = PanelRequest.setting(control, change, over: time, isFeedback: isFeedback)
        return try connection.understood(PanelSetting(try self.request(request)))
    }

    /// Shows levels on meters: in dB relative to full scale, by control, the first channel's first.
    ///
    /// What a meter is sent last is what it shows, so that no answer is waited for unless wanted:
    /// then it is an error if a control has no meter, or fewer channels; the others show their
    /// levels all the same. A level below -200 dB, -∞ and NaN count as -200 dB.
    public func setMeters(
        _ levels: [String: [Double]], waitsForAnswer: Bool = false
    ) throws(PanelClientError) {
        if waitsForAnswer {
            _ = try request(.meters(levels))
        } else {
            try connection.send(PanelRequest.meters(levels).line(id: nil))
        }
    }

    /// Subscribes to what happens, in place of what was subscribed to before.
    public func subscribe(
        _ subscription: PanelSubscription
    ) throws(PanelClientError) -> PanelEvents {
        let reply = try request(.subscription(subscription))
        return PanelEvents(client: self, snapshot: PanelEvent.readings(reply))
    }

    /// Subscribes to the controls that match any of the patterns, in place of what was subscribed
    /// to before.
    ///
    /// `phases` are those wanted, all if nil: with `ended`, `cancelled` and `set` one hears only
    /// what remains. With `echoes` one hears of what one has set oneself, too.
    public func subscribe(
        to patterns: [String] = ["*"], phases: [String]? = nil, echoes: Bool = false
    ) throws(PanelClientError) -> PanelEvents {
        try subscribe(PanelSubscription(to: patterns, phases: phases, echoes: echoes))
    }

    /// Waits for the next event of a subscription.
    public func nextEvent() throws(PanelClientError) -> PanelEvent {
        while true {
            let message: JSONObject
            if let event = takeWaitingEvent() {
                message = event
            } else {
                message = try receive(timeout: -1)
            }
            if message["event"] != nil { return try connection.understood(PanelEvent(message)) }
        }
    }

    // MARK: Lines

    /// The first of the events that came while an answer was waited for.
    func takeWaitingEvent() -> JSONObject? {
        guard !waitingEvents.isEmpty else { return nil }
        let (message, line) = waitingEvents.removeFirst()
        lastLine = line
        return message
    }

    private func greet(name: String?) throws(PanelClientError) {
        let first = try receive(timeout: PanelConnection.longestAnswer)
        if let refusal = PanelConnection.refusal(first) { throw refusal }
        greeting = try connection.understood(PanelGreeting(first))
        _ = try request(.greeting(name: name))
    }

    /// Sends a request and waits for its answer.
    func request(_ request: PanelRequest) throws(PanelClientError) -> JSONObject {
        requests += 1
        return try answer(to: request.line(id: requests))
    }

    /// Sends the request with the last number and waits for its reply; events are kept for later.
    private func answer(to line: [UInt8]) throws(PanelClientError) -> JSONObject {
        try connection.send(line)
        while true {
            let message = try receive(timeout: PanelConnection.longestAnswer)
            if message["event"] != nil {
                waitingEvents.append((message, lastLine))
            } else if message["id"]?.integer == requests || message["id"] == .null {
                if let refusal = PanelConnection.refusal(message) { throw refusal }
                return try connection.understood(message["ok"]?.object)
            }
        }
    }

    /// Waits for a message, at most for so many milliseconds; nil if none came.
    func receive(upTo timeout: Int32) throws(PanelClientError) -> JSONObject? {
        defer { lastLine = connection.lastLine }
        return try connection.receive(timeout: timeout, orUntil: nil)
    }

    private func receive(timeout: Int32) throws(PanelClientError) -> JSONObject {
        guard let message = try receive(upTo: timeout) else { throw .noAnswer }
        return message
    }
}
