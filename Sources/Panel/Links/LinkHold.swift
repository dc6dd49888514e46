/// A control that follows another during a gesture. Clients receive the gesture as if it were its
/// own.
struct LinkHold {
    let gesture: Int64
    /// The control that is followed.
    let cause: PanelControl
    /// The control that follows.
    let follower: PanelControl
    /// Whether a finger makes the gesture, so that clients' values are deferred.
    let isByFinger: Bool
}
