import Controls
import Drawing

/// Shows that a panel is locked: a padlock in a corner, dimmed controls, and a padlock above a
/// finger that tries to move one. Both shake then.
final class LockOverlay {
    private let corner: LockSign
    private let notice: LockSign
    /// Covers the tabs of the page bar.
    private let barVeil: View

    /// The overlay for a panel with this font size.
    init(theme: Theme, fontSize: Double) {
        corner = LockSign(side: (fontSize * 1.9).rounded(), theme: theme)
        notice = LockSign(side: (fontSize * 3.2).rounded(), theme: theme)
        barVeil = Self.makeVeil(theme: theme)
    }

    /// A view that dims what is below it. It lets touches through.
    static func makeVeil(theme: Theme) -> View {
        let veil = View(frame: .zero)
        veil.backgroundColor = theme.surface.withAlpha(0.6)
        veil.isUserInteractionEnabled = false
        return veil
    }

    /// Called with the frame of a sign that a finger has tapped; `nil` lets touches through.
    var onTap: ((_ sign: Rect, Touch) -> Void)? {
        didSet {
            for sign in [corner, notice] {
                sign.onTap = onTap.map { onTap in
                    { [unowned sign] touch in onTap(sign.frameInWindow, touch) }
                }
            }
        }
    }

    /// Whether a view is one of the signs.
    func contains(_ view: View) -> Bool { view === corner || view === notice }

    /// Adds the signs above everything else in a window.
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

    /// Shows the padlock above a finger that landed on a locked control. Both padlocks shake.
    func showNotice(above finger: Point, in window: Window, at time: Duration) {
        notice.show(above: finger, in: window, at: time)
        for sign in [corner, notice] { sign.shake(at: time) }
    }

    /// Removes all views.
    func remove() {
        notice.deadline = nil
        for view in [corner, notice, barVeil] { view.removeFromSuperview() }
    }
}
