public import Drawing

/// Watches the touches on a view, and tells its targets when they make a gesture. As
/// UIGestureRecognizer.
///
/// A recogniser goes from `possible` to `began`, `changed` … `ended` if its gesture lasts, and
/// straight to `ended` if it is over when it is recognised. Actions are sent on `began`, `changed`,
/// `ended` and `cancelled`, never on `possible` or `failed`. When its touches are over it is
/// `possible` again.
///
/// Subclasses override the `touches…` methods and call `transition(to:)`.
open class GestureRecognizer {
    /// Where a recogniser is. `recognized` is what UIKit calls the end of a gesture without length.
    public enum State: Sendable {
        /// Nothing is recognised yet; the state at first, and when all touches are over.
        case possible
        /// A gesture that lasts has been recognised.
        case began
        /// A gesture that lasts goes on.
        case changed
        /// The gesture is over as it should be.
        case ended
        /// A gesture that lasts was taken away.
        case cancelled
        /// The touches make another gesture, or none.
        case failed

        /// The end of a gesture that does not last: it is recognised when it is over.
        public static let recognized = State.ended

        /// Whether nothing more comes of the touches there are.
        var isFinal: Bool { self == .ended || self == .cancelled || self == .failed }
    }

    /// What removes an action again.
    public struct ActionIdentifier: Hashable, Sendable {
        fileprivate let number: Int
    }

    /// The view whose touches are watched, those inside it included.
    public internal(set) weak var view: View?
    /// Where the recogniser is.
    public private(set) var state = State.possible
    /// Whether touches are watched. Disabling cancels a gesture that has begun.
    public var isEnabled = true {
        didSet { if !isEnabled, oldValue { stop() } }
    }
    /// Whether a recognised gesture takes its touches away from the view; on by default.
    public var cancelsTouchesInView = true
    /// How many fingers make the gesture; a further one is ignored until it lifts. 1 by default,
    /// and at least 1.
    open var maximumNumberOfTouches = 1 {
        didSet { maximumNumberOfTouches = max(maximumNumberOfTouches, 1) }
    }
    /// The touches that are being watched, in the order they landed in.
    public private(set) var touches: [Touch] = []

    private struct Other {
        weak var recognizer: GestureRecognizer?
    }
    /// Those that must fail first.
    private var required: [Other] = []
    /// Those that wait for this one to fail.
    private var dependents: [Other] = []
    /// What waits for others to fail, and whether the touches that made it are over.
    private var pending: (state: State, isOver: Bool)?

    private var actions = ActionList<GestureRecognizer>()

    /// A recogniser that is attached to no view.
    public init() {}

    /// Calls `action` when the gesture begins, changes, ends and is cancelled.
    @discardableResult
    public func addAction(_ action: @escaping () -> Void) -> ActionIdentifier {
        ActionIdentifier(number: actions.add { _ in action() })
    }

    /// Calls `action` with the recogniser when the gesture begins, changes, ends and is cancelled.
    @discardableResult
    public func addAction(
        _ action: @escaping (_ sender: GestureRecognizer) -> Void
    ) -> ActionIdentifier {
        ActionIdentifier(number: actions.add(action))
    }

    /// Calls `action` on `target`, which is not retained, when the gesture begins, changes, ends and
    /// is cancelled.
    @discardableResult
    public func addTarget<Target: AnyObject>(
        _ target: Target, action: @escaping (Target) -> () -> Void
    ) -> ActionIdentifier {
        ActionIdentifier(
            number: actions.add(target: target) { [weak target] _ in
                if let target { action(target)() }
            })
    }

    /// Calls `action` on `target`, which is not retained, with the recogniser when the gesture begins,
    /// changes, ends and is cancelled.
    @discardableResult
    public func addTarget<Target: AnyObject>(
        _ target: Target, action: @escaping (Target) -> (GestureRecognizer) -> Void
    ) -> ActionIdentifier {
        ActionIdentifier(
            number: actions.add(target: target) { [weak target] recognizer in
                if let target { action(target)(recognizer) }
            })
    }

    /// Removes every action on `target`.
    public func removeTarget(_ target: AnyObject) { actions.removeTarget(target) }

    /// Removes one action.
    public func removeAction(_ identifier: ActionIdentifier) { actions.remove(identifier.number) }

    // MARK: One or the other

    /// Lets this gesture be recognised only when `other` has failed: a tap is one when no second tap
    /// has followed. If `other` is recognised, this one has failed.
    ///
    /// Until that is decided the state is `possible`, and the view keeps the touches. `other` is not
    /// retained.
    ///
    /// - Precondition: `other` is another recogniser than this one.
    public final func require(toFail other: GestureRecognizer) {
        precondition(other !== self, "a gesture cannot wait for itself to fail")
        guard !required.contains(where: { $0.recognizer === other }) else { return }
        required.append(Other(recognizer: other))
        other.dependents.append(Other(recognizer: self))
    }

    /// Whether the touches there are, or were of late, may yet make the gesture.
    ///
    /// A subclass that waits for more touches when there are none overrides it, and calls
    /// `settleDependents()` when it waits no more.
    open var isUndecided: Bool { pending != nil || state == .possible && !touches.isEmpty }

