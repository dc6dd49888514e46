package import PanelProtocol

extension PanelEvent {
    /// The state of the panel after events were lost.
    public struct Resync: Equatable, Sendable {
        /// The values of the subscribed controls, in the panel's order.
        public var values: [PanelSnapshotEntry]
        /// The ID of the visible page; `nil` if unknown.
        public var page: String?
        /// Whether the panel is locked; `nil` if unknown.
        public var isLocked: Bool?
        /// The master of the VCA whose strips alone are shown; `nil` for all strips.
        public var spilledVCA: String?
        /// Counts the panel files that were loaded: with another one than that of the last list, the
        /// panel may have other controls; `nil` if unknown.
        public var generation: Int64?

        /// Reads an event, or the reply to `subscribe`.
        package init(_ object: JSONObject) {
            values = PanelEvent.readings(object)
            page = object["state"]?.object?["page"]?.string
            isLocked = object["state"]?.object?["locked"]?.boolean
            spilledVCA = object["state"]?.object?["spill"]?.string
            generation = object["generation"]?.integer
        }
    }
}
