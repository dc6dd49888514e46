package import PanelProtocol

extension PanelEvent {
    /// The lock of a panel.
    public struct Lock: Equatable, Sendable {
        /// Whether the panel is locked.
        public var isOn: Bool
        /// The names of the controls that are not locked; with `*` and `?`.
        public var exceptions: [String]
        /// Whether clients may not change anything either.
        public var coversClients: Bool

        /// Reads the lock in an event or a reply; `nil` if there is none.
        package init?(_ object: JSONObject) {
            guard let isOn = object["locked"]?.boolean else { return nil }
            self.isOn = isOn
            exceptions = object["except"]?.array?.compactMap(\.string) ?? []
            coversClients = object["clients"]?.boolean ?? false
        }
    }
}
