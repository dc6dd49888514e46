public import Drawing

/// A rectangle in a tree, drawn once and composited often; it knows which of its pixels changed.
///
/// The names are Core Animation's. A layer's `position` is where the `anchorPoint` of its `bounds`
/// lies in its superlayer; `frame` is the rectangle that follows. Coordinates are pixels, y grows
/// downwards.
///
/// What is set is seen with the next frame, and only inside of a ``Transaction`` animated.
/// Animations advance with the time of each frame alone. Numbers that are not finite are ignored.
///
/// Setting a property draws nothing: the layer remembers what it damaged, and `collect(into:at:)`
/// asks the whole tree once a frame. Setting a property to the value it has damages nothing.
open class Layer {
    /// Draws the contents; see ``LayerDelegate``.
    public weak var delegate: (any LayerDelegate)? {
        didSet { if delegate !== oldValue { setNeedsDisplay() } }
    }
    /// The superlayer, which owns this layer.
    public private(set) weak var superlayer: Layer?
    /// The layers drawn above this one, from back to front where their `zPosition` is the same.
    public private(set) var sublayers: [Layer] = []

    // MARK: Properties

    /// The space the contents are drawn in, in pixels. Animatable.
    public var bounds: Rect = .zero {
        didSet {
            if !bounds.isFinite { bounds = oldValue }
            if bounds.size != oldValue.size { setNeedsDisplay() }
            changed(.bounds, from: oldValue)
        }
    }
    /// Where the layer's anchor lies in the superlayer's space. Animatable.
    public var position: Point = .zero {
        didSet {
            if !(position.x.isFinite && position.y.isFinite) { position = oldValue }
            changed(.position, from: oldValue)
        }
    }
    /// What of the bounds lies at `position`, and what `transform` turns about: (0, 0) is the top
    /// left, (1, 1) the bottom right, and (0.5, 0.5), the centre, the default.
    public var anchorPoint = Point(x: 0.5, y: 0.5) {
        didSet {
            if !(anchorPoint.x.isFinite && anchorPoint.y.isFinite) { anchorPoint = oldValue }
            if anchorPoint != oldValue { invalidate(.placement) }
        }
    }
    /// Turns or scales the layer and its sublayers about `position`. Animatable.
    public var transform: AffineTransform = .identity {
        didSet {
            if !transform.isFinite { transform = oldValue }
            changed(.transform, from: oldValue)
        }
    }
    /// 0 (invisible) to 1 (opaque); each sublayer's own is multiplied with it. Animatable.
    public var opacity: Double = 1 {
        didSet {
            opacity = opacity.isNaN ? oldValue : min(max(opacity, 0), 1)
            changed(.opacity, from: oldValue)
        }
    }
    /// Whether the layer and its sublayers are left out.
    public var isHidden = false {
        didSet { if isHidden != oldValue { invalidate(.placement) } }
    }
    /// Layers with a greater one are drawn above their siblings with a lesser one; 0 by default.
    public var zPosition: Double = 0 {
        didSet {
            if !zPosition.isFinite { zPosition = oldValue }
            guard zPosition != oldValue else { return }
            superlayer?.needsSorting = true
            invalidate(.placement)
        }
    }
    /// Fills the bounds below the contents; `nil` for nothing. Animatable.
    public var backgroundColor: Color? {
        didSet { changed(.backgroundColor, from: oldValue ?? .clear) }
    }
    /// A picture that fills the bounds, above the background and below what the delegate draws;
    /// stretched unless it has their size.
    ///
    /// Whoever changes its pixels calls `setNeedsDisplay()`.
    public var contents: Bitmap? {
        didSet { if contents !== oldValue { damage(bounds) } }
    }
    /// The radius of the background's and the border's corners, in pixels. Animatable.
    public var cornerRadius: Double = 0 {
        didSet {
            if !(cornerRadius >= 0 && cornerRadius.isFinite) { cornerRadius = oldValue }
            changed(.cornerRadius, from: oldValue)
        }
    }
    /// The width of the line along the inside of the bounds, above the contents and below the
    /// sublayers, in pixels; 0, the default, for none. Animatable.
    public var borderWidth: Double = 0 {
        didSet {
            if !(borderWidth >= 0 && borderWidth.isFinite) { borderWidth = oldValue }
            changed(.borderWidth, from: oldValue)
        }
    }
    /// The colour of the border; `nil` for none. Animatable.
    public var borderColor: Color? {
        didSet { changed(.borderColor, from: oldValue ?? .clear) }
    }
    /// Whether sublayers are seen only inside the bounds; off by default. What is cut off is upright
    /// and on whole pixels, whatever the corners and the transform.
    public var masksToBounds = false {
        didSet { if masksToBounds != oldValue { invalidate(.placement) } }
    }

