import PanelProtocol

/// A panel for programs with tasks: sets, asks, and hears of what happens, and comes back by itself
/// when the panel does.
///
/// ```swift
/// let panel = try PanelSession(following: PanelSubscription(to: ["ch*.level"]), name: "bridge")
/// for await update in panel.updates {
///     switch update {
///     case .values(let values): for value in values { engine.set(value.control, value.reading) }
///     case .event(.valueChanged(let change)) where change.source != "feedback":
///         engine.set(change.control, change.reading)
///     default: break
///     }
/// }
/// ```
///
/// The last value is never missed: what a slow program does not take in time is replaced by what
/// is newer, and what happened while there was no connection is told by the values when there is
/// one again. The connection is served by a thread of its own; it ends with the session.
public final class PanelSession: Sendable {
    /// What happens, from the values at the beginning on; for one task. It ends when the session is
    /// closed.
    public let updates: PanelUpdates

    private let worker: SessionWorker

    /// Begins a session with the panel at a path, or at `$GLASSFADER_SOCKET`, or at the standard
    /// one. It may come later, or go and come back.
    ///
    /// `name` tells other clients who sets values. Throws if there cannot be another thread.
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

    /// The controls whose names match a pattern with `*` and `?`, in the order of the panel.
    public func controls(
        matching pattern: String = "*"
    ) async throws(PanelClientError) -> [PanelControl] {
        PanelControl.list(try await worker.answer(to: .controls(matching: pattern)))
    }

    /// The value of a control.
    public func reading(of control: String) async throws(PanelClientError) -> PanelReading {
        let reply = try await worker.answer(to: .reading(of: control))
        guard let reading = PanelReading(reply) else { throw .notUnderstood("a reading") }
        return reading
    }

    /// Gives a control a value; see ``PanelClient/set(_:to:over:isFeedback:)``.
    @discardableResult
    public func set(
        _ control: String, to change: PanelChange, over time: Duration = .zero,
        isFeedback: Bool = false
    ) async throws(PanelClientError) -> PanelSetting {
        let request = PanelRequest.setting(control, change, over: time, isFeedback: isFeedback)
        guard let setting = PanelSetting(try await worker.answer(to: request)) else {
            throw .notUnderstood("a setting")
        }
        return setting
    }

    /// Shows levels on meters; see ``PanelClient/setMeters(_:waitsForAnswer:)``. Levels that come
    /// while there is no connection are forgotten.
    public func setMeters(_ levels: [String: [Double]]) {
        worker.send(.meters(levels))
    }
}
