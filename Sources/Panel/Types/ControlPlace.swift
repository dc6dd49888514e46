/// Where a control stands in the file, as far as its options ask for it.
struct ControlPlace: Sendable {
    /// The id of its strip, in which the short ids of other controls are looked for.
    let strip: String
    /// What a person sees on the control; empty for none.
    let label: String
    /// The colours that have names.
    let theme: ThemeDescription
    /// The pages of the panel, in their order.
    let pages: [PageName]
}
