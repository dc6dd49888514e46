import Drawing
import Layers

/// A panel above everything else of a window, which a touch beside it closes.
///
/// It takes all touches of the window, so that none reaches what is behind.
final class Popover: View {
    /// What is on the panel.
    let content: View
    /// Called when a finger has asked for the end.
    var onDismissal: (() -> Void)?

    private let panel = View(frame: .zero)
    private let background = PopoverBackground()
    private let closeButton = PopoverCloseButton(
        frame: Rect(x: 0, y: 0, width: Popover.buttonSide, height: Popover.buttonSide))

    /// Around the content, in pixels.
    private static let margin = 14.0
    private static let buttonSide = 36.0

    init(_ content: View, theme: Theme) {
        self.content = content
        super.init(frame: .zero)
        self.theme = theme
        panel.addSubview(background)
        panel.addSubview(content)
        panel.addSubview(closeButton)
        addSubview(panel)
        closeButton.addAction(for: .touchUpInside) { [unowned self] _, _ in onDismissal?() }
    }

    /// Shows the panel in a window, near `anchor`, in the window's space, and never beyond the
    /// window's edges unless it is larger.
    func present(in window: Window, near anchor: Rect) {
        let bounds = window.bounds
        frame = bounds
        let gap = 8.0
        let size = Size(
            width: min(content.frame.width + 2 * Self.margin, bounds.width),
            height: min(
                content.frame.height + 2 * Self.margin + Self.buttonSide, bounds.height))
        func clamped(_ place: Double, _ length: Double, _ room: Double) -> Double {
            max(min(place, room - length - gap), min(gap, max(room - length, 0)))
        }
        let fitsBelow = anchor.maxY + gap + size.height + gap <= bounds.height
        let y = fitsBelow ? anchor.maxY + gap : anchor.minY - gap - size.height
        panel.frame = Rect(
            x: clamped(anchor.midX - size.width / 2, size.width, bounds.width).rounded(),
            y: clamped(y, size.height, bounds.height).rounded(),
            width: size.width.rounded(.down), height: size.height.rounded(.down))
        background.frame = Rect(origin: .zero, size: panel.frame.size)
            .insetBy(dx: -PopoverBackground.shadow, dy: -PopoverBackground.shadow)
        content.frame = Rect(
            x: Self.margin, y: Self.buttonSide + 4,
            width: max(panel.frame.width - 2 * Self.margin, 1),
            height: max(panel.frame.height - Self.margin - Self.buttonSide - 4, 1))
        closeButton.frame = Rect(
            x: panel.frame.width - Self.buttonSide - 2, y: 2, width: Self.buttonSide,
            height: Self.buttonSide)
        window.addSubview(self)
    }

    /// Where the panel is, in the window's space.
    var panelFrame: Rect { panel.frame }

    /// Where a finger closes it, in the window's space.
    var closeButtonFrame: Rect { closeButton.frameInWindow }

    // A touch that lands beside the panel comes here; one on the panel does nothing.
    override func touchesBegan(_ touches: [Touch]) {
        for touch in touches where !panel.frame.contains(touch.location(in: self)) {
            onDismissal?()
            return
        }
    }

    override func touchesMoved(_ touches: [Touch]) {}
    override func touchesEnded(_ touches: [Touch]) {}
    override func touchesCancelled(_ touches: [Touch]) {}
}
