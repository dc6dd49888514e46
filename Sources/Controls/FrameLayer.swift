import Layers

/// A layer without looks, by which a control moves with the frames.
final class FrameLayer: Layer {
    /// Moves the control on to a time; whether there is more to come.
    var onFrame: ((Duration) -> Bool)?

    override func advance(to time: Duration) -> Bool { onFrame?(time) ?? false }
}
