/// The event of something that has happened to the panel as a whole, or to the look of a control.
package struct PanelNotice: Equatable, Sendable {
    /// What has happened.
    package enum Kind: Equatable, Sendable {
        /// Another page is shown.
        case pageChanged(page: String)
        /// The panel was locked or unlocked.
        case locked(LockRequest)
        /// A scene was recalled, as the transaction of this number.
        case sceneRecalled(name: String, transaction: Int64)
        /// Another panel file is in effect.
        case configReloaded(generation: Int64, added: [String], removed: [String])
        /// A control looks otherwise.
        case styleChanged(control: String, StyleInfo)
    }

    /// What has happened.
    package var kind: Kind
    /// Who is the cause; nil where nobody in particular is.
    package var source: ValueChanged.Source?
    /// When it happened, on the monotonic clock.
    package var time: Duration
    /// The number of the event, which the publisher gives.
    package var sequence: Int64 = 0

    /// Describes an event.
    package init(_ kind: Kind, source: ValueChanged.Source?, time: Duration) {
        self.kind = kind
        self.source = source
        self.time = time
    }

    /// The event to which a client subscribes.
    package var event: EventKind {
        switch kind {
        case .pageChanged: .pageChanged
        case .locked: .locked
        case .sceneRecalled: .sceneRecalled
        case .configReloaded: .configReloaded
        case .styleChanged: .styleChanged
        }
    }

    /// Writes the event as a line.
    package func write(to writer: inout JSONWriter) {
        writer.line { writer in
            writer.member("event", event.rawValue)
            switch kind {
            case .pageChanged(let page):
                writer.member("page", page)
            case .locked(let lock):
                lock.write(to: &writer)
            case .sceneRecalled(let name, let transaction):
                writer.member("scene", name)
                writer.member("txn", transaction)
            case .configReloaded(let generation, let added, let removed):
                writer.member("generation", generation)
                writer.member("added", added)
                writer.member("removed", removed)
            case .styleChanged(let control, let style):
                writer.member("control", control)
                style.write(to: &writer)
            }
            if let source { writer.object("source") { source.write(to: &$0) } }
            writer.member("seq", sequence)
            writer.member("t", time.wholeMicroseconds)
        }
    }
}
