public import Drawing
import Layers

/// The root of a tree of views, as large as the screen. It routes each touch to the view that it
/// hit.
public final class Window: View {
    /// Identifies a finger by its touchscreen.
    public struct Contact: Hashable, Sendable {
        /// The number of the touchscreen.
        public let device: Int
        /// The touchscreen's running number of the contact.
        public let number: Int
        /// The contact's slot in the touchscreen.
        public let slot: Int

        /// The contact `number` in `slot` of the touchscreen `device`.
        public init(device: Int, number: Int, slot: Int) {
            self.device = device
            self.number = number
            self.slot = slot
        }
    }

    /// What happened to a contact.
    public enum ContactPhase: Sendable {
        /// It landed.
        case began
        /// It moved, or was reported again.
        case moved
        /// It lifted.
        case ended
        /// It was cancelled, for this reason.
        case cancelled(Touch.CancellationReason)
    }

    /// The density of a screen of unknown size: 96 dpi.
    public static let defaultPixelsPerMillimetre = 96 / 25.4

    /// The pixels per millimetre of the screen; those of 96 dpi unless the size is known. Only a
    /// finite value above 0 is accepted.
    public override var pixelsPerMillimetre: Double {
        get { density }
        set {
            let old = density
            density = newValue.accepted(.positive, else: density)
            if density != old { densityDidChange() }
        }
    }
    private var density = Window.defaultPixelsPerMillimetre

    /// How far a finger may move in a tap, in millimetres; 1.5 by default, more for a noisy
    /// touchscreen. A value below 0 or not finite is ignored.
    public var tapSlop = 1.5 {
        didSet { tapSlop = tapSlop.accepted(.notNegative, else: oldValue) }
    }

    /// Reads the local time of day; `nil` (the default) if there is no clock. Setting it notifies
    /// all views inside.
    public var clock: (() -> ClockReading)? {
        didSet { clockWasSet() }
    }

    /// Whether the window is invisible, such as while the display is blank. Clocks do not update
    /// then. Off by default.
    public var isBlank = false {
        didSet { if isBlank != oldValue { notifyOfClock() } }
    }

    /// A finger on a view. An object, so that a move retains it and not each of its parts.
    private final class Capture {
        let contact: Contact
        let touch: Touch
        /// `touch` as the array that views receive, so that no move allocates one.
        let touches: [Touch]
        /// The recognisers that receive the touch, before the view does. They are stored here and
        /// not in the touch, because they retain the touch, which would be a cycle.
        let recognizers: [GestureRecognizer]

