package import Controls
package import Drawing

/// A finger on the glass, from where it landed until it lifts or is taken away.
///
/// It moves as fingers do, in small steps, of which each is seen by the window.
package final class Finger {
    /// Where it is, in the window.
    package private(set) var point: Point
    /// What it turns about: the centre of the view it was put on.
    var center: Point

    private let glass: Glass
    private let contact: Window.Contact

    init(on glass: Glass, _ contact: Window.Contact, at point: Point) {
        self.glass = glass
        self.contact = contact
        self.point = point
        center = point
        glass.tell(.began, contact, at: point)
    }

    /// Goes straight to a point of the window, seen only there.
    @discardableResult
    package func jump(to point: Point) -> Finger {
        self.point = point
        glass.tell(.moved, contact, at: point)
        return self
    }

    /// Moves by this many pixels, at most 4 at a time.
    @discardableResult
    package func drag(
        up: Double = 0, down: Double = 0, left: Double = 0, right: Double = 0
    ) -> Finger {
        let start = point
        let (dx, dy) = (right - left, down - up)
        let steps = max(1, (max(abs(dx), abs(dy)) / 4).rounded(.up))
        for step in 1...Int(steps) {
            let share = Double(step) / steps
            jump(to: start.offsetBy(dx: dx * share, dy: dy * share))
        }
        return self
    }

    /// Turns clockwise about the centre of the view it was put on, at most 5° at a time.
    @discardableResult
    package func turn(_ angle: Angle) -> Finger {
        let start = Angle.direction(from: center, to: point)
        let radius = center.distance(to: point)
        let steps = max(1, (abs(angle.degrees) / 5).rounded(.up))
        for step in 1...Int(steps) {
            let now = start + angle * (Double(step) / steps)
            jump(to: center.offsetBy(dx: radius * now.cosine, dy: radius * now.sine))
        }
        return self
    }

    /// Leaves the glass.
    package func lift() { glass.tell(.ended, contact, at: point) }

    /// Does not count any more.
    package func cancel(_ reason: Touch.CancellationReason = .palm) {
        glass.tell(.cancelled(reason), contact, at: point)
    }
}
