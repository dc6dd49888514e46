public import Drawing
public import Layers

/// A rectangle that draws itself, holds other views and may be touched. The names are UIKit's.
///
/// A view owns a layer. Overriding `draw(in:)` gives it contents; `layoutSubviews()` places what is
/// inside. Neither is called at once: a property only marks what has to be done, and the window
/// does it before the next frame. A view that is resized is laid out and drawn anew.
///
/// What is set is seen with the next frame, and animated only inside of
/// `animate(withDuration:animations:completion:)`.
open class View: Responder, LayerDelegate {
    /// What shows the view; its sublayers may be the view's own.
    public let layer = Layer()
    /// The view this one is in.
    public var superview: View? { container?.takeUnretainedValue() }
    /// The superview, which takes this back before it goes.
    private var container: Unmanaged<View>?
    /// The views inside, from back to front.
    public private(set) var subviews: [View] = []
    /// Whether touches reach this view and those inside.
    public var isUserInteractionEnabled = true
    /// Whether a second finger counts while a first one is down. If not, as at first, the view is
    /// not told of it.
    public var isMultipleTouchEnabled = false
    /// A number to find the view by; 0 at first.
    public var tag = 0

    private var needsLayout = true
    /// The subviews in which something has to be placed.
    private var subviewsToLayOut: [View] = []
    /// Whether the superview has this one among them.
    private var isListedForLayout = false

    /// A view that takes up `frame` in its superview.
    public init(frame: Rect) {
        super.init()
        layer.frame = frame
    }

