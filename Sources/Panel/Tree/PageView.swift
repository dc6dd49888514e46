import Controls
import Drawing
import TOML

/// One page of the panel: strips side by side, each a surface with a name and its controls.
final class PageView: View {
    /// The page in the panel file.
    let description: PageDescription

    /// The ID of the page for clients.
    var id: String { description.id }
    /// The text for people.
    var label: String { description.label }

    private var strips: [Strip]
    private let panelTheme: ThemeDescription
    private let textTheme: Theme
    /// The ID of the strip that each radio group has chosen.
    private var selected: [String: String]
    /// The views that dim controls.
    private var veils: [View] = []
    /// The layout; `nil` before the first one.
    private(set) var layout: PanelLayout?
    /// Whether a label of a control was added or removed since the layout, or a strip has changed.
    private(set) var isLayoutOutdated = false

    /// Creates a page without its controls, which `fill()` adds.
    ///
    /// - Parameters:
    ///   - styles: The style changes that clients made.
    ///   - selected: The ID of the strip that each radio group has chosen, if it is known.
    ///   - kept: Existing controls to keep, by full ID. Only their appearance is updated from the
    ///     file.
    init(
        _ page: PageDescription, theme: ThemeDescription, styles: [String: StyleChange],
        selected: [String: String], typefaces: Typefaces, images: ImageCollection,
        fineRatio: Double, keeping kept: [String: PanelControl]
    ) {
        description = page
        self.selected = selected
        panelTheme = theme
        let theme = theme.theme
        textTheme = theme
        let accent = panelTheme.accent
        let themed = View(frame: .zero)
        themed.theme = theme
        strips = page.strips.map { strip in
            let accent = strip.accent ?? accent
            return Strip(
                surface: Self.makeSurface(theme: theme),
                title: Self.makeTitle(
                    strip.label, theme: theme, font: typefaces.font(strip.textStyle)),
                textStyle: strip.textStyle,
                items: strip.isBorrowed
                    ? []
                    : strip.controls.enumerated().map { place, control in
                        let style = ControlStyle(
                            themed: themed, accent: control.color ?? accent,
                            ownColor: control.ownColor,
                            font: typefaces.font(control.textStyle),
                            icon: control.textStyle.icon, images: images, fineRatio: fineRatio)
                        let present = kept[control.id]
                        present?.update(
                            to: strip.controls, at: place, stripLabel: strip.label, style: style,
                            change: styles[control.id] ?? StyleChange())
                        let made =
                            present
                            ?? PanelControl(
                                strip.controls, at: place, page: page.id,
                                stripLabel: strip.label, style: style)
                        return Item(made, typefaces)
                    })
        }
        super.init(frame: .zero)
        for control in controls { control.host = self }
        for (index, strip) in page.strips.enumerated() {
            show(strip.styled(by: styles, theme: panelTheme), at: index)
        }
    }

    /// Adds all views, except those of controls that other pages describe. Touches on controls that
    /// are already in the window continue.
    func fill() {
        for strip in strips {
            addSubview(strip.surface)
            addSubview(strip.title)
            for item in strip.items { addSubview(item.control.view) }
        }
    }

    /// Makes the strips show controls that other pages describe. They stay there until
    /// `takeControls()`.
    func borrow(_ typefaces: Typefaces, from control: (String) -> PanelControl?) {
        for (index, strip) in description.strips.enumerated() where strip.isBorrowed {
            strips[index].items = strip.controls.compactMap { control($0.id) }.map {
                Item($0, typefaces)
            }
        }
    }

    /// Moves the controls of this page's strips here from other pages. Returns whether it moved
    /// any; then the strips and the layout are outdated.
    func takeControls() -> Bool {
        var hasTaken = false
        for item in strips.flatMap(\.items) where item.control.host !== self {
            item.control.host = self
            if let text = item.value ?? item.caption {
                insertSubview(item.control.view, aboveSubview: text)
            } else {
                addSubview(item.control.view)
            }
            hasTaken = true
        }
        return hasTaken
    }

    private func makeCaption(of item: Item) -> Label {
        let control = item.control
        let caption = Self.makeLabel("", font: item.font)
        if control.description.labelSide == .left {
            caption.textAlignment = isRightToLeft ? .right : .natural
            caption.textInset = 4
        }
        addText(caption, of: item)
        return caption
    }

    private func makeValue(of item: Item) -> Label {
        let value = Self.makeLabel("", font: item.font)
        addText(value, of: item)
        return value
    }

    /// Adds a text behind its control, which another page may show.
    private func addText(_ text: Label, of item: Item) {
        let view = item.control.view
        if view.superview === self {
            insertSubview(text, belowSubview: view)
        } else {
            addSubview(text)
        }
    }

