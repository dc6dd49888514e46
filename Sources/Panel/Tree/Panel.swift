package import Controls
package import Drawing
package import PanelProtocol

/// A panel that can be shown and touched: the description made into a tree of controls.
///
/// It is laid out again for every size of picture; the values stay. Every change of a value, by
/// whomever, is told once and in order, together with those that it brings about.
package final class Panel {
    /// What the panel file says.
    package internal(set) var description: PanelDescription
    /// A number that another panel file changes.
    package internal(set) var generation: Int64 = 1
    /// The root of the tree.
    package let window: Window
    /// Everything that has an id, in the order of the file.
    package internal(set) var controls: [PanelControl] = []
    /// Called with every value that changes, and with gestures that begin and end, without numbers
    /// yet.
    package var onValueChanged: ((ValueChanged) -> Void)?
    /// Called with what happens to the panel as a whole.
    package var onNotice: ((PanelNotice) -> Void)?
    /// Called with how many values of controls that the panel does not have it could not keep.
    package var onForgotten: ((Int) -> Void)?
    /// How long a step of a fade takes: that of the display.
    package var frameInterval = Duration.microseconds(16_667)
    /// Another number whenever `state` is another.
    package internal(set) var revision: Int64 = 0

    /// How large the screen says it is; nil if it does not.
    package private(set) var millimetres: Size?

    /// The colours of the panel.
    var theme: Theme { description.theme.theme }
    /// What everything is written in; the sizes differ.
    package internal(set) var font: Font
    var fonts: FontCollection
    var images = ImageCollection()
    var pages: [PageView] = []
    var pageBar: PageBar?
    /// The controls that may change when another does: those in groups, and those that show pages.
    var followers: [PanelControl] = []
    /// The present, while a time that came changes something.
    var present: Duration?
    var indices: [String: Int] = [:]
    /// The controls that keep a client's value for later.
    var deferring: [PanelControl] = []

    /// How many transactions there have been.
    var transactions: Int64 = 0
    var links: [ControlLink] = []
    var holds: [LinkHold] = []
    var fades: [Fade] = []
    /// When the fades went on last.
    var lastStep = Duration.zero
    /// The scenes that clients have stored, in the order of their names.
    var storedScenes: [PanelScene] = []
    /// How many bytes these take in a saved state.
    var sceneBytes = 0
    /// How many bytes all other values may take there.
    var valueBytes = 0
    /// How the panel is locked; nil if it is not.
    package internal(set) var lock: PanelLock?
    /// What shows the lock; nil without one.
    var lockLook: LockLook?
    /// The values of controls that the panel has not now, by full id.
    var absentValues: [String: ControlValue] = [:]

    /// Makes the panel for a picture of `width` by `height` pixels.
    ///
    /// - Throws: if the font cannot be used.
    package init(
        _ description: PanelDescription, width: Int, height: Int, fonts: FontCollection
    ) throws(FontError) {
        self.description = description
        self.fonts = fonts
        font = try fonts.font(of: description.theme)
        window = Window(size: Size(width: Double(width), height: Double(height)))
        build()
        layOut(width: width, height: height)
    }

    /// Makes the tree, behind whatever else is in the window.
    ///
    /// - Parameter kept: controls that are in the window already, and stay as they are.
    func build(keeping kept: [PanelControl] = []) {
        window.backgroundColor = theme.background
        pageBar = PageBar(description, theme: theme, font: font)
        let keptByID = Dictionary(uniqueKeysWithValues: kept.map { ($0.id, $0) })
        for page in description.pages { add(page, keeping: keptByID) }
        if let pageBar { window.insertSubview(pageBar.view, at: pages.count) }
        for control in controls { indices[control.id] = indices.count }
        connectLabels()
        connectPages()
        followers += ControlGroups(controls).join(description.groups)
        for control in controls {
            connect(control)
            if keptByID[control.id] == nil { control.setDefault() }
        }
        for control in followers { _ = control.noteChangeByAnother() }
        for link in description.links { add(link.request) }
    }

    private func add(_ page: PageDescription, keeping kept: [String: PanelControl]) {
        let view = PageView(
            page, theme: theme, accent: description.theme.accent, font: font,
            images: images, fineRatio: description.input.fineRatio, keeping: kept)
        view.isHidden = !pages.isEmpty
        window.insertSubview(view, at: pages.count)
        view.fill()
        pages.append(view)
        controls += view.controls
    }

    private func connectPages() {
        pageBar?.onChange = { [unowned self] page, touch in
            show(page: page, from: .touch(slot: touch.slot), at: touch.timestamp)
        }
        followers += controls.filter(\.showsPages)
    }

    private func connectLabels() {
        var labels: [String: [Label]] = [:]
        for control in controls {
            guard let shown = control.kind.shownControl, let view = control.readout
            else { continue }
            labels[shown, default: []].append(view)
        }
        for page in pages {
            page.forEachReadout { control, label in
                let readouts = [label] + (labels[control.id] ?? [])
                for readout in readouts {
                    readout.textSource = { [unowned control] in control.valueText }
                    readout.shorterTextSource = { [unowned control] in
                        control.shorterValueTexts
                    }
                }
                control.onValue = {
                    // One that is not seen reads the value when it is laid out.
                    for readout in readouts where !readout.isHidden { readout.setNeedsLayout() }
                }
            }
        }
    }

    /// The names and texts of the panel file that the fonts have not all characters of.
    package var illegibleTexts: [String] {
        var seen: Set<String> = []
        return description.pages.flatMap(\.strips).flatMap { strip in
            [strip.label] + strip.controls.flatMap(\.texts)
        }.filter { seen.insert($0).inserted && TextLine($0, font: font).lacksGlyphs }
    }
    /// The id of the page that is shown; empty if the panel has none.
    package var page: String { pages.first { !$0.isHidden }?.id ?? "" }

    /// Shows another page; a page that does not exist changes nothing.
    ///
    /// The touches on the page that goes are cancelled. What is shown is a fact of the panel: all
    /// controls that show the page follow.
    ///
    /// - Parameter cause: the control that was to show the page, if one was.
    package func show(
        page id: String, from source: ValueChanged.Source, at time: Duration,
        following cause: PanelControl? = nil
    ) {
        guard turn(to: id) else { return }
        revision += 1
        onNotice?(PanelNotice(.pageChanged(page: id), source: source, time: time))
        for control in controls where control.showsPages && control.noteChangeByAnother() {
            post(
                event(
                    of: control, .set, from: cause.map { .link(of: $0.id) } ?? source, at: time))
        }
    }

    /// Shows another page and tells nobody; false if it is shown already or does not exist.
    func turn(to id: String) -> Bool {
        guard id != page, let index = pages.firstIndex(where: { $0.id == id }) else { return false }
        for page in pages { page.isHidden = page.id != id }
        pageBar?.currentPage = index
        for control in controls where control.showsPages {
            control.showPage(index)
        }
        return true
    }

    /// The control with a full id such as `ch1.level`.
    package subscript(id: String) -> PanelControl? { indices[id].map { controls[$0] } }

    /// Shows levels that were measured just now on the meters of some controls.
    ///
    /// - Parameter time: The present, on the monotonic clock.
    /// - Throws: an error of the first that is for no meter, or for more channels than the meter
    ///   has. The others are shown all the same.
    package func show(_ levels: [MeterLevels], at time: Duration) throws(RequestError) {
        var firstError: RequestError?
        for meter in levels {
            guard let control = self[meter.control] else {
                // Names that may have been meant are looked for once in a line full of unknown ones.
                firstError =
                    firstError ?? .unknownControl(meter.control, among: controls.lazy.map(\.id))
                continue
            }
            do throws(RequestError) {
                try control.show(meter.decibels, at: time)
            } catch {
                firstError = firstError ?? error
            }
        }
        if let firstError { throw firstError }
    }

    /// When `advance(to:)` wants to be called; `nil` if nothing waits for a time to come.
    package var nextDeadline: Duration? {
        var earliest = window.nextDeadline
        for control in deferring {
            guard let deadline = control.deadline else { continue }
            earliest = min(earliest ?? deadline, deadline)
        }
        if let step = nextStep { earliest = min(earliest ?? step, step) }
        return earliest
    }

    /// Tells what waits that it is `time` now, on the monotonic clock.
    package func advance(to time: Duration) {
        present = time
        window.advance(to: time)
        present = nil
        if let step = nextStep, step <= time { advanceFades(to: time) }
        for control in deferring { control.advance(to: time) }
        deferring.removeAll { $0.deadline == nil && !$0.isTouched }
    }

    /// Lays every page out for a picture of `width` by `height` pixels. Touches are cancelled: what
    /// they held has moved.
    ///
    /// - Parameter millimetres: how large the screen says it is, where the file does not.
    package func layOut(width: Int, height: Int, millimetres: Size? = nil) {
        self.millimetres = millimetres
        window.cancelTouches(reason: .page)
        // They stand where the controls were.
        for page in pages { page.dismissPopovers() }
        window.frame = Rect(x: 0, y: 0, width: Double(width), height: Double(height))
        place()
    }

    /// Puts everything where it is to be in the window as it is.
    func place() { place(pages) }

    /// Puts everything on these pages where it is to be.
    func place(_ pages: [PageView]) {
        let bounds = window.bounds
        let (width, height) = (Int(bounds.width), Int(bounds.height))
        let scale = description.display.pixelsPerMillimetre(
            atWidth: width, height: height, display: millimetres)
        let barHeight = description.pageBarHeight(
            atWidth: width, height: height, pixelsPerMillimetre: scale)
        pageBar?.layOut(width: width, height: height, barHeight: barHeight)
        for page in pages {
            page.frame = bounds
            page.layOut(
                theme: description.theme, barHeight: barHeight, pixelsPerMillimetre: scale)
        }
        if lock != nil { showLock() }
    }

    /// The pages, in their order.
    package var pageNames: [PageInfo] { pages.map { PageInfo(id: $0.id, label: $0.label) } }
}

extension ControlDescription {
    /// What is written on the control and beside it, whatever its value.
    fileprivate var texts: [String] {
        [label] + kind.texts
    }
}
