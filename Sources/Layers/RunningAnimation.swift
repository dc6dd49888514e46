/// An animation that a layer runs: it begins with the first frame it is asked for.
struct RunningAnimation {
    let animation: KeyframeAnimation
    private var begin: Duration?
    /// What is shown now.
    private(set) var value: Double
    private(set) var isFinished = false

    init(_ animation: KeyframeAnimation) {
        self.animation = animation
        value = animation.values[0]
    }

    mutating func advance(to time: Duration) {
        let begin = self.begin ?? animation.beginTime ?? time
        self.begin = begin
        var progress = animation.duration > .zero ? (time - begin) / animation.duration : 1
        if animation.repeats {
            progress -= progress.rounded(.down)
        } else {
            isFinished = progress >= 1
        }
        value = animation.value(at: min(max(progress, 0), 1))
    }
}
