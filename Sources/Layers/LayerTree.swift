import Drawing

/// A tree of layers as a picture sees it: which layer lies above which, where each shows, and which
/// changed since the last frame.
///
/// The cost of a frame follows what changed, not what there is: layers that change put themselves on
/// a list, and those that lie under the damage are found by where they are.
final class LayerTree {
    /// The layer at the top.
    private let root: LayerReference

    /// All layers, from back to front.
    private var layers: [LayerReference] = []
    private var isOrderOld = true
    /// The layers that have something pending.
    private var changed: [LayerReference] = []
    /// The layers that may be another with each frame.
    private var moving: [LayerReference] = []
    /// What removed layers covered, until it has been collected.
    private var vacated: [PixelRect] = []
    private var isAnimating = true
    private var grid = LayerGrid()
    private var sprites = SpriteShelf()
    private var backdrop = Backdrop()
    /// Whether what lies still may be flattened; without, each layer is drawn by itself.
    var usesBackdrop = true
    /// Counts the frames that changed something.
    private(set) var frame = 0
    /// The rectangles of the damage, kept to be used again.
    private var parts: [PixelRect] = []
    /// What lies under the damage, and in one square of it, kept to be used again.
    private var found: [LayerReference] = []
    private var foundInSquare: [LayerReference] = []

    /// A tree in which all is new.
    init(_ root: Layer) {
        self.root = LayerReference(root)
        root.join(self)
        root.invalidate(.placement)
    }

    // MARK: Changes

    /// Whether a frame would show anything new, or an animation is running.
    var needsFrame: Bool { isAnimating || isOrderOld || !changed.isEmpty || !vacated.isEmpty }

    /// The innermost transaction that is open in the tree.
    var openTransaction: Transaction? { root.read { $0.openTransactions.last } }

    /// A layer has something pending that had nothing.
    func noteChange(of layer: Layer) { changed.append(LayerReference(layer)) }

    /// A layer may be another with the next frame.
    func noteMovement(of layer: Layer) {
        isAnimating = true
        guard !layer.isListedAsMoving else { return }
        layer.isListedAsMoving = true
        moving.append(LayerReference(layer))
    }

    /// Layers were added or removed, or lie above others than before.
    func noteOrder() { isOrderOld = true }

    /// A layer is about to leave the tree.
    func vacate(_ layer: Layer) {
        isOrderOld = true
        guard !layer.shown.isEmpty else { return }
        vacated.append(layer.shown)
        grid.move(layer, to: .zero)
    }

    /// Layers have left the tree: a whole page of them is looked for once.
    func forgetThoseThatLeft() {
        changed.removeAll { $0.read { $0.tree !== self } }
        // One of them may have stopped since the last frame.
        moving.removeAll { $0.read { $0.tree !== self } }
    }

    /// What was drawn in a context, which of controls that are alike is drawn and kept once.
    func sprite(of context: Context) -> Sprite { sprites.sprite(of: context) }

    // MARK: Collecting

    /// See `Layer.collect(into:at:)`.
    func collect(into damage: inout Region, at time: Duration) {
        root.layer.openTransactions.first?.commit()
        if isOrderOld { sort() }
        let finished = moving.isEmpty ? [] : advance(to: time)
        if isOrderOld { sort() }
        for rect in vacated { damage.formUnion(rect) }
        vacated.removeAll(keepingCapacity: true)
        if !changed.isEmpty {
            frame += 1
            // A layer is placed in its superlayer, which is placed first.
            if changed.count > 1 { changed.sortFromBackToFront() }
            grid.cover(root.layer.pixels)
            for reference in changed where !reference.layer.pending.isEmpty {
                reference.layer.update(&damage, &grid)
            }
            changed.removeAll(keepingCapacity: true)
        }
        // What repeats for ever costs nothing where it is not seen; it is in step when it is again.
        isAnimating = moving.contains { $0.layer.needsFrames }
        for animation in finished { animation.completion?(true) }
    }

    private func advance(to time: Duration) -> [RunningAnimation] {
        var finished: [RunningAnimation] = []
        if moving.count > 1 { moving.sortFromBackToFront() }
        let layers = moving.map(\.layer)
        for layer in layers where layer.tree === self { layer.move(on: time, &finished) }
        moving.removeAll { reference in
            let layer = reference.layer
            if !layer.isMoving { layer.isListedAsMoving = false }
            return !layer.isMoving
        }
        return finished
    }

