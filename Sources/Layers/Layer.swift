public import Drawing

/// A rectangle in a tree, drawn once and composited often. It keeps track of its changed pixels.
///
/// The names are Core Animation's. `position` is the place of the `anchorPoint` of the `bounds` in
/// the superlayer; `frame` is the resulting rectangle. Coordinates are in pixels, and y grows
/// downwards.
///
/// A change shows in the next frame; only changes inside a ``Transaction`` are animated. Animations
/// advance only with the time of each frame. Numbers that are not finite are ignored.
///
/// Setting a property draws nothing. The layer records its damage, and `collect(into:at:)` collects
/// that of the whole tree once a frame. Setting a property to its present value damages nothing.
open class Layer {
    /// The object that draws the contents, unless a subclass does; see ``draw(in:)``.
    public weak var delegate: (any LayerDelegate)? {
        didSet {
            isDrawn = delegate != nil || drawsContents
            if delegate !== oldValue { setNeedsDisplay() }
        }
    }
    /// The superlayer, which retains this layer.
    public var superlayer: Layer? { container?.layer }
    /// The superlayer, which clears this reference before it is deallocated.
    var container: LayerReference?
    /// The sublayers, from back to front among those with the same `zPosition`.
    public internal(set) var sublayers: [Layer] = []

    /// The values to which the properties are set.
    var model = LayerModel()

    /// The parts of a layer that the next frame must update.
    struct Pending: OptionSet {
        let rawValue: UInt8
        /// The layer and its sublayers may cover other pixels.
        static let placement = Pending(rawValue: 1)
        /// `damaged` is not empty.
        static let contents = Pending(rawValue: 2)
    }

    /// The tree that contains the layer, once a frame of it has been collected.
    private(set) var tree: LayerTree?
    private var damaged = DamagedRects()
    /// The layer's place on the screen, as last collected.
    private(set) var place = LayerPlace()
    /// The pixels that this layer covers on the screen, as last collected.
    private(set) var shown: PixelRect {
        get { compactShown.rect }
        set { compactShown = CompactRect(newValue) }
    }
    private var compactShown = CompactRect(.zero)
    // Stored after a small property, so that it takes no further word.
    private var shortOrder: Int32 = 0
    /// The number of layers of the tree that are behind this one.
    var order: Int {
        get { Int(shortOrder) }
        set { shortOrder = Int32(clamping: newValue) }
    }
    /// The cached drawing; `nil` until it is needed.
    var raster: LayerRaster?
    var animations = LayerAnimations() {
        didSet { isAnimated = !animations.isEmpty }
    }
    /// The open transactions of the tree, if this layer is the root.
    var openTransactions: [Transaction] = []
    /// The frame of the last change.
    private(set) var lastChange = 0
    /// The layer's cells in the tree's grid.
    var cells = LayerGrid.Cells()
    /// The last search of the grid that found the layer.
    var search = 0
    // Side by side, so that they take one word.

    private(set) var pending: Pending = []
    /// Whether `draw(in:)` is called. Stored because reading the weak reference would be slow.
    private(set) var isDrawn = false
    /// Whether there are animations. Stored because all drawing reads it.
    private(set) var isAnimated = false
    /// Whether `transform` is not the identity. Stored because each movement of a finger reads it,
    /// for all views around the touched one.
    package internal(set) var isTransformed = false
    /// Whether the next frame calls `advance(to:)`.
    var isAdvancing = false
    /// Whether the drawing order of the sublayers may differ from the list.
    var needsSorting = false
    /// Whether the tree lists the layer as moving.
    var isListedAsMoving = false

    /// A layer without a size or contents.
    public init() { isDrawn = drawsContents }

    deinit {
        // The tree ends with its root. Removed layers have left it before.
        for layer in sublayers {
            layer.container = nil
            layer.outliveTree()
        }
    }

    // MARK: The tree

    /// Adds the layer and its sublayers to a tree.
    func join(_ tree: LayerTree) {
        self.tree = tree
        if !pending.isEmpty { tree.noteChange(of: self) }
        if isMoving { tree.noteMovement(of: self) }
        for layer in sublayers { layer.join(tree) }
    }

