package import PanelProtocol

extension PanelEvent {
    /// How a panel is locked.
    public struct Lock: Equatable, Sendable {
        /// Whether it is locked at all.
        public var isOn: Bool
        /// The controls that are as free as ever, by name; with `*` and `?`.
        public var exceptions: [String]
        /// Whether clients may not change anything either.
        public var coversClients: Bool

        /// Reads what an event or an answer says of the lock; nil if it says nothing.
        package init?(_ object: JSONObject) {
            guard let isOn = object["locked"]?.boolean else { return nil }
            self.isOn = isOn
            exceptions = object["except"]?.array?.compactMap(\.string) ?? []
            coversClients = object["clients"]?.boolean ?? false
        }
    }
}
