public import Drawing

/// A layer's place in the tree.
extension Layer {
    /// The rectangle of the untransformed layer in its superlayer.
    public var frame: Rect {
        get {
            let (anchor, size) = (anchorPoint, bounds.size)
            return Rect(
                x: position.x - anchor.x * size.width, y: position.y - anchor.y * size.height,
                width: size.width, height: size.height)
        }
        set {
            // All of it, or nothing.
            guard newValue.minX.isFinite, newValue.minY.isFinite, newValue.maxX.isFinite,
                newValue.maxY.isFinite
            else { return }
            bounds = Rect(origin: bounds.origin, size: newValue.size)
            let anchor = anchorPoint
            position = Point(
                x: newValue.minX + anchor.x * newValue.width,
                y: newValue.minY + anchor.y * newValue.height)
        }
    }

    /// The root of the tree; this layer if it has no superlayer.
    public var root: Layer {
        var layer = self
        while let superlayer = layer.superlayer { layer = superlayer }
        return layer
    }

    /// Adds `layer` in front of the other sublayers, and removes it from its former superlayer.
    public func addSublayer(_ layer: Layer) {
        insertSublayer(layer, at: layer.superlayer === self ? sublayers.count - 1 : sublayers.count)
    }

    /// Inserts `layer` at `index` among the sublayers, 0 being the backmost, and removes it from
    /// its former superlayer. The index is clamped.
    ///
    /// - Precondition: `layer` is neither this layer nor one of its ancestors.
    public func insertSublayer(_ layer: Layer, at index: Int) {
        precondition(!isInside(layer), "a layer cannot be inside itself")
        if layer.superlayer === self {
            guard let old = sublayers.lastIndex(where: { $0 === layer }) else { return }
            let new = index.clamped(from: 0, to: sublayers.count - 1)
            guard new != old else { return }
            sublayers.remove(at: old)
            sublayers.insert(layer, at: new)
            tree?.noteOrder()
        } else {
            layer.removeFromSuperlayer()
            layer.leaveTree()
            layer.container = LayerReference(self)
            sublayers.insert(layer, at: index.clamped(from: 0, to: sublayers.count))
            if layer.zPosition != 0 { needsSorting = true }
            if let tree {
                layer.join(tree)
                tree.noteOrder()
            }
        }
        layer.invalidate(.placement)
    }

    /// Whether this layer is `other` or inside it.
    private func isInside(_ other: Layer) -> Bool {
        var layer: Layer? = self
        while let current = layer {
            if current === other { return true }
            layer = current.superlayer
        }
        return false
    }

    /// Inserts `layer` just behind the sublayer `sibling`.
    ///
    /// - Precondition: `sibling` is a sublayer of this layer, and not `layer` itself.
    public func insertSublayer(_ layer: Layer, below sibling: Layer) {
        insertSublayer(layer, at: index(of: sibling, for: layer))
    }

    /// Inserts `layer` just in front of the sublayer `sibling`.
    ///
    /// - Precondition: `sibling` is a sublayer of this layer, and not `layer` itself.
    public func insertSublayer(_ layer: Layer, above sibling: Layer) {
        insertSublayer(layer, at: index(of: sibling, for: layer) + 1)
    }

    private func index(of sibling: Layer, for layer: Layer) -> Int {
        sublayers.index(of: sibling, whenMoving: layer.superlayer === self ? layer : nil)
    }

    /// Removes the layer from its superlayer. The pixels that it covered become damage.
    public func removeFromSuperlayer() {
        guard let superlayer else { return }
        leaveTree()
        superlayer.sublayers.removeAll { $0 === self }
        container = nil
    }

    /// The sublayers in drawing order.
    var sublayersFromBackToFront: [Layer] {
        guard needsSorting else { return sublayers }
        return sublayers.enumerated().sorted {
            ($0.element.zPosition, $0.offset) < ($1.element.zPosition, $1.offset)
        }.map(\.element)
    }

    /// The transform from this layer's coordinates to its superlayer's, without animations.
    package var placementInSuperlayer: AffineTransform {
        let (bounds, position) = (model.bounds, model.position)
        if model.isPlain {
            return .translation(x: position.x - bounds.midX, y: position.y - bounds.midY)
        }
        return Self.placement(
            bounds: bounds, anchor: model.anchorPoint, model.transform, position)
    }

    /// Converts a point of the superlayer to this layer's coordinates, without animations.
    package func convertFromSuperlayer(_ point: Point) -> Point {
        // The transform of a flattened layer is ignored.
        if isTransformed, let inverse = placementInSuperlayer.inverted() {
            return inverse.apply(to: point)
        }
        let (bounds, frame) = (model.bounds, frame)
        return point.offsetBy(
            dx: bounds.origin.x - frame.minX, dy: bounds.origin.y - frame.minY)
    }

    /// Whether the transform flattens the layer to a line or a point, so that it has no inverse.
    package var isFlattened: Bool { isTransformed && placementInSuperlayer.inverted() == nil }

    /// The visible transform from this layer's coordinates to the root's.
    func placed(in superPlacement: AffineTransform) -> AffineTransform {
        guard isAnimated else {
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
        let x = bounds.minX + anchor.x * bounds.width
        let y = bounds.minY + anchor.y * bounds.height
        guard transform != .identity else {
            return AffineTransform.translation(x: position.x - x, y: position.y - y)
        }
        return AffineTransform.translation(x: -x, y: -y).concatenating(transform)
            .concatenating(.translation(x: position.x, y: position.y))
    }
}

extension Array where Element: AnyObject {
    /// The index of `sibling`, after `element`, which moves beside it, was removed.
    ///
    /// Searches from the end, where most elements are added, so that building a tree takes linear
    /// time.
    @inlinable
    package func index(of sibling: Element, whenMoving element: Element?) -> Int {
        var index = count - 1
        while index >= 0, self[index] !== sibling { index -= 1 }
        precondition(index >= 0 && element !== sibling, "the sibling is not in the same parent")
        guard let element, self[..<index].contains(where: { $0 === element }) else { return index }
        return index - 1
    }
}
