public import Drawing
import Layers

/// The root of a tree of views, as large as the picture: it hands each touch to the view it hit.
public final class Window: View {
    /// A finger as its touchscreen names it.
    public struct Contact: Hashable, Sendable {
        /// Which touchscreen it is on.
        public let device: Int
        /// The touchscreen's running number of it.
        public let number: Int
        /// Its place in the touchscreen's table.
        public let slot: Int

        /// The contact `number` in `slot` of the touchscreen `device`.
        public init(device: Int, number: Int, slot: Int) {
            self.device = device
            self.number = number
            self.slot = slot
        }
    }

    /// What became of a contact.
    public enum ContactPhase: Sendable {
        /// It landed.
        case began
        /// It is elsewhere, or was told of again.
        case moved
        /// It lifted.
        case ended
        /// It does not count any more, for the reason given.
        case cancelled(Touch.CancellationReason)
    }

    /// What a screen of unknown size is taken for: 96 dpi.
    public static let defaultPixelsPerMillimetre = 96 / 25.4

    /// How many pixels a millimetre of the glass has. 96 dpi unless the panel's size is known; what
    /// is not above 0 and finite is ignored.
    public override var pixelsPerMillimetre: Double {
        get { density }
        set { density = newValue.accepted(.positive, else: density) }
    }
    private var density = Window.defaultPixelsPerMillimetre

    /// How far a finger may move and still tap, in millimetres: 1.5, unless the glass trembles. What
    /// is below 0 or not finite is ignored.
    public var tapSlop = 1.5 {
        didSet { tapSlop = tapSlop.accepted(.notNegative, else: oldValue) }
    }

    private struct Capture {
        let touch: Touch
        /// `touch` alone, as views are handed it: so no move allocates an array.
        let touches: [Touch]
        /// Those that are told of the touch, before the view is. Here and not in the touch, which
        /// they hold: so that nothing holds itself.
        let recognizers: [GestureRecognizer]

        init(_ touch: Touch, on view: View) {
            self.touch = touch
            touches = [touch]
            var recognizers: [GestureRecognizer] = []
            var watched: View? = view
            while let current = watched {
                recognizers += current.gestureRecognizers
                watched = current.superview
            }
            self.recognizers = recognizers
        }
    }

    private struct Waiting {
        weak var view: View?
    }

    private struct WaitingRecognizer {
        weak var recognizer: GestureRecognizer?
    }
    /// The recognisers that have, or had, a deadline without a touch.
    private var waitingRecognizers: [WaitingRecognizer] = []

    /// Which views fingers may touch; `nil` for all. What is not admitted is as if no finger had
    /// landed there.
    package var admits: ((View) -> Bool)?
    /// Told of fingers that land on what is not admitted.
    package var onRefusal: ((_ finger: Point, _ time: Duration) -> Void)?

    private var captures: [Contact: Capture] = [:]
    /// The views that have, or had, a deadline.
    private var waiting: [ObjectIdentifier: Waiting] = [:]
    private var touchCount = 0

    /// A window that fills a picture of this size.
    public init(size: Size) {
        super.init(frame: Rect(origin: .zero, size: size))
    }

    /// Hands on what became of a contact at `point`, in pixels of the window.
    ///
    /// What a contact hits when it begins has it until it ends, wherever it moves. `time` is the
    /// kernel's, on the monotonic clock. The coordinates of an ended contact are not used.
    public func handleTouch(
        _ phase: ContactPhase, _ contact: Contact, at point: Point, time: Duration
    ) {
        // A calibration may send a point to nowhere: a value never follows it there.
        let isSomewhere = point.x.isFinite && point.y.isFinite
        switch phase {
        case .began: if isSomewhere { begin(contact, at: point, time: time) }
        case .moved:
            guard isSomewhere, let capture = captures[contact] else { return }
            capture.touch.move(to: point, timestamp: time)
            for recognizer in capture.recognizers { recognizer.move(capture.touches) }
            if capture.touch.isInView { capture.touch.view?.touchesMoved(capture.touches) }
        case .ended:
            guard let capture = captures.removeValue(forKey: contact) else { return }
            capture.touch.end(at: time)
            for recognizer in capture.recognizers { recognizer.end(capture.touches) }
            if capture.touch.isInView { capture.touch.view?.touchesEnded(capture.touches) }
        case .cancelled(let reason):
            guard let capture = captures.removeValue(forKey: contact) else { return }
            cancel(capture, reason, at: time)
        }
    }

    private func cancel(
        _ capture: Capture, _ reason: Touch.CancellationReason, at time: Duration
    ) {
        let touch = capture.touch
        touch.cancel(reason, at: time)
        for recognizer in capture.recognizers { recognizer.cancel(capture.touches) }
        if touch.isInView { touch.view?.touchesCancelled(capture.touches) }
    }

