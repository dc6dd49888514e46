/// Where the label beside a control is.
package enum LabelSide: String, CaseIterable, Sendable {
    case top
    /// The value is above the control then.
    case bottom
    case left
    /// The label is not on the screen, only in replies to clients.
    case none
}
