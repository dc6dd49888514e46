/// Where the label beside a control is.
package enum LabelSide: String, CaseIterable, Sendable {
    case top
    /// The value is above the control then.
    case bottom
    case left
    /// Clients see the label, and the screen has none.
    case none
}
