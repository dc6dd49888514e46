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
        guard let id = pageTree.page(named: name) else {
            throw RequestError(
                .badValue, "no page '\(name)'", field: "page",
                near: Suggestions.near(name, in: pages.map(\.id)))
        }
        try checkLock(for: source)
        show(page: id, from: source, at: time)
        return .page(id)
    }
}
