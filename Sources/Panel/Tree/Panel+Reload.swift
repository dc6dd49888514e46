import Controls
import Drawing
package import PanelProtocol

// Another panel file in the place of this one.
extension Panel {
    /// Puts another panel file in the place of this one.
    ///
    /// What has the same id keeps its value, as near as its new range allows, and the page stays if
    /// there is one of its id. A finger stays on a control that is where it was and means to it what it
    /// meant, whatever it looks like now; what else it holds is taken away from it. Fades go on as new
    /// gestures. Links that clients have made stay as far as they can; the looks that clients have
    /// given controls do not.
    ///
    /// - Returns: the ids of the controls that have come, and of those that have gone.
    @discardableResult
    package func reload(
        _ description: PanelDescription, from source: ValueChanged.Source?, at time: Duration
    ) -> (added: [String], removed: [String]) {
        let before = controls.map(\.id)
        let ownLinks = ownLinks
        let fades = fades
        stopFades(reason: "reload", at: time)
        let kept = heldControls(keptBy: description)
        letGo(ofAllBut: kept, at: time)
        let state = state
        let values = Dictionary(
            uniqueKeysWithValues: controls.compactMap { control in
                control.value.map { (control.id, $0) }
            })
        // What nobody holds makes room for the new: two whole panels would take twice the memory.
        let heldPages = pages.filter { page in
            kept.contains { $0.view.isDescendant(of: page) }
        }
        for page in pages where !heldPages.contains(where: { $0 === page }) {
            page.dismissPopovers()
            page.removeFromSuperview()
        }
        tearDown(keeping: kept)
        self.description = description
        // A collection keeps the files that it has opened: one for each set of files.
        if description.theme.fontPath != font.path
            || description.theme.fallbackPaths != font.fallbackPaths
        {
            fonts = FontCollection()
        }
        // Files that have gone since the panel file was read are done without.
        font = (try? fonts.font(of: description.theme)) ?? font
        generation += 1
        build(keeping: kept)
        for page in heldPages { page.removeFromSuperview() }
        place()
        addAgain(ownLinks)
        keep(state, sparing: kept)
        window.setNeedsDisplay()
        let old = Set(before)
        let added = controls.map(\.id).filter { !old.contains($0) }
        let removed = before.filter { self[$0] == nil }
        revision += 1
        onNotice?(
            PanelNotice(
                .configReloaded(generation: generation, added: added, removed: removed),
                source: source, time: time))
        // What has another range may have had to give way.
        for control in controls where values[control.id].map({ $0 != control.value }) ?? false {
            post(event(of: control, .set, from: .restore, at: time))
        }
        for hold in holds where hold.cause.link == nil || hold.cause.link !== hold.follower.link {
            endHolds(of: hold.follower, reason: "reload", at: time)
        }
        for fade in fades { resume(fade, at: time) }
        return (added, removed)
    }

    /// The controls that a finger moves, by itself or by a link, or has opened, and that another
    /// file has where they are and with the same meaning.
    private func heldControls(keptBy new: PanelDescription) -> [PanelControl] {
        let held = controls.filter { control in
            control.isInUse || holds.contains { $0.follower === control }
        }
        if held.isEmpty { return [] }
        let (width, height) = (Int(window.bounds.width), Int(window.bounds.height))
        return new.pages.flatMap { page -> [PanelControl] in
            let layout = new.layout(
                of: page, atWidth: width, height: height, millimetres: millimetres)
            return page.strips.flatMap { strip in
                strip.controls.compactMap { control in
                    held.first { present in
                        present.description.meansTheSame(as: control) && present.page == page.id
                            && layout.control(withID: control.id).map { Rect($0.frame) }
                                == present.view.frame
                    }
                }
            }
        }
    }

    /// Takes the fingers away from everything that will not be there any more.
    private func letGo(ofAllBut kept: [PanelControl], at time: Duration) {
        window.cancelTouches(reason: .page) { view in
            !kept.contains { $0.contains(view) }
        }
        for hold in holds where !kept.contains(where: { $0 === hold.follower }) {
            endHolds(of: hold.follower, reason: "reload", at: time)
        }
    }

    private func tearDown(keeping kept: [PanelControl]) {
        for link in links { link.dissolve() }
        for page in pages { page.dismissPopovers(keeping: kept) }
        pageBar?.view.removeFromSuperview()
        for control in kept {
            control.key?.leaveGroups()
        }
        images = ImageCollection()
        deferring.removeAll { control in !kept.contains { $0 === control } }
        (pages, controls, followers, links) = ([], [], [], [])
        indices = [:]
    }
}

extension Button {
    fileprivate func leaveGroups() {
        radioGroup?.remove(self)
        for group in muteGroups { group.remove(self) }
        masteredGroup?.master = nil
    }
}

extension FontCollection {
    /// What everything is written in, in the size that others follow from.
    func font(of theme: ThemeDescription) throws(FontError) -> Font {
        try font(path: theme.fontPath, fallbackPaths: theme.fallbackPaths, size: 16)
    }
}
