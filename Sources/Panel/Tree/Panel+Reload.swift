import Controls
import Drawing
package import PanelProtocol

// Reloading the panel file.
extension Panel {
    /// Replaces the panel file.
    ///
    /// Controls with the same ID keep their values, as far as their new ranges allow, and the
    /// visible page stays if it still exists. A control whose definition and position did not
    /// change keeps its touches, whatever its appearance; all other touches are cancelled. Fades
    /// continue as new gestures. Clients' links and styles stay as far as possible.
    ///
    /// - Returns: The IDs of the controls that were added and removed.
    @discardableResult
    package func reload(
        _ file: PanelDescription, from source: ValueChanged.Source?, at time: Duration
    ) -> (added: [String], removed: [String]) {
        let description = file.divided(
            atWidth: Int(window.bounds.width), height: Int(window.bounds.height),
            millimetres: millimetres)
        let (oldPage, oldSpill, clientLinks) = (page, spill, links.ofClients)
        // Fades whose end time has passed are completed first.
        if fades.all.contains(where: { $0.end <= time }) { advanceFades(to: time) }
        let newSpill = spill.flatMap {
            Spill($0.master, in: description, links: description.links.map(\.request) + clientLinks)
        }
        window.noteTime(time)
        closeUnlockPad()
        closeValuePad()
        // The positions of controls on hidden pages are compared, too.
        layOutAllIfNeeded()
        let kept = heldControls(keptBy: description, spilling: newSpill)
        cancelTouches(except: kept, at: time)
        // Also those that have waited for the end of a touch.
        let fades = fades.all
        stopFades(reason: .reload, at: time)
        let former = FormerControls(of: self, except: kept)
        replaceTree(keeping: kept) {
            self.file = file
            self.description = description
            pageTree.forgetBanks(except: description.pages)
            useFonts(of: description.theme)
            generation += 1
            spill = newSpill
            build(keeping: kept, showing: oldPage)
            showStyles()
        }
        addClientLinks(clientLinks)
        restore(former, except: kept)
        history.keepValues { self[$0]?.valid($1) != nil }
        showBrightness()
        noteAllForUndo()
        showActions()
        showScenes()
        window.setNeedsDisplay()
        let changes = reportReload(of: former, onPage: oldPage, from: source, at: time)
        endHolds(reason: .reload, at: time) { !$0.isLinked }
        for fade in fades { resume(fade, at: time) }
        if spill == nil, oldSpill != nil {
            onNotice?(PanelNotice(.spillChanged(vca: nil), source: source, time: time))
        }
        updateSpill(from: source, at: time)
        levels.forgetKnown { self[$0] }
        reportLevels(at: time)
        return changes
    }

    /// Reports the controls that the new file adds and removes, the page, and the values that new
    /// ranges have changed. Returns the IDs of the controls that were added and removed.
    private func reportReload(
        of former: FormerControls, onPage oldPage: String, from source: ValueChanged.Source?,
        at time: Duration
    ) -> (added: [String], removed: [String]) {
        let old = Set(former.ids)
        let added = controls.map(\.id).filter { !old.contains($0) }
        let removed = former.ids.filter { self[$0] == nil }
        revision += 1
        onNotice?(
            PanelNotice(
                .configReloaded(generation: generation, added: added, removed: removed),
                source: source, time: time))
        if page != oldPage {
            onNotice?(PanelNotice(.pageChanged(page: page), source: source, time: time))
        }
        for control in controls
        where former.values[control.id].map({ $0 != control.value }) ?? false {
            post(event(of: control, .set, from: .restore, at: time), of: control)
        }
        return (added, removed)
    }

    /// Replaces all pages, and the controls except those that fingers hold.
    ///
    /// - Parameter build: Builds the new pages. The controls that are kept move to them.
    private func replaceTree(keeping kept: [PanelControl], build: () -> Void) {
        // Pages without held controls are removed first: two whole panels would take twice the
        // memory.
        let heldPages = allPages.filter { page in
            kept.contains { $0.view.isDescendant(of: page) }
        }
        for page in allPages where !heldPages.contains(where: { $0 === page }) {
            page.dismissPopovers()
            page.removeFromSuperview()
        }
        tearDown(keeping: kept)
        build()
        for page in heldPages { page.removeFromSuperview() }
    }

