public import Drawing
public import Layers

/// A line of text.
public final class Label: View {
    private let textLayer: TextLayer

    /// The text; empty at first. What does not fit ends in an ellipsis.
    public var text: String {
        get { textSource?() ?? textLayer.string }
        set {
            if textSource != nil { textSource = nil }
            textLayer.string = newValue
        }
    }
    /// What says the text, in place of who sets it. It is asked before the next frame, and again
    /// after each `setNeedsLayout()`: a value that moves faster than it is shown is not written
    /// each time.
    package var textSource: (() -> String)? {
        didSet { setNeedsLayout() }
    }
    /// The typeface and its size.
    public var font: Font {
        get { textLayer.font }
        set { textLayer.font = newValue }
    }
    /// The colour of the text.
    public var textColor: Color {
        get { textLayer.foregroundColor }
        set { textLayer.foregroundColor = newValue }
    }
    /// Where the line stands; centred by default.
    public var textAlignment: TextLayer.Alignment {
        get { textLayer.alignment }
        set { textLayer.alignment = newValue }
    }

    /// A label without text. It lets touches through.
    public init(frame: Rect, font: Font) {
        textLayer = TextLayer(font: font)
        super.init(frame: frame)
        isUserInteractionEnabled = false
        textLayer.foregroundColor = Theme.dark.text
        layer.addSublayer(textLayer)
    }

    public override func layoutSubviews() {
        textLayer.frame = bounds
        if let textSource { textLayer.string = textSource() }
    }
}
