import DRM

/// Which card is to show the panel, on which of its connectors, and in which mode.
struct MonitorChoice: Equatable {
    /// Which cards come into question.
    enum CardChoice: Equatable {
        case any
        /// The one with this node, or that a link leads to.
        case node(String)
        /// Those with this driver.
        case driver(String)
    }

    var card = CardChoice.any
    /// `nil` for any, built-in panels first.
    var connector: String?
    /// `nil` for the best.
    var mode: Mode.Request?

    /// What a card has to offer.
    struct Offer {
        let driver: String
        let connectors: [Connector]

        /// Drivers of the picture that the firmware has left: the hardware's own takes their place.
        private static let firmwareDrivers = ["simpledrm", "ofdrm", "efidrm", "vesadrm"]
        /// What firmware falls back to if it does not know the monitor.
        private static let makeshiftSizes = [[640, 480], [800, 600], [1024, 768]]
    }

    /// The card to take and the connector on it: the first card that has one with a monitor, else
    /// the first that has one which cannot tell and has modes, else a makeshift. `nil` if there is
    /// none of these.
    func best(among offers: [Offer]) -> (index: Int, connector: Connector)? {
        var unsure: (Int, Connector)?
        var makeshift: (Int, Connector)?
        for (index, offer) in offers.enumerated() where accepts(driver: offer.driver) {
            guard let connector = usable(offer.connectors) else { continue }
            if isMakeshift(offer, connector) {
                makeshift = makeshift ?? (index, connector)
            } else if connector.status == .connected {
                return (index, connector)
            } else {
                unsure = unsure ?? (index, connector)
            }
        }
        return unsure ?? makeshift
    }

    /// Whether a card nobody asked for shows no more than what firmware falls back to: the driver of
    /// the hardware may be about to come.
    func isMakeshift(_ offer: Offer, _ connector: Connector) -> Bool {
        offer.isMakeshift(connector) && card == .any
    }

    /// The connector of a card to take, if one can show anything.
    func usable(_ connectors: [Connector]) -> Connector? {
        guard let connector = Connector.preferred(among: connectors, named: connector),
            connector.status != .disconnected, !connector.modes.isEmpty
        else { return nil }
        return connector
    }

    /// Whether a card comes into question with its driver.
    func accepts(driver: String) -> Bool {
        if case .driver(let wanted) = card { driver == wanted } else { true }
    }

    /// What is missing on a card, in words for the journal.
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
    fileprivate func isMakeshift(_ connector: Connector) -> Bool {
        Self.firmwareDrivers.contains(driver)
            && connector.modes.allSatisfy { Self.makeshiftSizes.contains([$0.width, $0.height]) }
    }
}
