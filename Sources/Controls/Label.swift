public import Drawing
public import Layers

/// Text: a name, a value that follows a control, or a client's text on a scribble strip.
///
/// The text is centred vertically. `backgroundColor` and `cornerRadius` give it a background.
open class Label: View {
    /// The text; empty at first. Words that do not fit end in an ellipsis. A value that does not
    /// fit is smaller or in a shorter form, or left out if no form fits. A line break starts a new
    /// line if `numberOfLines` allows it. Setting it ends `showValue(of:format:)`.
    public var text: String {
        get { textSource?() ?? shownText }
        set {
            follow(nil)
            if textSource != nil { textSource = nil }
            shorterTextSource = nil
            guard newValue != shownText else { return }
            shownText = newValue
            setNeedsLayout()
        }
    }
    /// Supplies the text in place of a set one; a result of `nil` keeps the text. The label calls
    /// it before the next frame, and again after each `setNeedsLayout()`, so that it formats a
    /// value at most once a frame.
    package var textSource: (() -> String?)? {
        didSet { setNeedsLayout() }
    }
    /// Supplies shorter forms of a value in `textSource`, from long to short: a number is never
    /// truncated. `nil`, or a result of `nil`, is for words, which end in an ellipsis.
    package var shorterTextSource: (() -> [String]?)? {
        didSet { setNeedsLayout() }
    }
    /// The typeface and size.
    public var font: Font {
        didSet { if font !== oldValue { setNeedsLayout() } }
    }
    /// The colour of the text; the theme's by default.
    public var textColor: Color {
        get { ownTextColor ?? theme.text }
        set {
            let old = textColor
            ownTextColor = newValue
            if newValue != old { colorLines() }
        }
    }
    private var ownTextColor: Color?

    private func colorLines() {
        for line in lines { line.foregroundColor = textColor }
        iconLayer?.setNeedsDisplay()
    }

    /// The icon before the text, in its colour: at its left, or at its right in a right-to-left
    /// layout. `nil`, the default, for none. The label omits the icon if the text beside it would
    /// be cut, or smaller than four fifths of the font's size.
    public var icon: Icon? {
        didSet { if icon != oldValue { showIcon() } }
    }
    private var iconLayer: Layer?
    /// Whether there is space for the icon beside the text, which has precedence.
    private var hasRoomForIcon = true

    /// The icon, if there is no space for it.
    package var missingIcon: Icon? { hasRoomForIcon ? nil : icon }

    private func showIcon() {
        setNeedsLayout()
        iconLayer?.removeFromSuperlayer()
        iconLayer = nil
        guard icon != nil else { return }
        let icon = Layer()
        icon.delegate = self
        layer.addSublayer(icon)
        iconLayer = icon
    }

    open override func draw(_ layer: Layer, in context: Context) {
        guard layer === iconLayer else { return super.draw(layer, in: context) }
        icon?.draw(
            in: Rect(origin: .zero, size: layer.bounds.size), color: textColor, context: context)
    }

