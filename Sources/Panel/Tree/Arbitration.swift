import PanelProtocol

/// Who decides about the value of a control, fingers or clients, and which client's value waits.
///
/// It is told the time and whether a finger is on the control, and returns the value whose turn has
/// come. Whoever has one sets the control to it.
struct Arbitration {
    /// Why a client's value is not applied now.
    enum Obstacle: String {
        /// A finger is on the control, or on one that it is linked to.
        case touched
        /// Engines confirm late: what comes right after the release may be about a value before it.
        case settling
    }

    private let policy: ConductDescription.RemotePolicy
    private let settleTime: Duration
    /// The newest value that a client wanted while a finger decided.
    private var deferred: RemoteValue?
    /// When a finger last did something to the control.
    private(set) var lastTouched = Duration.zero
    /// When the last finger left; nil once a client has set the value.
    private var released: Duration?
    /// How many links hold the value where fingers elsewhere want it.
    private var linkHolds = 0

    init(_ conduct: ConductDescription) {
        policy = conduct.onRemote
        settleTime = conduct.settleTime
    }

    // MARK: Questions

    /// What keeps a client's value from being applied now; nil if nothing does.
    func obstacle(
        to wanted: ControlValue, from present: ControlValue?, isTouched: Bool, at time: Duration
    ) -> Obstacle? {
        guard policy != .allow else { return nil }
        if isTouched || linkHolds > 0 { return .touched }
        guard policy == .defer, let released, time - released < settleTime, wanted != present
        else { return nil }
        return .settling
    }

    /// Whether a finger on the control decides, whatever clients want.
    func isHeldByFinger(isTouched: Bool) -> Bool { isTouched && policy != .allow }

    /// When the deferred value is to be applied; nil if there is none, or a finger decides.
    func deadline(isTouched: Bool) -> Duration? {
        guard let deferred, !isTouched, linkHolds == 0 else { return nil }
        // A finger that lifted without having moved anything has nothing to settle.
        return released.map { $0 + settleTime } ?? deferred.time
    }

    // MARK: Clients

    /// Keeps a client's value for later in place of the one before, if the control does that.
    mutating func deferValue(_ remote: RemoteValue) {
        if policy == .defer { deferred = remote }
    }

    /// Notes that the control has been set: what waited is out of date, and nothing settles.
    mutating func noteSet() {
        deferred = nil
        released = nil
    }

    /// Returns the deferred value, if its time has come.
    mutating func takeDue(at time: Duration, isTouched: Bool) -> RemoteValue? {
        guard let deadline = deadline(isTouched: isTouched), deadline <= time else { return nil }
        return takeDeferred()
    }

    private mutating func takeDeferred() -> RemoteValue? {
        defer { noteSet() }
        return deferred
    }

    // MARK: Fingers

    /// Notes that a finger has done something to the control.
    mutating func noteTouch(at time: Duration) {
        lastTouched = time
    }

    /// Notes that a finger has reset the control: what clients wanted before is out of date, and what
    /// comes right after may be.
    mutating func noteReset(at time: Duration) {
        deferred = nil
        lastTouched = time
        released = time
    }

    /// Notes that the last finger on the control has left. Returns the deferred value, if it is old enough to be
    /// no echo and newer than what the finger did.
    mutating func release(at time: Duration) -> RemoteValue? {
        released = time
        guard let remote = deferred else { return nil }
        if remote.time < lastTouched {
            deferred = nil
        } else if linkHolds == 0, time - remote.time >= settleTime {
            return takeDeferred()
        }
        return nil
    }

    // MARK: Links

    /// Notes that a finger on a linked control holds this one too.
    mutating func hold() { linkHolds += 1 }

    /// Notes that such a finger has left. Returns the deferred value as `release(at:)` does, if
    /// nobody holds the control any more.
    mutating func endHold(at time: Duration, isTouched: Bool) -> RemoteValue? {
        linkHolds -= 1
        return linkHolds == 0 && !isTouched ? release(at: time) : nil
    }
}
