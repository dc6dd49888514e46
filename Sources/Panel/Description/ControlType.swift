/// The types of control a panel file can name.
package enum ControlType: String, CaseIterable, Sendable {
    case knob
    case slider
    case range
    case label
}
