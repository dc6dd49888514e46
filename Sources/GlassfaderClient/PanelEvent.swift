package import PanelProtocol

/// Something that happened on the panel.
public enum PanelEvent: Equatable, Sendable {
    /// A control was moved, touched or let go.
    case valueChanged(Change)
    /// Events were lost because they were not read in time: these are the values now. Gestures
    /// that were open may go on without their beginning.
    case resync([PanelSnapshotEntry])
    /// The daemon closes the connection, and says why.
    case farewell(reason: String)
    /// An event that this version does not know, by its name.
    case other(String)

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
        /// `touch`, `client`, `link`, `scene`, `restore`, `animation`, `reset` or `feedback`. A
        /// bridge acts on everything except its own changes and `feedback`.
        public var source: String
        /// The number of the event, which grows with each event of a control.
        public var sequence: Int64
        /// When it happened, in µs of the monotonic clock.
        public var microseconds: Int64

        /// Reads a change; nil if something is missing.
        package init?(_ object: JSONObject) {
            guard let control = object["control"]?.string, let reading = PanelReading(object),
                let phase = object["phase"]?.string,
                let source = object["source"]?.object?["kind"]?.string,
                let sequence = object["seq"]?.integer, let microseconds = object["t"]?.integer
            else { return nil }
            self.control = control
            self.reading = reading
            self.phase = phase
            self.source = source
            self.sequence = sequence
            self.microseconds = microseconds
            part = object["part"]?.string
            gesture = object["gesture"]?.integer
        }
    }

    /// Reads an event; nil if something is missing.
    package init?(_ object: JSONObject) {
        switch object["event"]?.string {
        case "valueChanged":
            guard let change = Change(object) else { return nil }
            self = .valueChanged(change)
        case "resync":
            self = .resync(Self.readings(object))
        case "bye":
            self = .farewell(reason: object["reason"]?.string ?? "")
        case let name?:
            self = .other(name)
        case nil:
            return nil
        }
    }

    /// The controls of a snapshot, in the order of the panel.
    package static func readings(_ object: JSONObject) -> [PanelSnapshotEntry] {
        object["snapshot"]?.object?.members.compactMap { member in
            member.value.object.flatMap(PanelReading.init).map {
                PanelSnapshotEntry(control: member.key, reading: $0)
            }
        } ?? []
    }
}
