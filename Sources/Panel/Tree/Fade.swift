import Controls
import PanelProtocol

/// A value that moves to another, by one step in each frame.
final class Fade {
    let control: PanelControl
    /// The number of the gesture to which the steps belong.
    let gesture: Int64
    /// The source in the events: an animation, or a scene.
    let source: ValueChanged.Source
    let transaction: Int64?
    /// Which controls follow this one by a link.
    let linked: LinkFollowers
    let target: ControlValue
    let duration: Duration
    /// The start time, on the monotonic clock.
    let start: Duration
    private let first: SIMD2<Double>
    /// The travel of a control that wraps, which fades in the shorter direction; `nil` for others.
    private let positions: WrappingTravel?
    /// The distance to the end.
    private let distance: SIMD2<Double>
    /// The position at the end.
    let last: SIMD2<Double>
    /// The change to undo to which the steps belong.
    var step: UndoStep?
    /// Whether the fade has ended, or was stopped.
    var isOver = false

    /// A fade from the present value; `nil` if the control cannot fade.
    init?(_ control: PanelControl, to remote: RemoteValue, gesture: Int64, at time: Duration) {
        target = control.nearest(to: remote.value) ?? remote.value
        guard let last = control.position(of: target) else { return nil }
        self.control = control
        self.gesture = gesture
        duration = remote.fade
        source = if case .scene = remote.source { remote.source } else { .animation }
        transaction = remote.transaction
        linked = remote.linked
        self.last = last
        start = time
        first = control.position
        positions = control.wrappingTravel?.positions
        var distance = last - first
        // As in an animated change.
        if let positions { distance.x = positions.shorter(distance.x) }
        self.distance = distance
    }

    /// The end time.
    var end: Duration { start + duration }

    /// The value at a time before the end.
    func value(at time: Duration) -> ControlValue? {
        let share = ((time - start) / duration).clamped(from: 0, to: 1)
        var position = first + distance * share
        if let positions { position.x = positions.place(for: position.x) }
        return control.value(at: position)
    }
}
