import Controls
import Drawing

/// What shows that a panel is locked: a padlock in a corner, what fingers cannot move dimmed, and a
/// padlock above a finger that tries.
final class LockLook {
    private let corner: LockSign
    private let notice: LockSign
    /// Over the tabs that change the page.
    private let barVeil: View

    /// The look of a lock on a panel whose text is so high.
    init(theme: Theme, fontSize: Double) {
        corner = LockSign(side: (fontSize * 1.9).rounded(), theme: theme)
        notice = LockSign(side: (fontSize * 3.2).rounded(), theme: theme)
        barVeil = Self.makeVeil(theme: theme)
    }

    /// What dims whatever lies below it. It lets touches through.
    static func makeVeil(theme: Theme) -> View {
        let veil = View(frame: .zero)
        veil.backgroundColor = theme.surface.withAlpha(0.6)
        veil.isUserInteractionEnabled = false
        return veil
    }

    /// Puts the signs where they belong, above everything in a window.
    func show(in window: Window, over bar: View?) {
        let side = corner.bounds.width
        corner.frame = Rect(
            x: window.bounds.width - side - 4, y: 4, width: side, height: side)
        if let bar {
            barVeil.frame = bar.frameInWindow
            window.addSubview(barVeil)
        }
        window.addSubview(corner)
    }

    /// A finger has landed on what is locked.
    func refuse(_ finger: Point, in window: Window, at time: Duration) {
        notice.show(above: finger, in: window, at: time)
    }

    /// Leaves nothing of it.
    func remove() {
        notice.deadline = nil
        for view in [corner, notice, barVeil] { view.removeFromSuperview() }
    }
}
