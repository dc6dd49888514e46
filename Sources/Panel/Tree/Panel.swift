package import Controls
package import Drawing
package import PanelProtocol
import TOML

/// A panel that can be displayed and touched: the tree of controls of a description.
///
/// It is laid out again for every screen size; the values stay. Every change of a value is reported
/// once and in order, with the changes that it causes.
package final class Panel {
    /// The contents of the panel file.
    package internal(set) var file: PanelDescription
    /// The panel file, with banks for the pages that are too wide for the screen.
    package internal(set) var description: PanelDescription {
        didSet { knownRegions = nil }
    }
    /// The regions for one screen, cached because finding them lays out all pages.
    var knownRegions: (screen: PanelDescription.Screen, regions: ScreenRegions)?
    /// A number that changes with each reload.
    package internal(set) var generation: Int64 = 1
    /// The root of the tree.
    package let window: Window
    /// The controls, and the lists of those that have a task.
    var table = ControlTable()
    /// All controls, in the order of the file.
    package var controls: [PanelControl] { table.all }
    /// Called with every changed value, and at the start and end of gestures. The events have no
    /// sequence numbers yet.
    package var onValueChanged: ((ValueChanged) -> Void)?
    /// Called with events of the panel as a whole.
    package var onNotice: ((PanelNotice) -> Void)?
    /// Called with the number of values of absent controls that were dropped.
    package var onForgotten: ((Int) -> Void)?
    /// The duration of a step of a fade: one frame of the display.
    package var frameInterval = Duration.microseconds(16_667)
    /// Changes whenever `state` does; call `noteDeferredValues()` before.
    package internal(set) var revision: Int64 = 0

    /// The names of the connected clients; `nil`, at first, while they are unknown: then the panel
    /// dims no control because of a missing owner.
    package var clientNames: Set<String>? {
        didSet { if clientNames != oldValue { showDimmed() } }
    }

    /// The size that the screen reports; `nil` if unknown.
    package internal(set) var millimetres: Size?

    /// The colours of the panel.
    var theme: Theme { description.theme.theme }
    /// The fonts of all text; the sizes differ.
    var typefaces: Typefaces
    /// The font of text that is not bold.
    package var font: Font { typefaces.regular }
    var fonts: FontCollection
    var images = ImageCollection()
    /// The pages and areas, and which page is visible.
    var pageTree = PageTree()
    var pages: [PageView] { pageTree.pages }
    var areas: [PageView] { pageTree.areas }
    var allPages: [PageView] { pageTree.all }
    var pageBar: PageBar? { pageTree.bar }
    /// The present time, while deadlines are handled.
    var present: Duration?
    /// The ID of the chosen strip, for each radio group that chooses strips.
    var selected: [String: String] = [:]
    /// The handlers that the controls call; all controls share them.
    private(set) lazy var controlHandlers = makeControlHandlers()
    /// The controls with a deferred value.
    var deferring: [PanelControl] = []

    /// Switches the display off for a source; the result is `false` without a display.
    package var onBlank: ((ValueChanged.Source) -> Bool)?
    /// Sets the brightness of the display, in percent.
    package var onBrightness: ((Double) -> Void)?
    /// The brightness of the display.
    var brightness = Brightness.unknown

    /// The number of transactions so far.
    var transactions: Int64 = 0
    /// The links, and the controls that follow others.
    var links = LinkTable()
    /// The controls that clients hold.
    var touchedByClients: [PanelControl] = []
    /// Whether the visible cards or strips may no longer be the chosen ones.
    var areChoicesOutdated = false
    /// Whether the veils of dimmed controls may be outdated.
    var areVeilsOutdated = false
    /// The values that change over time.
    var fades = Fades()
    /// The levels in effect of the controls in VCAs.
    var levels = EffectiveLevels()
    /// The VCA whose strips alone are shown; `nil` for all strips.
    var spill: Spill?
    /// The scenes that clients stored.
    var storedScenes = StoredScenes()
    /// The scene that was recalled or stored last; `nil` for none.
    var currentScene: CurrentScene?
    /// The lock, with what shows and undoes it.
    var lockState = LockState()
    /// The lock of the panel; `nil` if it is not locked.
    package var lock: PanelLock? { lockState.lock }
    /// The keypad for a value; `nil` if it is closed.
    var valuePad: ValuePad?
    /// The last changes of values.
    var history = UndoHistory()
    /// The style changes that clients made to controls and strips.
    var styles = StyleChanges()
    /// The values of controls that do not exist now.
    var absentValues = AbsentValues()

    /// Creates the panel for a screen of `width` by `height` pixels.
    ///
    /// - Parameter isPlaced: Whether the panel places its views at once. If the screen is likely to
    ///   have another size, `layOut` or `placeViews` does it later.
    /// - Throws: If the font cannot be used.
    package init(
        _ description: PanelDescription, width: Int, height: Int, fonts: FontCollection,
        isPlaced: Bool = true
    ) throws(FontError) {
        file = description
        self.description = description.divided(
            atWidth: width, height: height, millimetres: nil)
        self.fonts = fonts
        typefaces = try Typefaces(of: description.theme, from: fonts)
        window = Window(size: Size(width: Double(width), height: Double(height)))
        build()
        showChoices()
        levels.settle()
        if isPlaced { placeViews() }
    }

    /// Creates the tree, behind anything else in the window. Call `showChoices()` once the controls
    /// have their values.
    ///
    /// - Parameters:
    ///   - kept: Controls that are already in the window, and stay as they are.
    ///   - shown: The ID of the page to show, if there is one; otherwise the first.
    func build(keeping kept: [PanelControl] = [], showing shown: String? = nil) {
        window.backgroundColor = theme.background
        window.isRightToLeft = description.direction == .rightToLeft
        pageTree.bar = PageBar(description, theme: theme, font: font)
        let keptByID = Dictionary(uniqueKeysWithValues: kept.map { ($0.id, $0) })
        let first = description.pages.firstIndex { $0.id == shown } ?? 0
        for page in description.allPages {
            add(page, isShown: page.isArea || pages.count == first, keeping: keptByID)
        }
        if let pageBar { window.insertSubview(pageBar.view, at: allPages.count) }
        table = ControlTable(allPages.flatMap(\.controls), of: description)
        for page in pages { page.borrow(typefaces) { self[$0] } }
        connectLabels()
        pageBar?.onChange = { [unowned self] page, touch in
            show(page: page, from: .touch(slot: touch.slot), at: touch.timestamp)
        }
        pageBar?.onVisibleTab = { [unowned self] in endSpill(onTapOnTabBy: $0) }
        for control in controls {
            connect(control)
            if keptByID[control.id] == nil { control.setDefault() }
        }
        for control in table.followers { _ = control.noteChangeByAnother() }
        showIndex(of: first)
        gatherBanks()
        // A finger stays on a kept control, which must not be on a page that is hidden.
        if !kept.isEmpty, let page = pageTree.shown { takeControls(for: page) }
        showVisiblePage()
        links.noteFile(description.links)
        for link in description.links { add(link.request) }
        connectLevels()
        noteAllForUndo()
        showActions()
        showScenes()
    }

    /// Shows the cards and strips that are chosen now.
    func showChoices() {
        areChoicesOutdated = false
        for id in table.cards.keys { showCard(of: id) }
        showSelectedStrips()
    }

    private func add(
        _ page: PageDescription, isShown: Bool, keeping kept: [String: PanelControl]
    ) {
        let view = PageView(
            page, theme: description.theme, styles: page.styles(styles.all, spilling: spill),
            selected: selected, typefaces: typefaces, images: images,
            fineRatio: description.input.fineRatio, keeping: kept)
        view.isHidden = !isShown
        window.insertSubview(view, at: allPages.count)
        view.fill()
        pageTree.add(view)
    }

    /// Shows the visible page, or the gathered strips in its place, and hides the others.
    func showVisiblePage() {
        guard let shown = pageTree.shown else { return }
        for page in pages + pageTree.gatherings { page.isHidden = page !== shown }
        takeControls(for: shown)
        if shown.isLayoutOutdated, shown.layout != nil { layOutAgain([shown]) }
        showTitles(with: shown)
    }

    /// Moves to a page the controls that other pages showed before, and lays out the page.
    func takeControls(for page: PageView) {
        guard page.takeControls() else { return }
        page.showStrips(styles: styles(on: page))
        if window.bounds.width > 0 { layOutAgain([page]) }
    }

    private func connectLabels() {
        for control in controls { control.removeReadouts() }
        for page in allPages { page.forEachValueLabel { $0.show(in: $1) } }
        for control in controls {
            guard let shown = control.kind.shownControl, let label = control.readout
            else { continue }
            self[shown]?.show(in: label)
        }
        for control in controls { connectPad(of: control) }
    }

    /// The ID of the visible page; empty if the panel has none.
    package var page: String { visiblePage?.id ?? "" }

    /// The visible page, or the bank in whose place spilled strips are visible.
    var visiblePage: PageView? { pageTree.visible }

    /// Shows another page. An unknown page has no effect.
    ///
    /// The touches on the old page are cancelled. The visible page is a state of the panel: all
    /// controls that show it are updated. A finger that chooses another bank in place of spilled
    /// strips ends the spill.
    ///
    /// - Parameter cause: The control that changed the page, if one did.
    package func show(
        page id: String, from source: ValueChanged.Source, at time: Duration,
        following cause: PanelControl? = nil
    ) {
        endSpill(onTurnTo: id, from: source, at: time)
        guard turn(to: id) else { return }
        endTouchesOnHiddenKeys(at: time)
        revision += 1
        onNotice?(PanelNotice(.pageChanged(page: id), source: source, time: time))
        for control in table.pageControls where control.noteChangeByAnother() {
            post(
                event(
                    of: control, .set, from: cause.map { .link(of: $0.id) } ?? source, at: time),
                of: control)
        }
    }

    /// Shows another page without events. Returns `false` if the page is visible already or
    /// unknown.
    func turn(to id: String) -> Bool {
        guard id != page, let index = pages.firstIndex(where: { $0.id == id }) else { return false }
        closeValuePad()
        showIndex(of: index)
        showVisiblePage()
        pageTree.noteShown(id)
        placeLockSign()
        return true
    }

    /// Makes a page the visible one, for the tabs and for the controls that show pages.
    private func showIndex(of page: Int) {
        pageTree.index = page
        pageBar?.currentPage = page
        for control in table.pageControls { control.showPage(page) }
    }

    /// The control with a full ID such as `ch1.level`.
    package subscript(id: String) -> PanelControl? { table[id] }

    /// When to call `advance(to:)`; `nil` if nothing waits.
    package var nextDeadline: Duration? {
        var earliest = window.nextDeadline
        for control in deferring {
            guard let deadline = control.deadline else { continue }
            earliest = min(earliest ?? deadline, deadline)
        }
        for case let due? in [
            fades.nextStep(interval: frameInterval), levels.nextReport(interval: frameInterval),
            lockState.unlockPad?.due,
        ] {
            earliest = min(earliest ?? due, due)
        }
        return earliest
    }

    /// Handles all deadlines up to `time`, on the monotonic clock.
    package func advance(to time: Duration) {
        present = time
        window.advance(to: time)
        present = nil
        if let step = fades.nextStep(interval: frameInterval), step <= time {
            advanceFades(to: time)
        }
        if let due = lockState.unlockPad?.due, due <= time { advanceUnlockPad(to: time) }
        for control in deferring { control.advance(to: time) }
        noteDeferredValues()
        reportLevels(at: time)
    }

    /// The pages, in order.
    package var pageNames: [PageInfo] { pages.map { PageInfo(id: $0.id, label: $0.label) } }
}
