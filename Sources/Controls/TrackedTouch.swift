import Drawing

/// A finger on a control that owns it, or may own it once it has moved.
struct TrackedTouch {
    let touch: Touch
    /// Where the finger has landed, in the control's coordinates.
    let landedAt: Point
    /// Whether the finger has left the slop around where it landed.
    var hasBegun: Bool
    /// Whether the finger is in the control's bounds.
    var isInside = true
    /// Whether the control has sent `editingDidBegin` for the finger.
    var isEdited = false
    /// The events of `beginTracking(_:)` that are not sent yet.
    var unsentEvents: Control.Event = []
}
