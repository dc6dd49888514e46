/// A control that follows another during a gesture. Clients receive the gesture as one of the
/// follower.
struct LinkHold {
    /// The number of the follower's gesture.
    let gesture: Int64
    /// The number of the gesture that it follows.
    let causingGesture: Int64
    /// The control that is followed.
    let cause: PanelControl
    /// The control that follows.
    let follower: PanelControl
    /// Whether a finger makes the gesture, so that clients' values are deferred.
    let isByFinger: Bool

    /// Whether the two are still in a link or a gang.
    var isLinked: Bool {
        follower.sharesLink(with: cause) || cause.gang != nil && cause.gang === follower.gang
    }
}

extension PanelControl {
    /// Whether a link that is not a gang moves the two together.
    func sharesLink(with other: PanelControl) -> Bool { link != nil && link === other.link }
}