    deinit {
        for view in subviews { view.container = nil }
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

    /// The rectangle the view takes up in its superview, in pixels, before its transform.
    public var frame: Rect {
        get { layer.frame }
        set {
            guard newValue != layer.frame else { return }
            let old = bounds.size
            layer.frame = newValue
            resized(from: old)
        }
    }

    /// The view's own space. Its origin is the top left, and moving it moves the subviews; its size
    /// is that of the frame, and changing it leaves the centre where it is.
    public var bounds: Rect {
        get { layer.bounds }
        set {
            guard newValue != layer.bounds else { return }
            let old = bounds.size
            layer.bounds = newValue
            resized(from: old)
        }
    }

    /// The middle of the frame, in the superview.
    public var center: Point {
        get { frame.center }
        set { frame = Rect(center: newValue, size: bounds.size) }
    }

    /// Turns or scales the view and those inside about its centre.
    public var transform: AffineTransform {
        get { layer.transform }
        set { layer.transform = newValue }
    }

    /// What of the frame gives way when the superview is resized; nothing by default.
    public var autoresizingMask: AutoresizingMask = []

    /// Whether resizing the view resizes the subviews as their masks say, as it does by default.
    public var autoresizesSubviews = true

    private func resized(from old: Size) {
        guard bounds.size != old else { return }
        setNeedsLayout()
        sizeChanged()
        guard autoresizesSubviews else { return }
        for view in subviews where !view.autoresizingMask.isEmpty {
            view.frame = view.autoresizingMask.frame(view.frame, from: old, to: bounds.size)
        }
    }

    /// The view has another size, and is not laid out yet.
    func sizeChanged() {}

    /// The size that suits the contents, whatever the view's own; a side that nothing asks for is
    /// `noIntrinsicMetric`.
    open var intrinsicContentSize: Size {
        Size(width: View.noIntrinsicMetric, height: View.noIntrinsicMetric)
    }

    /// The size that suits the view best where there is room for `size`: the intrinsic one, and
    /// where there is none, the view's own.
    open func sizeThatFits(_ size: Size) -> Size {
        let intrinsic = intrinsicContentSize
        return Size(
            width: intrinsic.width < 0 ? bounds.width : intrinsic.width,
            height: intrinsic.height < 0 ? bounds.height : intrinsic.height)
    }

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

    // MARK: Direction

    /// Whether the view is turned round where one reads from right to left.
    public var semanticContentAttribute = SemanticContentAttribute.unspecified {
        didSet { if semanticContentAttribute != oldValue { updateLayoutDirection() } }
    }

    /// Where the leading end is: as `semanticContentAttribute` says, or that of a view above.
    public private(set) var effectiveUserInterfaceLayoutDirection =
        UserInterfaceLayoutDirection.leftToRight

    /// Whether the leading end is at the right; off, if nothing else is said here or above.
    ///
    /// It is what `effectiveUserInterfaceLayoutDirection` says. Setting it decides for this view and
    /// those inside, whatever is said above: as `forceRightToLeft` and `forceLeftToRight` do.
    public var isRightToLeft: Bool {
        get { effectiveUserInterfaceLayoutDirection == .rightToLeft }
        set { semanticContentAttribute = newValue ? .forceRightToLeft : .forceLeftToRight }
    }

    /// The leading end is on the other side. Lays out and draws the view anew, unless overridden.
    open func layoutDirectionDidChange() {
        setNeedsLayout()
        if drawsContents { setNeedsDisplay() }
    }

    private var specifiedDirection: UserInterfaceLayoutDirection {
        switch semanticContentAttribute {
        case .unspecified: superview?.inheritedDirection ?? .leftToRight
        case .playback, .spatial, .forceLeftToRight: .leftToRight
        case .forceRightToLeft: .rightToLeft
        }
    }

    /// The direction of views inside that say nothing.
    private var inheritedDirection: UserInterfaceLayoutDirection {
        switch semanticContentAttribute {
        // What does not turn round itself says nothing of the text inside.
        case .unspecified, .playback, .spatial: superview?.inheritedDirection ?? .leftToRight
        case .forceLeftToRight: .leftToRight
        case .forceRightToLeft: .rightToLeft
        }
    }

    private func updateLayoutDirection() {
        let direction = specifiedDirection
        if direction != effectiveUserInterfaceLayoutDirection {
            effectiveUserInterfaceLayoutDirection = direction
            layoutDirectionDidChange()
        }
        for view in subviews { view.updateLayoutDirection() }
    }

    // MARK: The tree

    /// Puts `view` in front of the others, taking it out of the view it was in.
    ///
    /// - Precondition: `view` is neither this view nor one that this view is in.
    public func addSubview(_ view: View) {
        insertSubview(view, at: subviews.count)
        layer.addSublayer(view.layer)
    }

    /// Puts `view` where it has `index` among the subviews, 0 being the backmost, taking it out of
    /// the view it was in. An index beyond the ends is taken for the end. Touches on a view that
    /// stays in its window go on.
    ///
    /// - Precondition: `view` is neither this view nor one that this view is in.
    public func insertSubview(_ view: View, at index: Int) {
        precondition(!isDescendant(of: view), "a view cannot be inside itself")
        let isNew = view.superview !== self
        let staysInWindow = window.map { $0 === view.window } ?? false
        if isNew {
            view.leaveSuperview(forGood: !staysInWindow)
        } else {
            subviews.removeAll { $0 === view }
        }
        let index = index.clamped(from: 0, to: subviews.count)
        // Layers of this view's own stay where they are among the subviews'.
        if index < subviews.count {
            layer.insertSublayer(view.layer, below: subviews[index].layer)
        } else if let front = subviews.last {
            layer.insertSublayer(view.layer, above: front.layer)
        } else if isNew {
            layer.addSublayer(view.layer)
        }
        subviews.insert(view, at: index)
        guard isNew else { return }
        view.container = Unmanaged.passUnretained(self)
        if view.isLayoutPending { view.markSuperviews() }
        view.updateLayoutDirection()
        view.didMoveToSuperview()
        if let window, !staysInWindow { view.tellMoved(to: window) }
    }

    /// Puts `view` just behind `sibling`, a subview.
    ///
    /// - Precondition: `sibling` is a subview of this view, and not `view` itself.
    public func insertSubview(_ view: View, belowSubview sibling: View) {
        insertSubview(view, at: index(beside: sibling, for: view))
    }

    /// Puts `view` just in front of `sibling`, a subview.
    ///
    /// - Precondition: `sibling` is a subview of this view, and not `view` itself.
    public func insertSubview(_ view: View, aboveSubview sibling: View) {
        insertSubview(view, at: index(beside: sibling, for: view) + 1)
    }

    private func index(beside sibling: View, for view: View) -> Int {
        let others = subviews.filter { $0 !== view }
        guard let index = others.firstIndex(where: { $0 === sibling }) else {
            preconditionFailure("the sibling is no subview")
        }
        return index
    }

    /// Puts a subview in front of the others.
    public func bringSubviewToFront(_ view: View) {
        if view.superview === self { insertSubview(view, at: subviews.count) }
    }

    /// Puts a subview behind the others.
    public func sendSubviewToBack(_ view: View) {
        if view.superview === self { insertSubview(view, at: 0) }
    }

    /// Takes the view out of its superview. A touch on it is cancelled.
    public func removeFromSuperview() {
        leaveSuperview(forGood: true)
    }

    private func leaveSuperview(forGood isForGood: Bool) {
        guard let superview else { return }
        let window = self.window
        if isForGood { window?.cancelTouches(in: self, reason: .page) }
        superview.subviews.removeAll { $0 === self }
        superview.subviewsToLayOut.removeAll { $0 === self }
        isListedForLayout = false
        container = nil
        layer.removeFromSuperlayer()
        guard isForGood else { return }
        updateLayoutDirection()
        didMoveToSuperview()
        if window != nil { tellMoved(to: nil) }
    }

    /// The view was put into another view, or taken out of one. Does nothing, unless overridden.
    open func didMoveToSuperview() {}

    /// The view came into a window, or out of one. Does nothing, unless overridden.
    open func didMoveToWindow(_ window: Window?) {}

    private func tellMoved(to window: Window?) {
        didMoveToWindow(window)
        for view in subviews { view.tellMoved(to: window) }
    }

    /// This view or the first one inside with a tag.
    public func viewWithTag(_ tag: Int) -> View? {
        if self.tag == tag { return self }
        for view in subviews {
            if let found = view.viewWithTag(tag) { return found }
        }
        return nil
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

    // MARK: The glass

    /// How many pixels a millimetre of the glass has; 96 dpi where that is not known.
    public var pixelsPerMillimetre: Double {
        window?.pixelsPerMillimetre ?? Window.defaultPixelsPerMillimetre
    }

    /// How far the middle of a finger may be from what it is on, in pixels: 4.5 mm.
    public var fingerRadius: Double { 4.5 * pixelsPerMillimetre }

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
        var view = self
        while !view.isListedForLayout, let superview = view.superview {
            view.isListedForLayout = true
            superview.subviewsToLayOut.append(view)
            view = superview
        }
    }

    /// Whether `layoutIfNeeded()` would do anything.
    var isLayoutPending: Bool { needsLayout || !subviewsToLayOut.isEmpty }

    /// Places what is inside the view. To be overridden, and called by `layoutIfNeeded()` alone.
    open func layoutSubviews() {}

    /// Places whatever was marked in this view and below it.
    public func layoutIfNeeded() {
        if needsLayout {
            needsLayout = false
            if drawsContents, layer.delegate == nil { layer.delegate = self }
            layoutSubviews()
        }
        // Twice, as one may mark another; but two that mark one another come to an end.
        for _ in 0..<2 where !subviewsToLayOut.isEmpty {
            let views = subviewsToLayOut
            subviewsToLayOut = []
            for view in views where view.superview === self {
                view.isListedForLayout = false
                view.layoutIfNeeded()
            }
        }
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
            if let hit = view.hitTest(view.convertFromSuperview(point)) { return hit }
        }
        return self
    }

