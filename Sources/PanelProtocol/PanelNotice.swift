/// An event about the panel as a whole, or about a control or a strip apart from its own value.
package struct PanelNotice: Equatable, Sendable {
    /// What happened.
    package enum Kind: Equatable, Sendable {
        /// The level in effect of a member of a VCA changed, and its own value did not.
        case effectiveChanged(control: String, EffectiveLevel)
        /// Another page is visible.
        case pageChanged(page: String)
        /// Only the strips of a VCA with this master are shown; all for `nil`.
        case spillChanged(vca: String?)
        /// The panel was locked or unlocked.
        case locked(LockRequest)
        /// A scene was recalled; its changes have this transaction number. `missing` are the IDs of
        /// controls in the scene that do not exist now, or cannot have such a value.
        case sceneRecalled(name: String, transaction: Int64, missing: [String] = [])
        /// A key performed its action, or could not.
        case action(ActionReport)
        /// A wrong PIN was typed.
        case pinRejected(PINRejection)
        /// Another panel file is in effect.
        case configReloaded(generation: Int64, added: [String], removed: [String])
        /// The style of a control changed.
        case styleChanged(control: String, StyleInfo)
        /// The style of a strip changed.
        case stripChanged(strip: String, StripStyle)
    }

    /// What happened.
    package var kind: Kind
    /// The cause; `nil` if it is none of the sources.
    package var source: ValueChanged.Source?
    /// When it happened, on the monotonic clock.
    package var time: Duration
    /// The sequence number, which the server assigns.
    package var sequence: Int64 = 0

    /// Describes an event.
    package init(_ kind: Kind, source: ValueChanged.Source?, time: Duration) {
        self.kind = kind
        self.source = source
        self.time = time
    }

    /// The event to which clients subscribe.
    package var event: EventKind {
        switch kind {
        case .effectiveChanged: .effectiveChanged
        case .pageChanged: .pageChanged
        case .spillChanged: .spillChanged
        case .locked: .locked
        case .sceneRecalled: .sceneRecalled
        case .action: .action
        case .pinRejected: .pinRejected
        case .configReloaded: .configReloaded
        case .styleChanged: .styleChanged
        case .stripChanged: .stripChanged
        }
    }

    /// Writes the event as a line.
    package func write(to writer: inout JSONWriter) {
        writer.line { writer in
            writer.member("event", event.rawValue)
            switch kind {
            case .effectiveChanged(let control, let level):
                writer.member("control", control)
                level.write(to: &writer)
            case .pageChanged(let page):
                writer.member("page", page)
            case .spillChanged(let vca):
                if let vca { writer.member("spill", vca) }
            case .locked(let lock):
                lock.write(to: &writer)
            case .sceneRecalled(let name, let transaction, let missing):
                writer.member("scene", name)
                writer.member("txn", transaction)
                if !missing.isEmpty { writer.member("missing", missing) }
            case .action(let report):
                report.write(to: &writer)
            case .pinRejected(let rejection):
                rejection.write(to: &writer)
            case .configReloaded(let generation, let added, let removed):
                writer.member("generation", generation)
                writer.member("added", added)
                writer.member("removed", removed)
            case .styleChanged(let control, let style):
                writer.member("control", control)
                style.write(to: &writer)
            case .stripChanged(let strip, let style):
                writer.member("strip", strip)
                style.write(to: &writer)
            }
            if let source { writer.object("source") { source.write(to: &$0) } }
            writer.member("seq", sequence)
            writer.member("t", time.wholeMicroseconds)
        }
    }
}
