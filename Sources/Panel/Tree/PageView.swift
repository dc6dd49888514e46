import Controls
import Drawing

/// One page of the panel: strips side by side, each a surface with a name and its controls.
final class PageView: View {
    private struct Strip {
        let surface: View
        let title: Label
        let items: [Item]
    }

    private struct Item {
        let control: PanelControl
        let caption: Label
        /// The value below the control, where no label of the page shows it.
        let value: Label
    }

    private let page: PageDescription

    /// The name by which clients know the page.
    var id: String { page.id }
    /// What a person sees.
    var label: String { page.label }

    private let strips: [Strip]
    /// Over what is locked.
    private var veils: [View] = []
    /// Where everything is; nil before it was laid out.
    private(set) var layout: PanelLayout?
    /// Whether a control has a caption and no room for it, or the other way round.
    private(set) var isLayoutOutdated = false

    /// Makes a page without its controls, which `fill()` puts there.
    ///
    /// - Parameter kept: controls that are there already, by full id, and stay: they only look as the
    ///   file has it now.
    init(
        _ page: PageDescription, theme: Theme, accent: Color, font: Font, images: ImageCollection,
        fineRatio: Double, keeping kept: [String: PanelControl]
    ) {
        self.page = page
        strips = page.strips.map { strip in
            let accent = strip.accent ?? accent
            return Strip(
                surface: Self.makeSurface(theme: theme),
                title: Self.makeLabel(strip.label, color: theme.text, font: font),
                items: strip.controls.map { control in
                    let style = ControlStyle(
                        theme: theme, accent: control.color ?? accent, ownColor: control.ownColor,
                        font: font,
                        images: images, fineRatio: fineRatio)
                    let present = kept[control.id]
                    present?.take(control, stripLabel: strip.label, style: style)
                    let made =
                        present
                        ?? PanelControl(
                            control, page: page.id, stripLabel: strip.label, style: style)
                    let isEnabled = made.looksEnabled
                    let theme = isEnabled ? theme : theme.muted
                    return Item(
                        control: made,
                        caption: Self.makeLabel(
                            control.label, color: theme.secondaryText, font: font),
                        value: Self.makeLabel("", color: theme.text, font: font))
                })
        }
        super.init(frame: .zero)
    }

    /// Takes everything in. Touches on what is in the same window already go on.
    func fill() {
        for strip in strips {
            addSubview(strip.surface)
            addSubview(strip.title)
            for item in strip.items {
                addSubview(item.caption)
                addSubview(item.value)
                addSubview(item.control.view)
            }
        }
    }

    private static func makeSurface(theme: Theme) -> View {
        let surface = View(frame: .zero)
        surface.backgroundColor = theme.surface
        surface.layer.cornerRadius = theme.surfaceRadius
        surface.layer.borderWidth = theme.surfaceLineWidth
        surface.layer.borderColor = theme.surfaceEdge
        return surface
    }

    private static func makeLabel(_ text: String, color: Color, font: Font) -> Label {
        let label = Label(frame: .zero, font: font)
        label.textColor = color
        label.adjustsFontSizeToFitWidth = true
        label.text = text
        return label
    }

    /// The controls of the page, in the order of the file.
    var controls: [PanelControl] { strips.flatMap(\.items).map(\.control) }

    /// Calls `body` with each control of the page and the label below it that shows its value.
    func forEachReadout(_ body: (PanelControl, Label) -> Void) {
        for strip in strips {
            for item in strip.items { body(item.control, item.value) }
        }
    }

    /// Places everything for the present size of the page.
    ///
    /// - Parameter barHeight: how many rows at the top are not the page's.
    func layOut(theme: ThemeDescription, barHeight: Int, pixelsPerMillimetre: Double?) {
        let layout = PanelLayout(
            namedPage, width: Int(bounds.width), height: Int(bounds.height), theme: theme,
            barHeight: barHeight, pixelsPerMillimetre: pixelsPerMillimetre)
        self.layout = layout
        isLayoutOutdated = false
        for (strip, place) in zip(strips, layout.strips) {
            strip.surface.frame = Rect(place.frame)
            Self.lay(strip.title, at: place.title, fontSize: layout.metrics.fontSize)
            for (item, place) in zip(strip.items, place.controls) {
                item.control.view.frame = Rect(place.frame)
                lay(item, at: place, layout.metrics)
                item.control.fit(fontSize: layout.metrics.fontSize)
            }
        }
    }

    /// The page with the names that its controls have now.
    private var namedPage: PageDescription {
        var page = page
        for (index, strip) in strips.enumerated() {
            for (place, item) in strip.items.enumerated() {
                page.strips[index].controls[place].label = item.control.label
            }
        }
        return page
    }

    /// Shows what a control is called now, if it is one of the page. One that had no name, or has none
    /// any more, needs more room or less: the layout is outdated.
    func showTexts(of control: PanelControl) {
        guard let layout else { return }
        for (strip, place) in zip(strips, layout.strips) {
            for (item, place) in zip(strip.items, place.controls) where item.control === control {
                item.caption.text = control.label
                lay(item, at: place, layout.metrics)
                let hasRoom = place.caption != nil
                if control.kind.room.hasTexts, control.description.placement.at == nil,
                    control.label.isEmpty == hasRoom
                {
                    isLayoutOutdated = true
                }
            }
        }
    }

    /// Dims the controls that are locked, and no others.
    func showLock(theme: Theme, on isLocked: (PanelControl) -> Bool) {
        for veil in veils { veil.removeFromSuperview() }
        veils = []
        for item in strips.flatMap(\.items) where isLocked(item.control) {
            let veil = LockLook.makeVeil(theme: theme)
            veil.frame = item.control.view.frame
            addSubview(veil)
            veils.append(veil)
        }
    }

    /// Closes what the controls, but for those that are kept, have opened elsewhere in the window.
    func dismissPopovers(keeping kept: [PanelControl] = []) {
        for control in controls where !kept.contains(where: { $0 === control }) {
            control.dismissPopover()
        }
    }

    private func lay(_ item: Item, at place: ControlLayout, _ metrics: LayoutMetrics) {
        let small = (metrics.fontSize * LayoutMetrics.shareOfSmallText).rounded()
        // Texts of a control that is not seen would say what is not there.
        let isVisible = item.control.isVisible
        Self.lay(item.caption, at: isVisible ? place.caption : nil, fontSize: small)
        Self.lay(item.value, at: isVisible ? place.value : nil, fontSize: small)
    }

    private static func lay(_ label: Label, at place: PixelRect?, fontSize: Double) {
        // Its text may have changed while nobody saw it.
        if label.isHidden, place != nil { label.setNeedsLayout() }
        label.isHidden = place == nil
        guard let place else { return }
        label.frame = Rect(place)
        label.font = label.font.withSize(fontSize)
    }
}
