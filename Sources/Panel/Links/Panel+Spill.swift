package import PanelProtocol

// Spilling a VCA: only its strips are shown.
extension Panel {
    /// Shows only the strips of a VCA on the pages, or all strips again.
    ///
    /// Strips in areas stay, and so does a page that has none of the strips, or only such that a key
    /// chooses. If the visible page has
    /// none, the first page that has one is shown.
    ///
    /// - Throws: If there is no such VCA.
    package func perform(
        _ request: SpillRequest, from source: ValueChanged.Source, at time: Duration
    ) throws(RequestError) -> PanelReply {
        var new: Spill?
        if let master = request.master, !request.toggles || master != spill?.master {
            new = Spill(master, in: description, links: links.map(\.request))
            guard new != nil else {
                throw RequestError(
                    .badValue, "no VCA has the master '\(RequestError.shortened(master))'",
                    field: "vca", near: Suggestions.near(master, in: spillNames))
            }
        }
        try checkLock(for: source)
        show(new, from: source, at: time)
        return .spill(spill?.master)
    }

    /// The master of the VCA whose strips alone are shown; `nil` for all strips.
    package var spilledVCA: String? { spill?.master }

    /// The masters of the VCAs.
    private var spillNames: [String] { controls.filter { !$0.masteredVCAs.isEmpty }.map(\.id) }

    /// Shows other strips.
    func show(_ new: Spill?, from source: ValueChanged.Source?, at time: Duration) {
        guard new != spill else { return }
        let old = spill
        spill = new
        for page in pages { page.showStrips(theme: description.theme, styles: styles(on: page)) }
        if lock != nil { showLock() }
        if new?.master != old?.master {
            onNotice?(PanelNotice(.spillChanged(vca: new?.master), source: source, time: time))
        }
        guard let new, let page = pages.first(where: { $0.id == page }),
            !page.description.hasStrips(of: new),
            let next = pages.first(where: { $0.description.hasStrips(of: new) })
        else { return }
        show(page: next.id, from: source ?? .restore, at: time)
    }

    /// Follows changed links: other members, or no VCA any more.
    func updateSpill(from source: ValueChanged.Source?, at time: Duration) {
        guard let spill else { return }
        show(
            Spill(spill.master, in: description, links: links.map(\.request)), from: source,
            at: time)
    }

    /// What clients have changed of styles, as far as it is shown on a page: strips that a spill
    /// leaves out are hidden.
    func styles(on page: PageView) -> [String: StyleChange] {
        page.description.styles(self.styles, spilling: spill)
    }
}

extension PageDescription {
    /// Styles with the strips hidden that a spill leaves out. A page without any of its strips, and
    /// an area, are unchanged.
    func styles(_ styles: [String: StyleChange], spilling spill: Spill?) -> [String: StyleChange] {
        guard let spill, hasStrips(of: spill) else { return styles }
        var styles = styles
        for strip in strips where !spill.strips.contains(strip.id) {
            styles[strip.id, default: StyleChange()].isVisible = false
        }
        return styles
    }
}
