package import Drawing

/// The steps of a frame.
extension Layer {
    /// Whether a new frame would differ from the last one, or an animation is running.
    package var needsFrame: Bool { tree?.needsFrame ?? true }

    /// When an animation in the tree next changes something, on the monotonic clock: call
    /// `noteTime(_:)` then. `nil` if that is with the next frame, or never.
    package var nextChange: Duration? { tree?.nextChange }

    /// Makes the next frame due if an animation changes something at `time` or before.
    package func noteTime(_ time: Duration) { tree?.noteTime(time) }

    /// Advances the tree's animations to `time`, on the monotonic clock, and adds the pixels that
    /// changed since the last call to `damage`. Call it on the root.
    ///
    /// Completions of animations are called last, because they may change the tree.
    package func collect(into damage: inout Region, at time: Duration) {
        (tree ?? LayerTree(self)).collect(into: &damage, at: time)
    }

    /// Draws the tree into the pixels of `bitmap` that are in `damage`; all others stay unchanged.
    /// Call it on the root, after `collect(into:at:)`.
    package func draw(_ damage: Region, into bitmap: Bitmap) {
        tree?.draw(damage, in: bitmap)
    }

    /// The pixels of the bounds. Valid only for the root.
    var pixels: PixelRect { placementInSuperlayer.apply(to: bounds).integral }
}
