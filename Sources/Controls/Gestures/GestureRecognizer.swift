public import Drawing

/// Watches the touches on a view and calls its actions when they make a gesture. Like
/// `UIGestureRecognizer`.
///
/// A continuous gesture goes from `possible` to `began`, `changed` … `ended`. A discrete one goes
/// straight to `ended`. Actions are called on `began`, `changed`, `ended` and `cancelled`, never on
/// `possible` or `failed`. When all touches have lifted, the state is `possible` again.
///
/// Subclasses override the `touches…` methods and call `transition(to:)`.
open class GestureRecognizer {
    /// The state of a recogniser. `recognized` is UIKit's name for the end of a discrete gesture.
    public enum State: Sendable {
        /// Nothing is recognised. This is the state at first, and after all touches have lifted.
        case possible
        /// A continuous gesture has been recognised.
        case began
        /// A continuous gesture has changed.
        case changed
        /// The gesture is complete.
        case ended
        /// A continuous gesture was cancelled.
        case cancelled
        /// The touches do not make this gesture.
        case failed

        /// The end of a discrete gesture, which is recognised when it is complete.
        public static let recognized = State.ended

        /// Whether the current touches cannot change the state any more.
        var isFinal: Bool { self == .ended || self == .cancelled || self == .failed }
    }

    /// Identifies an action, so that it can be removed.
    public struct ActionIdentifier: Hashable, Sendable {
        fileprivate let number: Int
    }

    /// The view whose touches are watched, including those on its subviews.
    public internal(set) final weak var view: View?
    /// The state of the recogniser.
    public private(set) final var state = State.possible
    /// Whether the recogniser watches touches. Disabling it cancels a gesture that has begun.
    public final var isEnabled = true {
        didSet { if !isEnabled, oldValue { stop() } }
    }
    /// Whether a recognised gesture cancels its touches in the view; on by default.
    public final var cancelsTouchesInView = true
    /// The number of fingers that make the gesture; 1 by default, and at least 1. The recogniser
    /// ignores a further finger until it lifts.
    open var maximumNumberOfTouches = 1 {
        didSet { maximumNumberOfTouches = max(maximumNumberOfTouches, 1) }
    }
    /// The touches that are being watched, in the order in which they landed.
    public private(set) final var touches: [Touch] = []

    private struct Other {
        weak var recognizer: GestureRecognizer?
    }
    /// The recognisers that must fail first.
    private final var required: [Other] = []
    /// The recognisers that wait for this one to fail.
    private final var dependents: [Other] = []
    /// The next state, deferred until other recognisers have failed, and whether the touches have
    /// lifted.
    private final var pending: (state: State, isOver: Bool)?

    fileprivate final var actions = ActionList()

    /// Creates a recogniser that is attached to no view.
    public init() {}

    /// Calls `action` when the gesture begins, changes, ends and is cancelled.
    @discardableResult
    public final func addAction(_ action: @escaping () -> Void) -> ActionIdentifier {
        ActionIdentifier(number: actions.add { _, _ in action() })
    }

    /// Calls `action` on `target`, which is not retained, when the gesture begins, changes, ends
    /// and is cancelled.
    @discardableResult
    public final func addTarget<Target: AnyObject>(
        _ target: Target, action: @escaping (Target) -> () -> Void
    ) -> ActionIdentifier {
        ActionIdentifier(
            number: actions.add(target: target) { [weak target] _, _ in
                if let target { action(target)() }
            })
    }

    /// Removes every action on `target`.
    public final func removeTarget(_ target: AnyObject) { actions.removeTarget(target) }

    /// Removes one action.
    public final func removeAction(_ identifier: ActionIdentifier) {
        actions.remove(identifier.number)
    }

    // MARK: Waiting for other recognisers

    /// Recognises this gesture only after `other` has failed, such as a single tap only if no
    /// second tap follows. If `other` succeeds, this one fails.
    ///
    /// Until then the state is `possible`, and the view keeps the touches. `other` is not retained.
    ///
    /// - Precondition: `other` is not this recogniser.
    public final func require(toFail other: GestureRecognizer) {
        precondition(other !== self, "a gesture cannot wait for itself to fail")
        guard !required.contains(where: { $0.recognizer === other }) else { return }
        required.append(Other(recognizer: other))
        other.dependents.append(Other(recognizer: self))
    }

