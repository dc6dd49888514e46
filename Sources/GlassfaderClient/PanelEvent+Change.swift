package import PanelProtocol

extension PanelEvent {
    /// A control that was moved, touched or released.
    public struct Change: Equatable, Sendable {
        /// The control's name.
        public var control: String
        /// Its value.
        public var reading: PanelReading
        /// The part that moved, of a control with several.
        public var part: String?
        /// `began`, `changed`, `ended` or `cancelled` in a gesture; otherwise `set`.
        public var phase: String
        /// The number of the gesture.
        public var gesture: Int64?
        /// Why the gesture was cancelled: `page`, `reload`, `lock`, `palm`, `device-lost`, `set`…
        public var reason: String?
        /// The cause: `touch`, `client`, `link`, `scene`, `restore`, `animation`, `reset`,
        /// `action`, `undo`, `redo` or `feedback`. A bridge acts on all except its own changes and
        /// `feedback`.
        public var source: String
        /// The name of the source: the control that a link follows, the key with the action, the
        /// scene, or the client. A
        /// client without a name is identified by its number. `nil` for other sources.
        public var sourceName: String?
        /// The number of the client that caused it, such as `c7`; `nil` for other sources. A
        /// program knows its own from the ``PanelGreeting``.
        public var sourceClient: String?
        /// The transaction number, which related changes share.
        public var transaction: Int64?
        /// The sequence number, which increases with each event of a control.
        public var sequence: Int64
        /// When it happened, in µs of the monotonic clock.
        public var microseconds: Int64

        /// Reads a change; `nil` if a member is missing.
        package init?(_ object: JSONObject) {
            guard let control = object["control"]?.string, let reading = PanelReading(object),
                let phase = object["phase"]?.string,
                let source = object["source"]?.object, let kind = source["kind"]?.string,
                let sequence = object["seq"]?.integer, let microseconds = object["t"]?.integer
            else { return nil }
            self.control = control
            self.reading = reading
            self.phase = phase
            self.source = kind
            self.sequence = sequence
            self.microseconds = microseconds
            sourceName = (source["of"] ?? source["name"] ?? source["client"])?.string
            sourceClient = source["client"]?.string
            part = object["part"]?.string
            gesture = object["gesture"]?.integer
            reason = object["reason"]?.string
            transaction = object["txn"]?.integer
        }
    }
}
