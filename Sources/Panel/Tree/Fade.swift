import PanelProtocol

/// A value on its way to another, a step in each frame.
final class Fade {
    let control: PanelControl
    /// The number by which clients know the steps to belong together.
    let gesture: Int64
    /// Who is told to be the cause: an animation, or a scene.
    let source: ValueChanged.Source
    let transaction: Int64?
    /// What follows its control by a link.
    let linked: LinkFollowers
    let target: ControlValue
    let duration: Duration
    /// When it began, on the monotonic clock.
    let start: Duration
    private let first: SIMD2<Double>
    /// Where on the travel it ends.
    let last: SIMD2<Double>
    /// Whether it has arrived, or was stopped.
    var isOver = false

    /// A fade from where the control is; nil if that cannot fade.
    init?(
        _ control: PanelControl, to target: ControlValue, duration: Duration, gesture: Int64,
        source: ValueChanged.Source, transaction: Int64?, linked: LinkFollowers, at time: Duration
    ) {
        guard let last = control.position(of: target) else { return nil }
        self.control = control
        self.target = target
        self.duration = duration
        self.gesture = gesture
        self.source = source
        self.transaction = transaction
        self.linked = linked
        self.last = last
        start = time
        first = control.position
    }

    /// When it is over.
    var end: Duration { start + duration }

    /// The value at a time before the end.
    func value(at time: Duration) -> ControlValue? {
        let share = min(max((time - start) / duration, 0), 1)
        return control.value(at: first + (last - first) * share)
    }
}
