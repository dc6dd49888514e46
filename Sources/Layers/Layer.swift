public import Drawing

/// A rectangle in a tree, drawn once and composited often; it knows which of its pixels changed.
///
/// The names are Core Animation's. A layer's `position` is where the centre of its `bounds` lies in
/// its superlayer; `frame` is the rectangle that follows from both. Coordinates are pixels, y grows
/// downwards.
///
/// Setting a property draws nothing: the layer remembers what it damaged, and `collect(into:at:)`
/// asks the whole tree once a frame. Setting a property to the value it has damages nothing.
open class Layer {
    /// Draws the contents; see ``LayerDelegate``.
    public weak var delegate: (any LayerDelegate)? {
        didSet { setNeedsDisplay() }
    }
    /// The superlayer, which owns this layer.
    public private(set) weak var superlayer: Layer?
    /// The layers drawn above this one, from back to front.
    public private(set) var sublayers: [Layer] = []

    /// The space the contents are drawn in, in pixels.
    public var bounds: Rect = .zero {
        didSet {
            if bounds.size != oldValue.size { setNeedsDisplay() }
            if bounds != oldValue { invalidate(.placement) }
        }
    }
    /// The centre of `bounds`, in the superlayer's space.
    public var position: Point = .zero {
        didSet { if position != oldValue { invalidate(.placement) } }
    }
    /// Turns or scales the layer and its sublayers about `position`.
    public var transform: AffineTransform = .identity {
        didSet { if transform != oldValue { invalidate(.placement) } }
    }
    /// 0 (invisible) to 1 (opaque); it applies to the sublayers too.
    public var opacity: Double = 1 {
        didSet {
            opacity = opacity.isNaN ? oldValue : min(max(opacity, 0), 1)
            if opacity != oldValue { invalidate(.placement) }
        }
    }
    /// Whether the layer and its sublayers are left out.
    public var isHidden = false {
        didSet { if isHidden != oldValue { invalidate(.placement) } }
    }
    /// Fills the bounds below the contents; `nil` for nothing.
    public var backgroundColor: Color? {
        didSet { if backgroundColor != oldValue { setNeedsDisplay() } }
    }
    /// The radius of the background's corners, in pixels.
    public var cornerRadius: Double = 0 {
        didSet { if cornerRadius != oldValue { setNeedsDisplay() } }
    }

    private var pending: Pending = []
    /// What of the contents must be drawn anew, in the layer's own space.
    private var damagedContents: Rect = .zero
    /// The pixels this layer covers in the picture as last collected.
    private var shown: PixelRect = .zero
    /// `shown`, and what the sublayers cover.
    private var reach: PixelRect = .zero
    /// The contents, drawn by the delegate; `nil` until they are needed.
    private var cache: Bitmap?
    private var animations: [String: RunningAnimation] = [:]
    /// Whether the next frame calls `advance(to:)`.
    private var isAdvancing = false

    /// A layer without a size or contents.
    public init() {}

    // MARK: The tree

    /// The rectangle the untransformed layer takes up in its superlayer.
    public var frame: Rect {
        get {
            Rect(
                x: position.x - bounds.size.width / 2, y: position.y - bounds.size.height / 2,
                width: bounds.size.width, height: bounds.size.height)
        }
        set {
            bounds = Rect(origin: bounds.origin, size: newValue.size)
            position = Point(x: newValue.midX, y: newValue.midY)
        }
    }

    /// Puts `layer` above the other sublayers, taking it out of the tree it was in.
    public func addSublayer(_ layer: Layer) {
        layer.removeFromSuperlayer()
        layer.superlayer = self
        sublayers.append(layer)
        layer.invalidate(.placement)
    }

    /// Takes the layer out of its superlayer; the pixels it covered become damage.
    public func removeFromSuperlayer() {
        guard let superlayer else { return }
        superlayer.vacated.append(reach)
        superlayer.invalidate(.descendants)
        superlayer.sublayers.removeAll { $0 === self }
        self.superlayer = nil
        forgetShown()
    }

    /// What removed sublayers covered, until it has been collected.
    private var vacated: [PixelRect] = []

    private func forgetShown() {
        shown = .zero
        reach = .zero
        for layer in sublayers { layer.forgetShown() }
    }

    // MARK: Damage

    /// Draws the contents anew in the next frame.
    public func setNeedsDisplay() {
        cache = nil
        setNeedsDisplay(extent)
    }

