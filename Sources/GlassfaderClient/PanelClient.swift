import PanelProtocol

/// A connection to a panel, to list, read and set controls, and to receive events.
///
/// Each call waits for its reply.
///
/// ```swift
/// let panel = try PanelClient()
/// try panel.set("ch1.level", to: .value(.number(-6)))
/// for event in try panel.subscribe(to: ["ch*.level"]) {
///     print(event)
/// }
/// ```
public final class PanelClient {
    /// The default path of the daemon's socket.
    public static let defaultPath = "/run/glassfader/glassfader.sock"

    /// The daemon's greeting.
    public private(set) var greeting = PanelGreeting()
    /// The last line that was received, without its `\n`.
    public private(set) var lastLine = ""

    let connection: PanelConnection
    /// Events that arrived while a reply was awaited.
    private var waitingEvents: [(message: JSONObject, line: String)] = []
    /// With more than so many, the present values replace them.
    private static let mostWaitingEvents = 4096
    /// Whether events were dropped, so that the next one has all values.
    private var hasDroppedEvents = false
    /// The last subscription, if there was any.
    var subscription: PanelRequest?
    private static let valueEvents: Set = ["valueChanged", "effectiveChanged", "resync"]
    private var requests: Int64 = 0

    /// Connects to the socket at `path`, or else at `$GLASSFADER_SOCKET`, or else at the default
    /// path.
    ///
    /// `name` is shown to other clients as the source of changes.
    public init(path: String? = nil, name: String? = nil) throws(PanelClientError) {
        connection = try PanelConnection(path: path)
        try greet(name: name)
    }

    // MARK: Requests

    /// The controls whose names match a pattern with `*` and `?`, in the panel's order.
    public func controls(matching pattern: String = "*") throws(PanelClientError)
        -> [PanelControl]
    {
        PanelControl.list(try request(.controls(matching: pattern)))
    }

    /// The strips whose names match a pattern, or the name of a control of theirs does.
    public func strips(matching pattern: String = "*") throws(PanelClientError) -> [PanelStrip] {
        PanelStrip.list(try request(.controls(matching: pattern)))
    }

    /// The settings of bridges in the panel file: `[bridges.osc]` is `["osc"]`. They and the
    /// members `bind` of controls and strips may change with each
    /// ``PanelEvent/configReloaded(generation:added:removed:)``.
    public func bridges() throws(PanelClientError) -> [String: [String: BridgeSetting]] {
        BridgeSetting.list(try request(.bridges))
    }

    /// The value of a control.
    public func reading(of control: String) throws(PanelClientError) -> PanelReading {
        try connection.expected(PanelReading(try request(.reading(of: control))))
    }

    /// Sets a control. It is not an error if a finger holds the control: see `isApplied`.
    ///
    /// With a duration, the value fades. With `isFeedback`, the value is the engine's present one:
    /// the panel shows it, and bridges do not act on it.
    ///
    /// An infinite value is the end of the control's range, such as silence. NaN and an infinite
    /// difference are rejected with the code `bad-value`.
    @discardableResult
    public func set(
        _ control: String, to change: PanelChange, over time: Duration = .zero,
        isFeedback: Bool = false
    ) throws(PanelClientError) -> PanelSetResult {
        let request = PanelRequest.setting(
            control, try change.finite(for: control), over: time, isFeedback: isFeedback)
        return try connection.expected(PanelSetResult(try self.request(request)))
    }

    /// Has the panel do something other than to set a control.
    ///
    /// - Throws: Also if the panel rejects it, such as the name of a strip that does not exist.
    public func perform(_ command: PanelCommand) throws(PanelClientError) {
        _ = try request(command.request)
    }

    /// Undoes the last change of values: a gesture, a scene, or what a client has set. A finger
    /// keeps the controls that it holds.
    ///
    /// - Throws: Also if there is nothing to undo.
    public func undo() throws(PanelClientError) { _ = try request(PanelRequest("undo")) }

    /// Redoes the change that was undone last.
    ///
    /// - Throws: Also if there is nothing to redo.
    public func redo() throws(PanelClientError) { _ = try request(PanelRequest("redo")) }

    /// Sets levels of meters, by control: in dB relative to full scale, starting with the first
    /// channel.
    ///
    /// A meter shows the last levels that it received, so by default the call does not wait for a
    /// reply. With `waitsForReply`, it throws if a control has no meter, or fewer channels; the
    /// other meters show their levels nevertheless. Levels below -200 dB, -∞ and NaN count as -200
    /// dB.
    public func setMeters(
        _ levels: [String: [Double]], waitsForReply: Bool = false
    ) throws(PanelClientError) {
        if waitsForReply {
            _ = try request(.meters(levels))
        } else {
            try send(.meters(levels), id: nil)
        }
    }

