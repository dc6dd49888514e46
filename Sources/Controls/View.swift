public import Drawing
public import Layers

/// A rectangle that draws itself, holds other views and may be touched. The names are UIKit's.
///
/// A view owns a layer. Overriding `draw(in:)` gives it contents; `layoutSubviews()` places what is
/// inside. Neither is called at once: a property only marks what has to be done, and the window
/// does it before the next frame.
open class View: LayerDelegate {
    /// What shows the view; its sublayers may be the view's own.
    public let layer = Layer()
    /// The view this one is in.
    public private(set) weak var superview: View?
    /// The views inside, from back to front.
    public private(set) var subviews: [View] = []
    /// Whether touches reach this view and those inside.
    public var isUserInteractionEnabled = true
    /// Whether a second finger counts while a first one is down.
    public var isMultipleTouchEnabled = false

    private var needsLayout = true
    private var descendantNeedsLayout = false

    /// A view that takes up `frame` in its superview.
    public init(frame: Rect) {
        layer.frame = frame
    }

    /// Whether `draw(in:)` draws anything. A view that is made of layers needs no bitmap of its own.
    open var drawsContents: Bool { false }

    /// Draws the view, in pixels, with its bounds' origin at the top left. It changes no state.
    open func draw(in context: Context) {}

    /// Draws the view's own layer by `draw(in:)`.
    open func draw(_ layer: Layer, in context: Context) {
        draw(in: context)
    }

    // MARK: Geometry

    /// The rectangle the view takes up in its superview, in pixels.
    public var frame: Rect {
        get { layer.frame }
        set {
            guard newValue != layer.frame else { return }
            let isResized = newValue.size != layer.frame.size
            layer.frame = newValue
            if isResized { setNeedsLayout() }
        }
    }

    /// The view's own space: the origin is its top left.
    public var bounds: Rect { layer.bounds }

    /// Whether the view and those inside are left out; a hidden view cannot be touched, and hiding
    /// it cancels the touches on it.
    public var isHidden: Bool {
        get { layer.isHidden }
        set {
            guard newValue != layer.isHidden else { return }
            layer.isHidden = newValue
            if newValue { window?.cancelTouches(in: self, reason: .page) }
        }
    }

    /// 0 (invisible) to 1 (opaque).
    public var alpha: Double {
        get { layer.opacity }
        set { layer.opacity = newValue }
    }

    /// The colour behind the contents; `nil` for none.
    public var backgroundColor: Color? {
        get { layer.backgroundColor }
        set { layer.backgroundColor = newValue }
    }

    /// A point of the window, in this view's space.
    func convertFromWindow(_ point: Point) -> Point {
        var point = point
        var view: View? = self
        while let current = view, let superview = current.superview {
            let frame = current.frame
            point = point.offsetBy(dx: -frame.minX, dy: -frame.minY)
            view = superview
        }
        return point
    }

    /// The rectangle the view takes up in the window, in pixels.
    package var frameInWindow: Rect {
        let origin = convertFromWindow(.zero)
        return Rect(origin: Point(x: -origin.x, y: -origin.y), size: bounds.size)
    }

    // MARK: The tree

    /// Puts `view` in front of the others, taking it out of the view it was in.
    ///
    /// `view` is neither this view nor one that this view is in.
    public func addSubview(_ view: View) {
        precondition(!isDescendant(of: view), "a view cannot be inside itself")
        view.removeFromSuperview()
        view.superview = self
        subviews.append(view)
        layer.addSublayer(view.layer)
        if view.needsLayout || view.descendantNeedsLayout { view.markSuperviews() }
    }

    /// Takes the view out of its superview. A touch on it is cancelled.
    public func removeFromSuperview() {
        guard let superview else { return }
        window?.cancelTouches(in: self, reason: .page)
        superview.subviews.removeAll { $0 === self }
        self.superview = nil
        layer.removeFromSuperlayer()
    }

