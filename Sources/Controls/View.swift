public import Drawing
public import Layers

/// A rectangle that draws itself, contains other views and handles touches. The names are UIKit's.
///
/// A view owns a layer. Override `draw(in:)` to draw contents and `layoutSubviews()` to place
/// subviews. Neither runs at once: setters only mark the work, and the window does it before the
/// next frame. A view that is resized is laid out and redrawn.
///
/// A change shows in the next frame. It is animated only inside
/// `animate(withDuration:animations:completion:)`.
///
/// Members that no subclass overrides are final, here and in controls with subclasses: every class
/// has a table in memory of all other members, and so has each subclass.
open class View: Responder, LayerDelegate {
    /// The layer of the view. It may have sublayers that belong to the view itself.
    public final let layer = Layer()
    /// The view that contains this one.
    public final var superview: View? { container?.takeUnretainedValue() }
    /// The superview, which clears this reference before it is deallocated.
    final var container: Unmanaged<View>?
    /// The window at the top. Each view stores it, because every change needs it. The window clears
    /// this before it is deallocated.
    final var knownWindow: Unmanaged<Window>?
    /// The subviews, from back to front.
    public internal(set) final var subviews: [View] = []
    /// Whether touches reach this view and its subviews.
    public final var isUserInteractionEnabled = true
    /// Whether the view receives a second finger while a first one is down; off by default.
    public final var isMultipleTouchEnabled = false
    /// A number to find the view by; 0 at first.
    public final var tag = 0

    private final var needsLayout = true
    /// The subviews with pending layout.
    final var subviewsToLayOut: [View] = []
    /// Whether the superview lists this view for layout.
    final var isListedForLayout = false

    /// A view with this frame in its superview.
    public init(frame: Rect) {
        super.init()
        layer.frame = frame
    }

    deinit {
        for view in subviews {
            view.container = nil
            view.join(nil)
        }
    }

    /// Whether the subviews and sublayers are clipped to the bounds; off by default.
    public final var clipsToBounds: Bool {
        get { layer.masksToBounds }
        set { layer.masksToBounds = newValue }
    }

    /// Whether `draw(in:)` draws anything; `false` by default, as a view made of layers needs no
    /// bitmap of its own. A subclass that overrides `draw(in:)` must override this too.
    open var drawsContents: Bool { false }

    /// Draws the view, in pixels, with its bounds' origin at the top left. It must not change any
    /// state. It is only called if `drawsContents` is `true`.
    open func draw(in context: Context) {}

    /// Draws the view's own layer with `draw(in:)`.
    open func draw(_ layer: Layer, in context: Context) {
        draw(in: context)
    }

    // MARK: Geometry

    /// The rectangle of the view in its superview, in pixels, before its transform.
    public final var frame: Rect {
        get { layer.frame }
        set {
            guard newValue != layer.frame else { return }
            let old = bounds.size
            layer.frame = newValue
            resized(from: old)
        }
    }

    /// The view's own coordinates. Moving the origin, the top left corner, moves the subviews. The
    /// size is the frame's; changing it keeps the centre in place.
    public final var bounds: Rect {
        get { layer.bounds }
        set {
            guard newValue != layer.bounds else { return }
            let old = bounds.size
            layer.bounds = newValue
            resized(from: old)
        }
    }

    /// The middle of the frame, in the superview.
    public final var center: Point {
        get { frame.center }
        set { frame = Rect(center: newValue, size: bounds.size) }
    }

    /// The transform of the view and its subviews about its centre.
    public final var transform: AffineTransform {
        get { layer.transform }
        set { layer.transform = newValue }
    }

    /// The parts of the frame that change when the superview is resized; none by default.
    public final var autoresizingMask: AutoresizingMask = []

    /// Whether resizing the view resizes the subviews by their masks; on by default.
    public final var autoresizesSubviews = true

    private final func resized(from old: Size) {
        guard bounds.size != old else { return }
        setNeedsLayout()
        sizeChanged()
        guard autoresizesSubviews else { return }
        for view in subviews where !view.autoresizingMask.isEmpty {
            view.frame = view.autoresizingMask.frame(view.frame, from: old, to: bounds.size)
        }
    }

    /// Called when the view's size changed, before its layout.
    func sizeChanged() {}

    /// The size that suits the contents, whatever the view's own size. A side that the contents do
    /// not determine is `noIntrinsicMetric`.
    open var intrinsicContentSize: Size {
        Size(width: View.noIntrinsicMetric, height: View.noIntrinsicMetric)
    }

