import Drawing

/// A tree of layers on a screen: the drawing order, the place of each layer, and the changes since
/// the last frame.
///
/// The cost of a frame depends on what changed, not on the size of the tree. Changed layers put
/// themselves on a list, and a grid finds the layers under the damage.
final class LayerTree {
    /// The root of the tree.
    private let root: LayerReference

    /// All layers, from back to front.
    private var layers: [LayerReference] = []
    private var isOrderOld = true
    /// The layers with a pending update.
    private var changed: [LayerReference] = []
    /// The layers that may change with each frame.
    private var moving: [LayerReference] = []
    /// The pixels that changed, until they are collected: those of removed layers first.
    private var changedPixels: [PixelRect] = []
    private var isAnimating = true
    /// When an animation next changes something; `nil` if that is with the next frame, or never.
    private(set) var nextChange: Duration?
    private var grid = LayerGrid()
    private var sprites = SpriteCache()
    private var backdrop = Backdrop()
    /// Whether still layers may be flattened, and covered pixels left out. Otherwise, each layer is
    /// drawn by itself.
    var takesShortcuts = true
    /// The number of frames that changed something.
    private(set) var frame = 0
    /// The rectangles of the damage, kept to reuse the memory.
    private var parts: [PixelRect] = []

    /// A tree in which everything is new.
    init(_ root: Layer) {
        self.root = LayerReference(root)
        root.join(self)
        root.invalidate(.placement)
    }

    // MARK: Changes

    /// Whether a new frame would differ from the last one, or an animation is running.
    var needsFrame: Bool { isAnimating || isOrderOld || !changed.isEmpty || !changedPixels.isEmpty }

    /// Makes the next frame due if an animation changes something at `time`.
    func noteTime(_ time: Duration) {
        guard let change = nextChange, change <= time else { return }
        nextChange = nil
        isAnimating = true
    }

    /// The innermost transaction that is open in the tree.
    var openTransaction: Transaction? { root.read { $0.openTransactions.last } }

    /// Called when the first update of a layer becomes pending.
    func noteChange(of layer: Layer) { changed.append(LayerReference(layer)) }

    /// Called when a layer may change with the next frame.
    func noteMovement(of layer: Layer) {
        isAnimating = true
        guard !layer.isListedAsMoving else { return }
        layer.isListedAsMoving = true
        moving.append(LayerReference(layer))
    }

    /// Called when a layer has a new drawing, which may cover less than its bounds.
    func noteDrawing(of layer: Layer) { layer.showDrawing(&grid) }

    /// Called when layers were added or removed, or their order changed.
    func noteOrder() { isOrderOld = true }

    /// Called when a layer is about to leave the tree.
    func vacate(_ layer: Layer) {
        isOrderOld = true
        guard !layer.shown.isEmpty else { return }
        changedPixels.append(layer.shown)
        grid.move(layer, to: .zero)
    }

    /// Removes the layers that left the tree from the lists, once for a whole page of layers.
    func removeLayersThatLeft() {
        changed.removeAll { $0.read { $0.tree !== self } }
        // A layer that left may have stopped moving since the last frame.
        moving.removeAll { $0.read { $0.tree !== self } }
    }

    /// The sprite of a context's recorded drawing. Controls with identical drawings share one.
    func sprite(of context: Context) -> Sprite { sprites.sprite(of: context) }

    // MARK: Collecting

    /// See `Layer.collect(into:at:)`.
    func collect(into damage: inout Region, at time: Duration) {
        root.layer.openTransactions.first?.commit()
        if isOrderOld { sort() }
        let finished = moving.isEmpty ? [] : advanceAnimations(to: time)
        if isOrderOld { sort() }
        if !changed.isEmpty {
            frame += 1
            // A layer is placed relative to its superlayer, so the superlayer comes first.
            if changed.count > 1 { changed.sortFromBackToFront() }
            grid.cover(root.layer.pixels)
            for reference in changed where !reference.layer.pending.isEmpty {
                reference.layer.update(&changedPixels, &grid)
            }
            changed.removeAll(keepingCapacity: changed.count <= Self.greatestKeptCapacity)
        }
        damage.formUnion(changedPixels)
        changedPixels.removeAll(keepingCapacity: changedPixels.count <= Self.greatestKeptCapacity)
        let next = moving.lazy.compactMap { $0.layer.nextChange(after: time) }.min()
        isAnimating = next.map { $0 <= time } ?? false
        nextChange = isAnimating ? nil : next
        for animation in finished { animation.completion?(true) }
    }

