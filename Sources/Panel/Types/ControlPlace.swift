/// Where a control stands in the file, as far as its options ask for it.
struct ControlPlace: Sendable {
    /// The id of its strip, in which the short ids of other controls are looked for.
    let strip: String
    /// The number of its strip among those of one table, from 1: what `{n}` stands for.
    let number: Int
    /// What a person sees on the control; empty for none.
    let label: String
    /// The colours that have names.
    let theme: ThemeDescription
}
