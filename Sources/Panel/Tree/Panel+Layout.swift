import Controls
package import Drawing

// Where everything is on the screen.
extension Panel {
    /// Lays out all pages for a screen of `width` by `height` pixels. Touches are cancelled,
    /// because the controls move.
    ///
    /// A page that is too wide for the screen is divided into banks. If the pages change, the panel
    /// emits the event of a reload.
    ///
    /// - Parameter millimetres: The size that the screen reports, used if the file has none.
    package func layOut(
        width: Int, height: Int, millimetres: Size? = nil, at time: Duration = .zero
    ) {
        self.millimetres = millimetres
        window.noteTime(time)
        window.cancelTouches(reason: .page)
        // Popovers are placed relative to the controls.
        closeUnlockPad()
        closeValuePad()
        for page in allPages { page.dismissPopovers() }
        window.frame = Rect(x: 0, y: 0, width: Double(width), height: Double(height))
        let divided = file.divided(atWidth: width, height: height, millimetres: millimetres)
        if divided.pages.map(\.id) == description.pages.map(\.id),
            divided.pages.map(\.bankSize) == description.pages.map(\.bankSize)
        {
            placeViews()
        } else {
            reload(file, from: nil, at: time)
        }
    }

    /// Places all views in the present window.
    package func placeViews() { placeViews(of: allPages) }

    /// Whether the views have been placed.
    package var isPlaced: Bool { allPages.contains { $0.layout != nil } }

    private func regions(of screen: PanelDescription.Screen) -> ScreenRegions {
        if let known = knownRegions, known.screen == screen { return known.regions }
        let regions = ScreenRegions(of: description, on: screen)
        knownRegions = (screen, regions)
        return regions
    }

    /// Places the views of these pages and areas. It leaves the touches as they are.
    func placeViews(of wanted: [PageView]) {
        let bounds = window.bounds
        let screen = description.screen(
            width: Int(bounds.width), height: Int(bounds.height), millimetres: millimetres)
        // Handles and caps have the sizes that the layout expects.
        window.pixelsPerMillimetre = screen.pixelsPerMillimetre ?? LayoutRules.assumedDensity
        let barHeight = description.pageBarHeight(on: screen)
        let regions = regions(of: screen)
        pageBar?.layOut(in: regions.page, barHeight: barHeight, margin: regions.margin)
        func place(_ page: PageView, in region: PixelRect, barHeight: Int, largestText: Double?) {
            guard wanted.contains(where: { $0 === page }) else { return }
            page.frame = Rect(region)
            page.layOut(
                on: screen, styles: styles(on: page), barHeight: barHeight,
                largestText: largestText)
        }
        for page in pages + pageTree.gatherings {
            place(page, in: regions.page, barHeight: barHeight, largestText: nil)
        }
        for (area, region) in zip(areas, regions.areas) {
            place(area, in: region, barHeight: 0, largestText: regions.largestText)
        }
        showLock()
    }

    /// Shows the chosen cards and strips, dims controls, and lays out visible pages whose labels or
    /// strips have changed. Cancels touches on controls that this hides or moves. Call this before
    /// each frame, so that many changes need only one layout. A hidden page is laid out when it is
    /// shown.
    package func layOutIfNeeded() {
        showChoicesIfNeeded()
        layOutAgain(allPages.filter { $0.isLayoutOutdated && !$0.isHidden })
        if areVeilsOutdated { showDimmed() }
    }

    /// Lays out all outdated pages, including hidden ones. For callers that need their positions.
    package func layOutAllIfNeeded() {
        showChoicesIfNeeded()
        layOutAgain(allPages.filter(\.isLayoutOutdated))
    }

    /// The events of a choice come before those of the touches that it ends.
    func showChoicesIfNeeded() {
        guard areChoicesOutdated else { return }
        showChoices()
        endTouchesOnHiddenKeys(at: window.newestTime)
    }

    /// Places the views of pages, cancels the touches on controls that moved, and closes their
    /// popovers and keypads.
    func layOutAgain(_ pages: [PageView]) {
        if pages.isEmpty { return }
        let frames = controls.map(\.view.frame)
        placeViews(of: pages)
        let moved = zip(controls, frames).filter { $0.view.frame != $1 }.map(\.0)
        window.cancelTouches(reason: .page) { view in moved.contains { $0.contains(view) } }
        if let pad = valuePad, moved.contains(where: { $0 === pad.control }) { closeValuePad() }
        for control in moved { control.dismissPopover() }
    }
}
