package import PanelProtocol

extension PanelEvent {
    /// A control that was moved, touched or let go.
    public struct Change: Equatable, Sendable {
        /// The control's name.
        public var control: String
        /// Its value.
        public var reading: PanelReading
        /// The part that moved, of a control that has several.
        public var part: String?
        /// `began`, `changed`, `ended` or `cancelled` in a gesture; `set` outside.
        public var phase: String
        /// The number of the gesture.
        public var gesture: Int64?
        /// Why the gesture was cancelled: `page`, `lock`, `palm`, `device-lost`, `set`…
        public var reason: String?
        /// `touch`, `client`, `link`, `scene`, `restore`, `animation`, `reset` or `feedback`. A
        /// bridge acts on everything except its own changes and `feedback`.
        public var source: String
        /// Who the source is: the control that a link follows, the name of the scene, or that of the
        /// client, or its number where it has no name; nil for the others.
        public var sourceName: String?
        /// The number of the transaction whose changes belong together.
        public var transaction: Int64?
        /// The number of the event, which grows with each event of a control.
        public var sequence: Int64
        /// When it happened, in µs of the monotonic clock.
        public var microseconds: Int64

        /// Reads a change; nil if something is missing.
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
            part = object["part"]?.string
            gesture = object["gesture"]?.integer
            reason = object["reason"]?.string
            transaction = object["txn"]?.integer
        }
    }
}
