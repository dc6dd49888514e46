import Controls
import Drawing

/// Shows that a panel is locked: a padlock at an edge, dimmed controls, and a padlock above a
/// finger that tries to move one of them. Both padlocks then shake.
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

    /// A view that dims the views below it. It lets touches through.
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
        if let bar {
            barVeil.frame = bar.frameInWindow
            window.addSubview(barVeil)
        }
        window.addSubview(corner)
    }

    /// Places the padlock at an edge of a window: where it covers least of what can be touched,
    /// then least of the rest, and then nearest to the upper right corner.
    func placeCorner(in window: Window, touchable: [Rect], other: [Rect]) {
        let side = corner.bounds.width
        let (far, low) = (window.bounds.width - side - 4, window.bounds.height - side - 4)
        let columns = Array(stride(from: far, through: 4, by: -side / 2)) + [4]
        let rows = Array(stride(from: 4, through: low, by: side / 2)) + [low]
        let places =
            columns.map { Point(x: $0, y: 4) } + rows.map { Point(x: far, y: $0) }
            + columns.map { Point(x: $0, y: low) } + rows.map { Point(x: 4, y: $0) }
        let frames = places.map { place in
            Rect(
                x: place.x.rounded(), y: place.y.rounded(), width: side, height: side)
        }
        func covered(of rects: [Rect], by frame: Rect) -> Double {
            rects.reduce(0) { sum, rect in
                let part = rect.intersection(frame)
                return part.isEmpty ? sum : sum + part.width * part.height
            }
        }
        let costs = frames.map { frame in
            (
                frame: frame,
                cost: (covered(of: touchable, by: frame), covered(of: other, by: frame))
            )
        }
        if let best = costs.min(by: { $0.cost < $1.cost }) { corner.frame = best.frame }
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
