/// Calls `onRepeat` faster and faster while a finger stays, until it lifts.
final class RepeatGestureRecognizer: GestureRecognizer {
    /// How long the finger must stay before the first repetition.
    private static let delay = Duration.milliseconds(500)

    /// Called for each repetition; `false` stops the repetitions until the finger lifts.
    var onRepeat: () -> Bool = { false }

    private var count = 0
    private var next: Duration?

    override var deadline: Duration? { next }

    /// The time from one repetition to the next.
    private var interval: Duration {
        switch count {
        case ..<5: .milliseconds(150)
        case ..<15: .milliseconds(80)
        case ..<40: .milliseconds(40)
        default: .milliseconds(20)
        }
    }

    override func deadlinePassed(at time: Duration) {
        guard onRepeat() else {
            next = nil
            return
        }
        count += 1
        // Counted from this call, so that a late call causes no burst.
        next = time + interval
    }

    override func touchesBegan(_ touches: [Touch]) {
        next = touches.first.map { $0.timestamp + Self.delay }
    }

    override func reset() {
        count = 0
        next = nil
    }
}