    /// The controls that the page describes, in the order of the file.
    var controls: [PanelControl] {
        zip(description.strips, strips).filter { !$0.0.isBorrowed }
            .flatMap(\.1.items).flatMap { [$0.control] + $0.control.parts }
    }

    /// Calls `body` with each control of the page and the label below it that shows its value.
    func forEachValueLabel(_ body: (PanelControl, Label) -> Void) {
        for item in strips.flatMap(\.items) {
            // A finger on the value opens the keypad, so its label must exist.
            if item.value == nil, item.control.kind.hasKeypad { item.value = makeValue(of: item) }
            if let value = item.value { body(item.control, value) }
        }
    }

    /// Places everything for the present size of the page.
    ///
    /// - Parameters:
    ///   - screen: The screen, which determines margins and texts.
    ///   - styles: The style changes that clients made.
    ///   - barHeight: The height of the bar of tabs at the top, in pixels.
    ///   - largestText: The greatest size of text; `nil` for no limit.
    func layOut(
        on screen: PanelDescription.Screen, styles: [String: StyleChange], barHeight: Int,
        largestText: Double?
    ) {
        let layout = PanelLayout(
            description.styled(by: styles, theme: panelTheme, selected: selected), on: screen,
            region: PixelRect(
                x: 0, y: 0, width: Int(bounds.width), height: Int(bounds.height)),
            theme: panelTheme, isRightToLeft: isRightToLeft, barHeight: barHeight,
            largestText: largestText)
        self.layout = layout
        isLayoutOutdated = false
        layOutLines()
        let shown = description.shownControls
        for (strip, place) in placedStrips {
            strip.surface.frame = Rect(place.frame)
            Self.layOut(
                strip.title, at: place.title, fontSize: layout.metrics.fontSize(strip.textStyle))
            for (item, place) in zip(strip.items, place.controls) {
                layOut(item, at: place)
                guard item.control.host === self else { continue }
                item.control.view.frame = Rect(place.frame)
                item.control.fitHold(
                    isWritten: place.value != nil || shown.contains(item.control.id))
                item.control.fit(
                    fontSize: layout.metrics.fontSize(item.control.description.textStyle),
                    showsValueInside: place.value == nil && layout.metrics.hasValuesOnDials)
            }
            strip.unifyCaptions(legible: layout.metrics.legibleFontSize)
        }
    }

    /// Places the lines between controls, whose number may have changed.
    private func layOutLines() {
        var places = (layout?.strips ?? [])[...]
        for index in strips.indices {
            let lines = strips[index].isVisible ? places.popFirst()?.lines ?? [] : []
            for line in strips[index].lines { line.removeFromSuperview() }
            strips[index].lines = lines.map { place in
                let line = View(frame: Rect(place))
                line.backgroundColor = textTheme.trackEdge
                addSubview(line)
                return line
            }
        }
    }

    /// The visible strips with their places.
    private var placedStrips: Zip2Sequence<[Strip], [StripLayout]> {
        zip(strips.filter(\.isVisible), layout?.strips ?? [])
    }

    /// Shows the present style of a strip. The layout is outdated then.
    func showStrip(at index: Int, styles: [String: StyleChange]) {
        show(description.strips[index].styled(by: styles, theme: panelTheme), at: index)
        isLayoutOutdated = true
    }

    /// Shows the strips that radio groups have chosen: the ID for each group. Returns whether other
    /// strips are visible than before; then the layout is outdated.
    func select(_ selected: [String: String], styles: [String: StyleChange]) -> Bool {
        self.selected = selected
        var hasChanged = false
        let chosen = description.chosenStrips(among: selected)
        for (index, strip) in description.strips.enumerated() {
            guard let selector = strip.selector else { continue }
            let isSelected = chosen[selector] == strip.id
            // Most strips were not selected and are not now, and need no style.
            guard isSelected || strips[index].isVisible else { continue }
            let strip = strip.styled(by: styles, theme: panelTheme)
            guard (strip.isVisible && isSelected) != strips[index].isVisible else { continue }
            show(strip, at: index)
            hasChanged = true
            isLayoutOutdated = true
        }
        return hasChanged
    }

    /// Shows the present styles of all strips. If other strips are visible, the layout is outdated.
    func showStrips(styles: [String: StyleChange]) {
        for index in strips.indices {
            let wasVisible = strips[index].isVisible
            show(description.strips[index].styled(by: styles, theme: panelTheme), at: index)
            if strips[index].isVisible != wasVisible { isLayoutOutdated = true }
        }
    }