    /// The window at the top of the tree, if the view is in one.
    public var window: Window? {
        var view = self
        while let superview = view.superview { view = superview }
        return view as? Window
    }

    /// Whether the view is `other` or inside it.
    public func isDescendant(of other: View) -> Bool {
        var view: View? = self
        while let current = view {
            if current === other { return true }
            view = current.superview
        }
        return false
    }

    // MARK: Gestures

    /// What watches the touches on this view and those inside it.
    public private(set) var gestureRecognizers: [GestureRecognizer] = []

    /// Lets `recognizer` watch the touches that land from now on, here and on no other view.
    public func addGestureRecognizer(_ recognizer: GestureRecognizer) {
        recognizer.view?.removeGestureRecognizer(recognizer)
        recognizer.view = self
        gestureRecognizers.append(recognizer)
    }

    /// Takes `recognizer` off the view; a gesture that has begun is cancelled.
    public func removeGestureRecognizer(_ recognizer: GestureRecognizer) {
        guard recognizer.view === self else { return }
        recognizer.detach()
        gestureRecognizers.removeAll { $0 === recognizer }
    }

    // MARK: Drawing and layout

    /// Draws the view anew in the next frame.
    public func setNeedsDisplay() {
        if drawsContents { layer.delegate = self }
        layer.setNeedsDisplay()
    }

    /// Places the subviews anew before the next frame.
    public func setNeedsLayout() {
        guard !needsLayout else { return }
        needsLayout = true
        markSuperviews()
    }

    private func markSuperviews() {
        var view = superview
        while let current = view, !current.descendantNeedsLayout {
            current.descendantNeedsLayout = true
            view = current.superview
        }
    }

    /// Whether `layoutIfNeeded()` would do anything.
    var isLayoutPending: Bool { needsLayout || descendantNeedsLayout }

    /// Places what is inside the view. To be overridden, and called by `layoutIfNeeded()` alone.
    open func layoutSubviews() {}

    /// Places whatever was marked in this view and below it.
    public func layoutIfNeeded() {
        if needsLayout {
            needsLayout = false
            if drawsContents, layer.delegate == nil { layer.delegate = self }
            layoutSubviews()
        }
        guard descendantNeedsLayout else { return }
        descendantNeedsLayout = false
        for view in subviews { view.layoutIfNeeded() }
    }

    // MARK: Time

    /// When the view wants `deadlinePassed(at:)` called, on the monotonic clock; `nil` (the default)
    /// for never. It counts while the view is in a window, and is over once it has passed.
    public var deadline: Duration? {
        didSet { if deadline != nil { window?.awaitDeadline(of: self) } }
    }

    /// The view's deadline has passed. To be overridden.
    open func deadlinePassed(at time: Duration) {}

    // MARK: Touches

    /// The deepest visible view that `point`, in this view's space, falls on.
    open func hitTest(_ point: Point) -> View? {
        guard isUserInteractionEnabled, !isHidden, alpha > 0.01, self.point(inside: point) else {
            return nil
        }
        for view in subviews.reversed() {
            let frame = view.frame
            if let hit = view.hitTest(point.offsetBy(dx: -frame.minX, dy: -frame.minY)) {
                return hit
            }
        }
        return self
    }

    /// Whether `point`, in this view's space, counts as on the view.
    open func point(inside point: Point) -> Bool { bounds.contains(point) }

    /// Fingers landed on the view. An unhandled touch goes to the superview.
    open func touchesBegan(_ touches: [Touch]) { superview?.touchesBegan(touches) }

    /// Fingers that landed on the view moved, wherever they are now.
    open func touchesMoved(_ touches: [Touch]) { superview?.touchesMoved(touches) }

    /// Fingers that landed on the view lifted.
    open func touchesEnded(_ touches: [Touch]) { superview?.touchesEnded(touches) }

    /// Fingers that landed on the view do not count any more.
    open func touchesCancelled(_ touches: [Touch]) { superview?.touchesCancelled(touches) }
}