    /// Removes the layer and its sublayers from their tree. The pixels that they covered become
    /// damage.
    func leaveTree() {
        guard let tree else { return }
        if leave(tree) { tree.removeLayersThatLeft() }
    }

    /// Leaves a tree. Returns whether a list of the tree contains this layer or a sublayer.
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

    /// Redraws the contents in the next frame.
    public func setNeedsDisplay() {
        raster = nil
        // A drawing covers whole pixels, and so may reach one pixel farther.
        damage(isDrawn && !isOnPixels(extent) ? extent.insetBy(dx: -1, dy: -1) : extent)
    }

    /// Composites a part of the layer in the next frame. `rect` is in the layer's own coordinates.
    final func damage(_ rect: Rect) {
        damaged.add(rect)
        invalidate(.contents)
    }

    final func invalidate(_ what: Pending) {
        let isListed = !pending.isEmpty
        pending.insert(what)
        if !isListed { tree?.noteChange(of: self) }
    }

    /// The part of the layer's coordinates that its contents may cover; `bounds` by default.
    open var extent: Rect { visibleBounds }

    /// Whether there is anything to draw besides the sublayers.
    var hasContents: Bool {
        isDrawn || model.contents != nil || (visibleBackgroundColor?.alpha ?? 0) > 0
            || visibleBorderWidth > 0
    }

    /// The pixels that the contents may touch, without the mask.
    func covered(in placement: AffineTransform) -> PixelRect {
        guard isDrawn, placement.isTranslation else {
            return placement.apply(to: extent).integral
        }
        // A cached drawing is on whole pixels.
        let origin = placement.apply(to: bounds.origin).rounded
        if let raster, !raster.isTurned, !isAnimated, model.isPlain {
            return raster.reach.offsetBy(dx: origin.x, dy: origin.y)
        }
        let size = LayerRaster.size(of: bounds)
        return placement.apply(to: extent).integral.union(
            PixelRect(x: origin.x, y: origin.y, width: size.width, height: size.height))
    }

