package import Controls
package import Drawing
package import PanelProtocol

/// A panel that can be shown and touched: the description made into a tree of controls.
///
/// It is laid out anew for every size of picture; the values stay.
package final class Panel {
    /// What the panel file says.
    package let description: PanelDescription
    /// The root of the tree.
    package let window: Window
    /// Everything that has an id, in the order of the file.
    package private(set) var controls: [PanelControl] = []
    /// Told of everything a finger does.
    package var onChange: ((PanelControl.Change) -> Void)?
    /// Told of a value that was set later than asked for, or by a double tap.
    package var onSet: ((PanelControl, ValueChanged.Source, _ time: Duration) -> Void)?

    /// How large the screen says it is; nil if it does not.
    package private(set) var millimetres: Size?

    private let theme: Theme
    /// What everything is written in; the sizes differ.
    package let font: Font
    private let images = ImageCollection()
    private var pages: [PageView] = []
    private let pageBar: PageBar?
    /// The controls that may change when another does: those in groups, and those that show pages.
    private var followers: [PanelControl] = []
    /// The present, while a time that came changes something.
    private var present: Duration?
    private var indices: [String: Int] = [:]
    /// The controls that keep a client's value for later.
    private var deferring: [PanelControl] = []

    /// Makes the panel for a picture of `width` by `height` pixels.
    ///
    /// - Throws: if the font cannot be used.
    package init(
        _ description: PanelDescription, width: Int, height: Int, fonts: FontCollection
    ) throws(FontError) {
        self.description = description
        font = try fonts.font(
            path: description.theme.fontPath, fallbackPaths: description.theme.fallbackPaths,
            size: 16)
        theme = description.theme.theme
        window = Window(size: Size(width: Double(width), height: Double(height)))
        window.backgroundColor = theme.background
        pageBar = PageBar(description, theme: theme, font: font)
        for page in description.pages { add(page) }
        if let pageBar { window.addSubview(pageBar.view) }
        for control in controls { indices[control.id] = indices.count }
        connectLabels()
        connectPages()
        followers += description.groups.flatMap { $0.join(controls) }
        for control in controls {
            connect(control)
            control.setDefault()
        }
        for control in followers { _ = control.followsAnother() }
        layOut(width: width, height: height)
    }

    private func add(_ page: PageDescription) {
        let view = PageView(
            page, theme: theme, accent: description.theme.accent, font: font,
            images: images, fineRatio: description.input.fineRatio)
        view.isHidden = !pages.isEmpty
        pages.append(view)
        window.addSubview(view)
        controls += view.controls
    }

    private func connect(_ control: PanelControl) {
        control.onChange = { [unowned self] change in
            var change = change
            // A finger that stays has no time of its own.
            change.time = present ?? change.time
            onChange?(change)
            if change.phase == .set { tellFollowers(of: control.id, at: change.time) }
        }
        control.onSet = { [unowned self, unowned control] source, time in
            onSet?(control, source, time)
            tellFollowers(of: control.id, at: time)
        }
        control.onLink = { [unowned self] touch in
            // A cause with news of its own tells that first.
            guard let cause = controls.first(where: { $0.view === touch.view }), !cause.hasNews
            else { return }
            tellFollowers(of: cause.id, at: present ?? touch.timestamp)
        }
    }

    /// Tells of the controls that have changed because the one with a full id has.
    package func tellFollowers(of id: String, at time: Duration) {
        for control in followers where control.id != id && control.followsAnother() {
            onSet?(control, .link(of: id), time)
        }
    }

    private func connectPages() {
        pageBar?.onChange = { [unowned self] in show(page: $0) }
        for control in controls where control.kind is PagesDescription {
            followers.append(control)
            let showValue = control.onValue
            control.onValue = { [unowned self, unowned control] in
                showValue?()
                if let page = control.state?.value.text { show(page: page) }
            }
        }
    }

    private func connectLabels() {
        for page in pages {
            for control in page.controls {
                var readouts = page.readouts(of: control)
                for label in controls.filter({ $0.kind.shownControl == control.id }) {
                    if let view = label.view as? Label { readouts.append(view) }
                }
                for readout in readouts {
                    readout.textSource = { [unowned control] in control.valueText }
                }
                control.onValue = { for readout in readouts { readout.setNeedsLayout() } }
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
    package func show(page id: String) {
        guard id != page, let index = pages.firstIndex(where: { $0.id == id }) else { return }
        for page in pages { page.isHidden = page.id != id }
        pageBar?.currentPage = index
        for control in controls where control.kind is PagesDescription {
            (control.view as? PageControl)?.currentPage = index
        }
    }

    /// The control with a full id such as `ch1.level`.
    package subscript(id: String) -> PanelControl? { indices[id].map { controls[$0] } }

    /// Does what a client asks for; see `PanelControl.apply(_:from:at:)`.
    ///
    /// - Throws: a refusal, if there is no such control or it cannot take the value.
    package func apply(
        _ request: SetRequest, from source: ValueChanged.Source, at time: Duration
    ) throws(Refusal) -> SetResult {
        guard let control = self[request.control] else {
            throw .unknownControl(request.control, among: controls.map(\.id))
        }
        let result = try control.apply(request.change, from: source, at: time)
        if !result.isApplied, !deferring.contains(where: { $0 === control }) {
            deferring.append(control)
        }
        return result
    }

    /// Shows levels that were measured just now on the meters of some controls.
    ///
    /// - Parameter time: The present, on the monotonic clock.
    /// - Throws: a refusal of the first that is for no meter, or for more channels than the meter
    ///   has. The others are shown all the same.
    package func show(_ levels: [MeterLevels], at time: Duration) throws(Refusal) {
        var refusal: Refusal?
        for meter in levels {
            guard let control = self[meter.control] else {
                // Names that may have been meant are looked for once in a line full of unknown ones.
                refusal =
                    refusal ?? .unknownControl(meter.control, among: controls.lazy.map(\.id))
                continue
            }
            do throws(Refusal) {
                try control.show(meter.decibels, at: time)
            } catch {
                refusal = refusal ?? error
            }
        }
        if let refusal { throw refusal }
    }

    /// When `advance(to:)` wants to be called; `nil` if nothing waits for a time to come.
    package var nextDeadline: Duration? {
        var earliest = window.nextDeadline
        for control in deferring {
            guard let deadline = control.deadline else { continue }
            earliest = min(earliest ?? deadline, deadline)
        }
        return earliest
    }

    /// Tells what waits that it is `time` now, on the monotonic clock.
    package func advance(to time: Duration) {
        present = time
        window.advance(to: time)
        present = nil
        for control in deferring { control.advance(to: time) }
        deferring.removeAll { $0.deadline == nil && !$0.isTouched }
    }

    /// Lays every page out for a picture of `width` by `height` pixels. Touches are cancelled: what
    /// they held has moved.
    ///
    /// - Parameter millimetres: how large the screen says it is, where the file does not.
    package func layOut(width: Int, height: Int, millimetres: Size? = nil) {
        self.millimetres = millimetres
        let scale = description.display.pixelsPerMillimetre(
            atWidth: width, height: height, display: millimetres)
        window.cancelTouches(reason: .page)
        let bounds = Rect(x: 0, y: 0, width: Double(width), height: Double(height))
        window.frame = bounds
        let barHeight = description.pageBarHeight(
            atWidth: width, height: height, pixelsPerMillimetre: scale)
        pageBar?.layOut(width: width, height: height, barHeight: barHeight)
        for page in pages {
            page.frame = bounds
            page.layOut(
                theme: description.theme, barHeight: barHeight, pixelsPerMillimetre: scale)
        }
    }
}

extension ControlDescription {
    /// What is written on the control and beside it, whatever its value.
    fileprivate var texts: [String] {
        [label] + kind.texts
    }
}
