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
    var container: Unmanaged<View>?
    /// The views inside, from back to front.
    public internal(set) var subviews: [View] = []
    /// Whether touches reach this view and those inside.
    public var isUserInteractionEnabled = true
    /// Whether a second finger counts while a first one is down. If not, as at first, the view is
    /// not told of it.
    public var isMultipleTouchEnabled = false
    /// A number to find the view by; 0 at first.
    public var tag = 0

    private var needsLayout = true
    /// The subviews in which something has to be placed.
    var subviewsToLayOut: [View] = []
    /// Whether the superview has this one among them.
    var isListedForLayout = false

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

    func updateLayoutDirection() {
        let direction = specifiedDirection
        if direction != effectiveUserInterfaceLayoutDirection {
            effectiveUserInterfaceLayoutDirection = direction
            layoutDirectionDidChange()
        }
        for view in subviews { view.updateLayoutDirection() }
    }

    // MARK: Looks

    /// What the view draws with and hands down; `nil` while nobody above has said anything.
    var looks: Looks?
    /// What of `looks` was set here.
    var ownLooks: Looks.Parts = []

    /// `theme` is another. Draws the view anew, unless overridden.
    open func themeDidChange() { if drawsContents { setNeedsDisplay() } }

    /// `tintColor` is another. Draws the view anew, unless overridden.
    open func tintColorDidChange() { if drawsContents { setNeedsDisplay() } }

    /// `defaultFont`, or a control's `font`, is another. Lays out and draws the view anew, unless
    /// overridden.
    open func fontDidChange() {
        setNeedsLayout()
        if drawsContents { setNeedsDisplay() }
    }

    // MARK: The tree

    /// The view was put into another view, or taken out of one. Does nothing, unless overridden.
    open func didMoveToSuperview() {}

    /// The view came into a window, or out of one. Does nothing, unless overridden.
    open func didMoveToWindow(_ window: Window?) {}

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

    func markSuperviews() {
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
