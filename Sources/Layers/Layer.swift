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
        didSet {
            hasDelegate = delegate != nil
            if delegate !== oldValue { setNeedsDisplay() }
        }
    }
    /// Whether there was a delegate when it was set: a weak reference takes long to look at.
    private(set) var hasDelegate = false
    /// The superlayer, which owns this layer.
    public var superlayer: Layer? { container?.layer }
    /// The superlayer, which takes this back before it goes.
    var container: LayerReference?
    /// The layers drawn above this one, from back to front where their `zPosition` is the same.
    public internal(set) var sublayers: [Layer] = []

    /// What the properties are set to.
    var model = LayerModel()

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
    var raster: LayerRaster?
    var animations = LayerAnimations() {
        didSet { isAnimated = !animations.isEmpty }
    }
    /// Whether there are animations, which is asked for wherever anything is drawn.
    private(set) var isAnimated = false
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
    /// Whether the tree has it among the layers that move.
    var isListedAsMoving = false

    /// A layer without a size or contents.
    public init() {}

    deinit {
        // The tree goes with its root, and all others have left it by now.
        for layer in sublayers {
            layer.container = nil
            layer.outliveTree()
        }
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
        if leave(tree) { tree.forgetThoseThatLeft() }
    }

    /// Returns whether the tree has the layer, or one of its sublayers, on a list.
    private func leave(_ tree: LayerTree) -> Bool {
        var isListed = !pending.isEmpty || isListedAsMoving
        tree.vacate(self)
        forgetTree()
        for layer in sublayers where layer.leave(tree) { isListed = true }
        return isListed
    }

    private func outliveTree() {
        guard tree != nil else { return }
        forgetTree()
        for layer in sublayers { layer.outliveTree() }
    }

    private func forgetTree() {
        tree = nil
        isListedAsMoving = false
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
        hasDelegate || model.contents != nil || (visibleBackgroundColor?.alpha ?? 0) > 0
            || visibleBorderWidth > 0
    }

    /// The pixels the contents may touch, wherever they are masked.
    func covered(in placement: AffineTransform) -> PixelRect {
        let pixels = placement.apply(to: extent).integral
        guard hasDelegate, placement.isTranslation else { return pixels }
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
        case _ where name.isPlacement: invalidate(.placement)
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
        default: break
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
            place(in: container?.layer.place ?? LayerPlace(), &damage, &grid)
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
        place.isUpright = place.placement.isTranslation
        place.mask = surroundings.innerMask
        place.innerMask = place.mask
        if masksToBounds {
            let own = place.placement.apply(to: visibleBounds).integral
            place.innerMask = place.mask?.intersection(own) ?? own
        }
        let (before, now) = (shown, pixelsCovered())
        if now != before {
            show(now, &grid)
            // One rectangle is drawn sooner than the three that two make which overlap.
            let both = before.union(now)
            if both.area <= before.area + now.area {
                damage.formUnion(both)
            } else {
                damage.formUnion(before)
                damage.formUnion(now)
            }
        } else {
            damage.formUnion(now)
        }
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
        guard let color = model.backgroundColor, color.isOpaque, !isAnimated,
            place.opacity == 1, place.isUpright, shown.contains(rect)
        else { return false }
        let (bounds, radius) = (model.bounds, model.cornerRadius)
        let inner = Rect(rect).offsetBy(dx: -place.placement.tx, dy: -place.placement.ty)
        return bounds.contains(inner)
            && (radius == 0 || bounds.insetBy(dx: radius, dy: 0).contains(inner)
                || bounds.insetBy(dx: 0, dy: radius).contains(inner))
    }

    /// Draws what this layer itself shows.
    func drawContents(in canvas: Canvas) {
        guard place.isUpright, isUnstretched else { return drawTurned(in: canvas) }
        drawBackground(in: canvas)
        if let contents = model.contents { draw(contents, in: canvas) }
        if hasDelegate { drawByDelegate(in: canvas) }
        drawBorder(in: canvas)
    }

    /// Draws the contents with cairo, in the layer's own space.
    func drawTurned(in context: Context) { drawAll(in: context) }

    // MARK: Animation

    /// Moves what this layer and its sublayers show on to `time`, on the monotonic clock. To be
    /// overridden by what moves by a rule of its own.
    ///
    /// Returns whether there is more to show in the next frame.
    open func advance(to time: Duration) -> Bool { false }
}
