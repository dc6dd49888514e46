import Drawing

/// The lines above the field of a keypad: the name of the control, its present value, and its
/// range.
final class KeypadHeading: View {
    var name = "" {
        didSet { if name != oldValue { setNeedsDisplay() } }
    }
    var value = "" {
        didSet { if value != oldValue { setNeedsDisplay() } }
    }
    var range = "" {
        didSet { if range != oldValue { setNeedsDisplay() } }
    }
    /// Whether the last text was out of the range.
    var isRejected = false {
        didSet { if isRejected != oldValue { setNeedsDisplay() } }
    }
    var font: Font? {
        didSet { if font !== oldValue { setNeedsDisplay() } }
    }

    init() {
        super.init(frame: .zero)
        isUserInteractionEnabled = false
    }

    override var drawsContents: Bool { true }

    override func themeDidChange() { setNeedsDisplay() }

    override func draw(in context: Context) {
        guard let font else { return }
        let half = bounds.height / 2
        func baseline(_ row: Double) -> Double {
            (bounds.minY + half * (row + 0.5) + font.capHeight / 2).rounded()
        }
        let present = TextLine(value, font: font, figures: .tabular)
            .truncated(to: bounds.width * 0.6)
        context.draw(
            present, at: Point(x: (bounds.maxX - present.width).rounded(), y: baseline(0)),
            color: theme.text)
        let title = TextLine(name, font: font)
            .truncatedInMiddle(to: max(bounds.width - present.width - 10, 0))
        context.draw(
            title, at: Point(x: bounds.minX, y: baseline(0)), color: theme.secondaryText)
        let limits = TextLine(range, font: font, figures: .tabular).truncated(to: bounds.width)
        context.draw(
            limits, at: Point(x: bounds.minX, y: baseline(1)),
            color: isRejected ? theme.warning : theme.secondaryText)
    }
}
