import Drawing

/// A finger on a control that owns it, or may own it once it has moved.
struct TrackedTouch {
    let touch: Touch
    /// Where it has landed, in the control's coordinates.
    let landedAt: Point
    /// Whether the finger has left the slop around where it landed.
    var hasBegun: Bool
    /// Whether the finger is in the control's bounds.
    var isInside = true
    /// Whether `editingDidBegin` was sent for it.
    var isEdited = false
    /// The events of `beginTracking(_:)` that are not sent yet.
    var unsentEvents: Control.Event = []
}
