package import Drawing

/// What a frame does with the tree.
extension Layer {
    /// Whether a frame would show anything new, or an animation is running.
    package var needsFrame: Bool { tree?.needsFrame ?? true }

    /// Advances the tree's animations to `time`, adds the pixels that changed since the last call to
    /// `damage`, and forgets them. `time` is on the monotonic clock. To be called on the root.
    ///
    /// What is to be told of the end of an animation is told last: it may change the tree.
    package func collect(into damage: inout Region, at time: Duration) {
        (tree ?? LayerTree(self)).collect(into: &damage, at: time)
    }

    /// Draws the tree into the pixels of `bitmap` that are in `damage`; all others keep what they
    /// show. To be called on the root, after `collect(into:at:)`.
    package func draw(_ damage: Region, into bitmap: Bitmap) {
        tree?.draw(damage, in: bitmap)
    }

    /// The pixels of the bounds, if this is the root.
    var pixels: PixelRect { placementInSuperlayer.apply(to: bounds).integral }
}