    private func useFonts(of theme: ThemeDescription) {
        // A collection retains the files that it opened, so other fonts get a new one.
        if !typefaces.match(theme) { fonts = FontCollection() }
        // A font file that was deleted after the panel file was read is ignored.
        typefaces = (try? Typefaces(of: theme, from: fonts)) ?? typefaces
    }

    /// Restores the values and other data of the controls, as far as their new definitions allow,
    /// and places the controls.
    private func restore(_ former: FormerControls, except kept: [PanelControl]) {
        keep(former.state, except: kept)
        // For a moment, the other keys of their groups had their defaults, which may have switched
        // these.
        for control in kept where control.key != nil {
            if let value = former.values[control.id], value != control.value {
                control.assign(value)
            }
        }
        showChoices()
        placeViews()
        for (id, data) in former.shownData { self[id]?.show(data) }
        for control in controls where !kept.contains(where: { $0 === control }) {
            if let value = former.passingValues[control.id].flatMap(control.fitting) {
                control.put(value)
            }
        }
        for link in links.all {
            former.links.first { $0.request == link.request }.map(link.resume)
        }
        for (id, arbitration) in former.unsettled {
            guard let control = self[id] else { continue }
            control.arbitration.resume(arbitration) { control.fitting($0) }
            if control.arbitration.deferred != nil { deferring.append(control) }
        }
    }

    /// The controls that a finger holds, directly or by a link, or whose popover is open, and that
    /// the new file defines in the same way and in the same place.
    private func heldControls(keptBy new: PanelDescription, spilling spill: Spill?)
        -> [PanelControl]
    {
        let held = controls.filter { control in
            ([control] + control.parts).contains { part in
                part.isInUse || links.holds.contains { $0.follower === part }
            }
        }
        if held.isEmpty { return [] }
        let (width, height) = (Int(window.bounds.width), Int(window.bounds.height))
        let gatherings = new.gatherings(of: spill)
        var (all, shown) = (new, new.spilling(spill))
        all.pages += gatherings
        shown.pages += gatherings
        let layouts = shown.layouts(
            atWidth: width, height: height, millimetres: millimetres, styles: styles.all,
            selected: selected)
        let kept = zip(all.allPages, layouts).flatMap { page, layout -> [PanelControl] in
            page.strips.flatMap { strip in
                strip.controls.compactMap { control in
                    held.first { present in
                        // A strip that is not visible has no place.
                        present.description.isEquivalent(to: control) && present.host?.id == page.id
                            && layout.control(withID: control.id).map { Rect($0.frame) }
                                == (present.isStripVisible ? present.view.frame : nil)
                    }
                }
            }
        }
        return kept.flatMap { [$0] + $0.parts }
    }

    /// Cancels the touches on everything that will be removed.
    private func cancelTouches(except kept: [PanelControl], at time: Duration) {
        window.cancelTouches(reason: .reload) { view in
            !kept.contains { $0.contains(view) }
        }
        endClientTouches(reason: .reload, at: time) { control in
            !kept.contains { $0 === control }
        }
        endHolds(reason: .reload, at: time) { hold in
            !kept.contains { $0 === hold.follower }
        }
    }

    private func tearDown(keeping kept: [PanelControl]) {
        links.removeAll()
        levels.disconnect()
        for page in allPages { page.dismissPopovers(keeping: kept) }
        pageBar?.view.removeFromSuperview()
        for control in kept {
            control.key?.leaveGroups()
        }
        images = ImageCollection()
        deferring.removeAll { control in !kept.contains { $0 === control } }
        pageTree.removeAll()
        table = ControlTable()
    }
}

extension Button {
    fileprivate func leaveGroups() {
        radioGroup?.remove(self)
        for group in muteGroups { group.remove(self) }
        masteredGroup?.master = nil
    }
}
