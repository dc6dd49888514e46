import PanelProtocol

/// A panel for programs with tasks: it reads and sets controls, receives events, and reconnects by
/// itself.
///
/// ```swift
/// let panel = try PanelSession(following: PanelSubscription(to: ["ch*.level"]), name: "bridge")
/// for await update in panel.updates {
///     switch update {
///     case .snapshot(let now): now.values.forEach { engine.set($0.control, $0.reading) }
///     case .event(.valueChanged(let change)) where change.source != "feedback":
///         engine.set(change.control, change.reading)
///     case .event(.effectiveChanged(let control, let level)): engine.set(control, level)
///     default: break
///     }
/// }
/// ```
///
/// No last value is ever missed. If a program is slow, newer values replace older ones. After a
/// connection was lost, and after another panel file was read, all values are sent again. The
/// connection has its own thread, which ends with the session.
public final class PanelSession: Sendable {
    /// The updates, starting with the present values; for one task. They end when the session is
    /// closed.
    public let updates: PanelUpdates

    private let worker: SessionWorker

    /// Starts a session with the panel at `path`, or else at `$GLASSFADER_SOCKET`, or else at the
    /// default path. The panel may start later, or restart.
    ///
    /// `name` is shown to other clients as the source of changes. Throws if no thread can be
    /// started, or if the subscription's maximum rate is not finite.
    public init(
        following subscription: PanelSubscription = PanelSubscription(), path: String? = nil,
        name: String? = nil
    ) throws(PanelClientError) {
        worker = try SessionWorker(path: path, name: name, subscription: subscription)
        updates = PanelUpdates(worker: worker)
        try worker.start()
    }

    deinit {
        close()
    }

    /// Ends the session: its requests fail, and its updates end.
    public func close() {
        worker.close()
    }

    /// The controls whose names match a pattern with `*` and `?`, in the panel's order.
    public func controls(
        matching pattern: String = "*"
    ) async throws(PanelClientError) -> [PanelControl] {
        PanelControl.list(try await worker.reply(to: .controls(matching: pattern)))
    }

    /// The strips whose names match a pattern, or the name of a control of theirs does.
    public func strips(
        matching pattern: String = "*"
    ) async throws(PanelClientError) -> [PanelStrip] {
        PanelStrip.list(try await worker.reply(to: .controls(matching: pattern)))
    }

    /// The settings of bridges in the panel file; see ``PanelClient/bridges()``.
    public func bridges() async throws(PanelClientError) -> [String: [String: BridgeSetting]] {
        BridgeSetting.list(try await worker.reply(to: .bridges))
    }

    /// The value of a control.
    public func reading(of control: String) async throws(PanelClientError) -> PanelReading {
        let reply = try await worker.reply(to: .reading(of: control))
        guard let reading = PanelReading(reply) else { throw .notUnderstood("no value") }
        return reading
    }

    /// Sets a control; see ``PanelClient/set(_:to:over:isFeedback:)``.
    @discardableResult
    public func set(
        _ control: String, to change: PanelChange, over time: Duration = .zero,
        isFeedback: Bool = false
    ) async throws(PanelClientError) -> PanelSetResult {
        let request = PanelRequest.setting(
            control, try change.finite(for: control), over: time, isFeedback: isFeedback)
        guard let result = PanelSetResult(try await worker.reply(to: request)) else {
            throw .notUnderstood("no result of a set")
        }
        return result
    }

    /// Shows values that the engine has, without waiting for replies: for many controls, many times
    /// a second. They replace values that were not sent yet, and are discarded while there is no
    /// connection.
    ///
    /// Bridges do not act on them, and a control that a finger holds keeps its own. An infinite
    /// value is the end of the control's range.
    ///
    /// - Throws: If a number is NaN.
    public func showFeedback(_ values: [String: PanelValue]) throws(PanelClientError) {
        var changes: [String: PanelChange] = [:]
        for (control, value) in values {
            changes[control] = try PanelChange.value(value).finite(for: control)
        }
        worker.send { [changes] in $0.feedback.merge(changes) { $1 } }
    }

    /// Has the panel do something other than to set a control; see ``PanelClient/perform(_:)``.
    public func perform(_ command: PanelCommand) async throws(PanelClientError) {
        _ = try await worker.reply(to: command.request)
    }

    /// Undoes the last change of values; see ``PanelClient/undo()``.
    public func undo() async throws(PanelClientError) {
        _ = try await worker.reply(to: PanelRequest("undo"))
    }

    /// Redoes the change that was undone last; see ``PanelClient/redo()``.
    public func redo() async throws(PanelClientError) {
        _ = try await worker.reply(to: PanelRequest("redo"))
    }

    /// Sets levels of meters; see ``PanelClient/setMeters(_:waitsForReply:)``. They replace levels
    /// that were not sent yet, and are discarded while there is no connection.
    public func setMeters(_ levels: [String: [Double]]) {
        worker.send { $0.meters.merge(levels) { $1 } }
    }

    /// Sets points of plots; see ``PanelClient/setPoints(_:waitsForReply:)``. They replace points
    /// that were not sent yet, and are discarded while there is no connection.
    public func setPoints(_ points: [String: [Double]]) {
        worker.send { $0.plots.merge(points) { $1 } }
    }
}
