/// A type of control that a panel file can name.
package struct ControlType: Sendable {
    /// The name in the file: `knob`.
    package let name: String
    /// Reads a control of this type.
    let read: @Sendable (inout TableFields, ControlPlace) -> any ControlKind

    /// Calls a kind by a name.
    init<Kind: ControlKind>(_ name: String, _ kind: Kind.Type) {
        self.name = name
        read = { fields, place in Kind(&fields, at: place) }
    }

    /// The types that every panel file can name.
    package static let builtIn = [
        ControlType("knob", KnobDescription.self),
        ControlType("slider", SliderDescription.self),
        ControlType("range", RangeDescription.self),
        ControlType("label", LabelDescription.self),
    ]
}
