/// A number that a person can type on a keypad: the value of a control, or one of its parts.
struct EditableNumber {
    /// The name of the part; `nil` if the control has one number.
    var part: String?
    /// The name of the number on the keypad, after that of the control; may be empty.
    var label = ""
    let scale: ScaleDescription
}