    private func show(_ strip: StripDescription, at index: Int) {
        let isVisible = strip.isVisible && description.isSelected(strip, among: selected)
        strips[index].isVisible = isVisible
        let (surface, title) = (strips[index].surface, strips[index].title)
        surface.isHidden = !isVisible
        title.isHidden = !isVisible || !strip.hasTitle
        title.text = strip.label
        title.icon = strip.textStyle.icon
        title.backgroundColor = strip.color
        title.textColor = strip.color?.legibleTextColor ?? textTheme.text
        for item in strips[index].items {
            item.control.stripLabel = strip.label
            if item.control.host === self { item.control.isStripVisible = isVisible }
            if !isVisible { layOut(item, at: nil) }
        }
    }

    /// Shows the present label of a control, if it is on the page. If the label was empty before,
    /// or is empty now, the space that it needs has changed, and the layout is outdated.
    func showTexts(of control: PanelControl) {
        for (strip, place) in placedStrips {
            for (item, place) in zip(strip.items, place.controls) where item.control === control {
                layOut(item, at: place)
                strip.unifyCaptions(legible: layout?.metrics.legibleFontSize ?? 0)
                let hasCaption = place.caption != nil
                let isEmpty = control.label.isEmpty && control.icon == nil
                if control.kind.sizing.hasTexts, control.description.labelSide != .none,
                    isEmpty == hasCaption
                {
                    isLayoutOutdated = true
                }
            }
        }
    }

    /// Calls `body` with each visible view that shows texts, with the position of its strip or
    /// control in the file, and with that of the first control of its kind in the same row, column
    /// or grid.
    func forEachShown(_ body: (View, SourcePosition, SourcePosition) -> Void) {
        for (strip, description) in zip(strips, description.strips) where strip.isVisible {
            body(strip.title, description.position, description.position)
            for (item, first) in zip(strip.items, description.positionsOfFirstAlike)
            where item.control.isShown && item.control.host === self {
                for case let view? in [item.caption, item.value, item.control.view] {
                    body(view, item.control.description.position, first)
                }
            }
        }
    }

    /// Dims only the controls for which `isDimmed` is true, and with some of them also their texts.
    func dim(
        where isDimmed: (PanelControl) -> Bool,
        withTextsOf hasDimmedTexts: (PanelControl) -> Bool
    ) {
        for veil in veils { veil.removeFromSuperview() }
        veils = []
        for item in strips.flatMap(\.items)
        where item.control.host === self && item.control.isShown && isDimmed(item.control) {
            let texts = hasDimmedTexts(item.control) ? [item.caption, item.value] : []
            for view in [item.control.view] + texts.compactMap(\.self) where !view.isHidden {
                let veil = LockOverlay.makeVeil(theme: textTheme)
                veil.frame = view.frame
                addSubview(veil)
                veils.append(veil)
            }
        }
    }

    /// The labels without a place, because the rectangle of their control is too low, each with the
    /// position of the control in the file.
    var missingLabels: [(text: String, position: SourcePosition)] {
        placedStrips.flatMap { strip, places in
            zip(strip.items, places.controls).compactMap { item, place in
                let control = item.control
                guard place.caption == nil, control.isShown, control.host === self,
                    control.kind.sizing.hasTexts, control.description.labelSide != .none,
                    !control.label.isEmpty
                else { return nil }
                return (control.label, control.description.position)
            }
        }
    }

    /// Closes the popovers of all controls except some.
    func dismissPopovers(keeping kept: [PanelControl] = []) {
        for item in strips.flatMap(\.items) where item.control.host === self {
            for control in [item.control] + item.control.parts
            where !kept.contains(where: { $0 === control }) { control.dismissPopover() }
        }
    }

    /// Places the texts of a control and shows them; without a place they are hidden.
    private func layOut(_ item: Item, at place: ControlLayout?) {
        let small =
            layout?.metrics.smallFontSize(item.control.description.textStyle) ?? item.font.size
        // A hidden control has no texts.
        let place = item.control.isShown ? place : nil
        if place?.caption != nil, item.caption == nil { item.caption = makeCaption(of: item) }
        let theme = item.isMuted ? textTheme.muted : textTheme
        if let caption = item.caption {
            caption.text = item.control.label
            caption.icon = item.control.icon
            caption.textColor = theme.secondaryText
            Self.layOut(caption, at: place?.caption, fontSize: small)
        }
        if place?.value != nil, item.value == nil {
            let value = makeValue(of: item)
            item.control.show(in: value)
            item.value = value
        }
        if let value = item.value {
            value.textColor = theme.text
            Self.layOut(value, at: place?.value, fontSize: small)
        }
    }

    private static func layOut(_ label: Label, at place: PixelRect?, fontSize: Double) {
        label.isHidden = place == nil
        guard let place else { return }
        label.frame = Rect(place)
        label.font = label.font.withSize(fontSize)
    }
}