    /// Whether `point`, in this view's space, counts as on the view.
    open func point(inside point: Point) -> Bool { bounds.contains(point) }

    /// The superview: it is told of the touches that the view does not handle.
    open override var next: Responder? { superview }

    /// Whether the view is told of every finger that lands on it, and sorts them out itself.
    var seesEveryTouch: Bool { isMultipleTouchEnabled }

    // MARK: Accessibility

    /// Whether the view is a thing of its own for those who cannot see it; off by default, on for
    /// controls.
    open var isAccessibilityElement = false
    /// A short name, such as "Mute"; `nil` for none.
    open var accessibilityLabel: String?
    /// What it is set to, as one would say it, such as "-6 dB"; `nil` for nothing.
    open var accessibilityValue: String?
    /// What happens when it is used; `nil` where the label says enough.
    open var accessibilityHint: String?
    /// How it behaves.
    open var accessibilityTraits = AccessibilityTraits.none
    /// A name for programs, never spoken; `nil` for none.
    open var accessibilityIdentifier: String?
    /// Where it is in the window, in pixels.
    open var accessibilityFrame: Rect { frameInWindow }

    /// Somebody who cannot touch it presses it. `false`, the default, if that means nothing.
    open func accessibilityActivate() -> Bool { false }

    /// Somebody who cannot touch it wants more. Does nothing, unless overridden.
    open func accessibilityIncrement() {}

    /// Somebody who cannot touch it wants less. Does nothing, unless overridden.
    open func accessibilityDecrement() {}
}