    /// Sets points of plots, by control: in the unit of the y axis, in the order of the x axis, and
    /// at most 4096 of each.
    ///
    /// A plot shows the last points that it received, so by default the call does not wait for a
    /// reply. With `waitsForReply`, it throws if a control is no plot; the other plots show their
    /// points nevertheless. Points are rounded to millionths. -∞ and NaN count as -1 000 000 000,
    /// below most axes.
    public func setPoints(
        _ points: [String: [Double]], waitsForReply: Bool = false
    ) throws(PanelClientError) {
        if waitsForReply {
            _ = try request(.plot(points))
        } else {
            try send(.plot(points), id: nil)
        }
    }

    /// Subscribes to events. This replaces an earlier subscription.
    public func subscribe(
        _ subscription: PanelSubscription
    ) throws(PanelClientError) -> PanelEvents {
        let subscription = try PanelRequest.subscription(subscription)
        let reply = try request(subscription)
        self.subscription = subscription
        hasDroppedEvents = false
        // The snapshot has newer values.
        waitingEvents.removeAll { Self.valueEvents.contains($0.message["event"]?.string ?? "") }
        return PanelEvents(client: self, snapshot: PanelSnapshot(reply))
    }

    /// Subscribes to the controls that match any of the patterns. This replaces an earlier
    /// subscription.
    ///
    /// `phases` are the phases to receive; `nil` for all. With `ended`, `cancelled` and `set`, only
    /// final values are received. With `echoes`, the client also receives events of its own
    /// changes.
    public func subscribe(
        to patterns: [String] = ["*"], phases: [String]? = nil, echoes: Bool = false
    ) throws(PanelClientError) -> PanelEvents {
        try subscribe(PanelSubscription(to: patterns, phases: phases, echoes: echoes))
    }

    /// Waits for the next event of a subscription.
    ///
    /// Requests keep the events that arrive before their replies. If 4096 wait, they are dropped,
    /// and the next event is a ``PanelEvent/resync(_:)`` with the present values.
    public func nextEvent() throws(PanelClientError) -> PanelEvent {
        while true {
            let message: JSONObject
            if let event = try takeWaitingEvent() {
                message = event
            } else {
                message = try receive(timeout: -1)
            }
            if message["event"] != nil { return try connection.expected(PanelEvent(message)) }
        }
    }

    // MARK: Lines

    /// The first of the events that arrived while a reply was awaited, or the values in their
    /// place.
    func takeWaitingEvent() throws(PanelClientError) -> JSONObject? {
        if hasDroppedEvents, let subscription {
            let reply = try request(subscription)
            hasDroppedEvents = false
            var resync = JSONObject()
            resync.append("event", .string("resync"))
            for member in reply.members { resync.append(member.key, member.value) }
            return resync
        }
        guard !waitingEvents.isEmpty else { return nil }
        let (message, line) = waitingEvents.removeFirst()
        lastLine = line
        return message
    }

    private func greet(name: String?) throws(PanelClientError) {
        let first = try receive(timeout: PanelConnection.replyTimeout)
        if let rejection = PanelConnection.rejection(first) { throw rejection }
        greeting = try connection.expected(PanelGreeting(first))
        _ = try request(.greeting(name: name))
    }

    /// Sends a request. Without an `id`, the daemon sends no reply, but an error without an `id`.
    func send(_ request: PanelRequest, id: Int64?) throws(PanelClientError) {
        try connection.send(try request.line(id: id))
    }

    /// Sends a request and waits for its reply; events are kept for later.
    func request(_ request: PanelRequest) throws(PanelClientError) -> JSONObject {
        requests += 1
        try send(request, id: requests)
        let deadline = ReplyDeadline()
        while true {
            let message = try receive(timeout: deadline.milliseconds)
            if message["event"] != nil {
                keep(message)
            } else if message["id"]?.integer == requests {
                if let rejection = PanelConnection.rejection(message) { throw rejection }
                return try connection.expected(message["ok"]?.object)
            } else if let end = PanelConnection.lastError(message) {
                throw end
            }
        }
    }

    private func keep(_ event: JSONObject) {
        if waitingEvents.count == Self.mostWaitingEvents {
            waitingEvents.removeAll()
            hasDroppedEvents = true
        }
        if !hasDroppedEvents { waitingEvents.append((event, lastLine)) }
    }

    /// Waits for a message, at most for this many milliseconds; `nil` if none arrived.
    func receive(upTo timeout: Int32) throws(PanelClientError) -> JSONObject? {
        defer { lastLine = connection.lastLine }
        return try connection.receive(timeout: timeout, orUntil: nil)
    }

    private func receive(timeout: Int32) throws(PanelClientError) -> JSONObject {
        guard let message = try receive(upTo: timeout) else { throw .noReply }
        return message
    }
}