    open override func themeDidChange() { colorLines() }
    /// The alignment of each line; centred by default.
    public var textAlignment = TextLayer.Alignment.center {
        didSet {
            guard textAlignment != oldValue else { return }
            for line in lines { line.alignment = textAlignment }
            setNeedsLayout()
        }
    }
    /// The maximum number of lines, broken between words; 1 by default, 0 for as many as fit.
    public var numberOfLines = 1 {
        didSet {
            numberOfLines = max(numberOfLines, 0)
            if numberOfLines != oldValue { setNeedsLayout() }
        }
    }
    /// Whether text that does not fit is made smaller before it is truncated; off by default.
    public var adjustsFontSizeToFitWidth = false {
        didSet { if adjustsFontSizeToFitWidth != oldValue { setNeedsLayout() } }
    }
    /// The least size, as a fraction of the font's size; 0.6 by default, within 0.1…1.
    public var minimumScaleFactor = 0.6 {
        didSet {
            minimumScaleFactor = minimumScaleFactor.accepted(.within(0.1...1), else: oldValue)
            if minimumScaleFactor != oldValue { setNeedsLayout() }
        }
    }
    /// The greatest size of the text, in pixels, so that labels side by side have the same size.
    /// `nil`, the default, for the size of the font.
    private var largestSize: Double? {
        didSet { if largestSize != oldValue { setNeedsLayout() } }
    }
    /// The margin at the left and right of the text, in pixels; 0 by default, and not less.
    public var textInset = 0.0 {
        didSet {
            textInset = textInset.accepted(.notNegative, else: oldValue)
            if textInset != oldValue { setNeedsLayout() }
        }
    }
    /// The radius of the corners of the background, in pixels; 0 by default.
    public var cornerRadius: Double {
        get { layer.cornerRadius }
        set { layer.cornerRadius = newValue }
    }

    /// The text that was set or last laid out.
    private var shownText = ""
    private var lines: [TextLayer] = []
    private weak var followed: Control?

    /// A label without text. It lets touches through.
    public init(frame: Rect, font: Font) {
        self.font = font
        super.init(frame: frame)
        isUserInteractionEnabled = false
        isAccessibilityElement = true
    }

    /// Shows the value of `control` from now on, whatever changes it. A number is in the given
    /// format, or else in the control's own. The control is not retained.
    public func showValue(of control: Control, format: ValueFormat? = nil) {
        follow(control)
        textSource = { [weak control] in control?.readout(format) }
        shorterTextSource = { [weak control] in control?.shorterReadouts(format) }
    }

    private func follow(_ control: Control?) {
        followed?.removeReadout(self)
        followed = control
        control?.addReadout(self)
    }

    /// If the label takes touches, its target also extends above and below the text, as far as a
    /// finger needs.
    open override func point(inside point: Point) -> Bool {
        bounds.insetBy(dx: 0, dy: min(0, (bounds.height - 9 * pixelsPerMillimetre) / 2))
            .contains(point)
    }

    /// Whether a point is nearer to the second of two values than to the first, as they were last
    /// drawn. The separator is between them.
    package func isSecondValue(at point: Point, separatedBy separator: Character) -> Bool {
        guard let line = lines.first else { return point.x >= bounds.midX }
        let values = line.string.split(separator: separator)
        guard values.count == 2 else { return point.x >= bounds.midX }
        func width(_ text: some StringProtocol) -> Double {
            TextLine(String(text), font: line.font, figures: .tabular).width
        }
        let (whole, first, second) = (width(line.string), width(values[0]), width(values[1]))
        let left =
            switch line.alignment {
            case .left, .natural: line.frame.minX
            case .center: line.frame.midX - whole / 2
            case .right: line.frame.maxX - whole
            }
        return point.x >= left + (first + whole - second) / 2
    }

    /// Shows the texts of labels that are side by side in one size, in which the widest fits. That
    /// size is at least four fifths of a label's font size, and at least `legible`.
    ///
    /// - Parameter legible: The least legible size, in pixels.
    package static func unifySizes(of labels: [Label], legible: Double) {
        guard labels.count > 1 else {
            labels.first?.largestSize = nil
            return
        }
        let smallest = labels.map { $0.fit(atMost: $0.font.size).font.size }.min() ?? 0
        for label in labels {
            label.largestSize = max(
                smallest, (label.font.size * wellReadable).rounded(), legible.rounded(.up))
        }
    }

    // MARK: Accessibility

    /// The label that was set, or else the text or the name of the icon.
    open override var accessibilityLabel: String? {
        get { super.accessibilityLabel ?? (text.isEmpty ? icon?.rawValue : text) }
        set { super.accessibilityLabel = newValue }
    }

