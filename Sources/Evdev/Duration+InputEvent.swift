import CEvdev

extension Duration {
    /// The time of an event, on the monotonic clock.
    init(of event: input_event) {
        let time = withUnsafePointer(to: event) { input_event_microseconds($0) }
        // `.microseconds(_:)` is generic and slower.
        let (seconds, rest) = time.quotientAndRemainder(dividingBy: 1_000_000)
        self.init(
            secondsComponent: seconds, attosecondsComponent: rest * 1_000_000_000_000)
    }
}
