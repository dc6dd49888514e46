import Drawing

/// The value that a finger sets, shown above the finger.
///
/// The popup is in front of everything in the window, so that no strip or page clips it. It stays
/// for a second after the finger has left, and then removes itself.
final class ValuePopup: View {
    /// The distance from the finger to the text above it, in millimetres.
    private static let offset = 15.0
    /// How long the popup stays after the finger has left.
    private static let stay = Duration.seconds(1)

    private let label: Label

    init(theme: Theme, font: Font) {
        label = Label(frame: .zero, font: font)
        label.textColor = theme.text
        label.shorterTextSource = { [] }
        super.init(frame: Rect(x: 0, y: 0, width: 0, height: (font.lineHeight + 10).rounded()))
        self.theme = theme
        isUserInteractionEnabled = false
        addSubview(label)
    }

    override var drawsContents: Bool { true }

    override func draw(in context: Context) {
        let ground = Path(
            roundedRect: bounds.insetBy(dx: theme.lineWidth / 2, dy: theme.lineWidth / 2),
            cornerRadius: bounds.height / 4)
        context.fill(ground, theme.surface)
        context.stroke(ground, theme.accent, width: theme.lineWidth)
    }

    override func layoutSubviews() { label.frame = bounds }

    /// Shows `text` above `finger` in the window, or beside it if there is no space above.
    func show(_ text: String, at finger: Point, in window: Window) {
        deadline = nil
        setText(text)
        // The popup may grow but never shrinks, so that it does not tremble as the value changes.
        let needed = label.sizeThatFits(window.bounds.size).width + 20
        let size = Size(
            width: max(bounds.width, needed.rounded(.up), bounds.height * 1.6),
            height: bounds.height)
        frame = Rect(origin: Self.origin(of: size, at: finger, in: window), size: size)
        if superview !== window { window.addSubview(self) }
    }

    /// Changes the text in the same place.
    func update(_ text: String) {
        setText(text)
        guard let window else { return }
        let needed = label.sizeThatFits(window.bounds.size).width + 20
        guard needed > bounds.width else { return }
        frame = frame.insetBy(dx: -((needed - bounds.width) / 2).rounded(.up), dy: 0)
    }

    /// The text is a value, so it is never truncated.
    private func setText(_ text: String) {
        label.text = text
        label.shorterTextSource = { [] }
    }

    /// The origin of a popup of a size above a finger, or beside it, inside the window.
    static func origin(of size: Size, at finger: Point, in window: Window) -> Point {
        let offset = offset * window.pixelsPerMillimetre
        var x = finger.x - size.width / 2
        var y = finger.y - offset - size.height
        if y < 0 {
            // Beside the finger, on the side away from the hand.
            let isRight = finger.x < window.bounds.midX
            x = isRight ? finger.x + offset : finger.x - offset - size.width
            y = max(finger.y - size.height / 2, 0)
        }
        return Point(
            x: x.clamped(from: 0, to: max(window.bounds.width - size.width, 0)).rounded(),
            y: min(y, max(window.bounds.height - size.height, 0)).rounded())
    }

    /// Starts the delay at `time`, when the finger lifted or was cancelled.
    func leave(at time: Duration) { deadline = time + Self.stay }

    override func deadlinePassed(at time: Duration) { removeFromSuperview() }
}
