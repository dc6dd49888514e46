/// A key on a terminal.
enum Key: Equatable {
    case up, down, left, right, home, end, pageUp, pageDown, tab, backTab
    /// With Shift held.
    case shiftUp, shiftDown
    case character(Character)
}
