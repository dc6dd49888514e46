import Layers

/// The animation of a thumb to the present value, with an eased start and end.
struct ThumbRun {
    private let start: Double
    private let duration: Duration
    private var begin: Duration?
    /// The covered fraction of the distance, 0…1.
    private var share = 0.0

    /// An animation from the position `start` that begins with the next frame.
    init(from start: Double, duration: Duration) {
        self.start = start
        self.duration = duration
    }

    /// The current position on the way to `end`.
    func position(to end: Double) -> Double { start + (end - start) * share }

    /// The animation at a time; `nil` once it has ended.
    func advanced(to time: Duration) -> ThumbRun? {
        var run = self
        let begin = begin ?? time
        run.begin = begin
        let progress = duration > .zero ? (time - begin) / duration : 1
        guard progress < 1 else { return nil }
        run.share = TimingFunction.easeInEaseOut.value(at: progress)
        return run
    }
}
