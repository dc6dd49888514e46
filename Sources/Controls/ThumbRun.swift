import Layers

/// A thumb on its way to where the value is: gently begun and ended.
struct ThumbRun {
    private let start: Double
    private let duration: Duration
    private var begin: Duration?
    /// How much of the way is behind it, 0…1.
    private var share = 0.0

    /// A way that begins at the position `start` with the next frame.
    init(from start: Double, duration: Duration) {
        self.start = start
        self.duration = duration
    }

    /// Where it is on its way to `end`.
    func position(to end: Double) -> Double { start + (end - start) * share }

    /// Where it is on its way at a time; `nil` once it has arrived.
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
