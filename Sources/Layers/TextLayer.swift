public import Drawing

/// A layer with one line of text.
///
/// Digits have tabular figures, so that a changing value does not shift.
public final class TextLayer: Layer {
    /// The horizontal position of the line in the bounds.
    public enum Alignment: Sendable, Equatable {
        /// At the left end of the bounds.
        case left
        /// In the middle of the bounds.
        case center
        /// At the right end of the bounds.
        case right
        /// At the start of the text: at the right for right-to-left text, else at the left.
        case natural
    }

    /// The text. If it does not fit into the bounds, it ends in an ellipsis.
    public var string: String {
        get { text }
        set { if newValue != text { change(to: newValue, laidOut: nil) } }
    }
    private var text = ""
    /// The typeface and size.
    public var font: Font {
        willSet { if newValue !== font { damageText() } }
        didSet { if font !== oldValue { textChanged() } }
    }
    /// The colour of the text.
    public var foregroundColor: Color = .white {
        didSet { if foregroundColor != oldValue { damageText() } }
    }
    /// The horizontal position of the line in the bounds.
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

    /// Shows a line that is laid out already, with its font.
    package func show(_ line: TextLine) {
        // Observers run for the same font too.
        if line.font !== font { font = line.font }
        if line.string != text { change(to: line.string, laidOut: line) }
    }

    /// Damages the glyphs that differ, such as the last digit of a value. Without a former line,
    /// everything is damaged already.
    private func change(to new: String, laidOut whole: TextLine?) {
        let former = text.isEmpty ? nil : line
        text = new
        line = whole?.truncated(to: bounds.width)
        guard let former else { return damageText() }
        let before = baseline(of: former)
        let new = fittedLine()
        if baseline(of: new) == before {
            damage(pixels: new.pixelBounds(at: before, inPlaceOf: former))
        } else {
            damage(pixels: former.pixelBounds(at: before))
            damage(pixels: new.pixelBounds(at: baseline(of: new)))
        }
    }

    private func textChanged() {
        line = nil
        damageText()
    }

    /// Damages the pixels of all glyphs.
    private func damageText() {
        guard !string.isEmpty else { return }
        let line = fittedLine()
        damage(pixels: line.pixelBounds(at: baseline(of: line)))
    }

    /// Damages pixels and their neighbours, because the layer may begin at a fraction of a pixel.
    private func damage(pixels: PixelRect) {
        guard !pixels.isEmpty else { return }
        // Text keeps its size in a layer that is scaled or turned.
        guard place.isUpright else { return damage(visibleBounds) }
        damage(Rect(pixels).insetBy(dx: -1, dy: -1).intersection(visibleBounds))
    }

    private func fittedLine() -> TextLine {
        if let line { return line }
        let fitted = TextLine(string, font: font, figures: .tabular).truncated(to: bounds.width)
        line = fitted
        return fitted
    }

    /// The start of the baseline, in the layer's own coordinates.
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
        // Glyphs may extend beyond the ends of their line, and glyphs of other fonts above it.
        canvas.bitmap.draw(
            line, at: place.placement.apply(to: baseline(of: line)),
            color: foregroundColor.faded(to: place.opacity),
            clippedTo: canvas.clip.intersection(
                place.placement.apply(to: visibleBounds).integral))
    }

    override func hides(_ rect: PixelRect) -> Bool { false }

    override var opaquePixels: PixelRect { .zero }
}