    /// Draws a part of the contents anew in the next frame; `rect` is in the layer's own space.
    package func setNeedsDisplay(_ rect: Rect) {
        damagedContents = damagedContents.isEmpty ? rect : damagedContents.union(rect)
        invalidate(.contents)
    }

    /// The part of the layer's own space that its contents may cover: `bounds`, unless overridden.
    open var extent: Rect { bounds }

    /// Whether there is anything to draw besides the sublayers.
    var hasContents: Bool { delegate != nil || backgroundColor != nil }

    private struct Pending: OptionSet {
        let rawValue: UInt8
        /// The layer, and so its sublayers, may cover other pixels now.
        static let placement = Pending(rawValue: 1)
        /// `damagedContents` holds something.
        static let contents = Pending(rawValue: 2)
        /// There is something to collect further down.
        static let descendants = Pending(rawValue: 4)
    }

    private func invalidate(_ what: Pending) {
        pending.insert(what)
        var layer = superlayer
        while let current = layer, !current.pending.contains(.descendants) {
            current.pending.insert(.descendants)
            layer = current.superlayer
        }
    }

    /// Whether a frame would show anything new, or an animation is running.
    package var needsFrame: Bool { !pending.isEmpty }

    /// Advances the tree's animations to `time`, adds the pixels that changed since the last call to
    /// `damage`, and forgets them. `time` is on the monotonic clock. To be called on the root.
    package func collect(into damage: inout Region, at time: Duration) {
        collect(
            into: &damage, at: time, placement: .identity, isPlacementNew: false, isVisible: true)
    }

    private func collect(
        into damage: inout Region, at time: Duration, placement superPlacement: AffineTransform,
        isPlacementNew: Bool, isVisible: Bool
    ) {
        advanceAnimations(to: time)
        if isAdvancing { isAdvancing = advance(to: time) }
        let isPlacementNew = isPlacementNew || pending.contains(.placement)
        let isInSight = isVisible && !isHidden && opacity > 0
        guard isPlacementNew || !pending.isEmpty else { return }
        let isVisible = isVisible && !isHidden && shownOpacity > 0
        let placement = placed(in: superPlacement)

        for rect in vacated { damage.formUnion(rect) }
        vacated.removeAll()
        if isPlacementNew {
            damage.formUnion(shown)
            shown = isVisible && hasContents ? placement.apply(to: extent).integral : .zero
            damage.formUnion(shown)
        } else if pending.contains(.contents) {
            let now = isVisible && hasContents ? placement.apply(to: extent).integral : .zero
            damage.formUnion(
                placement.apply(to: damagedContents).integral.intersection(shown.union(now)))
            shown = now
        }
        damagedContents = .zero

        reach = shown
        // What repeats for ever costs nothing where it is not seen; it is in step when it is again.
        var isAnimating =
            isAdvancing || animations.values.contains { !$0.animation.repeats || isInSight }
        for layer in sublayers {
            layer.collect(
                into: &damage, at: time, placement: placement, isPlacementNew: isPlacementNew,
                isVisible: isVisible)
            reach = reach.union(layer.reach)
            isAnimating = isAnimating || layer.needsFrame
        }
        // Only now: a sublayer whose animation moves on marks its superlayers.
        pending = isAnimating ? [.descendants] : []
    }

    /// From this layer's space to the root's.
    private func placed(in superPlacement: AffineTransform) -> AffineTransform {
        let transform = shownTransform
        let offset = AffineTransform.translation(x: position.x, y: position.y)
        let centred = AffineTransform.translation(x: -bounds.midX, y: -bounds.midY)
        return transform == .identity
            ? centred.concatenating(offset).concatenating(superPlacement)
            : centred.concatenating(transform).concatenating(offset).concatenating(superPlacement)
    }

    // MARK: Drawing

    /// Draws the tree into `canvas`. To be called on the root, after `collect(into:at:)`.
    package func draw(in canvas: Canvas) {
        draw(in: canvas, placement: .identity, opacity: 1)
    }

    private func draw(
        in canvas: Canvas, placement superPlacement: AffineTransform, opacity superOpacity: Double
    ) {
        let shownOpacity = shownOpacity
        guard !isHidden, shownOpacity > 0, canvas.clip.intersects(reach) else { return }
        let placement = placed(in: superPlacement)
        let opacity = superOpacity * shownOpacity
        if canvas.clip.intersects(shown) {
            drawContents(in: canvas, placement: placement, opacity: opacity)
        }
        for layer in sublayers {
            layer.draw(in: canvas, placement: placement, opacity: opacity)
        }
    }

