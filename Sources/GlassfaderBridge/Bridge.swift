package import EventLoop
package import GlassfaderClient
import Glibc
package import PanelProtocol

/// Keeps the controls of a panel and an audio engine equal, over restarts of both.
///
/// A bridge is the half that does not know the engine: it follows the panel, sends at most one
/// value of each control in a frame, and shows what the engine has. The engine decides nothing
/// about the panel, and the panel's side nothing about addresses.
///
/// The engine gets the levels in effect, with those of VCA masters in them.
public final class Bridge {
    /// The name of this kind of bridge in `bind` and `[bridges]`.
    public let name: String
    /// Where problems are reported.
    public let log: BridgeLog
    /// The loop in which everything happens.
    package let loop: EventLoop

    /// Called when the bindings have changed.
    var onBindings: (Bindings) -> Void = { _ in }
    /// Called when the engine takes values, or no longer does.
    var onEngine: (Bool) -> Void = { _ in }

    let link: PanelLink
    private(set) var engine: (any BridgeEngine)?
    private(set) var bound: [String: BoundControl] = [:]
    var strips: [String: PanelStrip] = [:]
    /// Whether the panel gets the values of the engine when they connect, and not the opposite.
    public internal(set) var isPull = false
    /// The bridge's settings in the last panel file whose settings it could use.
    var settings: [String: BridgeSetting]?
    /// Whether the engine takes values now.
    private var isEngineConnected = false {
        didSet { if isEngineConnected != oldValue { onEngine(isEngineConnected) } }
    }
    /// The generation of the list that is followed; `nil` before the first one.
    private var generation: Int64?
    /// Whether the readings are those of the panel.
    private var isFollowing = false

    private var queue = SendQueue()
    private var feedback: [String: EngineValue] = [:]
    private var meters: [String: [Double]] = [:]
    /// The titles that the engine reports for its strips, and the parts of them that the panel does
    /// not show yet.
    var engineTitles: [String: StripTitle] = [:]
    var titles: [String: StripTitle] = [:]
    /// The movements of the engine's own faders.
    var moves = MoveQueue()
    /// The values from the engine that repeat earlier ones.
    var repeated = RepeatedValues()
    private(set) var repeatTimer: EventSource?
    private var frameLimiter = FrameLimiter()
    private var frame: EventSource?

    /// A control of the panel that the engine serves.
    struct BoundControl {
        var control: PanelControl
        var reading: PanelReading
        /// Whether the engine was sent a value after the last feedback.
        var isSentSinceFeedback = false
        /// Whether each of its values is to be sent: that of a key, a switch or a choice.
        var sendsEveryValue: Bool { control.isDiscrete }
        /// The value in effect, or the control's own.
        func value(isOwn: Bool) -> BridgeValue {
            var reading = reading
            if isOwn { reading.effective = nil }
            return BridgeValue(reading, of: control)
        }
    }

    /// Makes a bridge to the panel at `path`, or else at `$GLASSFADER_SOCKET`, or else at the
    /// default path.
    package init(_ loop: EventLoop, name: String, path: String? = nil, log: BridgeLog) {
        self.loop = loop
        self.name = name
        self.log = log
        link = PanelLink(loop, path: path, name: "glassfader-" + name)
    }

    /// Starts to follow the panel.
    package func start(_ engine: any BridgeEngine) throws(EventLoopError) {
        self.engine = engine
        frame = try loop.timer(at: nil) { [unowned self] now in try sendFrame(now) }
        repeatTimer = try loop.timer(at: nil, accuracy: .milliseconds(50)) { [unowned self] now in
            try takeRepeats(now)
        }
        link.onConnected = { [unowned self] in attempt { try readPanel() } }
        link.onEvent = { [unowned self] event in
            attempt { try handle(event) }
            engine.panelEvent(event)
        }
        link.onLost = { [unowned self] error in
            log.log("\(error)", .warning)
            isFollowing = false
            moves = MoveQueue()
            engine.panelLost()
        }
        try link.start()
    }

    /// Closes both connections.
    package func close() {
        engine?.close()
        link.close()
    }

    /// Prints what would be sent, at once: the reader may be a pipe. The program ends with its
    /// reader.
    public func printLine(_ line: String) {
        let line = Array((line.escapingControls + "\n").utf8)
        if write(STDOUT_FILENO, line, line.count) < 0, errno == EPIPE { loop.exit() }
    }

    /// Sends a command to the panel, for what is not a value of a control.
    package func send(
        _ request: PanelRequest,
        reply: ((Result<JSONObject, PanelClientError>) -> Void)? = nil
    ) {
        attempt { try link.send(request, reply: reply) }
    }

