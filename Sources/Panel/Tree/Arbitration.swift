import PanelProtocol

/// Decides whether fingers or clients determine a control's value, and which client's value is
/// deferred.
///
/// The caller passes the time and whether a finger is on the control. It returns the value that is
/// due, and the caller sets it.
struct Arbitration {
    /// Why a client's value is not applied now.
    enum Obstacle: String {
        /// A finger is on the control, or on one that it is linked to.
        case touched
        /// Engines confirm late: a value right after the release may confirm an older one.
        case settling
    }

    private let policy: BehaviorDescription.RemotePolicy
    private let settleTime: Duration
    /// The newest value that a client requested while a finger held the control.
    private(set) var deferred: RemoteValue? {
        get { if case .value(let remote) = waiting { remote } else { nil } }
        set { waiting = newValue.map { .value($0) } ?? .nothing }
    }
    private var waiting = Waiting.nothing
    /// Indirect, because few controls have a deferred value.
    private enum Waiting {
        case nothing
        indirect case value(RemoteValue)
    }
    /// The last time that a finger acted on the control.
    private(set) var lastTouched = Duration.zero
    /// When the last finger lifted; `nil` once a client has set the value.
    private var released: Duration?
    /// The number of links through which fingers on other controls hold the value.
    private var linkHolds = 0

    init(_ behavior: BehaviorDescription) {
        policy = behavior.onRemote
        settleTime = behavior.settleTime
    }

    // MARK: State

    /// Why a client's value cannot be applied now; `nil` if it can.
    func obstacle(
        to wanted: ControlValue, from present: ControlValue?, isTouched: Bool, at time: Duration
    ) -> Obstacle? {
        if isReserved(isTouched: isTouched) { return .touched }
        guard policy == .defer, let released, time - released < settleTime, wanted != present
        else { return nil }
        return .settling
    }

    /// Whether a touch of the control, or of one that it is linked to, has precedence over all
    /// other sources. With `on_remote` = `allow`, none has.
    func isReserved(isTouched: Bool) -> Bool {
        policy != .allow && (isTouched || linkHolds > 0)
    }

    /// Whether a touch of the control itself has this precedence.
    func isReservedByOwnTouch(isTouched: Bool) -> Bool { isTouched && policy != .allow }

    /// When the deferred value is to be applied; `nil` without one, or while a finger holds the
    /// control.
    func deadline(isTouched: Bool) -> Duration? {
        guard let deferred, !isTouched, linkHolds == 0 else { return nil }
        // A finger that lifted without moving anything needs no settling time.
        return released.map { $0 + settleTime } ?? deferred.time
    }

    // MARK: Clients

    /// Defers a client's value, replacing an earlier one, if the policy is to defer. Returns
    /// whether it is deferred.
    mutating func deferValue(_ remote: RemoteValue) -> Bool {
        guard policy == .defer else { return false }
        deferred = remote
        return true
    }

    /// Drops the deferred value: it is not wanted any more.
    mutating func dropDeferred() { deferred = nil }

    /// Records that the control was set: a deferred value is outdated, and there is no settling
    /// time.
    mutating func noteSet() {
        deferred = nil
        released = nil
    }

    /// The deferred value, if its time has come.
    mutating func takeDue(at time: Duration, isTouched: Bool) -> RemoteValue? {
        guard let deadline = deadline(isTouched: isTouched), deadline <= time else { return nil }
        return takeDeferred()
    }

    private mutating func takeDeferred() -> RemoteValue? {
        defer { noteSet() }
        return deferred
    }

    // MARK: Reloading

    /// Whether a release or a deferred value may still affect later values.
    var isUnsettled: Bool { deferred != nil || released != nil }

    /// Continues the arbitration of the control that this one replaces.
    ///
    /// - Parameter fitting: The nearest value that this control can have; `nil` for none.
    mutating func resume(_ former: Arbitration, fitting: (ControlValue) -> ControlValue?) {
        released = former.released
        lastTouched = former.lastTouched
        guard var remote = former.deferred, let value = fitting(remote.value) else { return }
        remote.value = value
        deferred = remote
    }

    // MARK: Fingers

    /// Records that a finger has landed on the control. It has not moved anything yet.
    mutating func noteLanding(at time: Duration) { lastTouched = time }

    /// Records that a finger acted on the control. A deferred value is outdated, because the finger
    /// has acted since the client's request.
    mutating func noteTouch(at time: Duration) {
        deferred = nil
        lastTouched = time
    }

    /// Records that the last finger's lift let a spring bring the control back. Of a deferred
    /// value, only the parts that the spring does not move are kept.
    mutating func noteSpring(at time: Duration, leaving parts: (ControlValue) -> ControlValue?) {
        lastTouched = time
        guard var remote = deferred else { return }
        deferred = nil
        guard let left = parts(remote.value) else { return }
        remote.value = left
        deferred = remote
    }

    /// Records that a finger reset the control. A deferred value is outdated, and so may be a value
    /// that follows directly.
    mutating func noteReset(at time: Duration) {
        noteTouch(at: time)
        released = time
    }

    /// Records that the last finger on the control has lifted. Returns the deferred value, if it is
    /// too old to be an echo.
    mutating func release(at time: Duration) -> RemoteValue? {
        released = time
        guard let remote = deferred, linkHolds == 0, time - remote.time >= settleTime
        else { return nil }
        return takeDeferred()
    }

    // MARK: Links

    /// Records that a finger on a linked control also holds this one.
    mutating func hold() { linkHolds += 1 }

    /// Records that a finger on a linked control has lifted. Returns the deferred value as in
    /// `release(at:)`, if nothing holds the control any more.
    mutating func endHold(at time: Duration, isTouched: Bool) -> RemoteValue? {
        linkHolds -= 1
        return linkHolds == 0 && !isTouched ? release(at: time) : nil
    }
}