    /// Whether the current or the last touches may still make the gesture.
    ///
    /// A subclass that waits for further touches after all have lifted overrides this, and calls
    /// `settleDependents()` when it stops waiting.
    open var isUndecided: Bool { pending != nil || state == .possible && !touches.isEmpty }

    /// Whether another recogniser waits for this one to fail.
    public final var isAwaited: Bool { dependents.contains { $0.recognizer != nil } }

    private final var isHeldBack: Bool { required.contains { $0.recognizer?.isUndecided ?? false } }

    /// Lets the waiting recognisers continue, unless this gesture may still succeed.
    public final func settleDependents() {
        guard !isUndecided else { return }
        for dependent in dependents { dependent.recognizer?.settle() }
    }

    private final func failDependents() {
        for dependent in dependents {
            guard let recognizer = dependent.recognizer else { continue }
            let hadPending = recognizer.pending != nil
            recognizer.pending = nil
            if recognizer.state == .possible, !recognizer.touches.isEmpty {
                recognizer.transition(to: .failed)
            } else if hadPending {
                recognizer.settleDependents()
            }
        }
    }

    private final func performActions() {
        // An action may add and remove actions: iterate over a copy.
        let actions = actions
        actions.perform()
    }

    /// Makes the deferred transition if no other recogniser can prevent it any more.
    private final func settle() {
        guard let held = pending, !isHeldBack else { return }
        pending = nil
        guard held.isOver else { return transition(to: held.state) }
        // Other touches may be watched by now. Their state does not change.
        let present = state
        state = held.state
        failDependents()
        performActions()
        if state == held.state { state = present }
    }

    /// How many fingers are watched.
    public final var numberOfTouches: Int { touches.count }

    /// The centre of the current touches, in pixels of `view`, or the place of the last touch if
    /// all have lifted.
    public final func location(in view: View?) -> Point {
        let points = touches.map { $0.location(in: view) }
        guard !points.isEmpty else { return lastTouch?.location(in: view) ?? .zero }
        let sum = points.reduce(Point.zero) { $0.offsetBy(dx: $1.x, dy: $1.y) }
        return Point(x: sum.x / Double(points.count), y: sum.y / Double(points.count))
    }

    private final var lastTouch: Touch?

    /// The pixels per millimetre of the screen.
    var pixelsPerMillimetre: Double {
        view?.pixelsPerMillimetre ?? Window.defaultPixelsPerMillimetre
    }

    // MARK: For subclasses

    /// Called when watched fingers landed.
    open func touchesBegan(_ touches: [Touch]) {}
    /// Called when watched fingers moved.
    open func touchesMoved(_ touches: [Touch]) {}
    /// Called when watched fingers lifted.
    open func touchesEnded(_ touches: [Touch]) {}
    /// Called when watched touches were cancelled. By then, the state is `cancelled` if the gesture
    /// had begun, or else `failed`.
    open func touchesCancelled(_ touches: [Touch]) {}
    /// Called when all touches of the gesture have lifted. Subclasses override it to clear their
    /// state.
    open func reset() {}
    /// When `deadlinePassed(at:)` is to be called, on the monotonic clock; `nil` for never.
    open var deadline: Duration? { nil }
    /// Called when the deadline has passed.
    open func deadlinePassed(at time: Duration) {}

    /// Changes the state and calls the actions.
    ///
    /// The state stays `possible` while another recogniser must fail first. A gesture to which a
    /// view objects fails instead: see `View.gestureRecognizerShouldBegin(_:)`.
    ///
    /// - Precondition: `possible` may go to `began`, `ended` and `failed`; `began` and `changed` to
    ///   `changed`, `ended` and `cancelled`. No other state may change.
    public final func transition(to next: State) {
        let isAllowed =
            switch state {
            case .possible: next == .began || next == .ended || next == .failed
            case .began, .changed: next == .changed || next == .ended || next == .cancelled
            case .ended, .cancelled, .failed: false
            }
        precondition(isAllowed, "a gesture cannot go from \(state) to \(next)")
        let isRecognized = state == .possible && (next == .began || next == .ended)
        if isRecognized, !mayBegin { return transition(to: .failed) }
        if isRecognized, isHeldBack {
            pending = (next, isOver: false)
            return
        }
        if pending?.isOver == false { pending = nil }
        state = next
        if isRecognized { failDependents() }
        if isRecognized, cancelsTouchesInView {
            for touch in touches { touch.leaveView() }
            // An action of the view may have disabled the recogniser.
            guard state == next else { return }
        }
        guard next != .failed else { return settleDependents() }
        performActions()
    }