    /// After a frame that changes more layers, such as the first one, the tree releases their
    /// memory.
    private static let greatestKeptCapacity = 128

    private func advanceAnimations(to time: Duration) -> [RunningAnimation] {
        var finished: [RunningAnimation] = []
        if moving.count > 1 { moving.sortFromBackToFront() }
        let layers = moving.map(\.layer)
        for layer in layers where layer.tree === self { layer.move(to: time, &finished) }
        moving.removeAll { reference in
            let layer = reference.layer
            if !layer.isMoving { layer.isListedAsMoving = false }
            return !layer.isMoving
        }
        return finished
    }

    private func sort() {
        isOrderOld = false
        // The memory of a former, larger tree is released.
        let count = layers.count
        layers.removeAll(keepingCapacity: true)
        add(root.layer)
        sprites.forgetUnused()
        guard layers.count < count / 2 else { return }
        layers = Array(layers)
        (changed, changedPixels) = (Array(changed), Array(changedPixels))
        parts = []
    }

    private func add(_ layer: Layer) {
        layer.order = layers.count
        layers.append(LayerReference(layer))
        for layer in layer.sublayersFromBackToFront { add(layer) }
    }

    // MARK: Drawing

    /// See `Layer.draw(in:)`.
    func draw(_ damage: Region, in bitmap: Bitmap) {
        parts.removeAll(keepingCapacity: true)
        damage.forEachRect { addPart($0.intersection(bitmap.bounds)) }
        for part in parts { draw(part, in: bitmap) }
    }

    /// Adds a rectangle to the parts, or joins it to a part if both are then faster to draw. A
    /// region divides neighbouring rectangles into bands, which may be one row each.
    private func addPart(_ rect: PixelRect) {
        guard !rect.isEmpty else { return }
        let area = rect.area &+ Self.areaOfPart
        var near: Int?
        // A plain loop: there may be many parts.
        parts.withUnsafeBufferPointer { parts in
            var index = parts.count
            let end = max(0, index &- Self.mostSideBySide)
            while near == nil, index > end {
                index &-= 1
                let part = parts[index]
                let limit = part.width &* part.height &+ area
                // A union that is too wide is the most usual case.
                let width = max(part.maxX, rect.maxX) &- min(part.x, rect.x)
                guard width &* rect.height <= limit else { continue }
                let height = max(part.maxY, rect.maxY) &- min(part.y, rect.y)
                if width &* height <= limit { near = index }
            }
        }
        if let near {
            parts[near] = parts[near].union(rect)
        } else {
            parts.append(rect)
        }
    }

    private static let mostSideBySide = 32
    /// The number of pixels that take as long to draw as starting a part.
    private static let areaOfPart = 128

    /// The height of a band that fits into the processor's cache.
    private static let rowsAtOnce = 128

    private func draw(_ rect: PixelRect, in bitmap: Bitmap) {
        guard rect.height > Self.rowsAtOnce, rect.area > 1 << 16 else {
            return drawAtOnce(rect, in: bitmap)
        }
        for y in stride(from: rect.minY, to: rect.maxY, by: Self.rowsAtOnce) {
            drawAtOnce(
                PixelRect(
                    x: rect.x, y: y, width: rect.width,
                    height: min(Self.rowsAtOnce, rect.maxY - y)), in: bitmap)
        }
    }

    /// The layers under some damage, from back to front.
    private typealias Found = Slice<UnsafeBufferPointer<LayerReference>>

    private func withLayers(in rect: PixelRect, _ body: (Found) -> Void) {
        let place = grid.cells(of: rect)
        withUnsafeTemporaryAllocation(
            of: LayerReference.self, capacity: grid.mostLayers(in: place)
        ) { body(grid.find(rect, in: place, $0)) }
    }

    private func drawAtOnce(_ rect: PixelRect, in bitmap: Bitmap) {
        withLayers(in: rect) { found in
            var first = Self.firstSeen(found, rect) ?? 0
            if takesShortcuts, rect.area <= Self.largeArea {
                let still = settled(found, from: first)
                if still - first >= Backdrop.leastLayers {
                    let top = still < found.count ? found[still] : nil
                    copyBackdrop(rect, below: top, in: bitmap)
                    first = still
                }
            }
            draw(found[first...], rect, in: bitmap)
        }
    }

    /// The index of the topmost layer that alone determines the pixels of a rectangle.
    private static func firstSeen(_ found: Found, _ rect: PixelRect) -> Int? {
        found.lastIndex { $0.read { $0.hides(rect) } }
    }