    /// The traits that were set, and `staticText`.
    open override var accessibilityTraits: AccessibilityTraits {
        get { super.accessibilityTraits.union(.staticText) }
        set { super.accessibilityTraits = newValue }
    }

    // MARK: Layout

    /// The size of the whole text, with line breaks only where the text has them.
    open override var intrinsicContentSize: Size {
        sizeThatFits(Size(width: .greatestFiniteMagnitude, height: .greatestFiniteMagnitude))
    }

    /// The size of the whole text, broken into at most `numberOfLines` lines of the width of
    /// `size`.
    open override func sizeThatFits(_ size: Size) -> Size {
        let mark = iconWidth(font)
        let broken = TextBreaker(font: font, width: max(size.width - 2 * textInset - mark, 0))
            .lines(of: text, atMost: numberOfLines == 0 ? .max : numberOfLines)
        let width = broken.map { TextLine($0, font: font, figures: .tabular).width }.max() ?? 0
        return Size(
            width: (width + mark + 2 * textInset).rounded(.up),
            height: font.lineHeight * Double(max(broken.count, 1)))
    }

    open override func layoutSubviews() {
        shownText = text
        hasRoomForIcon = true
        if let value = fittedValue() { return layOut(value) }
        let fit = fit(atMost: largestSize ?? font.size)
        hasRoomForIcon = fit.hasIcon
        layOut(fit.lines, in: fit.font)
    }

    /// Shows one line, which is already laid out, because this runs on each movement of a finger.
    private func layOut(_ value: TextLine) {
        showLines(1, value.font)
        // A line of known width needs no second layout.
        lines[0].frame = layOutIcon(beside: value.width, value.font)
        lines[0].show(value)
    }

    private func layOut(_ broken: [String], in font: Font) {
        showLines(broken.count, font)
        let room = layOutIcon(
            beside: broken.map { TextLine($0, font: font, figures: .tabular).width }.max() ?? 0,
            font)
        let height = font.lineHeight
        let top = bounds.midY - height * Double(broken.count) / 2
        for (index, (line, text)) in zip(lines, broken).enumerated() {
            line.frame =
                broken.count == 1
                ? room
                : Rect(
                    x: room.minX, y: (top + Double(index) * height).rounded(), width: room.width,
                    height: height)
            line.font = font
            line.string = text
        }
    }

    private func showLines(_ count: Int, _ font: Font) {
        while lines.count < count { addLine(font) }
        while lines.count > count { lines.removeLast().removeFromSuperlayer() }
    }

    /// The space for the text in a font.
    private func room(for font: Font, besideIcon hasIcon: Bool) -> Size {
        Size(
            width: max(
                bounds.width - 2 * textInset - (hasIcon ? iconWidth(font) : 0), 0),
            height: bounds.height)
    }

    /// The width of the icon with the gap to the text; 0 for none.
    private func iconWidth(_ font: Font) -> Double {
        icon == nil ? 0 : (font.size * (Self.iconShare + Self.iconGap)).rounded(.up)
    }

    /// The side of the icon and the gap to the text, as fractions of the size of the font.
    private static let (iconShare, iconGap) = (1.1, 0.35)

    /// Places the icon before lines. `widest` is the width of the widest line. Returns the
    /// rectangle for the lines.
    private func layOutIcon(beside widest: @autoclosure () -> Double, _ font: Font) -> Rect {
        var room = bounds.insetBy(dx: textInset, dy: 0)
        room.size.width = max(room.width, 0)
        iconLayer?.isHidden = !hasRoomForIcon
        guard let iconLayer, hasRoomForIcon else { return room }
        let side = min((font.size * Self.iconShare).rounded(), room.width, bounds.height)
        let widest = widest()
        let taken = widest > 0 ? iconWidth(font) : side
        let width = min((widest + taken).rounded(.up), room.width)
        switch textAlignment {
        case .left, .natural: break
        case .center: room.origin.x += ((room.width - width) / 2).rounded()
        case .right: room.origin.x += room.width - width
        }
        room.size.width = width
        iconLayer.frame = Rect(
            x: isRightToLeft ? room.maxX - side : room.minX,
            y: (bounds.midY - side / 2).rounded(), width: side, height: side)
        if !isRightToLeft { room.origin.x += taken }
        room.size.width = max(width - taken, 0)
        return room
    }