    /// Called when the visible value of a property changed.
    func visiblePropertyChanged(
        _ name: AnimatedName, from old: any Animatable, to new: any Animatable
    ) {
        switch name {
        case _ where name.isPlacement: invalidate(.placement)
        case .backgroundColor: damage(visibleBounds)
        case .cornerRadius:
            let (old, new) = (old as? Double ?? 0, new as? Double ?? 0)
            // If the edges are not on whole pixels, each radius rounds them slightly differently.
            guard isOnPixels(visibleBounds) else { return damage(visibleBounds) }
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

    /// Adds the changes to `damage`, and records the place of the layer and its sublayers.
    final func update(_ damage: inout [PixelRect], _ grid: inout LayerGrid) {
        if pending.contains(.placement) {
            let superlayer = superlayer
            place(
                in: superlayer?.place ?? LayerPlace(), clippedTo: superlayer?.maskOfSublayers,
                &damage, &grid)
        } else {
            updateContents(&damage, &grid)
        }
    }

    private func updateContents(_ damage: inout [PixelRect], _ grid: inout LayerGrid) {
        pending = []
        lastChange = tree?.frame ?? 0
        if raster?.isTurned == true { raster = nil }
        let now = pixelsCovered()
        let both = shown.union(now)
        for rect in damaged.rects {
            damage.add(place.placement.apply(to: rect).integral.intersection(both))
        }
        damaged.removeAll()
        show(now, &grid)
    }

    private func place(
        in surroundings: LayerPlace, clippedTo mask: PixelRect?, _ damage: inout [PixelRect],
        _ grid: inout LayerGrid
    ) {
        pending = []
        lastChange = tree?.frame ?? 0
        // Most layers are damaged only before their first frame, so this keeps no memory.
        damaged = DamagedRects()
        if raster?.isTurned == true { raster = nil }
        place.isInSight = surroundings.isInSight && !isHidden && opacity > 0
        place.opacity = isHidden ? 0 : surroundings.opacity * visibleOpacity
        place.placement = placed(in: surroundings.placement)
        place.isUpright = place.placement.isTranslation
        place.mask = mask
        let (before, now) = (shown, pixelsCovered())
        if now != before {
            show(now, &grid)
            // The union of two overlapping rectangles consists of three. One larger rectangle is
            // faster to draw.
            let both = before.union(now)
            if both.area <= before.area + now.area {
                damage.add(both)
            } else {
                damage.add(before)
                damage.add(now)
            }
        } else {
            damage.add(now)
        }
        guard !sublayers.isEmpty else { return }
        let innerMask = maskOfSublayers
        for layer in sublayers { layer.place(in: place, clippedTo: innerMask, &damage, &grid) }
    }

    /// The pixels to which the sublayers are clipped; `nil` for all.
    private var maskOfSublayers: PixelRect? {
        guard masksToBounds else { return place.mask }
        let own = place.placement.apply(to: visibleBounds).integral
        return place.mask?.intersection(own) ?? own
    }

    private func pixelsCovered() -> PixelRect {
        guard place.opacity > 0, hasContents else { return .zero }
        let pixels = covered(in: place.placement)
        return place.mask.map(pixels.intersection) ?? pixels
    }

    /// Shows only the pixels of a new drawing. Has no effect while changes are pending: their
    /// damage needs the pixels that were shown before.
    func showDrawing(_ grid: inout LayerGrid) {
        if pending.isEmpty { show(pixelsCovered(), &grid) }
    }

    private func show(_ pixels: PixelRect, _ grid: inout LayerGrid) {
        guard pixels != shown else { return }
        shown = pixels
        grid.move(self, to: pixels)
    }

    // MARK: Drawing

    /// Whether a subclass draws the contents; `false` by default. A subclass that overrides
    /// ``draw(in:)`` must override this too, with a constant.
    open var drawsContents: Bool { false }

    /// Draws the contents in the coordinates of the bounds. By default, the delegate does.
    ///
    /// The result is cached in a bitmap until ``setNeedsDisplay()`` is called. Drawing must not
    /// change any state. It is only called if there is a delegate, or if `drawsContents` is `true`.
    open func draw(in context: Context) { delegate?.draw(self, in: context) }

    /// Whether this layer alone determines all pixels of `rect`.
    func hides(_ rect: PixelRect) -> Bool {
        guard let color = model.backgroundColor, color.isOpaque, !isAnimated,
            place.opacity == 1, place.isUpright, shown.contains(rect)
        else { return false }
        let inner = Rect(rect).offsetBy(dx: -place.placement.tx, dy: -place.placement.ty)
        return model.bounds.contains(inner, cornerRadius: model.cornerRadius)
    }

    /// A rectangle of pixels that this layer alone determines, if it has a drawing; empty for none.
    var opaquePixels: PixelRect {
        guard let raster, !raster.core.isEmpty, !raster.isTurned, place.opacity == 1,
            place.isUpright, isUnstretched
        else { return .zero }
        let origin = rasterOrigin
        return raster.core.offsetBy(dx: origin.x, dy: origin.y).intersection(shown)
    }

    /// Draws the layer's own contents.
    func drawContents(in canvas: Canvas) {
        guard place.isUpright, isUnstretched else { return drawTurned(in: canvas) }
        drawBackground(in: canvas)
        if let contents = model.contents { draw(contents, in: canvas) }
        if isDrawn { drawRaster(in: canvas) }
        drawBorder(in: canvas)
    }

    /// Draws the contents in the layer's own coordinates.
    func drawTurned(in context: Context) { drawAll(in: context) }

    // MARK: Animation

    /// Advances the contents of this layer to `time`, on the monotonic clock. Layers with a
    /// movement of their own override this.
    ///
    /// - Returns: Whether the layer needs another frame.
    open func advance(to time: Duration) -> Bool { false }
}

extension [PixelRect] {
    /// Adds a rectangle unless it is empty, as for a hidden layer.
    fileprivate mutating func add(_ rect: PixelRect) {
        if !rect.isEmpty { append(rect) }
    }
}