    /// Draws what this layer itself shows.
    func drawContents(in canvas: Canvas, placement: AffineTransform, opacity: Double) {
        if delegate == nil, cornerRadius == 0, placement.isTranslation, opacity == 1,
            let backgroundColor
        {
            canvas.fill(placement.apply(to: bounds).integral, backgroundColor)
        } else if placement.isTranslation {
            let origin = placement.apply(to: bounds.origin)
            canvas.bitmap.composite(
                cachedContents(),
                at: PixelPoint(x: Int(origin.x.rounded()), y: Int(origin.y.rounded())),
                clippedTo: canvas.clip, opacity: opacity)
        } else {
            // A cached bitmap is never resampled: drawing anew is sharper, and cheaper too.
            canvas.context.saveState()
            canvas.context.concatenate(placement)
            drawUncached(in: canvas.context)
            canvas.context.restoreState()
        }
    }

    private func cachedContents() -> Bitmap {
        if let cache { return cache }
        let bitmap = Bitmap(
            width: max(1, Int(bounds.size.width.rounded(.up))),
            height: max(1, Int(bounds.size.height.rounded(.up))))
        let context = Context(bitmap)
        context.translateBy(x: -bounds.minX, y: -bounds.minY)
        drawUncached(in: context)
        cache = bitmap
        return bitmap
    }

    private func drawUncached(in context: Context) {
        if let backgroundColor {
            context.fill(Path(roundedRect: bounds, cornerRadius: cornerRadius), backgroundColor)
        }
        delegate?.draw(self, in: context)
    }

    // MARK: Animation

    /// Has `advance(to:)` called in each frame from the next one on, until it returns `false`.
    public func setNeedsAdvance() {
        isAdvancing = true
        invalidate(.descendants)
    }

    /// Moves what this layer and its sublayers show on to `time`, on the monotonic clock. To be
    /// overridden by what moves by a rule of its own.
    ///
    /// Returns whether there is more to show in the next frame.
    open func advance(to time: Duration) -> Bool { false }

    /// Runs `animation` from the next frame on, in place of the one under the same key.
    ///
    /// The model value stays as it is; set it to the animation's last value beforehand.
    public func add(_ animation: KeyframeAnimation, forKey key: String) {
        animations[key] = RunningAnimation(animation)
        invalidate(.descendants)
        pending.insert(.descendants)
    }

    /// Stops the animation under `key`: the model value is shown from the next frame on.
    public func removeAnimation(forKey key: String) {
        guard let removed = animations.removeValue(forKey: key) else { return }
        animatedPropertyChanged(removed.animation.property)
    }

    /// What a running animation shows of a property; `nil` when none does.
    package func presented(_ property: KeyframeAnimation.Property) -> Double? {
        for running in animations.values where running.animation.property == property {
            return running.value
        }
        return nil
    }

    /// The transform as animations have it.
    private var shownTransform: AffineTransform {
        guard !animations.isEmpty else { return transform }
        let turned = presented(.rotation).map { AffineTransform.rotation(.radians($0)) }
        let (x, y) = (presented(.translationX), presented(.translationY))
        guard x != nil || y != nil else { return turned ?? transform }
        return (turned ?? transform).concatenating(.translation(x: x ?? 0, y: y ?? 0))
    }

    /// The opacity as animations have it.
    private var shownOpacity: Double {
        animations.isEmpty ? opacity : min(max(presented(.opacity) ?? opacity, 0), 1)
    }

    private func advanceAnimations(to time: Duration) {
        guard !animations.isEmpty else { return }
        for (key, running) in animations {
            var running = running
            let before = running.value
            running.advance(to: time)
            animations[key] = running.isFinished ? nil : running
            if running.isFinished || running.value != before {
                animatedPropertyChanged(running.animation.property)
            }
        }
    }

    /// An animated property shows another value now.
    func animatedPropertyChanged(_ property: KeyframeAnimation.Property) {
        switch property {
        case .rotation, .opacity, .translationX, .translationY: invalidate(.placement)
        case .arcEnd, .strokeEnd: break
        }
    }
}
