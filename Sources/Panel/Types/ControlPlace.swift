/// The context of a control in the file that its options need.
struct ControlPlace: Sendable {
    /// The text on the control; empty for none.
    let label: String
    /// The colours with names.
    let theme: ThemeDescription
    /// The pages of the panel, in order.
    let pages: [PageName]
}
