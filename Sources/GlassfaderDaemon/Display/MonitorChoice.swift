import DRM

/// Chooses the card that shows the panel, its connector and its mode.
struct MonitorChoice: Equatable {
    /// The candidate cards.
    enum CardChoice: Equatable {
        case any
        /// The card with this node, or with the node that this path links to.
        case node(String)
        /// The cards with this driver.
        case driver(String)
    }

    var card = CardChoice.any
    /// The name of the connector; `nil` for any, built-in panels first.
    var connector: String?
    /// `nil` for the best mode.
    var mode: Mode.Request?
    /// The seat of the card; `nil` for any.
    var seat: String?

    /// The driver and the connectors of a card.
    struct Offer {
        let driver: String
        let connectors: [Connector]

        /// Drivers of the firmware's framebuffer, which the hardware's own driver replaces.
        private static let firmwareDrivers = ["simpledrm", "ofdrm", "efidrm", "vesadrm"]
        /// The sizes that firmware uses if it does not know the monitor.
        private static let fallbackSizes = [[640, 480], [800, 600], [1024, 768]]
    }

    /// The card and the connector to use. The first card with a connected monitor comes first, then
    /// the first whose connector has an unknown status and has modes, then a firmware fallback.
    /// `nil` if there is none.
    func best(among offers: [Offer]) -> (index: Int, connector: Connector)? {
        var unknown: (Int, Connector)?
        var fallback: (Int, Connector)?
        for (index, offer) in offers.enumerated() where accepts(driver: offer.driver) {
            guard let connector = usable(offer.connectors) else { continue }
            if isFirmwareFallback(offer, connector) {
                fallback = fallback ?? (index, connector)
            } else if connector.status == .connected {
                return (index, connector)
            } else {
                unknown = unknown ?? (index, connector)
            }
        }
        return unknown ?? fallback
    }

    /// Whether a card shows only the firmware's fallback, and no particular card was requested: the
    /// hardware's driver may be about to load.
    func isFirmwareFallback(_ offer: Offer, _ connector: Connector) -> Bool {
        offer.isFirmwareFallback(connector) && card == .any
    }

    /// The connector of a card to use; `nil` if none can show anything.
    func usable(_ connectors: [Connector]) -> Connector? {
        guard let connector = Connector.preferred(among: connectors, named: connector),
            connector.status != .disconnected, !connector.modes.isEmpty
        else { return nil }
        return connector
    }

    /// Whether a card with this driver is a candidate.
    func accepts(driver: String) -> Bool {
        if case .driver(let wanted) = card { driver == wanted } else { true }
    }

    /// Why a card cannot be used, for the journal.
    func absence(on node: String, _ offer: Offer) -> String {
        guard accepts(driver: offer.driver) else { return "\(node) is driven by \(offer.driver)" }
        let list = offer.connectors.map { connector in
            let isEmpty = connector.status == .connected && connector.modes.isEmpty
            return "\(connector.name) (\(connector.status)\(isEmpty ? ", without modes" : ""))"
        }
        let sought = connector.map { "monitor on \($0)" } ?? "monitor"
        let has = list.isEmpty ? "no connector" : list.joined(separator: ", ")
        return "no \(sought) of \(node), which has: \(has)"
    }
}

extension MonitorChoice.Offer {
    fileprivate func isFirmwareFallback(_ connector: Connector) -> Bool {
        Self.firmwareDrivers.contains(driver)
            && connector.modes.allSatisfy { Self.fallbackSizes.contains([$0.width, $0.height]) }
    }
}
