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
        didSet { if string != oldValue { textChanged() } }
    }
    /// The typeface and the size.
    public var font: Font {
        didSet { if font !== oldValue { textChanged() } }
    }
    /// The colour of the text.
    public var foregroundColor: Color = .white {
        didSet { if foregroundColor != oldValue { damage(extent) } }
    }
    /// Where the line stands in the bounds.
    public var alignment: Alignment = .center {
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

    private func textChanged() {
        line = nil
        damage(visibleBounds)
    }

    override func drawContents(in canvas: Canvas, placement: AffineTransform, opacity: Double) {
        let line =
            self.line
            ?? TextLine(string, font: font, figures: .tabular)
            .truncated(to: bounds.width)
        self.line = line
        let bounds = visibleBounds
        let x =
            switch alignment {
            case .center: bounds.midX - line.width / 2
            case .left: bounds.minX
            case .natural where !line.isRightToLeft: bounds.minX
            case .right, .natural: bounds.maxX - line.width
            }
        let baseline = Point(x: x, y: bounds.midY + (line.ascent - line.descent) / 2)
        // Glyphs may reach over their line's ends, and those of other fonts above it.
        canvas.bitmap.draw(
            line, at: placement.apply(to: baseline), color: foregroundColor.faded(to: opacity),
            clippedTo: canvas.clip.intersection(placement.apply(to: bounds).integral))
    }
}
