import Layers

/// An invisible layer that calls its control once a frame.
final class FrameLayer: Layer {
    /// Advances the control to a time. Returns whether it needs another frame.
    var onFrame: ((Duration) -> Bool)?

    override func advance(to time: Duration) -> Bool { onFrame?(time) ?? false }
}
