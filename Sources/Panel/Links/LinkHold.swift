/// A control that follows another through a gesture, so that clients are told of the gesture as if
/// it were its own.
struct LinkHold {
    let gesture: Int64
    /// The control that is followed.
    let cause: PanelControl
    /// The control that follows.
    let follower: PanelControl
    /// Whether a finger makes the gesture, and clients have to wait.
    let isByFinger: Bool
}
