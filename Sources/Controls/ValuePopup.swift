import Drawing

/// What a finger that moves a value sets it to, written above the finger.
///
/// It lies over everything in the window, so that no strip or page cuts it. It stays for a second
/// after the finger has left, and takes itself away when its deadline comes.
final class ValuePopup: View {
    /// How far above the finger the text ends, in millimetres.
    private static let offset = 15.0
    /// How long it stays after the finger has left.
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

    /// Says `text`, above `finger` in the window, or beside it where there is no room above.
    func show(_ text: String, at finger: Point, in window: Window) {
        deadline = nil
        write(text)
        // Wider if need be, but never narrower: a value that changes does not make it tremble.
        let needed = label.sizeThatFits(window.bounds.size).width + 20
        let size = Size(
            width: max(bounds.width, needed.rounded(.up), bounds.height * 1.6),
            height: bounds.height)
        frame = Rect(origin: Self.origin(of: size, at: finger, in: window), size: size)
        if superview !== window { window.addSubview(self) }
    }

    /// Says something else at the same place.
    func update(_ text: String) {
        write(text)
        guard let window else { return }
        let needed = label.sizeThatFits(window.bounds.size).width + 20
        guard needed > bounds.width else { return }
        frame = frame.insetBy(dx: -((needed - bounds.width) / 2).rounded(.up), dy: 0)
    }

    /// A value is never cut.
    private func write(_ text: String) {
        label.text = text
        label.shorterTextSource = { [] }
    }

    /// Where what is so large stands above a finger, or beside it, inside the window.
    static func origin(of size: Size, at finger: Point, in window: Window) -> Point {
        let offset = offset * window.pixelsPerMillimetre
        var x = finger.x - size.width / 2
        var y = finger.y - offset - size.height
        if y < 0 {
            // Beside the finger, where the hand is not.
            let isRight = finger.x < window.bounds.midX
            x = isRight ? finger.x + offset : finger.x - offset - size.width
            y = max(finger.y - size.height / 2, 0)
        }
        return Point(
            x: x.clamped(from: 0, to: max(window.bounds.width - size.width, 0)).rounded(),
            y: min(y, max(window.bounds.height - size.height, 0)).rounded())
    }

    /// The finger left, or was taken away, at `time`.
    func leave(at time: Duration) { deadline = time + Self.stay }

    override func deadlinePassed(at time: Duration) { removeFromSuperview() }
}
