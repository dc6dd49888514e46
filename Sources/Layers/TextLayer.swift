public import Drawing

/// A layer that is one line of text.
///
/// Digits are set in figures of one width, so that a value that changes does not move.
public final class TextLayer: Layer {
    /// Where the line stands in the bounds.
    public enum Alignment: Sendable, Equatable {
        /// At the left end of the bounds.
        case left
        /// In the middle of the bounds.
        case center
        /// At the right end of the bounds.
        case right
        /// Where the text begins: at the right end if it runs from right to left, else at the left.
        case natural
    }

    /// The text; what does not fit into the bounds ends in an ellipsis.
    public var string: String = "" {
        willSet { if newValue != string { damageText() } }
        didSet { if string != oldValue { textChanged() } }
    }
    /// The typeface and the size.
    public var font: Font {
        willSet { if newValue !== font { damageText() } }
        didSet { if font !== oldValue { textChanged() } }
    }
    /// The colour of the text.
    public var foregroundColor: Color = .white {
        didSet { if foregroundColor != oldValue { damageText() } }
    }
    /// Where the line stands in the bounds.
    public var alignment: Alignment = .center {
        willSet { if newValue != alignment { damageText() } }
        didSet { if alignment != oldValue { textChanged() } }
    }

    private var line: TextLine?

    /// A layer without text.
    public init(font: Font) {
        self.font = font
        super.init()
    }

    public override var extent: Rect { string.isEmpty ? .zero : visibleBounds }

    override var hasContents: Bool { !string.isEmpty }

    public override func setNeedsDisplay() {
        line = nil
        super.setNeedsDisplay()
    }

    private func textChanged() {
        line = nil
        damageText()
    }

    /// Damages the pixels of the glyphs, wherever in a pixel the layer begins.
    private func damageText() {
        guard !string.isEmpty else { return }
        let line = fittedLine()
        damage(
            Rect(line.pixelBounds(at: baseline(of: line))).insetBy(dx: -1, dy: -1)
                .intersection(visibleBounds))
    }

    private func fittedLine() -> TextLine {
        if let line { return line }
        let fitted = TextLine(string, font: font, figures: .tabular).truncated(to: bounds.width)
        line = fitted
        return fitted
    }

    /// Where the line begins, in the layer's own space.
    private func baseline(of line: TextLine) -> Point {
        let bounds = visibleBounds
        let x =
            switch alignment {
            case .center: bounds.midX - line.width / 2
            case .left: bounds.minX
            case .natural where !line.isRightToLeft: bounds.minX
            case .right, .natural: bounds.maxX - line.width
            }
        return Point(x: x, y: bounds.midY + (line.ascent - line.descent) / 2)
    }

    override func drawContents(in canvas: Canvas) {
        let line = fittedLine()
        // Glyphs may reach over their line's ends, and those of other fonts above it.
        canvas.bitmap.draw(
            line, at: place.placement.apply(to: baseline(of: line)),
            color: foregroundColor.faded(to: place.opacity),
            clippedTo: canvas.clip.intersection(
                place.placement.apply(to: visibleBounds).integral))
    }

    override func hides(_ rect: PixelRect) -> Bool { false }
}
