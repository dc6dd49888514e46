/// The event of a control whose value changed, or was touched, or was let go.
package struct ValueChanged: Equatable, Sendable {
    /// Where in a gesture the event stands.
    package enum Phase: String, CaseIterable, Sendable {
        /// A finger has taken the control.
        case began
        /// The value moved; a later change may stand for this one.
        case changed
        /// The finger has left; the value is the final one.
        case ended
        /// The gesture was taken away; the value is the one that stands.
        case cancelled
        /// The value was set at once, outside a gesture.
        case set
    }

    /// Who changed the value. A bridge acts on everything except its own changes and feedback.
    package enum Source: Equatable, Sendable {
        /// A finger, in this slot of the touchscreen.
        case touch(slot: Int)
        /// A client of the socket, by the name that the daemon gave it and the one it gave itself.
        case client(String, name: String?)
        /// Another control to which this one is linked.
        case link(of: String)
        /// A scene that was recalled.
        case scene(String)
        /// The state stored before a power cut.
        case restore
        /// A fade.
        case animation
        /// A double tap, which sets the default.
        case reset
        /// A client that says what the engine has now.
        case feedback(String, name: String?)

        /// The client that did it, by the name that the daemon gave it.
        package var client: String? {
            switch self {
            case .client(let client, _), .feedback(let client, _): client
            default: nil
            }
        }
    }

    /// The control's name.
    package var control: String
    /// The value, and with it norm and gain.
    package var state: ControlState
    /// The part that moved, of a control that has several.
    package var part: String?
    /// Where in a gesture the event stands.
    package var phase: Phase
    /// The number of the gesture; absent outside gestures.
    package var gesture: Int64?
    /// Why a gesture was cancelled: `page`, `lock`, `palm`, `suspend`, `device-lost`; or why a fade
    /// was: `touch`, `set`.
    package var reason: String?
    /// Who changed the value.
    package var source: Source
    /// The number of the transaction whose changes belong together.
    package var transaction: Int64?
    /// The number of the event, which the publisher gives.
    package var sequence: Int64 = 0
    /// When it happened, on the monotonic clock: the time of the touch, not of sending.
    package var time: Duration

    /// Describes an event.
    package init(
        control: String, state: ControlState, part: String? = nil, phase: Phase,
        gesture: Int64? = nil, reason: String? = nil, source: Source, transaction: Int64? = nil,
        time: Duration
    ) {
        self.control = control
        self.state = state
        self.part = part
        self.phase = phase
        self.gesture = gesture
        self.reason = reason
        self.source = source
        self.transaction = transaction
        self.time = time
    }

    /// Writes the event as a line, with its text if it has one.
    package func write(to writer: inout JSONWriter) {
        writer.line { writer in
            writer.member("event", EventKind.valueChanged.rawValue)
            writer.member("control", control)
            writer.member("value", state.value)
            writer.member("norm", state.norm)
            if let gain = state.gain { writer.member("gain", gain) }
            if let text = state.text { writer.member("text", text) }
            if let part { writer.member("part", part) }
            writer.member("phase", phase.rawValue)
            if let gesture { writer.member("gesture", gesture) }
            if let reason { writer.member("reason", reason) }
            writer.object("source") { source.write(to: &$0) }
            if let transaction { writer.member("txn", transaction) }
            writer.member("seq", sequence)
            writer.member("t", time.wholeMicroseconds)
        }
    }
}

extension ValueChanged.Source {
    func write(to writer: inout JSONWriter) {
        switch self {
        case .touch(let slot):
            writer.member("kind", "touch")
            writer.member("slot", slot)
        case .client(let client, let name):
            writer.member("kind", "client")
            writer.member("client", client)
            if let name { writer.member("name", name) }
        case .link(let control):
            writer.member("kind", "link")
            writer.member("of", control)
        case .scene(let name):
            writer.member("kind", "scene")
            writer.member("name", name)
        case .restore:
            writer.member("kind", "restore")
        case .animation:
            writer.member("kind", "animation")
        case .reset:
            writer.member("kind", "reset")
        case .feedback(let client, let name):
            writer.member("kind", "feedback")
            writer.member("client", client)
            if let name { writer.member("name", name) }
        }
    }
}

extension Duration {
    /// Whole microseconds, as the protocol counts time.
    var wholeMicroseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds * 1_000_000 + attoseconds / 1_000_000_000_000
    }
}
