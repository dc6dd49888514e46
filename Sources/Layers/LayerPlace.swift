import Drawing

/// Where a layer is in the picture, as last collected.
struct LayerPlace {
    /// From the layer's space to the picture.
    var placement = AffineTransform.identity
    /// Whether it is neither turned nor scaled there.
    var isUpright = true
    /// The pixels outside of which nothing of it is seen; nil for all.
    var mask: PixelRect?
    /// How much of it is seen, all layers above considered.
    var opacity = 1.0
    /// Whether it or a layer inside it might be seen if animations did not make it fully transparent.
    var isInSight = true
    /// What the sublayers are masked by.
    var innerMask: PixelRect?
}