    private func sort() {
        isOrderOld = false
        // What was kept for a large tree goes with it.
        let count = layers.count
        layers.removeAll(keepingCapacity: true)
        add(root.layer)
        sprites.forgetUnused()
        guard layers.count < count / 2 else { return }
        layers = Array(layers)
        (changed, vacated, parts, found) = (Array(changed), Array(vacated), [], [])
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

    /// Adds a rectangle to what is drawn, or to a part of it that it is sooner drawn with: a region
    /// cuts what stands side by side into bands, which may be a row each.
    private func addPart(_ rect: PixelRect) {
        guard !rect.isEmpty else { return }
        let near = parts.suffix(Self.mostSideBySide).lastIndex {
            $0.union(rect).area <= $0.area + rect.area + Self.areaOfPart
        }
        if let near {
            parts[near] = parts[near].union(rect)
        } else {
            parts.append(rect)
        }
    }

    private static let mostSideBySide = 32
    /// How many pixels are drawn in the time that it takes to begin a part.
    private static let areaOfPart = 128

    /// So much is drawn at once, and stays in the processor's cache meanwhile.
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

    private func drawAtOnce(_ rect: PixelRect, in bitmap: Bitmap) {
        // Taken, so that nothing looks after who else has them.
        var found = found
        self.found = []
        defer { self.found = found }
        grid.find(rect, &found)
        var first = Self.firstSeen(found, rect) ?? 0
        if usesBackdrop, rect.area <= Self.largeArea {
            let still = settled(found, from: first)
            if still - first >= Backdrop.leastLayers {
                copyBackdrop(rect, below: still < found.count ? found[still] : nil, in: bitmap)
                first = still
            }
        }
        draw(found[first...], rect, in: bitmap)
    }

    /// The topmost layer that decides alone what a rectangle shows: nothing is seen of those below.
    private static func firstSeen(_ found: [LayerReference], _ rect: PixelRect) -> Int? {
        found.lastIndex { $0.read { $0.hides(rect) } }
    }

    /// The first layer that has changed of late.
    private func settled(_ found: [LayerReference], from first: Int) -> Int {
        let limit = frame - Backdrop.settlingFrames
        return found[first...].firstIndex { $0.read { $0.lastChange } > limit } ?? found.count
    }

    /// Draws what lies still in a rectangle, below a layer that does not, square by square.
    private func copyBackdrop(_ rect: PixelRect, below top: LayerReference?, in bitmap: Bitmap) {
        let order = top?.read { $0.order } ?? Int.max
        var inSquare = foundInSquare
        foundInSquare = []
        defer { foundInSquare = inSquare }
        LayerGrid.forEachSquare(of: rect) { square in
            copyBackdrop(square, rect.intersection(square), below: order, &inSquare, in: bitmap)
        }
    }

    private func copyBackdrop(
        _ square: PixelRect, _ part: PixelRect, below order: Int, _ found: inout [LayerReference],
        in bitmap: Bitmap
    ) {
        grid.find(square, &found)
        let top = found.firstIndex { $0.read { $0.order } >= order } ?? found.count
        let first = Self.firstSeen(found, square)
        let end = min(settled(found, from: first ?? 0), top)
        guard let first, end - first >= Backdrop.leastLayers else {
            return draw(found[min(first ?? 0, top)..<top], part, in: bitmap)
        }
        switch backdrop.answer(for: square, found[first..<end], frame: frame) {
        case .known(let still):
            bitmap.copy(
                from: still, at: PixelPoint(x: square.x, y: square.y), clippedTo: part)
            // What moves beside the rectangle, and what lies still above that.
            draw(found[end..<top], part, in: bitmap)
        case .wanted:
            // What lies beside the damage becomes what it is.
            let whole = square.intersection(bitmap.bounds)
            draw(found[first..<end], whole, in: bitmap)
            backdrop.keep(square, of: bitmap)
            draw(found[end..<top], part, in: bitmap)
            drawAround(part, in: whole, found[end...], in: bitmap)
        case .unknown: draw(found[first..<top], part, in: bitmap)
        }
    }

    /// Draws some layers in a square except for a part of it.
    private func drawAround(
        _ part: PixelRect, in square: PixelRect, _ found: ArraySlice<LayerReference>,
        in bitmap: Bitmap
    ) {
        Region(square).subtracting(part).forEachRect { draw(found, $0, in: bitmap) }
    }

    private func draw(
        _ found: ArraySlice<LayerReference>, _ rect: PixelRect, in bitmap: Bitmap
    ) {
        for reference in found {
            reference.read { layer in
                let part = rect.intersection(layer.shown)
                if !part.isEmpty { layer.drawContents(in: Canvas(bitmap: bitmap, clip: part)) }
            }
        }
    }

    /// What is larger is drawn as fast as it is copied from square to square.
    private static let largeArea = 1 << 14
}
