/// The event that a control's value changed, or that it was touched or released.
///
/// It is a class because each movement passes an event through many functions, and copying the
/// fields took longer than the work of these functions. Do not change an event after posting it.
///
/// Its line is encoded only when it is sent: the rate limit of a subscription drops about half of a
/// finger's movements.
package final class ValueChanged: EventLine {
    /// The phase of the event in a gesture.
    package enum Phase: String, CaseIterable, Sendable {
        /// A finger landed on the control.
        case began
        /// The value moved; a later change may replace this one.
        case changed
        /// The finger lifted; the value is final.
        case ended
        /// The gesture was cancelled; the value is the one that remains.
        case cancelled
        /// The value was set, without a gesture.
        case set
    }

    /// The cause of a change. A bridge acts on all except its own changes and feedback.
    package enum Source: Equatable, Sendable {
        /// A finger, in this slot of the touchscreen.
        case touch(slot: Int)
        /// A client of the socket: the name from the daemon, and the name that it gave itself.
        case client(String, name: String?)
        /// Another control to which this one is linked.
        case link(of: String)
        /// A scene that was recalled.
        case scene(String)
        /// The state that was saved before a restart.
        case restore
        /// A fade.
        case animation
        /// A double tap, which sets the default.
        case reset
        /// A key of the panel, by its action.
        case action(of: String)
        /// An undo of the last change.
        case undo
        /// A redo of what was undone.
        case redo
        /// A client that reports the present value of the engine.
        case feedback(String, name: String?)

        /// The name from the daemon of the client that caused it.
        package var client: String? {
            switch self {
            case .client(let client, _), .feedback(let client, _): client
            default: nil
            }
        }
    }

    /// The value, with norm and gain.
    package let state: ControlState
    /// The part that moved, of a control with several.
    package var part: String?
    /// The phase of the event in a gesture.
    package let phase: Phase
    /// Why a gesture was cancelled, or a value was set late.
    package var reason: Reason?
    /// The cause of the change.
    package let source: Source
    /// The transaction number, which related changes share.
    package var transaction: Int64?
    /// When it happened, on the monotonic clock: the time of the touch, not of sending.
    package let time: Duration
    /// The sequence number, which the server assigns.
    package var sequence: Int64 = 0

    /// Creates an event.
    package init(
        control: ControlKey, state: ControlState, part: String? = nil, phase: Phase,
        gesture: Int64? = nil, reason: Reason? = nil, source: Source, transaction: Int64? = nil,
        time: Duration
    ) {
        self.state = state
        self.part = part
        self.phase = phase
        self.reason = reason
        self.source = source
        self.transaction = transaction
        self.time = time
        super.init(about: control, gesture: gesture, isMovement: phase == .changed)
    }

    /// The control's name.
    package var control: String { key.name }

    /// The same event with the value in more forms.
    package func with(_ state: ControlState) -> ValueChanged {
        let event = ValueChanged(
            control: key, state: state, part: part, phase: phase, gesture: gesture,
            reason: reason, source: source, transaction: transaction, time: time)
        event.sequence = sequence
        return event
    }

    /// Appends the event as a line to others, including its text if it has one.
    package override func write(to lines: inout JSONWriter) {
        guard bytes.isEmpty else { return super.write(to: &lines) }
        let start = lines.count
        lines.line { writer in
            writer.member("event", word: "valueChanged")
            writer.member("control", control)
            state.write(to: &writer)
            if let part { writer.member("part", part) }
            writer.member("phase", word: phase.word)
            if let gesture { writer.member("gesture", gesture) }
            if let reason { writer.member("reason", reason.rawValue) }
            writer.object("source") { source.write(to: &$0) }
            if let transaction { writer.member("txn", transaction) }
            writer.member("seq", sequence)
            writer.member("t", time.wholeMicroseconds)
        }
        if outboxes > 1 { bytes = Array(lines.bytes(from: start)) }
    }
}

extension ValueChanged.Phase {
    /// The raw value as it is in the source: no text of a movement is searched for characters to
    /// escape, apart from the control's name.
    fileprivate var word: StaticString {
        switch self {
        case .began: "began"
        case .changed: "changed"
        case .ended: "ended"
        case .cancelled: "cancelled"
        case .set: "set"
        }
    }
}

extension ValueChanged.Source {
    func write(to writer: inout JSONWriter) {
        switch self {
        case .touch(let slot):
            writer.member("kind", word: "touch")
            writer.member("slot", slot)
        case .client(let client, let name):
            writer.member("kind", word: "client")
            writer.member("client", client)
            if let name { writer.member("name", name) }
        case .link(let control):
            writer.member("kind", word: "link")
            writer.member("of", control)
        case .scene(let name):
            writer.member("kind", word: "scene")
            writer.member("name", name)
        case .restore:
            writer.member("kind", word: "restore")
        case .animation:
            writer.member("kind", word: "animation")
        case .reset:
            writer.member("kind", word: "reset")
        case .action(let control):
            writer.member("kind", word: "action")
            writer.member("of", control)
        case .undo:
            writer.member("kind", word: "undo")
        case .redo:
            writer.member("kind", word: "redo")
        case .feedback(let client, let name):
            writer.member("kind", word: "feedback")
            writer.member("client", client)
            if let name { writer.member("name", name) }
        }
    }
}

extension Duration {
    /// Whole microseconds, the protocol's unit of time; the greatest number for a longer time.
    var wholeMicroseconds: Int64 {
        Int64(clamping: attoseconds / 1_000_000_000_000)
    }

    /// Whole milliseconds, the protocol's unit of durations.
    package var wholeMilliseconds: Int64 { wholeMicroseconds / 1000 }
}
