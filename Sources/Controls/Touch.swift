public import Drawing

/// A finger on the glass, from where it lands until it lifts; the same object all the while.
public final class Touch {
    /// Where a touch is in its life.
    public enum Phase: Sendable {
        /// The finger has just landed.
        case began
        /// The finger has moved since.
        case moved
        /// The finger has lifted.
        case ended
        /// The touch does not count any more, though the finger may still be there.
        case cancelled
    }

    /// Why a touch was taken away; the raw values are those of the panel protocol.
    public enum CancellationReason: String, Sendable {
        /// What was touched is not seen any more, as when another page is.
        case page
        /// The panel was locked.
        case lock
        /// It was no finger, but a palm.
        case palm
        /// The program ends.
        case shutdown
        /// The machine goes to sleep.
        case suspend
        /// The touchscreen was unplugged.
        case deviceLost = "device-lost"
        /// The control cannot be used any more.
        case disabled
    }

    /// A running number: no other touch of this window has it. It serves as the gesture's number.
    public let number: Int
    /// The place of the contact in the touchscreen's table, from 0.
    public let slot: Int
    /// Where the touch is in its life.
    public internal(set) var phase = Phase.began
    /// When the kernel saw it there, on the monotonic clock.
    public internal(set) var timestamp: Duration
    /// Why it was cancelled; `nil` in other phases.
    public internal(set) var cancellationReason: CancellationReason?
    /// The view that was hit, which has the touch wherever it goes.
    public internal(set) weak var view: View?

    /// Whether the view is still told of the touch.
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

    /// Where the touch is, in pixels of `view`, or of the window for `nil`.
    public func location(in view: View?) -> Point {
        view?.convertFromWindow(position) ?? position
    }

    /// Where the touch was before it moved last, in pixels of `view` as it is now, or of the window
    /// for `nil`.
    public func previousLocation(in view: View?) -> Point {
        view?.convertFromWindow(previousPosition) ?? previousPosition
    }

    /// The view is not told of the touch at all.
    func keepFromView() { isInView = false }

    /// A gesture was recognised that takes the touch away from the view.
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
