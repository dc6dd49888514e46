public import Drawing

/// A finger on the screen, from its landing until it lifts. A finger is the same object all the
/// time.
public final class Touch {
    /// The state of a touch.
    public enum Phase: Sendable {
        /// The finger has just landed.
        case began
        /// The finger has moved.
        case moved
        /// The finger has lifted.
        case ended
        /// The touch was cancelled, although the finger may still be there.
        case cancelled
    }

    /// Why a touch was cancelled.
    public enum CancellationReason: Sendable {
        /// The touched control is not visible any more, for example because the page changed.
        case page
        /// The touched control was removed or changed by a reload of the panel file.
        case reload
        /// The panel was locked. Or touches began or ceased to have effects, because the display is
        /// blank or dimmed, or shows another console.
        case lock
        /// The contact was a palm.
        case palm
        /// The program is stopping.
        case shutdown
        /// The machine was suspended; the touch is cancelled when it resumes.
        case suspend
        /// The touchscreen is gone or has failed, or its settings, its screen or the picture under
        /// it have changed.
        case deviceLost
        /// The control was disabled.
        case disabled
    }

    /// A running number, unique among the touches of this window. It is also the number of the
    /// gesture.
    public let number: Int
    /// The contact's slot in the touchscreen, from 0.
    public let slot: Int
    /// The state of the touch.
    public internal(set) var phase = Phase.began
    /// The time of the last change, from the kernel's monotonic clock.
    public internal(set) var timestamp: Duration
    /// Why the touch was cancelled; `nil` in other phases.
    public internal(set) var cancellationReason: CancellationReason?
    /// The view that the finger hit. It owns the touch, wherever the finger moves.
    public internal(set) weak var view: View?

    /// Whether the view still receives the touch.
    private(set) var isInView = true
    private var position: Point
    private var previousPosition: Point

    init(number: Int, slot: Int, at position: Point, timestamp: Duration) {
        self.number = number
        self.slot = slot
        self.position = position
        previousPosition = position
        self.timestamp = timestamp
    }

    /// The position, in pixels of `view`, or of the window for `nil`.
    public func location(in view: View?) -> Point {
        view?.convertFromWindow(position) ?? position
    }

    /// The position before the last move, in pixels of `view` as it is now, or of the window for
    /// `nil`.
    public func previousLocation(in view: View?) -> Point {
        view?.convertFromWindow(previousPosition) ?? previousPosition
    }

    /// Withholds the touch from the view from the start.
    func keepFromView() { isInView = false }

    /// Cancels the touch in the view, because a gesture was recognised.
    func leaveView() {
        guard isInView else { return }
        isInView = false
        view?.touchesCancelled([self])
    }

    func move(to position: Point, timestamp: Duration) {
        previousPosition = self.position
        self.position = position
        self.timestamp = timestamp
        phase = .moved
    }

    func end(at timestamp: Duration) {
        self.timestamp = timestamp
        phase = .ended
    }

    func cancel(_ reason: CancellationReason, at timestamp: Duration) {
        self.timestamp = timestamp
        cancellationReason = reason
        phase = .cancelled
    }
}
