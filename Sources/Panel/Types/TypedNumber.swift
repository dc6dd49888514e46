/// A number that a person can type on a pad: the value of a control, or one of its parts.
struct TypedNumber {
    /// The name of the part; `nil` if the control has one number.
    var part: String?
    /// What the pad calls it, after the name of the control; empty for nothing.
    var label = ""
    let scale: ScaleDescription
}