    /// The size that suits the view best if `size` is available. By default, ignores `size`: the
    /// intrinsic one, or else the view's own.
    open func sizeThatFits(_ size: Size) -> Size {
        let intrinsic = intrinsicContentSize
        return Size(
            width: intrinsic.width < 0 ? bounds.width : intrinsic.width,
            height: intrinsic.height < 0 ? bounds.height : intrinsic.height)
    }

    /// Whether the view and its subviews are hidden. A hidden view cannot be touched, and its
    /// layout waits until it is shown. Hiding it cancels the touches on it and closes its popovers.
    public final var isHidden: Bool {
        get { layer.isHidden }
        set {
            guard newValue != layer.isHidden else { return }
            layer.isHidden = newValue
            if !newValue, isLayoutPending { markSuperviews() }
            guard newValue, let window else { return }
            window.cancelTouches(in: self, reason: .page)
            window.dismissPopovers(of: self)
        }
    }

    /// Whether neither the view nor one around it is hidden.
    package final var isInSight: Bool {
        var view: View? = self
        while let current = view {
            if current.isHidden { return false }
            view = current.superview
        }
        return true
    }

    /// The opacity, from 0 (invisible) to 1 (opaque).
    public final var alpha: Double {
        get { layer.opacity }
        set { layer.opacity = newValue }
    }

    /// The colour behind the contents; `nil` for none.
    public final var backgroundColor: Color? {
        get { layer.backgroundColor }
        set { layer.backgroundColor = newValue }
    }

    // MARK: Direction

    /// Whether a right-to-left layout mirrors the view.
    public final var semanticContentAttribute = SemanticContentAttribute.unspecified {
        didSet { if semanticContentAttribute != oldValue { updateLayoutDirection() } }
    }

    /// The direction that `semanticContentAttribute` determines, or that a superview hands down.
    public internal(set) final var effectiveUserInterfaceLayoutDirection =
        UserInterfaceLayoutDirection.leftToRight

    /// Called when the leading edge changed sides. By default, lays out and redraws the view.
    open func layoutDirectionDidChange() {
        setNeedsLayout()
        if drawsContents { setNeedsDisplay() }
    }

    // MARK: Appearance

    /// The appearance of the view and its subviews; `nil` while no view above has set any.
    final var inheritedAppearance: InheritedAppearance?
    /// The parts of the appearance that were set on this view.
    final var ownAppearance: InheritedAppearance.Parts = []

    /// Called when `theme` changed. By default, redraws the view.
    open func themeDidChange() { if drawsContents { setNeedsDisplay() } }

    /// Called when `tintColor` changed. By default, redraws the view.
    open func tintColorDidChange() { if drawsContents { setNeedsDisplay() } }

    /// Called when `defaultFont`, or a control's `font`, changed. By default, lays out and redraws
    /// the view.
    open func fontDidChange() {
        setNeedsLayout()
        if drawsContents { setNeedsDisplay() }
    }

    // MARK: The tree

    /// Called when the view was added to or removed from a superview. Does nothing by default.
    open func didMoveToSuperview() {}

    /// Called when the view entered or left a window. Does nothing by default.
    open func didMoveToWindow(_ window: Window?) {}

    // MARK: Gestures

    /// The recognisers that watch the touches on this view and its subviews.
    public private(set) final var gestureRecognizers: [GestureRecognizer] = []

    /// Whether a gesture that was just recognised may begin; `true` by default. It is asked of the
    /// view of the recogniser, and of each one inside it that contains the touched view. A gesture
    /// that may not begin fails.
    open func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool { true }

    /// Makes `recognizer` watch touches that land from now on, here and on no other view.
    public final func addGestureRecognizer(_ recognizer: GestureRecognizer) {
        recognizer.view?.removeGestureRecognizer(recognizer)
        recognizer.view = self
        gestureRecognizers.append(recognizer)
    }

    /// Removes `recognizer` from the view. A gesture that has begun is cancelled.
    public final func removeGestureRecognizer(_ recognizer: GestureRecognizer) {
        guard recognizer.view === self else { return }
        recognizer.detach()
        gestureRecognizers.removeAll { $0 === recognizer }
    }

    // MARK: The screen

    /// The pixels per millimetre of the screen; those of 96 dpi if the size is unknown.
    public var pixelsPerMillimetre: Double {
        knownWindow?._withUnsafeGuaranteedRef(\.pixelsPerMillimetre)
            ?? Window.defaultPixelsPerMillimetre
    }

    /// Called when the density of the screen changed: parts with a size in millimetres change.
    func densityDidChange() {
        setNeedsLayout()
        for view in subviews { view.densityDidChange() }
    }

    /// The texts that the view shows at present, apart from the numbers of scales.
    package var shownTexts: [ShownText] { [] }