        init(_ contact: Contact, _ touch: Touch, on view: View) {
            self.contact = contact
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

    /// Whether fingers may touch a view; `nil` admits all views. The window ignores a finger that
    /// lands on another view.
    package var admits: ((View) -> Bool)?
    /// Called when a finger lands on a view that is not admitted.
    package var onRejection: ((_ finger: Point, _ time: Duration) -> Void)?

    /// In the order in which their fingers landed. There are only as many as fingers: a linear
    /// search is faster than hashing.
    private var captures: [Capture] = []
    /// The views that have, or had, a deadline.
    private var waiting: [ObjectIdentifier: Waiting] = [:]
    private var touchCount = 0

    /// A window that fills a screen of this size.
    public init(size: Size) {
        super.init(frame: Rect(origin: .zero, size: size))
        knownWindow = .passUnretained(self)
    }

    /// Handles what happened to a contact at `point`, in pixels of the window.
    ///
    /// The view that a contact hits when it begins owns it until it ends, wherever it moves. `time`
    /// is the kernel's, on the monotonic clock. The coordinates of an ended contact are not used.
    public func handleTouch(
        _ phase: ContactPhase, _ contact: Contact, at point: Point, time: Duration
    ) {
        // A calibration may yield a point that is not finite, and no value must follow such a
        // point.
        let isSomewhere = point.x.isFinite && point.y.isFinite
        switch phase {
        case .began: if isSomewhere { begin(contact, at: point, time: time) }
        case .moved:
            guard isSomewhere, let index = index(of: contact) else { return }
            let capture = captures[index]
            capture.touch.move(to: point, timestamp: time)
            for recognizer in capture.recognizers { recognizer.move(capture.touches) }
            // An action of a recogniser may have cancelled the touch.
            guard capture.touch.phase == .moved, capture.touch.isInView else { return }
            capture.touch.view?.touchesMoved(capture.touches)
        case .ended:
            guard let capture = index(of: contact).map({ captures.remove(at: $0) }) else { return }
            capture.touch.end(at: time)
            for recognizer in capture.recognizers { recognizer.end(capture.touches) }
            if capture.touch.isInView { capture.touch.view?.touchesEnded(capture.touches) }
        case .cancelled(let reason):
            guard let capture = index(of: contact).map({ captures.remove(at: $0) }) else { return }
            cancel(capture, reason, at: time)
        }
    }

    private func index(of contact: Contact) -> Int? {
        captures.firstIndex { $0.contact == contact }
    }

    private func cancel(
        _ capture: Capture, _ reason: Touch.CancellationReason, at time: Duration
    ) {
        let touch = capture.touch
        // A finger may have rested for long, so the touch does not end at its last movement.
        touch.cancel(reason, at: max(time, newestTime))
        // First, so that no recogniser makes a gesture that waited for others, which fail now.
        for recognizer in capture.recognizers { recognizer.dropPending(capture.touches) }
        for recognizer in capture.recognizers { recognizer.cancel(capture.touches) }
        if touch.isInView { touch.view?.touchesCancelled(capture.touches) }
    }

    private func begin(_ contact: Contact, at point: Point, time: Duration) {
        guard index(of: contact) == nil, let view = hitTest(point) else { return }
        guard admits?(view) ?? true else {
            onRejection?(point, time)
            return
        }
        let touch = Touch(number: makeTouchNumber(), slot: contact.slot, at: point, timestamp: time)
        touch.view = view
        if !view.seesEveryTouch,
            captures.contains(where: { $0.touch.view === view && $0.touch.isInView })
        {
            touch.keepFromView()
        }
        let capture = Capture(contact, touch, on: view)
        captures.append(capture)
        // An action of a recogniser may cancel the touch.
        for recognizer in capture.recognizers where touch.phase == .began {
            recognizer.begin(capture.touches)
        }
        if touch.phase == .began, touch.isInView { view.touchesBegan(capture.touches) }
    }

    /// A number that no touch of the window has or will have, for a value change that imitates one.
    package func makeTouchNumber() -> Int {
        touchCount += 1
        return touchCount
    }

    /// Cancels every touch. The values stay, and the fingers are ignored until they lift.
    public func cancelTouches(reason: Touch.CancellationReason) {
        cancelTouches(in: self, reason: reason)
    }

    /// Cancels the touches on `view` and its subviews.
    func cancelTouches(in view: View, reason: Touch.CancellationReason) {
        cancelTouches(reason: reason) { $0.isDescendant(of: view) }
    }

    /// Cancels the touches on some views.
    package func cancelTouches(
        reason: Touch.CancellationReason, where isConcerned: (View) -> Bool
    ) {
        let cancelled = captures.filter { $0.touch.view.map(isConcerned) ?? true }
        // An action may cancel other ones of these touches.
        for capture in cancelled where capture.touch.phase != .cancelled {
            captures.removeAll { $0.touch === capture.touch }
            cancel(capture, reason, at: capture.touch.timestamp)
        }
    }

    /// Closes the popovers that a view, or one inside it, has opened.
    func dismissPopovers(of view: View) {
        for case let popover as Popover in subviews
        where popover.owner?.isDescendant(of: view) ?? false { popover.onDismissal?() }
    }

    /// Records the present time, on the monotonic clock: cancelled touches end at this time. Call
    /// it before something other than a contact changes the views. The window does not record the
    /// times of contacts, because the clock of a touchscreen may be ahead.
    public func noteTime(_ time: Duration) { newestTime = max(newestTime, time) }

    /// The newest time that was recorded.
    package private(set) final var newestTime = Duration.zero

    /// Notifies all views inside that the clock was set: by a person, by the network, or because
    /// the time zone has changed.
    public func clockWasSet() { notifyOfClock() }

    /// Called when a view inside has set its deadline.
    func awaitDeadline(of view: View) {
        waiting[ObjectIdentifier(view)] = Waiting(view: view)
    }

    /// Called when a recogniser has a deadline although its touches have lifted.
    func awaitDeadline(of recognizer: GestureRecognizer) {
        guard !waitingRecognizers.contains(where: { $0.recognizer === recognizer }) else { return }
        waitingRecognizers.append(WaitingRecognizer(recognizer: recognizer))
    }

    /// When to call `advance(to:)`, on the monotonic clock; `nil` if nothing waits. Read it at the
    /// end of each round of events.
    public var nextDeadline: Duration? {
        // Runs at the end of every round, so it allocates nothing.
        var earliest = isBlank ? nil : layer.nextChange
        for capture in captures {
            for recognizer in capture.recognizers {
                guard let deadline = recognizer.awaitedDeadline else { continue }
                earliest = min(earliest ?? deadline, deadline)
            }
        }
        for entry in waiting.values {
            guard let view = entry.view, view.window === self, let deadline = view.deadline,
                view.isInSight || !view.awaitsSight
            else { continue }
            earliest = min(earliest ?? deadline, deadline)
        }
        for entry in waitingRecognizers {
            guard let deadline = entry.recognizer?.awaitedDeadline else { continue }
            earliest = min(earliest ?? deadline, deadline)
        }
        return earliest
    }

    /// Notifies gestures and views of the time, on the monotonic clock: a finger may have stayed
    /// long enough, or a second tap may be overdue.
    public func advance(to time: Duration) {
        noteTime(time)
        for capture in captures {
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
        passDeadlines(of: time)
        if !isBlank { layer.noteTime(time) }
    }

    /// Notifies the views whose deadlines have passed. Hidden views wait until they are visible.
    private func passDeadlines(of time: Duration) {
        for (identifier, entry) in waiting {
            guard let view = entry.view, view.window === self, let deadline = view.deadline else {
                waiting[identifier] = nil
                continue
            }
            guard deadline <= time, view.isInSight || !view.awaitsSight else { continue }
            view.deadline = nil
            view.deadlinePassed(at: time)
        }
    }

    /// Whether any finger is on the screen.
    public var isTouched: Bool { !captures.isEmpty }

    // MARK: Frames

    /// Whether a new frame would differ from the last one: something changed, or is moving.
    public var needsFrame: Bool { layer.needsFrame || isLayoutPending }

    /// Begins a frame: notifies views of the time, does pending layout, advances animations, and
    /// adds the changes since the last frame to `damage`.
    ///
    /// - Parameters:
    ///   - damage: The changed pixels of the window. The caller clips those beyond the screen.
    ///   - time: When the frame will be shown, on the monotonic clock.
    public func update(damage: inout Region, at time: Duration) {
        passDeadlines(of: time)
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
