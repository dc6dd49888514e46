package import Drawing
import Layers

/// A padlock on a plate. It shows that controls are locked.
///
/// It has a fixed place, or appears briefly above a finger that tries to move a control.
package final class LockSign: View {
    /// How long the sign stays above a finger: longer if a tap has an effect.
    private var stay: Duration { onTap == nil ? .milliseconds(900) : .milliseconds(2500) }

    /// Called when a finger has tapped the sign; `nil`, the default, lets touches through.
    package var onTap: ((Touch) -> Void)? {
        didSet { isUserInteractionEnabled = onTap != nil }
    }

    /// A square sign with this side. It lets touches through.
    package init(side: Double, theme: Theme) {
        super.init(frame: Rect(x: 0, y: 0, width: side, height: side))
        self.theme = theme
        isUserInteractionEnabled = false
        isAccessibilityElement = true
        accessibilityLabel = "Locked"
    }

    package override var drawsContents: Bool { true }

    package override func draw(in context: Context) {
        let inset = theme.thickLineWidth / 2
        let plate = Path(
            roundedRect: bounds.insetBy(dx: inset, dy: inset), cornerRadius: bounds.height / 4)
        context.fill(plate, theme.surface)
        context.stroke(plate, theme.warning, width: theme.thickLineWidth)
        Icon.lock.draw(
            in: bounds.insetBy(dx: bounds.width * 0.2, dy: bounds.height * 0.2),
            color: theme.warning, context: context)
    }

    /// Shows the sign briefly above a finger that landed in a window.
    package func show(above finger: Point, in window: Window, at time: Duration) {
        frame = Rect(
            origin: ValuePopup.origin(of: bounds.size, at: finger, in: window), size: bounds.size)
        window.addSubview(self)
        deadline = time + stay
    }

    /// How long a shake takes.
    package static let shakeDuration = Duration.milliseconds(320)

    /// Shakes the sign, in response to a finger. Nothing moves after `shakeDuration`.
    package func shake(at time: Duration) {
        let way = max(bounds.width * 0.14, 3)
        layer.add(
            KeyframeAnimation(
                .translationX, values: [0, -way, way, -way * 0.7, way * 0.5, 0],
                duration: Self.shakeDuration, beginTime: time), forKey: "shake")
    }

    /// The target is at least 9 mm wide, around the centre of the sign.
    package override func point(inside point: Point) -> Bool {
        let least = 9 * pixelsPerMillimetre
        return bounds.insetBy(
            dx: min(0, (bounds.width - least) / 2), dy: min(0, (bounds.height - least) / 2)
        ).contains(point)
    }

    package override func touchesBegan(_ touches: [Touch]) {}
    package override func touchesMoved(_ touches: [Touch]) {}
    package override func touchesCancelled(_ touches: [Touch]) {}

    package override func touchesEnded(_ touches: [Touch]) {
        guard let touch = touches.first, point(inside: touch.location(in: self)) else { return }
        onTap?(touch)
    }

    package override func deadlinePassed(at time: Duration) { removeFromSuperview() }
}
