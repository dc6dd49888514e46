public import Drawing

/// Where a layer is among others.
extension Layer {
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
        // From the front, where most are put: a tree of many layers is built in linear time.
        guard layer !== sibling, let index = sublayers.lastIndex(where: { $0 === sibling }) else {
            preconditionFailure("the sibling is no sublayer")
        }
        guard layer.superlayer === self else { return index }
        return sublayers[..<index].contains { $0 === layer } ? index - 1 : index
    }

    /// Takes the layer out of its superlayer; the pixels it covered become damage.
    public func removeFromSuperlayer() {
        guard let superlayer else { return }
        leaveTree()
        superlayer.sublayers.removeAll { $0 === self }
        container = nil
    }

    /// The sublayers in the order in which they are drawn.
    var sublayersFromBackToFront: [Layer] {
        guard needsSorting else { return sublayers }
        return sublayers.enumerated().sorted {
            ($0.element.zPosition, $0.offset) < ($1.element.zPosition, $1.offset)
        }.map(\.element)
    }

    /// From this layer's space to its superlayer's, without animations.
    package var placementInSuperlayer: AffineTransform {
        Self.placement(
            bounds: model.bounds, anchor: model.anchorPoint, model.transform, model.position)
    }

    /// From this layer's space to the root's.
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
