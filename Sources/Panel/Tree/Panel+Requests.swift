package import PanelProtocol

// Requests of clients, apart from values.
extension Panel {
    /// Shows a page.
    ///
    /// - Throws: If there is no such page.
    package func perform(
        page id: String, from source: ValueChanged.Source, at time: Duration
    ) throws(RequestError) -> PanelReply {
        guard pages.contains(where: { $0.id == id }) else {
            throw RequestError(
                .badValue, "no page '\(id)'", field: "page",
                near: Suggestions.near(id, in: pages.map(\.id)))
        }
        try checkLock(for: source)
        show(page: id, from: source, at: time)
        return .page(id)
    }

    /// Lays out the pages on which labels were added or removed, or strips have changed, and cancels
    /// touches on controls that moved. Call it before each frame, so that many changes need only one layout.
    package func layOutIfNeeded() {
        let changed = pages.filter(\.isLayoutOutdated)
        guard !changed.isEmpty else { return }
        let frames = controls.map(\.view.frame)
        place(changed)
        let moved = zip(controls, frames).filter { $0.view.frame != $1 }.map(\.0)
        window.cancelTouches(reason: .page) { view in moved.contains { $0.contains(view) } }
        let others = controls.filter { control in !moved.contains { $0 === control } }
        for page in pages { page.dismissPopovers(keeping: others) }
    }
}