    private var pending: Pending = []
    private var damaged = DamagedRects()
    /// The pixels this layer covers in the picture as last collected.
    private var shown: PixelRect = .zero
    /// `shown`, and what the sublayers cover.
    private var reach: PixelRect = .zero
    /// What the delegate drew; `nil` until it is needed.
    private var cache: Bitmap?
    private var animations = LayerAnimations()
    /// Whether the next frame calls `advance(to:)`.
    private var isAdvancing = false
    /// Whether the sublayers may be drawn in another order than they are listed in.
    private var needsSorting = false
    /// The transactions of the tree that this is the root of.
    var openTransactions: [Transaction] = []

    /// A layer without a size or contents.
    public init() {}

    // MARK: The tree

    /// The rectangle the untransformed layer takes up in its superlayer.
    public var frame: Rect {
        get {
            Rect(
                x: position.x - anchorPoint.x * bounds.width,
                y: position.y - anchorPoint.y * bounds.height,
                width: bounds.width, height: bounds.height)
        }
        set {
            bounds = Rect(origin: bounds.origin, size: newValue.size)
            position = Point(
                x: newValue.minX + anchorPoint.x * newValue.width,
                y: newValue.minY + anchorPoint.y * newValue.height)
        }
    }

    /// The layer at the top of the tree: this one, if it has no superlayer.
    public var root: Layer {
        var layer = self
        while let superlayer = layer.superlayer { layer = superlayer }
        return layer
    }

    /// Puts `layer` above the other sublayers, taking it out of the tree it was in.
    public func addSublayer(_ layer: Layer) {
        insertSublayer(layer, at: layer.superlayer === self ? sublayers.count - 1 : sublayers.count)
    }

    /// Puts `layer` where it has `index` among the sublayers, 0 being the backmost, taking it out of
    /// the tree it was in. An index beyond the ends is taken for the end.
    ///
    /// `layer` is neither this layer nor one that this layer is in.
    public func insertSublayer(_ layer: Layer, at index: Int) {
        precondition(!isInside(layer), "a layer cannot be inside itself")
        if layer.superlayer === self {
            guard let old = sublayers.firstIndex(where: { $0 === layer }) else { return }
            let new = min(max(index, 0), sublayers.count - 1)
            guard new != old else { return }
            sublayers.remove(at: old)
            sublayers.insert(layer, at: new)
        } else {
            layer.removeFromSuperlayer()
            layer.superlayer = self
            sublayers.insert(layer, at: min(max(index, 0), sublayers.count))
            if layer.zPosition != 0 { needsSorting = true }
        }
        layer.invalidate(.placement)
    }

    /// Whether this is `other` or inside it.
    private func isInside(_ other: Layer) -> Bool {
        var layer: Layer? = self
        while let current = layer {
            if current === other { return true }
            layer = current.superlayer
        }
        return false
    }

    /// Puts `layer` just behind `sibling`, which is a sublayer of this layer.
    ///
    /// - Precondition: `sibling` is a sublayer of this layer, and not `layer` itself.
    public func insertSublayer(_ layer: Layer, below sibling: Layer) {
        insertSublayer(layer, at: indexBeside(sibling, for: layer))
    }