    package override var shownTexts: [ShownText] {
        guard !shownText.isEmpty, !isHidden else { return [] }
        let cut: Bool
        if let shorter = shorterTextSource?() {
            cut = !([shownText] + shorter).contains(lines.first?.string ?? "")
        } else {
            cut =
                lines.map(\.string).joined().filter { !$0.isWhitespace }
                != shownText.filter { !$0.isWhitespace }
                || lines.contains {
                    let room = Size(
                        width: room(for: $0.font, besideIcon: hasRoomForIcon).width,
                        height: $0.bounds.height)
                    return !TextLine($0.string, font: $0.font, figures: .tabular).fits(room)
                }
        }
        return [
            ShownText(
                shownText, size: lines.first?.font.size ?? font.size, isCut: cut,
                isMissing: cut && lines.allSatisfy(\.string.isEmpty))
        ]
    }

    private func addLine(_ font: Font) {
        let line = TextLayer(font: font)
        line.foregroundColor = textColor
        line.alignment = textAlignment
        layer.addSublayer(line)
        lines.append(line)
    }

    /// The whole text of a control in one line, if it fits. Most values fit, and need no shorter
    /// form.
    private func fittedValue() -> TextLine? {
        guard shorterTextSource != nil, numberOfLines == 1, !shownText.isEmpty else { return nil }
        let line = TextLine(shownText, font: font, figures: .tabular)
        return line.fits(room(for: font, besideIcon: true)) ? line : nil
    }

    /// The least size of text beside an icon or beside smaller labels, as a fraction of the font's
    /// size.
    private static let wellReadable = 0.8

    /// The lines to show, the largest font in which they fit, and whether the icon is beside them.
    private typealias Fit = (lines: [String], font: Font, hasIcon: Bool)

    /// The lines and the font of at most a given size: without the icon if the text is hardly
    /// readable beside it.
    private func fit(atMost largest: Double) -> Fit {
        let whole = fit(atMost: largest, besideIcon: true)
        guard icon != nil, !shownText.isEmpty else { return whole }
        let breaker = TextBreaker(
            font: whole.font, width: room(for: whole.font, besideIcon: true).width)
        let isReadable =
            whole.font.size >= font.size * Self.wellReadable && !whole.lines.isEmpty
        return isReadable && breaker.fits(whole.lines)
            ? whole : fit(atMost: largest, besideIcon: false)
    }

    private func fit(atMost largest: Double, besideIcon hasIcon: Bool) -> Fit {
        guard !shownText.isEmpty else { return ([], font, hasIcon) }
        if let shorter = shorterTextSource?() {
            let line = font.fit([shownText] + shorter, in: room(for: font, besideIcon: hasIcon))
            return line.map { ([$0.string], $0.font, hasIcon) } ?? ([], font, hasIcon)
        }
        var font = font.smaller(min(font.size, largest))
        let smallest = max(self.font.size * minimumScaleFactor, Font.sizes.lowerBound)
        while true {
            let breaker = TextBreaker(
                font: font, width: room(for: font, besideIcon: hasIcon).width)
            let most =
                numberOfLines == 0 ? max(Int(bounds.height / font.lineHeight), 1) : numberOfLines
            let lines = breaker.lines(of: shownText, atMost: most)
            let smaller = max(font.size - 1, smallest)
            guard adjustsFontSizeToFitWidth, !breaker.fits(lines), smaller < font.size else {
                return (lines, font, hasIcon)
            }
            font = self.font.smaller(smaller)
        }
    }
}
