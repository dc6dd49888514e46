import Drawing

/// The place of a layer on the screen, as last collected.
struct LayerPlace {
    /// The transform from the layer's coordinates to the screen's.
    var placement = AffineTransform.identity
    /// The visible opacity: the product with those of all superlayers.
    var opacity = 1.0
    /// The pixels to which the layer is clipped; `nil` for all.
    var mask: PixelRect? {
        get { compactMask?.rect }
        set { compactMask = newValue.map(CompactRect.init) }
    }
    private var compactMask: CompactRect?
    /// Whether the layer is neither rotated nor scaled.
    var isUpright = true
    /// Whether the layer, or a sublayer, could be visible if animated opacities were above 0.
    var isInSight = true
}