    private func begin(_ contact: Contact, at point: Point, time: Duration) {
        guard captures[contact] == nil, let view = hitTest(point) else { return }
        guard admits?(view) ?? true else {
            onRefusal?(point, time)
            return
        }
        let touch = Touch(number: makeTouchNumber(), slot: contact.slot, at: point, timestamp: time)
        touch.view = view
        if !view.seesEveryTouch,
            captures.values.contains(where: { $0.touch.view === view && $0.touch.isInView })
        {
            touch.keepFromView()
        }
        let capture = Capture(touch, on: view)
        captures[contact] = capture
        for recognizer in capture.recognizers { recognizer.begin(capture.touches) }
        if touch.isInView { view.touchesBegan(capture.touches) }
    }

    /// A number that no touch of the window has or will have: of what is told as if it were one.
    package func makeTouchNumber() -> Int {
        touchCount += 1
        return touchCount
    }

    /// Takes every touch away: the values stay, and the fingers do nothing until they lift.
    public func cancelTouches(reason: Touch.CancellationReason) {
        cancelTouches(in: self, reason: reason)
    }

    /// Takes away the touches on `view` and inside it.
    func cancelTouches(in view: View, reason: Touch.CancellationReason) {
        cancelTouches(reason: reason) { $0.isDescendant(of: view) }
    }

    /// Takes away the touches on some views.
    package func cancelTouches(
        reason: Touch.CancellationReason, where isConcerned: (View) -> Bool
    ) {
        let cancelled =
            captures
            .filter { $0.value.touch.view.map(isConcerned) ?? true }
            .sorted { $0.value.touch.number < $1.value.touch.number }
        for (contact, capture) in cancelled {
            captures[contact] = nil
            cancel(capture, reason, at: capture.touch.timestamp)
        }
    }

    /// A view inside has set itself a deadline.
    func awaitDeadline(of view: View) {
        waiting[ObjectIdentifier(view)] = Waiting(view: view)
    }

    /// A recogniser waits for a time to come though its touches are over.
    func awaitDeadline(of recognizer: GestureRecognizer) {
        guard !waitingRecognizers.contains(where: { $0.recognizer === recognizer }) else { return }
        waitingRecognizers.append(WaitingRecognizer(recognizer: recognizer))
    }

    /// When `advance(to:)` wants to be called, on the monotonic clock; `nil` if nothing waits for a time
    /// to come. To be asked for when a round of events is over.
    public var nextDeadline: Duration? {
        // Asked for at the end of every round: nothing is gathered.
        var earliest: Duration?
        for capture in captures.values {
            for recognizer in capture.recognizers {
                guard let deadline = recognizer.awaitedDeadline else { continue }
                earliest = min(earliest ?? deadline, deadline)
            }
        }
        for entry in waiting.values {
            guard let deadline = entry.view?.deadline else { continue }
            earliest = min(earliest ?? deadline, deadline)
        }
        for entry in waitingRecognizers {
            guard let deadline = entry.recognizer?.awaitedDeadline else { continue }
            earliest = min(earliest ?? deadline, deadline)
        }
        return earliest
    }

    /// Tells the gestures and views that wait that it is `time` now, on the monotonic clock: a finger has
    /// stayed long enough, or no second tap has come.
    public func advance(to time: Duration) {
        for capture in captures.values.sorted(by: { $0.touch.number < $1.touch.number }) {
            for recognizer in capture.recognizers {
                if let deadline = recognizer.awaitedDeadline, deadline <= time {
                    recognizer.deadlinePassed(at: time)
                }
            }
        }
        for recognizer in waitingRecognizers.compactMap(\.recognizer) {
            if let deadline = recognizer.awaitedDeadline, deadline <= time {
                recognizer.deadlinePassed(at: time)
            }
        }
        waitingRecognizers.removeAll {
            $0.recognizer?.deadline == nil || $0.recognizer?.view?.window !== self
        }
        for (identifier, entry) in waiting {
            guard let view = entry.view, view.window === self, let deadline = view.deadline else {
                waiting[identifier] = nil
                continue
            }
            guard deadline <= time else { continue }
            view.deadline = nil
            view.deadlinePassed(at: time)
        }
    }

    /// Whether any finger is on the glass.
    public var isTouched: Bool { !captures.isEmpty }

    // MARK: Frames

    /// Whether a frame would show anything new: something was changed since the last one, or moves.
    public var needsFrame: Bool { layer.needsFrame || isLayoutPending }

    /// Begins a frame: lays out what was marked, advances animations and adds what changed since the last
    /// frame to `damage`.
    ///
    /// - Parameters:
    ///   - damage: The pixels of the window that are others than before; what lies beyond the picture is
    ///     to be cut off.
    ///   - time: When the frame will be seen, on the monotonic clock.
    public func update(damage: inout Region, at time: Duration) {
        layoutIfNeeded()
        layer.collect(into: &damage, at: time)
    }

    /// Draws the damaged pixels into `bitmap`, which holds the last frame, after
    /// `update(damage:at:)`.
    public func draw(_ damage: Region, into bitmap: Bitmap) {
        guard !damage.isEmpty else { return }
        layer.draw(damage, into: bitmap)
    }
}