    /// Puts `layer` just in front of `sibling`, which is a sublayer of this layer.
    ///
    /// - Precondition: `sibling` is a sublayer of this layer, and not `layer` itself.
    public func insertSublayer(_ layer: Layer, above sibling: Layer) {
        insertSublayer(layer, at: indexBeside(sibling, for: layer) + 1)
    }

    /// The index that puts `layer` behind `sibling`, once `layer` is taken out.
    private func indexBeside(_ sibling: Layer, for layer: Layer) -> Int {
        let others = sublayers.filter { $0 !== layer }
        guard let index = others.firstIndex(where: { $0 === sibling }) else {
            preconditionFailure("the sibling is no sublayer")
        }
        return index
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

    /// From this layer's space to its superlayer's, without animations.
    package var placementInSuperlayer: AffineTransform {
        Self.placement(bounds: bounds, anchor: anchorPoint, transform, position)
    }

    // MARK: Damage

    /// Draws the contents anew in the next frame.
    public func setNeedsDisplay() {
        cache = nil
        damage(extent)
    }

    /// Composites a part of the layer anew in the next frame; `rect` is in the layer's own space.
    final func damage(_ rect: Rect) {
        damaged.add(rect)
        invalidate(.contents)
    }

    /// The part of the layer's own space that its contents may cover: `bounds`, unless overridden.
    open var extent: Rect { visibleBounds }

    /// Whether there is anything to draw besides the sublayers.
    var hasContents: Bool {
        delegate != nil || contents != nil || presentation(of: .backgroundColor).alpha > 0
            || presentation(of: .borderWidth) > 0
    }

    private struct Pending: OptionSet {
        let rawValue: UInt8
        /// The layer, and so its sublayers, may cover other pixels now.
        static let placement = Pending(rawValue: 1)
        /// `damaged` holds something.
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
    ///
    /// What is to be told of the end of an animation is told last: it may change the tree.
    package func collect(into damage: inout Region, at time: Duration) {
        openTransactions.first?.commit()
        var finished: [RunningAnimation] = []
        collect(
            into: &damage, &finished, at: time,
            Surroundings(placement: .identity, isPlacementNew: false, isVisible: true, mask: nil))
        for animation in finished { animation.completion?(true) }
    }

    /// What a layer is collected in.
    private struct Surroundings {
        /// From the superlayer's space to the root's.
        var placement: AffineTransform
        var isPlacementNew: Bool
        var isVisible: Bool
        /// The pixels outside of which nothing is seen; nil for all.
        var mask: PixelRect?
    }

    private func collect(
        into damage: inout Region, _ finished: inout [RunningAnimation], at time: Duration,
        _ surroundings: Surroundings
    ) {
        advanceAnimations(to: time, &finished)
        if isAdvancing { isAdvancing = advance(to: time) }
        var inner = surroundings
        inner.isPlacementNew = surroundings.isPlacementNew || pending.contains(.placement)
        guard inner.isPlacementNew || !pending.isEmpty else { return }
        let isInSight = surroundings.isVisible && !isHidden && opacity > 0
        inner.isVisible = surroundings.isVisible && !isHidden && visibleOpacity > 0
        inner.placement = placed(in: surroundings.placement)

        for rect in vacated { damage.formUnion(rect) }
        vacated.removeAll()
        let now =
            inner.isVisible && hasContents
            ? covered(in: inner.placement, surroundings.mask) : .zero
        if inner.isPlacementNew {
            damage.formUnion(shown)
            damage.formUnion(now)
        } else if pending.contains(.contents) {
            for rect in damaged.rects {
                damage.formUnion(
                    inner.placement.apply(to: rect).integral.intersection(shown.union(now)))
            }
        }
        shown = now
        damaged.removeAll()

        if masksToBounds {
            let own = inner.placement.apply(to: visibleBounds).integral
            inner.mask = surroundings.mask?.intersection(own) ?? own
        }
        reach = shown
        // What repeats for ever costs nothing where it is not seen; it is in step when it is again.
        var isAnimating =
            isAdvancing || animations.isEnding || (isInSight && animations.isAdvancing)
        for layer in sublayers {
            layer.collect(into: &damage, &finished, at: time, inner)
            reach = reach.union(layer.reach)
            isAnimating = isAnimating || layer.needsFrame
        }
        // Only now: a sublayer whose animation moves on marks its superlayers.
        pending = isAnimating ? [.descendants] : []
    }

    /// The pixels the contents may touch.
    private func covered(in placement: AffineTransform, _ mask: PixelRect?) -> PixelRect {
        var pixels = placement.apply(to: extent).integral
        if delegate != nil, placement.isTranslation {
            // What is cached lies on whole pixels.
            let origin = Self.pixel(placement.apply(to: bounds.origin))
            let size = Self.cacheSize(bounds)
            pixels = pixels.union(
                PixelRect(x: origin.x, y: origin.y, width: size.width, height: size.height))
        }
        return mask.map(pixels.intersection) ?? pixels
    }

    /// From this layer's space to the root's.
    private func placed(in superPlacement: AffineTransform) -> AffineTransform {
        guard !animations.isEmpty else {
            return placementInSuperlayer.concatenating(superPlacement)
        }
        let turn = presented(.rotation).map { AffineTransform.rotation(.radians($0)) }
        return Self.placement(
            bounds: visibleBounds, anchor: anchorPoint, turn ?? presentation(of: .transform),
            presentation(of: .position)
                .offsetBy(
                    dx: presentation(of: .translationX), dy: presentation(of: .translationY))
        ).concatenating(superPlacement)
    }

    private static func placement(
        bounds: Rect, anchor: Point, _ transform: AffineTransform, _ position: Point
    ) -> AffineTransform {
        let offset = AffineTransform.translation(x: position.x, y: position.y)
        let anchored = AffineTransform.translation(
            x: -bounds.minX - anchor.x * bounds.width, y: -bounds.minY - anchor.y * bounds.height)
        return transform == .identity
            ? anchored.concatenating(offset)
            : anchored.concatenating(transform).concatenating(offset)
    }

    /// `opacity` as an animation may have it.
    private var visibleOpacity: Double { min(max(presentation(of: .opacity), 0), 1) }

    /// `bounds` as an animation may have it.
    final var visibleBounds: Rect { presentation(of: .bounds) }

    // MARK: Drawing

    /// Draws the tree into `canvas`. To be called on the root, after `collect(into:at:)`.
    package func draw(in canvas: Canvas) {
        draw(in: canvas, placement: .identity, opacity: 1)
    }

    private func draw(
        in canvas: Canvas, placement superPlacement: AffineTransform, opacity superOpacity: Double
    ) {
        let opacity = superOpacity * visibleOpacity
        guard !isHidden, opacity > 0, canvas.clip.intersects(reach) else { return }
        let placement = placed(in: superPlacement)
        if canvas.clip.intersects(shown) {
            drawContents(in: canvas, placement: placement, opacity: opacity)
        }
        guard !sublayers.isEmpty else { return }
        let inner =
            masksToBounds
            ? canvas.clipped(to: placement.apply(to: visibleBounds).integral) : canvas
        for layer in sublayersFromBackToFront {
            layer.draw(in: inner, placement: placement, opacity: opacity)
        }
    }

    private var sublayersFromBackToFront: [Layer] {
        guard needsSorting else { return sublayers }
        return sublayers.enumerated().sorted {
            ($0.element.zPosition, $0.offset) < ($1.element.zPosition, $1.offset)
        }.map(\.element)
    }

    /// Draws what this layer itself shows.
    func drawContents(in canvas: Canvas, placement: AffineTransform, opacity: Double) {
        drawBackground(in: canvas, placement: placement, opacity: opacity)
        if let contents {
            drawBitmap(contents, in: canvas, placement: placement, opacity: opacity)
        }
        if delegate != nil { drawByDelegate(in: canvas, placement: placement, opacity: opacity) }
        drawBorder(in: canvas, placement: placement, opacity: opacity)
    }

    private func drawBackground(
        in canvas: Canvas, placement: AffineTransform, opacity: Double
    ) {
        let color = presentation(of: .backgroundColor).faded(to: opacity)
        guard color.alpha > 0 else { return }
        let radius = presentation(of: .cornerRadius)
        let rect = visibleBounds
        if placement.isTranslation {
            let placed = placement.apply(to: rect)
            if radius == 0 {
                canvas.fill(placed.integral, color)
            } else {
                canvas.fill(placed, cornerRadius: radius, color)
            }
        } else {
            canvas.context.saveState()
            canvas.context.concatenate(placement)
            canvas.context.fill(Path(roundedRect: rect, cornerRadius: radius), color)
            canvas.context.restoreState()
        }
    }

    private func drawBorder(in canvas: Canvas, placement: AffineTransform, opacity: Double) {
        let width = presentation(of: .borderWidth)
        let color = presentation(of: .borderColor).faded(to: opacity)
        guard width > 0, color.alpha > 0 else { return }
        let rect = visibleBounds.insetBy(dx: width / 2, dy: width / 2)
        let radius = max(presentation(of: .cornerRadius) - width / 2, 0)
        canvas.context.saveState()
        canvas.context.concatenate(placement)
        canvas.context.stroke(Path(roundedRect: rect, cornerRadius: radius), color, width: width)
        canvas.context.restoreState()
    }

    private func drawBitmap(
        _ bitmap: Bitmap, in canvas: Canvas, placement: AffineTransform, opacity: Double
    ) {
        let rect = visibleBounds
        let hasSize =
            rect.width == Double(bitmap.width) && rect.height == Double(bitmap.height)
        let origin = placement.apply(to: rect.origin)
        let pixel = Self.pixel(origin)
        if placement.isTranslation, hasSize,
            origin == Point(x: Double(pixel.x), y: Double(pixel.y))
        {
            canvas.bitmap.composite(bitmap, at: pixel, clippedTo: canvas.clip, opacity: opacity)
        } else {
            canvas.context.saveState()
            canvas.context.concatenate(placement)
            canvas.context.draw(bitmap, in: rect, opacity: opacity)
            canvas.context.restoreState()
        }
    }

    private func drawByDelegate(
        in canvas: Canvas, placement: AffineTransform, opacity: Double
    ) {
        guard !bounds.isEmpty else { return }
        let isStretched = visibleBounds.size != bounds.size
        if placement.isTranslation, !isStretched {
            canvas.bitmap.composite(
                cachedContents(), at: Self.pixel(placement.apply(to: visibleBounds.origin)),
                clippedTo: canvas.clip, opacity: opacity)
            return
        }
        let context = canvas.context
        context.saveState()
        context.concatenate(placement)
        if isStretched || opacity < 1 {
            // Nothing can be faded as a whole but a bitmap.
            let size = Self.cacheSize(bounds)
            let scale = Size(
                width: visibleBounds.width / bounds.width,
                height: visibleBounds.height / bounds.height)
            context.draw(
                cachedContents(),
                in: Rect(
                    x: visibleBounds.minX, y: visibleBounds.minY,
                    width: Double(size.width) * scale.width,
                    height: Double(size.height) * scale.height), opacity: opacity)
        } else {
            // What is turned is not resampled: drawing anew is sharper, and cheaper too.
            delegate?.draw(self, in: context)
        }
        context.restoreState()
    }

    private func cachedContents() -> Bitmap {
        if let cache { return cache }
        let size = Self.cacheSize(bounds)
        let bitmap = Bitmap(width: size.width, height: size.height)
        let context = Context(bitmap)
        context.translateBy(x: -bounds.minX, y: -bounds.minY)
        delegate?.draw(self, in: context)
        cache = bitmap
        return bitmap
    }

    private static func cacheSize(_ bounds: Rect) -> (width: Int, height: Int) {
        func side(_ length: Double) -> Int {
            Int(min(max(length.rounded(.up), 1), Double(Bitmap.maximumSide)))
        }
        return (side(bounds.width), side(bounds.height))
    }

    private static func pixel(_ point: Point) -> PixelPoint {
        func whole(_ coordinate: Double) -> Int {
            let limit = Double(PixelRect.coordinateLimit)
            return Int(min(max(coordinate.rounded(), -limit), limit))
        }
        return PixelPoint(x: whole(point.x), y: whole(point.y))
    }

    // MARK: Animation

    /// Has `advance(to:)` called in each frame from the next one on, until it returns `false`.
    public func setNeedsAdvance() {
        isAdvancing = true
        pending.insert(.descendants)
        invalidate(.descendants)
    }

    /// Moves what this layer and its sublayers show on to `time`, on the monotonic clock. To be
    /// overridden by what moves by a rule of its own.
    ///
    /// Returns whether there is more to show in the next frame.
    open func advance(to time: Duration) -> Bool { false }

    /// Runs `animation` from the next frame on, in place of the one under the same key.
    ///
    /// The property itself stays as it is, and is seen again when the animation is over; set it to
    /// the animation's last value beforehand.
    ///
    /// - Parameters:
    ///   - animation: What to run, and how often. Its time begins with the next frame.
    ///   - key: A name of its own; without one, the name of the property.
    ///   - completion: Called after the frame in which the animation ends, with `true`, or when it
    ///     is replaced or removed, with `false`. One that repeats for ever ends only so.
    public func add(
        _ animation: some Animation, forKey key: String? = nil,
        completion: ((_ isFinished: Bool) -> Void)? = nil
    ) {
        let told = openTransaction?.animationAdded()
        let both: ((Bool) -> Void)? = told.map { told in
            { isFinished in
                completion?(isFinished)
                told(isFinished)
            }
        }
        add(animation, forKey: key, isImplicit: false, completion: both ?? completion)
    }

    private func add(
        _ animation: some Animation, forKey key: String?, isImplicit: Bool,
        seen: (any Animatable)? = nil, completion: ((Bool) -> Void)?
    ) {
        let name = animation.property.name
        let before =
            animations.value(of: name) ?? seen ?? animation.property.model(self)
        let replaced = animations.add(
            RunningAnimation(
                animation, on: self, key: key ?? name.rawValue, isImplicit: isImplicit,
                completion: completion))
        tellOfChange(name, from: before, to: presentation(of: animation.property))
        // What was replaced may have been another property's, under the same key.
        if let replaced, replaced.name != name, let value = replaced.value {
            tellOfChange(
                replaced.name, from: value,
                to: animations.value(of: replaced.name) ?? replaced.model(self))
        }
        pending.insert(.descendants)
        invalidate(.descendants)
        replaced?.completion?(false)
    }

    /// Stops the animation under `key`: the property as it is set is shown from the next frame on.
    public func removeAnimation(forKey key: String) {
        removeAnimations { $0.key == key }
    }

    /// Stops all animations: all properties are shown as they are set from the next frame on.
    public func removeAllAnimations() {
        removeAnimations { _ in true }
    }

    private func removeAnimations(where isWanted: (RunningAnimation) -> Bool) {
        guard !animations.isEmpty else { return }
        let before = animations.seen(on: self)
        let removed = animations.remove(where: isWanted)
        tellOfChanges(since: before)
        for animation in removed where !animation.isOver { animation.completion?(false) }
    }

    /// The names of the animations there are, in the order they were added in.
    public var animationKeys: [String] { animations.keys }

    /// What is seen of a property in the present frame: what an animation makes of it, or else what
    /// it is set to.
    public func presentation<Value>(of property: AnimatableProperty<Value>) -> Value {
        presented(property) ?? property.model(self)
    }

    /// What a running animation shows of a property; `nil` when none does.
    public func presented<Value>(_ property: AnimatableProperty<Value>) -> Value? {
        animations.isEmpty ? nil : animations.value(of: property.name) as? Value
    }

    private func advanceAnimations(to time: Duration, _ finished: inout [RunningAnimation]) {
        guard animations.isAdvancing else { return }
        let before = animations.seen(on: self)
        finished += animations.advance(to: time)
        tellOfChanges(since: before)
    }

    private func tellOfChanges(since before: [LayerAnimations.Seen]) {
        for seen in before {
            let now = animations.value(of: seen.name) ?? seen.model(self)
            tellOfChange(seen.name, from: seen.value, to: now)
        }
    }

    private func tellOfChange(
        _ name: AnimatedName, from old: any Animatable, to new: any Animatable
    ) {
        if !old.isSame(as: new) { visiblePropertyChanged(name, from: old, to: new) }
    }

    /// The innermost transaction that is open in the tree.
    private var openTransaction: Transaction? { root.openTransactions.last }

    /// A property was set: it is animated if a transaction says so, and otherwise seen at once.
    final func changed<Value>(_ property: AnimatableProperty<Value>, from old: Value) {
        let new = property.model(self)
        guard new != old else { return }
        if let transaction = openTransaction, !transaction.disableActions,
            transaction.animationDuration > .zero
        {
            var animation = BasicAnimation(
                property, from: presented(property) ?? old,
                duration: transaction.animationDuration,
                timingFunction: transaction.animationTimingFunction)
            animation.delay = transaction.animationDelay
            animation.fillMode = .backwards
            let told = transaction.animationAdded()
            add(
                animation, forKey: property.name.rawValue, isImplicit: true, seen: old,
                completion: told)
            return
        }
        guard !animations.isEmpty else {
            return visiblePropertyChanged(property.name, from: old, to: new)
        }
        let before = presented(property) ?? old
        let stopped = animations.remove { $0.isImplicit && $0.name == property.name }
        tellOfChange(property.name, from: before, to: presentation(of: property))
        for animation in stopped { animation.completion?(false) }
    }

    /// What is seen of a property is another value now.
    func visiblePropertyChanged(
        _ name: AnimatedName, from old: any Animatable, to new: any Animatable
    ) {
        switch name {
        case .position, .bounds, .transform, .rotation, .translationX, .translationY, .opacity:
            invalidate(.placement)
        case .backgroundColor: damage(visibleBounds)
        case .cornerRadius:
            let side = max(old as? Double ?? 0, new as? Double ?? 0).rounded(.up)
            DamagedRects.corners(of: visibleBounds, side: side).forEach(damage)
        case .borderWidth:
            damageBorder(width: max(old as? Double ?? 0, new as? Double ?? 0))
        case .borderColor: damageBorder(width: presentation(of: .borderWidth))
        case .fillColor, .strokeColor, .lineWidth, .arcEnd, .strokeEnd: break
        }
    }

    private func damageBorder(width: Double) {
        DamagedRects.edges(of: visibleBounds, width: width).forEach(damage)
        let radius = presentation(of: .cornerRadius)
        if radius > 0 {
            DamagedRects.corners(of: visibleBounds, side: max(radius, width)).forEach(damage)
        }
    }
}

extension Rect {
    fileprivate var isFinite: Bool {
        minX.isFinite && minY.isFinite && width.isFinite && height.isFinite
    }
}

extension AffineTransform {
    fileprivate var isFinite: Bool {
        a.isFinite && b.isFinite && c.isFinite && d.isFinite && tx.isFinite && ty.isFinite
    }
}