    /// Only the event loop can fail here, and then the program ends.
    func attempt(_ body: () throws -> Void) {
        do { try body() } catch { preconditionFailure("\(error)") }
    }

    // MARK: The panel

    private func readPanel() throws {
        try link.send(.controls(matching: "*")) { [unowned self] reply in
            guard case .success(let list) = reply else { return }
            attempt { try configure(list) }
        }
    }

    private func configure(_ list: JSONObject) throws {
        let panel = BridgePanel(list, bridge: name)
        strips = Dictionary(panel.strips.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
        repeated.removeAll()
        let bindings = bindings(of: panel)
        for problem in bindings.problems { log.log("\(problem)", .error) }

        let names = Set(bindings.controls.map(\.name))
        bound = [:]
        for control in panel.controls where names.contains(control.name) {
            bound[control.name] = control.reading.map {
                BoundControl(control: control, reading: $0)
            }
        }
        // A panel that was started without its state has its own titles again.
        engineTitles = engineTitles.filter { strips[$0.key] != nil }
        for strip in engineTitles.keys { showTitle(of: strip) }
        onBindings(bindings)
        let isWatching = engine?.events.isEmpty == false
        // Others may be strips and scenes.
        let others = Set(bindings.others.map(\.name)).intersection(panel.controls.map(\.name))
        let watched = isWatching ? names.union(others) : names
        try subscribe(watched, generation: list["generation"]?.integer)
    }

    private func subscribe(_ names: Set<String>, generation: Int64?) throws {
        let patterns = names.count <= Limit.patterns.most ? names.sorted() : ["*"]
        let events: [EventKind] = [
            .valueChanged, .effectiveChanged, .configReloaded, .stripChanged,
        ]
        // With echoes, the order of events is that of all changes of the panel: also of feedback
        // that had to wait for a finger.
        let subscription = PanelSubscription(
            to: patterns, events: events.map(\.rawValue) + (engine?.events ?? []), echoes: true)
        try link.send(.subscription(subscription)) { [unowned self] reply in
            guard case .success(let reply) = reply else { return }
            let snapshot = PanelSnapshot(reply)
            guard snapshot.generation == generation else { return attempt { try readPanel() } }
            for entry in snapshot.values {
                bound[entry.control]?.reading = entry.reading
            }
            self.generation = generation
            isFollowing = true
            attempt { try synchronize() }
        }
    }

    private func handle(_ event: PanelEvent) throws {
        switch event {
        case .valueChanged(let change):
            try handle(change)
        case .effectiveChanged(let control, let level):
            bound[control]?.reading.effective = level
            try queueValue(of: control)
        case .resync(let resync):
            // The event about the reload may be among those that were lost.
            if resync.generation != generation { return try readPanel() }
            for entry in resync.values where bound[entry.control] != nil {
                let isNew = bound[entry.control]?.reading != entry.reading
                bound[entry.control]?.reading = entry.reading
                if isNew { try queueValue(of: entry.control) }
            }
        case .stripChanged(let style):
            strips[style.strip]?.update(style)
        case .configReloaded:
            try readPanel()
        default:
            break
        }
    }

    private func handle(_ change: PanelEvent.Change) throws {
        bound[change.control]?.reading = change.reading
        let isOwn = change.sourceClient == link.client
        if ["feedback", "client"].contains(change.source), isOwn {
            // A value that waits for the engine is older than this one, which the engine has.
            if bound[change.control]?.sendsEveryValue == false { queue.remove(change.control) }
            // A value that was sent to the engine meanwhile has crossed with this one.
            guard bound[change.control]?.isSentSinceFeedback == true else { return }
        } else if isForEngine(change) {
            feedback[change.control] = nil
        } else {
            return
        }
        try queueValue(of: change.control)
        queue.note(change.control, isByHand: !isOwn && isByHand(change))
    }

    /// Whether a finger or a client that holds the control has moved it, also by a link.
    private func isByHand(_ change: PanelEvent.Change) -> Bool {
        guard change.gesture != nil else { return false }
        if change.source != "link" { return ["touch", "client"].contains(change.source) }
        return change.sourceName.map(queue.isByHand) ?? false
    }

    /// Feedback is about another engine if it comes from another bridge, and this engine
    /// does not have it yet. All other feedback is about this engine.
    private func isForEngine(_ change: PanelEvent.Change) -> Bool {
        change.source != "feedback" || change.sourceName?.hasPrefix("glassfader-") == true
    }

    // MARK: To the engine

    /// The engine takes values from now on.
    public func engineConnected() {
        isEngineConnected = true
        attempt { try synchronize() }
    }

    /// The engine receives no values. Waiting values are dropped: when it is back, all values are
    /// synchronised.
    public func engineLost() {
        isEngineConnected = false
        queue.removeAll()
        repeated.removeAll()
    }

    private func synchronize() throws {
        guard isFollowing else { return }
        // If the panel decides, what the engine reported while the panel was away is outdated.
        if !isPull { feedback.removeAll() }
        if hasFeedback { try scheduleFrame() }
        guard isEngineConnected else { return }
        if isPull {
            engine?.readAll()
        } else {
            for control in bound.keys.sorted() { try queueValue(of: control) }
        }
    }

    /// The panel's value of a control now; `nil` if it is not served.
    public func value(of control: String) -> BridgeValue? {
        bound[control]?.value(isOwn: isByHands)
    }

    /// Whether hands are at the engine's side. They move the panel as fingers do, and are shown
    /// where its handles stand.
    private var isByHands: Bool { engine?.isMovedByHands ?? false }

    /// Sends the panel's values of all controls again.
    public func sendAllAgain() {
        for control in bound.keys.sorted() { sendAgain(control) }
    }

    /// Sends the panel's value of a control again.
    public func sendAgain(_ control: String) {
        attempt { try queueValue(of: control) }
    }

    private func queueValue(of control: String) throws {
        guard isEngineConnected, let bound = bound[control] else { return }
        queue.put(
            bound.value(isOwn: isByHands), of: control, sendsEveryValue: bound.sendsEveryValue)
        try scheduleFrame()
    }

    func scheduleFrame() throws {
        guard let frame, !frame.isArmed else { return }
        try frame.fire(at: frameLimiter.start(after: loop.now))
    }

    private func sendFrame(_ now: Duration) throws {
        frameLimiter.started(at: now)
        if let engine, !queue.isEmpty {
            for (control, value) in queue.takeFrame() {
                bound[control]?.isSentSinceFeedback = true
                repeated.remove(control)
                engine.send(value, of: control)
            }
        }
        engine?.endFrame()
        try sendMoves()
        try sendFeedback()
        if !queue.isEmpty || hasFeedback && link.isConnected { try scheduleFrame() }
    }

    // MARK: From the engine

    /// The engine has this value now, by itself or because another program has set it.
    public func engineReported(_ value: EngineValue, of control: String) {
        repeated.remove(control)
        // A waiting movement by a hand replaces it, however often an automation moves the engine.
        if queue.isByHand(control) { return }
        // The engine's value is newer than what waits here for the engine.
        queue.remove(control)
        feedback[control] = value
        attempt { try scheduleFrame() }
    }

    /// The levels that the engine's meters show, by control, in dB relative to full scale.
    public func engineReportedLevels(_ levels: [String: [Double]]) {
        meters.merge(levels) { $1 }
        attempt { try scheduleFrame() }
    }

    private var hasFeedback: Bool { !feedback.isEmpty || !meters.isEmpty || !titles.isEmpty }

    private func sendFeedback() throws {
        guard hasFeedback else { return }
        guard isFollowing else {
            meters.removeAll()
            return
        }
        guard !link.isCongested else { return }
        for (control, value) in feedback { try sendFeedback(value, control) }
        feedback.removeAll()
        if !meters.isEmpty { try link.send(Readings(meters: meters)) }
        meters.removeAll()
        try sendTitles()
    }

    private func sendFeedback(_ engineValue: EngineValue, _ control: String) throws {
        guard let value = panelValue(engineValue, control) else { return }
        let request = PanelRequest.setting(control, .value(value), over: .zero, isFeedback: true)
        willSendToPanel(control)
        try link.send(request) { [unowned self] reply in
            guard case .failure(let error) = reply, !error.isConnectionFailure else { return }
            log.logOnce("rejected feedback", "\(control): \(error)", control: control)
        }
    }

    /// The engine has the value that the panel is about to get.
    func willSendToPanel(_ control: String) {
        bound[control]?.isSentSinceFeedback = false
    }

    /// The value of a control with which the engine has this one; `nil` if there is none.
    func panelValue(_ engineValue: EngineValue, _ control: String) -> PanelValue? {
        guard let bound = bound[control], let value = engineValue.value(for: bound.control)
        else { return nil }
        let isSilence = engineValue == .decibels(-.infinity)
        // A member of VCAs is moved to where its own level and those of its masters make the
        // engine's.
        guard let effective = bound.reading.effective, !isSilence, !isByHands,
            case .number(let level) = value, case .number(let own) = bound.reading.value
        else { return value }
        if effective.gain == 0, bound.reading.gain ?? 0 > 0 { return nil }
        // An engine cannot have more than the end of the range.
        if let end = bound.control.maximum, effective.value > end, level >= end { return nil }
        return .number(own + level - effective.value)
    }
}
