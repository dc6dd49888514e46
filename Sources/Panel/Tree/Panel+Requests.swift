package import PanelProtocol

// Requests of clients, apart from values.
extension Panel {
    /// Shows a page, or a bank such as `mix/2`. For a page with banks, shows the bank that was
    /// visible last. `next` and `prev` show a neighbour of the visible page.
    ///
    /// - Throws: If there is no such page.
    package func perform(
        page name: String, from source: ValueChanged.Source, at time: Duration
    ) throws(RequestError) -> PanelReply {
        guard let id = page(named: name) else {
            throw RequestError(
                .badValue, "no page '\(name)'", field: "page",
                near: Suggestions.near(name, in: pages.map(\.id)))
        }
        try checkLock(for: source)
        show(page: id, from: source, at: time)
        return .page(id)
    }

    /// The ID of the page that a request names.
    func page(named name: String) -> String? {
        let ids = pages.map(\.id)
        if ids.contains(name) { return name }
        if let bank = shownBanks[name], ids.contains(bank) { return bank }
        if let bank = ids.first(where: { $0.hasPrefix(name + "/") }) { return bank }
        guard let index = ids.firstIndex(of: page) else { return nil }
        switch name {
        case "next": return ids[(index + 1) % ids.count]
        case "prev": return ids[(index + ids.count - 1) % ids.count]
        default: return nil
        }
    }

    /// The page or bank that replaces a saved one: on another screen, a page may have banks, or
    /// none.
    func bank(of saved: String) -> String {
        let ids = pages.map(\.id)
        if ids.contains(saved) { return saved }
        let page = Self.page(ofBank: saved)
        let bank = self.page(named: page) ?? saved
        return bank == page || bank.hasPrefix(page + "/") ? bank : saved
    }

    /// Records a saved bank that this screen lacks, for a screen that has it.
    func noteBank(_ saved: String) {
        let page = Self.page(ofBank: saved)
        if shownBanks[page] == nil, !pages.contains(where: { $0.id == saved }) {
            shownBanks[page] = saved
        }
    }

    /// The page of a bank such as `mix/2`.
    private static func page(ofBank id: String) -> String { String(id.prefix { $0 != "/" }) }
}