    /// The radius of a finger, in pixels: 4.5 mm.
    public final var fingerRadius: Double { 4.5 * pixelsPerMillimetre }

    // MARK: Drawing and layout

    /// Redraws the view in the next frame.
    public final func setNeedsDisplay() {
        if drawsContents { layer.delegate = self }
        layer.setNeedsDisplay()
    }

    /// Lays out the subviews before the next frame.
    public final func setNeedsLayout() {
        guard !needsLayout else { return }
        needsLayout = true
        markSuperviews()
    }

    final func markSuperviews() {
        guard !isListedForLayout, !isHidden, let container else { return }
        isListedForLayout = true
        container._withUnsafeGuaranteedRef { superview in
            superview.subviewsToLayOut.append(self)
            superview.markSuperviews()
        }
    }

    /// Whether `layoutIfNeeded()` would do anything.
    var isLayoutPending: Bool { needsLayout || !subviewsToLayOut.isEmpty }

    /// Places the subviews. Subclasses override it; only `layoutIfNeeded()` calls it.
    open func layoutSubviews() {}

    /// Lays out this view and its subviews, as far as they are marked. The views in a hidden
    /// subview stay marked.
    public func layoutIfNeeded() {
        if needsLayout {
            needsLayout = false
            if drawsContents, layer.delegate == nil { layer.delegate = self }
            layoutSubviews()
        }
        // Twice, because the layout of one view may mark another. The loop ends even if two views
        // mark each other.
        for _ in 0..<2 where !subviewsToLayOut.isEmpty {
            var views = subviewsToLayOut
            subviewsToLayOut = []
            for view in views where view.superview === self {
                view.isListedForLayout = false
                if !view.isHidden { view.layoutIfNeeded() }
            }
            // The next frame uses the memory again.
            if subviewsToLayOut.isEmpty {
                views.removeAll(keepingCapacity: true)
                subviewsToLayOut = views
            }
        }
    }

    // MARK: Time

    /// When `deadlinePassed(at:)` is to be called, on the monotonic clock; `nil` (the default) for
    /// never. It applies while the view is in a window, waits while the view is hidden, and becomes
    /// `nil` once it has passed.
    public var deadline: Duration? {
        didSet { if deadline != nil { window?.awaitDeadline(of: self) } }
    }

    /// Whether the deadline waits while the view is hidden.
    var awaitsSight: Bool { true }

    /// Called when the view's deadline has passed. Subclasses override it.
    open func deadlinePassed(at time: Duration) {}

    /// Called when the window's clock was set. Subclasses override it.
    open func clockDidChange() {}

    /// Calls `clockDidChange()` of this view and all views inside.
    final func notifyOfClock() {
        clockDidChange()
        for view in subviews { view.notifyOfClock() }
    }

    // MARK: Touches

    /// The deepest visible view at `point`, in this view's coordinates.
    open func hitTest(_ point: Point) -> View? {
        guard isUserInteractionEnabled, !isHidden, alpha > 0.01, !layer.isFlattened,
            self.point(inside: point)
        else { return nil }
        for view in subviews.reversed() {
            if let hit = view.hitTest(view.convertFromSuperview(point)) { return hit }
        }
        return self
    }

    /// Whether `point`, in this view's coordinates, counts as on the view.
    open func point(inside point: Point) -> Bool { bounds.contains(point) }

    /// The superview. It receives the touches that the view does not handle.
    open override var next: Responder? { superview }

    /// Whether the view receives every finger that lands on it, and selects among them itself.
    var seesEveryTouch: Bool { isMultipleTouchEnabled }

    // MARK: Accessibility

    /// Whether assistive technology treats the view as an element; off by default, on for controls.
    open var isAccessibilityElement = false
    /// A short name, such as "Mute"; `nil` for none.
    open var accessibilityLabel: String?
    /// The value in words, such as "-6 dB"; `nil` for none.
    open var accessibilityValue: String?
    /// The effect of using the view; `nil` if the label is enough.
    open var accessibilityHint: String?
    /// The traits of the view.
    open var accessibilityTraits = AccessibilityTraits.none
    /// A name for programs, which is never spoken; `nil` for none.
    open var accessibilityIdentifier: String?
    /// The rectangle in the window, in pixels.
    open var accessibilityFrame: Rect { frameInWindow }

    /// Activates the view without a touch. Returns whether that had an effect; `false` by default.
    open func accessibilityActivate() -> Bool { false }

    /// Increases the value without a touch. Does nothing by default.
    open func accessibilityIncrement() {}

    /// Decreases the value without a touch. Does nothing by default.
    open func accessibilityDecrement() {}
}
