import Drawing
import Layers

/// A panel above everything else in a window. A touch beside it closes it.
///
/// It takes all touches of the window, so that none reaches the views behind, unless `isModal` is
/// off.
final class Popover: View {
    /// The content of the panel.
    let content: View
    /// Called when the popover must close, because of a touch or a hidden owner.
    var onDismissal: (() -> Void)?
    /// The view that has opened the popover; `nil` if no view closes it by hiding.
    private(set) weak var owner: View?

    /// Whether the popover takes the touches beside the panel; on by default.
    var isModal = true

    private let panel = View(frame: .zero)
    private let background = PopoverBackground()
    /// The cross that closes the popover; hidden if the content closes itself.
    private let closeButton = PopoverCloseButton(
        frame: Rect(x: 0, y: 0, width: Popover.buttonSide, height: Popover.buttonSide))

    /// The margin around the content, in pixels.
    static let margin = 14.0
    private static let buttonSide = 36.0

    init(_ content: View, theme: Theme, hasCloseButton: Bool = true) {
        self.content = content
        super.init(frame: .zero)
        self.theme = theme
        panel.addSubview(background)
        panel.addSubview(content)
        panel.addSubview(closeButton)
        addSubview(panel)
        closeButton.isHidden = !hasCloseButton
        closeButton.addAction(for: .touchUpInside) { [unowned self] _, _ in onDismissal?() }
    }

    /// Shows the panel in the window of its owner, and near it. It closes when the owner is hidden.
    func present(near owner: View) {
        guard let window = owner.window else { return }
        self.owner = owner
        present(in: window, near: owner.frameInWindow)
    }

    /// Shows the panel in a window, near `anchor` in the window's coordinates. It stays within the
    /// window's edges unless it is larger.
    func present(in window: Window, near anchor: Rect) {
        let bounds = window.bounds
        frame = bounds
        let gap = 8.0
        let top = closeButton.isHidden ? Self.margin : Self.buttonSide + 4
        let size = Size(
            width: min(content.frame.width + 2 * Self.margin, bounds.width),
            height: min(
                content.frame.height + top + Self.margin + (closeButton.isHidden ? 0 : 10),
                bounds.height))
        func clamped(_ start: Double, _ length: Double, _ room: Double) -> Double {
            max(min(start, room - length - gap), min(gap, max(room - length, 0)))
        }
        let fitsBelow = anchor.maxY + gap + size.height + gap <= bounds.height
        var x = anchor.midX - size.width / 2
        var y = fitsBelow ? anchor.maxY + gap : anchor.minY - gap - size.height
        // A panel that leaves the window usable does not cover its anchor.
        if !isModal, !fitsBelow, y < gap {
            let fitsRight = anchor.maxX + gap + size.width + gap <= bounds.width
            x = fitsRight ? anchor.maxX + gap : anchor.minX - gap - size.width
            y = anchor.midY - size.height / 2
        }
        panel.frame = Rect(
            x: clamped(x, size.width, bounds.width).rounded(),
            y: clamped(y, size.height, bounds.height).rounded(),
            width: size.width.rounded(.down), height: size.height.rounded(.down))
        background.frame = Rect(origin: .zero, size: panel.frame.size)
            .insetBy(dx: -PopoverBackground.shadow, dy: -PopoverBackground.shadow)
        content.frame = Rect(
            x: Self.margin, y: top,
            width: max(panel.frame.width - 2 * Self.margin, 1),
            height: max(panel.frame.height - Self.margin - top, 1))
        closeButton.frame = Rect(
            x: panel.frame.width - Self.buttonSide - 2, y: 2, width: Self.buttonSide,
            height: Self.buttonSide)
        window.addSubview(self)
    }

    /// The frame of the panel, in the window's coordinates.
    var panelFrame: Rect { panel.frame }

    /// The frame of the close button, in the window's coordinates.
    var closeButtonFrame: Rect { closeButton.frameInWindow }

    override func point(inside point: Point) -> Bool {
        isModal ? super.point(inside: point) : panel.frame.contains(point)
    }

    // Only touches beside the panel, and on its empty parts, arrive here. Those on empty parts do
    // nothing.
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

extension Window {
    /// Shows popovers in front of views that were added later.
    package func bringPopoversToFront() {
        for popover in subviews where popover is Popover { bringSubviewToFront(popover) }
    }
}