    /// The index of the first layer that changed recently; the number of layers if none did.
    private func settled(_ found: Found, from first: Int) -> Int {
        let limit = frame - Backdrop.settlingFrames
        return found[first...].firstIndex { $0.read { $0.lastChange } > limit } ?? found.count
    }

    /// Draws the still layers in a rectangle, below a moving one, square by square.
    private func copyBackdrop(_ rect: PixelRect, below top: LayerReference?, in bitmap: Bitmap) {
        let order = top?.read { $0.order } ?? Int.max
        LayerGrid.forEachSquare(of: rect) { square in
            withLayers(in: square) {
                copyBackdrop(square, $0, rect.intersection(square), below: order, in: bitmap)
            }
        }
    }

    private func copyBackdrop(
        _ square: PixelRect, _ found: Found, _ part: PixelRect, below order: Int,
        in bitmap: Bitmap
    ) {
        let top = found.firstIndex { $0.read { $0.order } >= order } ?? found.count
        let first = Self.firstSeen(found, square)
        let end = min(settled(found, from: first ?? 0), top)
        guard let first, end - first >= Backdrop.leastLayers else {
            return draw(found[min(first ?? 0, top)..<top], part, in: bitmap)
        }
        switch backdrop.lookUp(square, found[first..<end], frame: frame) {
        case .flattened(let still):
            bitmap.copy(
                from: still, at: PixelPoint(x: square.x, y: square.y), clippedTo: part)
            // The layers that move elsewhere in the square, and the still ones above them.
            draw(found[end..<top], part, in: bitmap)
        case .due:
            // Draws the whole square, and then completes it with the other layers outside the
            // damage.
            let whole = square.intersection(bitmap.bounds)
            draw(found[first..<end], whole, in: bitmap)
            backdrop.keep(square, of: bitmap)
            draw(found[end..<top], part, in: bitmap)
            drawAround(part, in: whole, found[end...], in: bitmap)
        case .new: draw(found[first..<top], part, in: bitmap)
        }
    }

    /// Draws some layers in a square, except for a part of it.
    private func drawAround(
        _ part: PixelRect, in square: PixelRect, _ found: Found, in bitmap: Bitmap
    ) {
        Region(square).subtracting(part).forEachRect { draw(found, $0, in: bitmap) }
    }

    private func draw(_ found: Found, _ rect: PixelRect, in bitmap: Bitmap) {
        let (cover, top) =
            takesShortcuts ? Self.topmostCover(found, rect) : (.zero, found.startIndex)
        var first = found.startIndex
        if takesShortcuts, rect.area > Self.largeArea, let ground = found.first {
            ground.read { drawBetween(found.dropFirst(), $0, rect, in: bitmap) }
            first += 1
        }
        for index in first..<found.endIndex {
            found[index].read { layer in
                let cover = index < top ? cover : .zero
                let part = rect.intersection(layer.shown).remainder(outside: cover)
                guard !part.isEmpty else { return }
                layer.drawContents(in: Canvas(bitmap: bitmap, clip: part, cover: cover))
            }
        }
    }

    /// Draws the lowest layer of a rectangle, except where a layer above it hides it in all rows,
    /// such as one of the strips of a page.
    private func drawBetween(
        _ found: Found, _ ground: Layer, _ rect: PixelRect, in bitmap: Bitmap
    ) {
        var rest = rect.intersection(ground.shown)
        func draw(upTo x: Int) {
            let part = PixelRect(x: rest.x, y: rest.y, width: x - rest.x, height: rest.height)
            guard !part.isEmpty else { return }
            ground.drawContents(in: Canvas(bitmap: bitmap, clip: part))
        }
        for reference in found {
            let hidden = reference.read { layer in
                let part = layer.shown.intersection(rest)
                return part.height == rest.height && part.width > 0 && layer.hides(part)
                    ? part : .zero
            }
            guard !hidden.isEmpty else { continue }
            draw(upTo: hidden.minX)
            rest = PixelRect(
                x: hidden.maxX, y: rest.y, width: rest.maxX - hidden.maxX, height: rest.height)
        }
        draw(upTo: rest.maxX)
    }

    /// The opaque pixels of the topmost layer with any in a rectangle, such as a fader's cap, and
    /// its index.
    private static func topmostCover(
        _ found: Found, _ rect: PixelRect
    ) -> (cover: PixelRect, index: Int) {
        for index in (found.startIndex..<found.endIndex).reversed() {
            let cover = found[index].read { $0.opaquePixels }
            if cover.intersects(rect) { return (cover, index) }
        }
        return (.zero, found.startIndex)
    }

    /// A larger area is drawn as fast as it is copied square by square.
    private static let largeArea = 1 << 14
}
