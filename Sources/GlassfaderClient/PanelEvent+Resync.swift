import PanelProtocol

extension PanelEvent {
    /// What a panel is like after events were lost.
    public struct Resync: Equatable, Sendable {
        /// The values of the controls that were subscribed to, in the order of the panel.
        public var values: [PanelSnapshotEntry]
        /// The page that is shown, by its id; nil if that is not said.
        public var page: String?
        /// Whether the panel is locked; nil if that is not said.
        public var isLocked: Bool?

        init(_ object: JSONObject) {
            values = PanelEvent.readings(object)
            page = object["state"]?.object?["page"]?.string
            isLocked = object["state"]?.object?["locked"]?.boolean
        }
    }
}
