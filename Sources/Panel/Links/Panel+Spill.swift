import Controls
package import PanelProtocol

// Spilling a VCA: only its strips are shown.
extension Panel {
    /// Shows only the strips of a VCA on the pages, or all strips again.
    ///
    /// Strips in areas stay. A page also stays as it is if it has none of the strips, or only
    /// strips that a key chooses. If the visible page has none of the strips, the panel shows the
    /// first page that has one.
    ///
    /// - Throws: If there is no such VCA.
    package func perform(
        _ request: SpillRequest, from source: ValueChanged.Source, at time: Duration
    ) throws(RequestError) -> PanelReply {
        var new: Spill?
        if let master = request.master {
            new = Spill(master, in: description, links: links.requests)
            guard let spilled = new else {
                throw RequestError(
                    .badValue, "no VCA has the master '\(RequestError.shortened(master))'",
                    field: "vca", near: Suggestions.near(master, in: spillNames))
            }
            if request.toggles, spill?.isOfSameVCA(as: spilled) ?? false { new = nil }
        }
        try checkLock(for: source)
        show(new, from: source, at: time)
        return .spill(spill?.master)
    }

    /// The master of the VCA whose strips alone are shown; `nil` for all strips.
    package var spilledVCA: String? { spill?.master }

    /// The masters of the VCAs.
    private var spillNames: [String] { controls.filter { !$0.masteredVCAs.isEmpty }.map(\.id) }

    /// Whether a VCA has this master.
    func isSpillable(_ master: String) -> Bool {
        controls.contains {
            !$0.masteredVCAs.isEmpty && ($0.id == master || $0.stripID == master)
        }
    }

    /// Shows other strips.
    func show(_ new: Spill?, from source: ValueChanged.Source?, at time: Duration) {
        guard new != spill else { return }
        let old = spill
        spill = new
        for page in pages { page.showStrips(styles: styles(on: page)) }
        removeGatherings()
        gatherBanks()
        showVisiblePage()
        endTouchesOnHiddenKeys(at: time)
        showLock()
        if new?.master != old?.master {
            onNotice?(PanelNotice(.spillChanged(vca: new?.master), source: source, time: time))
        }
        guard let new, let page = visiblePage,
            !pages.contains(where: {
                $0.description.fileID == page.description.fileID
                    && $0.description.hasStrips(of: new)
            }), let next = pages.first(where: { $0.description.hasStrips(of: new) })
        else { return }
        show(page: next.id, from: source ?? .restore, at: time)
    }

    /// Ends the spill if a finger leaves its strips for another bank, in whose place they would
    /// stay.
    func endSpill(onTurnTo page: String, from source: ValueChanged.Source, at time: Duration) {
        let isByFinger =
            switch source {
            case .touch, .action: true
            default: false
            }
        guard isByFinger, let shown = pageTree.shown, shown !== visiblePage,
            page != self.page, PageName.page(of: page) == shown.id
        else { return }
        show(nil, from: source, at: time)
    }

    /// Ends the spill if a finger taps the tab with the name of its VCA.
    func endSpill(onTapOnTabBy touch: Touch) {
        guard let spill, let shown = pageTree.shown, shown.description.hasStrips(of: spill) else {
            return
        }
        show(nil, from: .touch(slot: touch.slot), at: touch.timestamp)
    }

    /// Shows the names of the pages on their tabs. If the visible page has only spilled strips, its
    /// tab has the name of their VCA: the label of the master's strip.
    func showTitles(with shown: PageView) {
        var titles = pages.map(\.label)
        if let spill, shown.description.hasStrips(of: spill) {
            let master = controls.first { $0.id == spill.master || $0.stripID == spill.master }
            let label = master?.stripLabel ?? ""
            titles[pageTree.index] = label.isEmpty ? spill.master : label
        }
        pageBar?.titles = titles
        for case let tabs? in table.pageControls.map(\.roles.pageControl) where !tabs.titles.isEmpty
        {
            tabs.titles = titles
        }
    }

    /// Makes a page of the spilled strips of all banks of each page that has banks.
    func gatherBanks() {
        for gathered in description.gatherings(of: spill) {
            let view = PageView(
                gathered, theme: description.theme, styles: styles.all, selected: selected,
                typefaces: typefaces, images: images, fineRatio: description.input.fineRatio,
                keeping: [:])
            view.isHidden = true
            window.insertSubview(view, at: pages.count)
            view.fill()
            view.borrow(typefaces) { self[$0] }
            pageTree.addGathering(view)
            view.forEachValueLabel {
                $0.show(in: $1)
                connectPad(of: $0)
            }
            placeViews(of: [view])
        }
    }

    /// Removes these pages, after their controls have another place.
    func removeGatherings() {
        let old = pageTree.gatherings
        if old.isEmpty { return }
        // Ends the touches on controls that move to hidden pages too.
        for page in old { page.isHidden = true }
        pageTree.removeGatherings()
        for page in pages { takeControls(for: page) }
        showVisiblePage()
        for page in old {
            page.removeFromSuperview()
            for control in controls { control.removeReadouts(of: page) }
        }
    }

    /// Follows changed links: other members, or no VCA any more.
    func updateSpill(from source: ValueChanged.Source?, at time: Duration) {
        guard let spill else { return }
        show(
            Spill(spill.master, in: description, links: links.requests), from: source, at: time)
    }

    /// The styles that clients have changed, as a page shows them: strips that a spill leaves out
    /// are hidden.
    func styles(on page: PageView) -> [String: StyleChange] {
        page.description.styles(styles.all, spilling: spill)
    }
}

extension PanelDescription {
    /// A page of the spilled strips of all banks, for each page that has banks.
    func gatherings(of spill: Spill?) -> [PageDescription] {
        guard let spill else { return [] }
        let files = Dictionary(grouping: pages, by: \.fileID)
        return pages.compactMap { page in
            guard let banks = files[page.fileID], banks.count > 1, banks[0].id == page.id else {
                return nil
            }
            let gathered = page.gathering(spill, from: banks)
            return gathered.strips.isEmpty ? nil : gathered
        }
    }
}

extension PageDescription {
    /// The page with the spilled strips of its banks.
    fileprivate func gathering(_ spill: Spill, from banks: [PageDescription]) -> PageDescription {
        var page = self
        page.id = fileID
        page.strips = banks.flatMap(\.strips).filter {
            $0.selector == nil && spill.strips.contains($0.id)
        }
        for index in page.strips.indices { page.strips[index].isBorrowed = true }
        return page
    }

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