    /// Whether any recogniser waits for this one to fail.
    public final var isAwaited: Bool { dependents.contains { $0.recognizer != nil } }

    private var isHeldBack: Bool { required.contains { $0.recognizer?.isUndecided ?? false } }

    /// Lets those that wait for this one to fail go on, unless the gesture may still be made.
    public final func settleDependents() {
        guard !isUndecided else { return }
        for dependent in dependents { dependent.recognizer?.settle() }
    }

    private func failDependents() {
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

    private func performActions() {
        // An action may add and remove others.
        let actions = actions
        actions.perform(self)
    }

    /// Recognises what has waited, if it need not wait any more.
    private func settle() {
        guard let held = pending, !isHeldBack else { return }
        pending = nil
        guard held.isOver else { return transition(to: held.state) }
        // Other touches may be watched by now: to them, nothing has happened.
        let present = state
        state = held.state
        failDependents()
        performActions()
        if state == held.state { state = present }
    }

    /// How many fingers are being watched.
    public final var numberOfTouches: Int { touches.count }

    /// Where the gesture is, in pixels of `view`: the middle of its touches, or of the last one.
    public func location(in view: View?) -> Point {
        let points = touches.map { $0.location(in: view) }
        guard !points.isEmpty else { return lastTouch?.location(in: view) ?? .zero }
        let sum = points.reduce(Point.zero) { $0.offsetBy(dx: $1.x, dy: $1.y) }
        return Point(x: sum.x / Double(points.count), y: sum.y / Double(points.count))
    }

    private var lastTouch: Touch?

    /// How many pixels a millimetre of the glass has.
    var pixelsPerMillimetre: Double {
        view?.pixelsPerMillimetre ?? Window.defaultPixelsPerMillimetre
    }

    // MARK: For subclasses

    /// Fingers that are watched landed.
    open func touchesBegan(_ touches: [Touch]) {}
    /// Fingers that are watched moved.
    open func touchesMoved(_ touches: [Touch]) {}
    /// Fingers that are watched lifted.
    open func touchesEnded(_ touches: [Touch]) {}
    /// Fingers that are watched do not count any more. A gesture that has begun is cancelled, and
    /// one that has not has failed, when this is called.
    open func touchesCancelled(_ touches: [Touch]) {}
    /// Forgets the gesture; to be overridden, and called when all its touches are over.
    open func reset() {}
    /// When `deadlinePassed(at:)` wants to be called, on the monotonic clock; `nil` for never.
    open var deadline: Duration? { nil }
    /// The deadline has come.
    open func deadlinePassed(at time: Duration) {}

    /// Goes to another state and sends the actions for it.
    ///
    /// The state stays `possible` while another recogniser has to fail first.
    ///
    /// - Precondition: `possible` leads to `began`, `ended` and `failed`; `began` and `changed` lead to
    ///   `changed`, `ended` and `cancelled`; nothing else leads anywhere.
    public final func transition(to next: State) {
        let isAllowed =
            switch state {
            case .possible: next == .began || next == .ended || next == .failed
            case .began, .changed: next == .changed || next == .ended || next == .cancelled
            case .ended, .cancelled, .failed: false
            }
        precondition(isAllowed, "a gesture cannot go from \(state) to \(next)")
        let isRecognized = state == .possible && (next == .began || next == .ended)
        if isRecognized, isHeldBack {
            pending = (next, isOver: false)
            return
        }
        if pending?.isOver == false { pending = nil }
        state = next
        if isRecognized { failDependents() }
        if isRecognized, cancelsTouchesInView { for touch in touches { touch.leaveView() } }
        guard next != .failed else { return settleDependents() }
        performActions()
    }

    /// Lets a touch be: it is not watched until it lifts.
    public final func ignore(_ touch: Touch) {
        touches.removeAll { $0 === touch }
    }

    // MARK: From the window

    /// When time decides anything; `nil` while another recogniser does.
    final var awaitedDeadline: Duration? { pending == nil || touches.isEmpty ? deadline : nil }

    func begin(_ touches: [Touch]) {
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

    func end(_ touches: [Touch]) {
        guard touches.contains(where: isWatched) else { return }
        if !state.isFinal { touchesEnded(touches) }
        finish(touches)
    }

    func cancel(_ touches: [Touch]) {
        guard touches.contains(where: isWatched) else { return }
        fail()
        touchesCancelled(touches)
        finish(touches)
    }

    private func isWatched(_ touch: Touch) -> Bool { touches.contains { $0 === touch } }

    private func fail() {
        switch state {
        case .possible: transition(to: .failed)
        case .began, .changed: transition(to: .cancelled)
        case .ended, .cancelled, .failed: break
        }
    }

    private func finish(_ touches: [Touch]) {
        touches.forEach(ignore)
        guard self.touches.isEmpty else { return }
        if state.isFinal { state = .possible }
        pending?.isOver = true
        reset()
        settleDependents()
        if deadline != nil { view?.window?.awaitDeadline(of: self) }
    }

    /// Is attached to no view any more.
    func detach() {
        stop()
        view = nil
    }

    /// Nothing comes any more of touches that are over: the recogniser was disabled, or taken off its
    /// view. To be overridden with `isUndecided`.
    open func forgetGesture() {}

    private func stop() {
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
