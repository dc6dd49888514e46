import Drawing

/// The field of a keypad: the typed text, or a dot for each character.
final class KeypadField: View {
    var text = "" {
        didSet { if text != oldValue { setNeedsDisplay() } }
    }
    var unit = "" {
        didSet { if unit != oldValue { setNeedsDisplay() } }
    }
    var message: String? {
        didSet { if message != oldValue { setNeedsDisplay() } }
    }
    var isSecure = false {
        didSet { if isSecure != oldValue { setNeedsDisplay() } }
    }
    var isRejected = false {
        didSet { if isRejected != oldValue { setNeedsDisplay() } }
    }
    var font: Font? {
        didSet { if font !== oldValue { setNeedsDisplay() } }
    }

    private let fullLength: Int?

    init(fullLength: Int?) {
        self.fullLength = fullLength
        super.init(frame: .zero)
        isUserInteractionEnabled = false
    }

    override var drawsContents: Bool { true }

    override func themeDidChange() { setNeedsDisplay() }

    override func draw(in context: Context) {
        let ground = Path(
            roundedRect: bounds.insetBy(dx: 1, dy: 1), cornerRadius: theme.cornerRadius)
        context.fill(ground, theme.track)
        context.stroke(
            ground, isRejected ? theme.danger : theme.trackEdge,
            width: isRejected ? theme.thickLineWidth : theme.lineWidth)
        if let message {
            draw(message, color: theme.text, in: context)
        } else if isSecure {
            drawDots(in: context)
        } else {
            draw(unit.isEmpty ? text : "\(text) \(unit)", color: theme.text, in: context)
        }
    }

    private func draw(_ text: String, color: Color, in context: Context) {
        guard let font, !text.isEmpty else { return }
        let line = TextLine(text, font: font, figures: .tabular)
            .truncated(to: max(bounds.width - 12, 0))
        context.draw(
            line,
            at: Point(
                x: (bounds.midX - line.width / 2).rounded(),
                y: (bounds.midY + font.capHeight / 2).rounded()),
            color: color)
    }

    /// A filled dot for each character, and an empty one for each that is missing.
    private func drawDots(in context: Context) {
        let count = max(fullLength ?? text.count, 1)
        let step = min(bounds.height * 0.6, (bounds.width - 12) / Double(count))
        let radius = step * 0.26
        for index in 0..<count where index < text.count || fullLength != nil {
            let center = Point(
                x: bounds.midX + (Double(index) - Double(count - 1) / 2) * step, y: bounds.midY)
            let dot = Path(
                ellipseIn: Rect(
                    center: center, size: Size(width: radius * 2, height: radius * 2)))
            if index < text.count {
                context.fill(dot, theme.text)
            } else {
                context.stroke(
                    dot, isRejected ? theme.danger : theme.secondaryText,
                    width: theme.lineWidth * 1.5)
            }
        }
    }
}
