public import Drawing

/// A swatch of a colour. A tap on the swatch opens a picker above the panel. Like `UIColorWell`.
///
/// The picker takes all touches until its cross, or a touch beside it, closes it. It stays inside
/// the window. The well sends the events of touches on the picker as its own.
open class ColorWell: Control {
    /// The chosen colour, always opaque; `nil` (the default) for none. Setting it sends no action.
    public var selectedColor: Color? {
        get { chosen }
        set {
            let color = newValue?.withAlpha(1)
            guard color != chosen else { return }
            chosen = color
            setNeedsDisplay()
            if let color { picker?.selectedColor = color }
        }
    }
    /// Always `false`: lamps and strips have no opacity.
    public var supportsAlpha: Bool { false }
    /// The ready colours of the picker.
    public var presets = ColorPicker.stripColors {
        didSet { if presets != oldValue { picker?.presets = presets } }
    }
    /// Whether the well sends `valueChanged` while a finger moves in the picker (the default).
    /// Otherwise it sends it when the finger lifts.
    public var isContinuous = true {
        didSet { picker?.isContinuous = isContinuous }
    }
    /// The text on the swatch. It is drawn only if there is a font.
    public var title = "" {
        didSet { if title != oldValue, font != nil { setNeedsDisplay() } }
    }
    open override func fontDidChange() { if !title.isEmpty { setNeedsDisplay() } }

    open override func themeDidChange() {
        setNeedsDisplay()
        picker?.theme = theme
        popover?.theme = theme
    }

    private var chosen: Color? {
        didSet { if chosen != oldValue { updateReadouts() } }
    }
    private(set) var popover: Popover?
    private var picker: ColorPicker? { popover?.content as? ColorPicker }

    /// Whether the picker is open.
    public var isPickerPresented: Bool { popover != nil }

    open override var drawsContents: Bool { true }

    open override func stateChanged(from oldState: State) {
        setNeedsDisplay()
        if !isEnabled { dismissPicker() }
    }

    open override func draw(in context: Context) {
        let shown = shownTheme
        let body = Path(
            roundedRect: bounds.insetBy(dx: 1, dy: 1), cornerRadius: theme.cornerRadius + 1)
        let from = Point(x: 0, y: bounds.minY)
        let to = Point(x: 0, y: bounds.maxY)
        let light = isHighlighted ? 0.2 : 0
        let tint = self.shown(accentColor)
        let width = theme.lineWidth * 1.5
        context.fill(
            body,
            with: .linear(
                Gradient([
                    shown.held(shown.bodyTop, by: light),
                    shown.held(shown.bodyBottom, by: light),
                ]), from: from, to: to))
        context.stroke(
            Path(
                roundedRect: bounds.insetBy(dx: width / 2, dy: width / 2),
                cornerRadius: theme.cornerRadius + 1),
            isHighlighted || isPickerPresented ? tint : shown.bodyEdge, width: width)
        let chip = bounds.insetBy(dx: 6, dy: 6)
        guard !chip.isEmpty else { return }
        ColorChip(color: looksEnabled ? chosen : chosen.map(theme.mute), theme: shown)
            .draw(chip, in: context)
        if let font, !title.isEmpty { drawTitle(font, on: chip, shown, in: context) }
    }

    private func drawTitle(_ font: Font, on chip: Rect, _ theme: Theme, in context: Context) {
        let line = TextLine(title, font: font).truncated(to: titleRoom)
        let color = chosen.map { $0.isBright ? Color.black : .white } ?? theme.text
        context.draw(
            line,
            at: Point(
                x: chip.midX - line.width / 2, y: (chip.midY + font.capHeight / 2).rounded()),
            color: looksEnabled ? color.withAlpha(0.85) : color.withAlpha(0.4))
    }

    /// The width for the title on the chip.
    private var titleRoom: Double { max(bounds.width - 20, 0) }

    package override var shownTexts: [ShownText] {
        [ShownText(title, font: font, in: titleRoom)].compactMap(\.self)
    }

    /// A square that suits a finger.
    open override var intrinsicContentSize: Size {
        Size(width: targetSide, height: targetSide)
    }

    // MARK: Accessibility

    /// The colour as a panel file writes it, such as "#35a7ff"; `nil` for none.
    open override var valueText: String? { chosen?.hex }

    open override func shorterReadouts(_ format: ValueFormat?) -> [String]? { [] }

    /// The label that was set, or else the title.
    open override var accessibilityLabel: String? {
        get { super.accessibilityLabel ?? (title.isEmpty ? nil : title) }
        set { super.accessibilityLabel = newValue }
    }

    /// The traits that were set, and `button`.
    open override var accessibilityTraits: AccessibilityTraits {
        get { super.accessibilityTraits.union(.button) }
        set { super.accessibilityTraits = newValue }
    }

    /// Opens the picker; `false` if that is not possible.
    open override func accessibilityActivate() -> Bool {
        presentPicker()
        return isEnabled && isPickerPresented
    }

    // MARK: Tracking

    open override func endTracking(_ touch: Touch) {
        if point(inside: touch.location(in: self)) { presentPicker() }
    }

    // MARK: Picker

    /// The picker's size in millimetres. In pixels, it is at least 200 by 190, to fit its parts.
    private static let pickerSize = Size(width: 70, height: 68)

    /// Opens the picker above the well's window, if the well is in one.
    public func presentPicker() {
        guard popover == nil, isUsable, let window else { return }
        let scale = window.pixelsPerMillimetre
        let picker = ColorPicker(
            frame: Rect(
                x: 0, y: 0, width: max(Self.pickerSize.width * scale, 200).rounded(),
                height: max(Self.pickerSize.height * scale, 190).rounded()))
        picker.theme = theme
        picker.presets = presets
        picker.isContinuous = isContinuous
        picker.revertsOnCancel = revertsOnCancel
        // Without a colour, start with one that is not a preset.
        picker.selectedColor = chosen ?? Color(hue: 0.58, saturation: 0.5, brightness: 0.75)
        picker.addAction(for: .valueChanged) { [weak self] picker, touch in
            self?.take(picker, touch)
        }
        // A finger on the picker moves the well's value, so the well sends all of its events.
        for event in [Event.touchDown, .touchUpInside, .touchUpOutside, .touchCancel] {
            picker.addAction(for: event) { [weak self] _, touch in
                self?.sendActions(for: event, touch: touch)
            }
        }
        let popover = Popover(picker, theme: theme)
        popover.onDismissal = { [weak self] in self?.dismissPicker() }
        popover.present(near: self)
        self.popover = popover
        setNeedsDisplay()
    }

    /// Closes the picker. The colour stays.
    public func dismissPicker() {
        guard let popover else { return }
        self.popover = nil
        popover.removeFromSuperview()
        setNeedsDisplay()
    }

    /// Takes the colour of the picker. The picker may be closing, which cancels its finger.
    private func take(_ picker: Control, _ touch: Touch?) {
        guard let picker = picker as? ColorPicker, picker.selectedColor != chosen else { return }
        chosen = picker.selectedColor
        setNeedsDisplay()
        sendActions(for: .valueChanged, touch: touch)
    }

    deinit { popover?.removeFromSuperview() }
}

extension ColorWell: PopoverOwner {
    /// Whether the popover is open.
    package var isPopoverPresented: Bool { isPickerPresented }

    /// Closes the popover.
    package func dismissPopover() { dismissPicker() }

    /// Whether a view is the control, its popover, or inside one of these.
    package func contains(_ view: View) -> Bool {
        view.isDescendant(of: self) || popover.map { view.isDescendant(of: $0) } ?? false
    }
}