    /// Whether no view from the touched ones up to the recogniser's own objects.
    private final var mayBegin: Bool {
        touches.allSatisfy { touch in
            var view = touch.view
            while let current = view {
                guard current.gestureRecognizerShouldBegin(self) else { return false }
                view = current === self.view ? nil : current.superview
            }
            return true
        }
    }

    /// Stops watching a touch until it lifts.
    public final func ignore(_ touch: Touch) {
        touches.removeAll { $0 === touch }
    }

    // MARK: From the window

    /// The time at which the window must call `deadlinePassed(at:)`; `nil` while another recogniser
    /// decides.
    final var awaitedDeadline: Duration? { pending == nil || touches.isEmpty ? deadline : nil }

    final func begin(_ touches: [Touch]) {
        settle()
        for touch in touches {
            lastTouch = touch
            guard isEnabled, !state.isFinal, self.touches.count < maximumNumberOfTouches else {
                continue
            }
            self.touches.append(touch)
            touchesBegan([touch])
        }
    }

    func move(_ touches: [Touch]) {
        guard touches.contains(where: isWatched), !state.isFinal else { return }
        touchesMoved(touches)
    }

    final func end(_ touches: [Touch]) {
        guard touches.contains(where: isWatched) else { return }
        if !state.isFinal { touchesEnded(touches) }
        finish(touches)
    }

    /// Forgets a gesture of these touches that waits for other recognisers.
    final func dropPending(_ touches: [Touch]) {
        if touches.contains(where: isWatched) { pending = nil }
    }

    final func cancel(_ touches: [Touch]) {
        guard touches.contains(where: isWatched) else { return }
        fail()
        touchesCancelled(touches)
        finish(touches)
    }

    private final func isWatched(_ touch: Touch) -> Bool { touches.contains { $0 === touch } }

    private final func fail() {
        switch state {
        case .possible: transition(to: .failed)
        case .began, .changed: transition(to: .cancelled)
        case .ended, .cancelled, .failed: break
        }
    }

    private final func finish(_ touches: [Touch]) {
        touches.forEach(ignore)
        guard self.touches.isEmpty else { return }
        if state.isFinal { state = .possible }
        pending?.isOver = true
        reset()
        settleDependents()
        if deadline != nil { view?.window?.awaitDeadline(of: self) }
    }

    /// Called when the recogniser is removed from its view.
    final func detach() {
        stop()
        view = nil
    }

    /// Called when the recogniser is disabled or removed: past touches have no effect any more. To
    /// be overridden together with `isUndecided`.
    open func forgetGesture() {}

    private final func stop() {
        pending = nil
        forgetGesture()
        if !touches.isEmpty {
            fail()
            touches.removeAll()
            state = .possible
            reset()
        }
        settleDependents()
    }
}

/// A type that calls actions with itself as its own type: an action of a `PanGestureRecognizer`
/// gets a `PanGestureRecognizer`. All recognisers conform; see `ActionSender` for controls.
public protocol GestureActionSender: GestureRecognizer {}

extension GestureRecognizer: GestureActionSender {}

extension GestureActionSender {
    /// Calls `action` with the recogniser when the gesture begins, changes, ends and is cancelled.
    @discardableResult
    public func addAction(
        _ action: @escaping (_ sender: Self) -> Void
    ) -> GestureRecognizer.ActionIdentifier {
        GestureRecognizer.ActionIdentifier(
            number: actions.add { [unowned self] _, _ in action(self) })
    }

    /// Calls `action` on `target`, which is not retained, when the gesture begins, changes, ends
    /// and is cancelled. The argument is the recogniser.
    @discardableResult
    public func addTarget<Target: AnyObject>(
        _ target: Target, action: @escaping (Target) -> (Self) -> Void
    ) -> GestureRecognizer.ActionIdentifier {
        GestureRecognizer.ActionIdentifier(
            number: actions.add(target: target) { [weak target, unowned self] _, _ in
                if let target { action(target)(self) }
            })
    }
}
