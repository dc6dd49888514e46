import DRM

/// The card in use, and the search for the best one among all.
final class CardSearch {
    /// The card in use. It stays open, with us as its master, while it has no monitor.
    private(set) var card: Card?
    /// The node of the card that we could not become master of, or are not any more.
    private(set) var contested: String?
    /// Until when to wait for the hardware's driver, once only a firmware fallback was found.
    private(set) var graceEnd: Duration?

    private let store: CardStore

    /// How long to wait for the hardware's driver while only a firmware fallback is available.
    private static let fallbackGrace = Duration.seconds(5)

    /// A search that begins with the card of an earlier process, if one was stored.
    init(_ store: CardStore) {
        self.store = store
    }

    /// The card to use, of which we are the master, and its connector. Throws an error that gives
    /// the reason for each rejected card.
    func master(
        _ choice: MonitorChoice, at now: Duration
    ) throws(DRMError) -> (Card, Connector) {
        let (card, connector) = try monitor(choice, at: now)
        self.card = card
        do throws(DRMError) {
            try card.becomeMaster()
        } catch {
            // We cannot become master of a card that was opened while another program was its
            // master. Once that program has left, opening the card again makes us master.
            contested = card.node
            forget()
            throw error
        }
        return (card, connector)
    }

    /// The card and the connector to use. Throws an error that gives the reason for each rejected
    /// card.
    private func monitor(
        _ choice: MonitorChoice, at now: Duration
    ) throws(DRMError) -> (Card, Connector) {
        if card == nil { card = store.adoptCard() }
        var cards: [Card] = []
        var offers: [MonitorChoice.Offer] = []
        var rejections: [DRMError] = []
        for node in choice.nodes {
            do throws(DRMError) {
                try choice.checkSeat(of: node)
                let (card, connectors) = try open(node)
                let offer = MonitorChoice.Offer(driver: card.driver, connectors: connectors)
                cards.append(card)
                offers.append(offer)
                rejections.append(
                    DRMError(.nothingSuitable, choice.absence(on: card.node, offer)))
            } catch {
                rejections.append(error)
            }
        }
        if let (index, connector) = choice.best(among: offers) {
            let card = cards[index]
            guard choice.isFirmwareFallback(offers[index], connector) else {
                return (card, connector)
            }
            let end = graceEnd ?? now + Self.fallbackGrace
            graceEnd = end
            guard now < end else { return (card, connector) }
            throw DRMError(
                .nothingSuitable,
                "\(card.node) shows only the firmware's picture "
                    + "(\(card.driver), \(connector.name)) "
                    + "until the hardware's driver is loaded")
        }
        guard let first = rejections.first else {
            throw DRMError(.nothingSuitable, Card.absence)
        }
        throw DRMError(first.reason, rejections.map(\.description).joined(separator: "; "))
    }

    /// Opens a card by its node, or returns our own card if it has this node and is not gone.
    private func open(_ node: String) throws(DRMError) -> (Card, [Connector]) {
        if let card, card.node == node {
            do throws(DRMError) {
                return (card, try card.connectors())
            } catch  where error.reason == .gone {
                forget()
            }
        }
        let card = try Card(opening: node)
        return (card, try card.connectors())
    }

    // MARK: The card in use

    /// Gives up the card that an earlier process stored.
    func dropInheritedCard() { store.dropInherited() }

    /// Whether the store has the card in use, for the next process.
    var isCardStored: Bool { store.hasStoredCard }

    /// Stores the card in use, for the next process.
    func keep() {
        if let card { store.store(card) }
    }

    /// Notes that another program is the master of the card in use.
    func lostMaster() {
        contested = card?.node
    }

    /// Closes the card in use, here and in the store.
    func forget() {
        card = nil
        store.forget()
    }
}
