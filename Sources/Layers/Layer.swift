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
    public internal(set) weak var superlayer: Layer?
    /// The layers drawn above this one, from back to front where their `zPosition` is the same.
    public internal(set) var sublayers: [Layer] = []

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
            tree?.noteOrder()
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

    /// What the next frame has to look at.
    struct Pending: OptionSet {
        let rawValue: UInt8
        /// The layer, and so its sublayers, may cover other pixels now.
        static let placement = Pending(rawValue: 1)
        /// `damaged` holds something.
        static let contents = Pending(rawValue: 2)
    }

    /// The tree that the layer is in, once a frame of it has been collected.
    private(set) var tree: LayerTree?
    private(set) var pending: Pending = []
    private var damaged = DamagedRects()
    /// Where the layer is in the picture as last collected.
    private(set) var place = LayerPlace()
    /// The pixels this layer covers in the picture as last collected.
    private(set) var shown: PixelRect = .zero
    /// What was drawn to be composited; `nil` until it is needed.
    private var raster: LayerRaster?
    var animations = LayerAnimations()
    /// Whether the next frame calls `advance(to:)`.
    var isAdvancing = false
    /// Whether the sublayers may be drawn in another order than they are listed in.
    var needsSorting = false
    /// The transactions of the tree that this is the root of.
    var openTransactions: [Transaction] = []
    /// How many layers of the tree lie below this one.
    var order = 0
    /// The frame in which it last changed.
    private(set) var lastChange = 0
    /// Where the tree's grid has the layer.
    var cells = LayerGrid.Cells()
    /// The last search of the grid that found the layer.
    var search = 0

    /// A layer without a size or contents.
    public init() {}

    deinit {
        // The tree goes with its root, and all others have left it by now.
        for layer in sublayers { layer.outliveTree() }
    }

    // MARK: The tree

    /// The layer and its sublayers are in a tree from now on.
    func join(_ tree: LayerTree) {
        self.tree = tree
        if !pending.isEmpty { tree.noteChange(of: self) }
        if isMoving { tree.noteMovement(of: self) }
        for layer in sublayers { layer.join(tree) }
    }

    /// The layer and its sublayers are in no tree any more; what they covered becomes damage.
    func leaveTree() {
        guard let tree else { return }
        tree.forget(self)
        forgetTree()
        for layer in sublayers { layer.leaveTree() }
    }

    private func outliveTree() {
        guard tree != nil else { return }
        forgetTree()
        for layer in sublayers { layer.outliveTree() }
    }

    private func forgetTree() {
        tree = nil
        shown = .zero
        cells = LayerGrid.Cells()
    }

    // MARK: Damage

    /// Draws the contents anew in the next frame.
    public func setNeedsDisplay() {
        raster = nil
        damage(extent)
    }

    /// Composites a part of the layer anew in the next frame; `rect` is in the layer's own space.
    final func damage(_ rect: Rect) {
        damaged.add(rect)
        invalidate(.contents)
    }

    final func invalidate(_ what: Pending) {
        let isListed = !pending.isEmpty
        pending.insert(what)
        if !isListed { tree?.noteChange(of: self) }
    }

    /// The part of the layer's own space that its contents may cover: `bounds`, unless overridden.
    open var extent: Rect { visibleBounds }

    /// Whether there is anything to draw besides the sublayers.
    var hasContents: Bool {
        delegate != nil || contents != nil || presentation(of: .backgroundColor).alpha > 0
            || presentation(of: .borderWidth) > 0
    }

    /// The pixels the contents may touch, wherever they are masked.
    func covered(in placement: AffineTransform) -> PixelRect {
        let pixels = placement.apply(to: extent).integral
        guard delegate != nil, placement.isTranslation else { return pixels }
        // What is cached lies on whole pixels.
        let origin = placement.apply(to: bounds.origin).rounded
        let size = LayerRaster.size(of: bounds)
        return pixels.union(
            PixelRect(x: origin.x, y: origin.y, width: size.width, height: size.height))
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
            let (old, new) = (old as? Double ?? 0, new as? Double ?? 0)
            let placed = place.placement.apply(to: visibleBounds)
            // Where the edges cut pixels, each radius rounds these a little differently.
            guard Rect(placed.integral) == placed else {
                return damage(visibleBounds)
            }
            let side = max(old, new).rounded(.up)
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

    // MARK: Frames

    /// Adds what changed to `damage`, and remembers where the layer and its sublayers are now.
    final func update(_ damage: inout Region, _ grid: inout LayerGrid) {
        if pending.contains(.placement) {
            place(in: superlayer?.place ?? LayerPlace(), &damage, &grid)
        } else {
            updateContents(&damage, &grid)
        }
    }

    private func updateContents(_ damage: inout Region, _ grid: inout LayerGrid) {
        pending = []
        lastChange = tree?.frame ?? 0
        if raster?.isTurned == true { raster = nil }
        let now = pixelsCovered()
        let both = shown.union(now)
        for rect in damaged.rects {
            damage.formUnion(place.placement.apply(to: rect).integral.intersection(both))
        }
        damaged.removeAll()
        show(now, &grid)
    }

    private func place(
        in surroundings: LayerPlace, _ damage: inout Region, _ grid: inout LayerGrid
    ) {
        pending = []
        lastChange = tree?.frame ?? 0
        damaged.removeAll()
        if raster?.isTurned == true { raster = nil }
        place.isInSight = surroundings.isInSight && !isHidden && opacity > 0
        place.opacity = isHidden ? 0 : surroundings.opacity * visibleOpacity
        place.placement = placed(in: surroundings.placement)
        place.mask = surroundings.innerMask
        place.innerMask = place.mask
        if masksToBounds {
            let own = place.placement.apply(to: visibleBounds).integral
            place.innerMask = place.mask?.intersection(own) ?? own
        }
        damage.formUnion(shown)
        show(pixelsCovered(), &grid)
        damage.formUnion(shown)
        for layer in sublayers { layer.place(in: place, &damage, &grid) }
    }

    private func pixelsCovered() -> PixelRect {
        guard place.opacity > 0, hasContents else { return .zero }
        let pixels = covered(in: place.placement)
        return place.mask.map(pixels.intersection) ?? pixels
    }

    private func show(_ pixels: PixelRect, _ grid: inout LayerGrid) {
        guard pixels != shown else { return }
        shown = pixels
        grid.move(self, to: pixels)
    }

    // MARK: Drawing

    /// Whether the layer alone decides what all pixels of `rect` show.
    func hides(_ rect: PixelRect) -> Bool {
        guard let backgroundColor, backgroundColor.isOpaque, animations.isEmpty,
            place.opacity == 1, place.placement.isTranslation, shown.contains(rect)
        else { return false }
        let inner = Rect(rect).offsetBy(
            dx: -place.placement.tx, dy: -place.placement.ty)
        guard bounds.contains(inner) else { return false }
        return cornerRadius == 0
            || bounds.insetBy(dx: cornerRadius, dy: 0).contains(inner)
            || bounds.insetBy(dx: 0, dy: cornerRadius).contains(inner)
    }

    /// Pixels of which this layer alone decides what they show, as far as one rectangle holds them.
    var hiddenBelow: PixelRect {
        guard let backgroundColor, backgroundColor.isOpaque, animations.isEmpty,
            place.opacity == 1, place.placement.isTranslation
        else { return .zero }
        let inner = place.placement.apply(to: bounds.insetBy(dx: 0, dy: cornerRadius))
        return inner.insetBy(dx: 1, dy: 1).integral.intersection(shown)
    }

    /// Draws what this layer itself shows.
    func drawContents(in canvas: Canvas) {
        guard place.placement.isTranslation,
            delegate == nil || visibleBounds.size == bounds.size, contents.map(fits) ?? true
        else { return drawTurned(in: canvas) }
        drawBackground(in: canvas)
        if let contents { draw(contents, in: canvas) }
        if delegate != nil { drawByDelegate(in: canvas) }
        drawBorder(in: canvas)
    }

    private func drawByDelegate(in canvas: Canvas) {
        guard !bounds.isEmpty else { return }
        let known = raster ?? LayerRaster(of: bounds) { delegate?.draw(self, in: $0) }
        if raster == nil { raster = tree.map { known.shared(in: $0) } ?? known }
        raster?.draw(
            in: canvas, at: place.placement.apply(to: visibleBounds.origin).rounded,
            opacity: place.opacity)
    }

    /// Draws the contents as a picture of their own that is turned or stretched, and then composited:
    /// cairo rounds a little differently where a clip cuts a line short.
    final func drawTurned(in canvas: Canvas) {
        let frame = shown.intersection(canvas.bitmap.bounds)
        guard !frame.isEmpty else { return }
        let known: LayerRaster
        if let raster, raster.isTurned, raster.frame == frame {
            known = raster
        } else {
            known = LayerRaster(turned: frame, by: place.placement) { drawTurned(in: $0) }
            raster = known
        }
        known.draw(in: canvas, at: PixelPoint(x: frame.x, y: frame.y), opacity: place.opacity)
    }

    /// Draws the contents with cairo, in the layer's own space.
    func drawTurned(in context: Context) {
        let rect = visibleBounds
        let radius = presentation(of: .cornerRadius)
        let color = presentation(of: .backgroundColor)
        if color.alpha > 0 {
            context.fill(Path(roundedRect: rect, cornerRadius: radius), color)
        }
        if let contents { context.draw(contents, in: rect) }
        if !bounds.isEmpty, !rect.isEmpty, let delegate {
            context.withSavedState {
                context.translateBy(x: rect.minX, y: rect.minY)
                context.scaleBy(x: rect.width / bounds.width, y: rect.height / bounds.height)
                context.translateBy(x: -bounds.minX, y: -bounds.minY)
                delegate.draw(self, in: context)
            }
        }
        let width = presentation(of: .borderWidth)
        let border = presentation(of: .borderColor)
        guard width > 0, border.alpha > 0 else { return }
        context.stroke(
            Path(
                roundedRect: rect.insetBy(dx: width / 2, dy: width / 2),
                cornerRadius: max(radius - width / 2, 0)), border, width: width)
    }

    // MARK: Animation

    /// Moves what this layer and its sublayers show on to `time`, on the monotonic clock. To be
    /// overridden by what moves by a rule of its own.
    ///
    /// Returns whether there is more to show in the next frame.
    open func advance(to time: Duration) -> Bool { false }
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
