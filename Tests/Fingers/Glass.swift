package import Controls
package import Drawing
import Layers

/// The glass over a window: a test puts fingers on it, and looks at what the window shows.
///
/// Time stands still but for what fingers and frames take of it.
package final class Glass {
    /// What is under the glass.
    package let window: Window
    /// The picture as drawn so far.
    package private(set) var picture: Bitmap
    /// The present, on the monotonic clock.
    package private(set) var now = Duration.seconds(100)

    private var touchCount = 0
    private var slots: Set<Int> = []

    /// Glass over `window`, whose first picture is drawn.
    package init(_ window: Window) {
        self.window = window
        picture = Self.blank(window)
        _ = nextFrame()
    }

    private static func blank(_ window: Window) -> Bitmap {
        Bitmap(
            width: Int(window.bounds.width), height: Int(window.bounds.height), format: .xrgb32)
    }

    // MARK: Fingers

    /// A finger lands at a point of the window.
    package func touch(at point: Point) -> Finger {
        let slot = (0...).first { !slots.contains($0) } ?? 0
        slots.insert(slot)
        touchCount += 1
        return Finger(
            on: self, Window.Contact(device: 0, number: touchCount, slot: slot), at: point)
    }

    /// A finger lands at a point of `view`, in its own space.
    package func touch(_ view: View, at point: Point) -> Finger {
        let frame = view.frameInWindow
        let finger = touch(at: point.offsetBy(dx: frame.minX, dy: frame.minY))
        finger.center = frame.center
        return finger
    }

    /// A finger lands in the middle of `view`.
    package func touch(_ view: View) -> Finger { touch(view, at: view.bounds.center) }

    /// A finger lands on top of `knob`, on its rim.
    package func touch(_ knob: Knob) -> Finger { touch(knob, at: .degrees(-90)) }

    /// A finger lands on the rim of `knob`, which is seen from its centre at `angle`.
    package func touch(_ knob: Knob, at angle: Angle) -> Finger {
        let radius = min(knob.bounds.width, knob.bounds.height) * 0.4
        return touch(
            knob,
            at: knob.bounds.center.offsetBy(dx: radius * angle.cosine, dy: radius * angle.sine))
    }

    /// A finger lands on the thumb of `slider`.
    package func touch(_ slider: Slider) -> Finger { touch(slider, at: slider.thumbRect.center) }

    /// A finger lands on a thumb of `range`, or between the two.
    package func touch(_ range: RangeSlider, _ part: RangeSlider.Part) -> Finger {
        let lower = range.lowerThumbRect.center
        let upper = range.upperThumbRect.center
        return switch part {
        case .lower: touch(range, at: lower)
        case .upper: touch(range, at: upper)
        case .both:
            touch(range, at: Point(x: (lower.x + upper.x) / 2, y: (lower.y + upper.y) / 2))
        }
    }

    /// Two fingers take the thumbs of an upright `range`, bring each nearer to the other by
    /// `distance` pixels in turns, and lift.
    package func pinch(_ range: RangeSlider, by distance: Double) {
        let low = touch(range, .lower)
        let high = touch(range, .upper)
        for _ in 0..<10 {
            _ = low.drag(up: distance / 10)
            _ = high.drag(down: distance / 10)
        }
        low.lift()
        high.lift()
    }

    /// Hands the window what became of a contact, 8 ms after the last.
    func tell(_ phase: Window.ContactPhase, _ contact: Window.Contact, at point: Point) {
        now += .milliseconds(8)
        window.handleTouch(phase, contact, at: point, time: now)
        switch phase {
        case .began, .moved: break
        case .ended, .cancelled: slots.remove(contact.slot)
        }
    }

    /// Time passes, and whatever waits for a time to come gets it.
    package func wait(_ duration: Duration) {
        let end = now + duration
        while let deadline = window.nextDeadline, deadline <= end {
            now = max(now, deadline)
            window.advance(to: now)
        }
        now = end
    }

    // MARK: Frames

    /// Draws what changed, and says which pixels those were.
    package func nextFrame(after delay: Duration = .milliseconds(16)) -> Region {
        now += delay
        var damage = Region()
        window.update(damage: &damage, at: now)
        if picture.width != Int(window.bounds.width) || picture.height != Int(window.bounds.height)
        {
            picture = Self.blank(window)
        }
        damage.formIntersection(picture.bounds)
        window.draw(damage, into: picture)
        return damage
    }

    /// The pixels that would be others if everything were drawn from nothing; none, if each frame
    /// has drawn all that changed.
    package var missedPixels: PixelRect {
        Self.forgetContents(of: window.layer)
        var all = Region()
        window.update(damage: &all, at: now)
        let whole = Self.blank(window)
        window.draw(Region(whole.bounds), into: whole)
        return picture.differingPixels(from: whole).extents
    }

    private static func forgetContents(of layer: Layer) {
        layer.setNeedsDisplay()
        for sublayer in layer.sublayers { forgetContents(of: sublayer) }
    }
}
