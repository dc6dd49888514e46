public import Controls
public import Drawing

/// A type of control that a panel file can name.
///
/// The built-in types need no mention. A program with a type of its own declares its name, its
/// options, and how one is made:
///
/// ```swift
/// ControlType(
///     "lever", color: \Lever.color,
///     options: [
///         PanelOption("length", \.length, .number(in: 20...400), unit: "pixels",
///             "How far a finger goes over the whole range."),
///     ]
/// ) { Lever(frame: .zero) }
/// ```
///
/// What holds without an option is what the control has when it is made; only what the file says is
/// applied to it.
public struct ControlType: Sendable {
    /// The name in the file, such as `knob`.
    public let name: String
    /// What a file may say of it, beside what it may say of every control.
    package let options: [OptionEntry]
    /// What every control may have and this type cannot, with the reason.
    let unsupportedOptions: [String: String]
    /// Reads a control of this type.
    let read: @Sendable (inout TableFields, ControlPlace) -> any ControlKind

    /// A type that is described by a type of Swift.
    private init<Kind: BuiltInKind>(_ name: String, _ kind: Kind.Type) {
        self.name = name
        options = Kind.options
        unsupportedOptions = Kind.unsupportedOptions
        read = { Kind(&$0, at: $1) }
    }

    /// A type of one's own, of controls that have one value.
    ///
    /// A panel file may say of them what it may say of every control with a scale, such as `min`,
    /// `max`, `unit`, `step`, `taper`, `detents`, `ticks` and `double_tap`.
    ///
    /// - Parameters:
    ///   - name: The name in the file. One of a type that there is puts this in its place.
    ///   - color: What shows the value, in the colour of the control, its strip or the panel.
    ///   - options: What else the file may say.
    ///   - make: Makes a control, without a place yet.
    public init<Made: ValueControl>(
        _ name: String, color: (any WritableKeyPath<Made, Color> & Sendable)? = nil,
        options: [PanelOption<Made>] = [], make: @escaping @Sendable () -> Made
    ) {
        let table = OptionTable(of: make()) {
            PanelOption<Made>.movement
            PanelOption<Made>.spring
            options
        }
        self.name = name
        unsupportedOptions = [:]
        self.options =
            ScaleOptions.table.entries + ConductDescription.table.entries + table.entries
        let type = OwnScaledType(table: table, color: color, make: make)
        read = { fields, _ in OwnScaledDescription(&fields, type) }
    }

    /// A type of one's own, of controls whose value is a word, a colour, several numbers, or on or off.
    ///
    /// - Parameters:
    ///   - name: The name in the file. One of a type that there is puts this in its place.
    ///   - value: What the value is, and the property that has it.
    ///   - color: What shows the value, in the colour of the control, its strip or the panel.
    ///   - options: What else the file may say.
    ///   - make: Makes a control, without a place yet.
    public init<Made: Control>(
        _ name: String, value: OwnValue<Made>,
        color: (any WritableKeyPath<Made, Color> & Sendable)? = nil,
        options: [PanelOption<Made>] = [], make: @escaping @Sendable () -> Made
    ) {
        let table = OptionTable(of: make()) { options }
        self.name = name
        unsupportedOptions = [:]
        self.options = ConductDescription.table.entries + table.entries
        let type = OwnType(table: table, value: value, color: color, make: make)
        read = { fields, _ in OwnDescription(&fields, type) }
    }

    /// What a file may say of it as of every control.
    package var commonOptions: [OptionEntry] {
        PanelOptions.control.filter { unsupportedOptions[$0.key] == nil }
    }

    /// The types that every panel file can name.
    package static let builtIn = [
        ControlType("knob", KnobDescription.self),
        ControlType("slider", SliderDescription.self),
        ControlType("range", RangeDescription.self),
        ControlType("label", LabelDescription.self),
        ControlType("switch", SwitchDescription.self),
        ControlType("button", ButtonDescription.self),
        ControlType("segmented", SegmentedDescription.self),
        ControlType("stepper", StepperDescription.self),
        ControlType("pages", PagesDescription.self),
        ControlType("meter", MeterDescription.self),
        ControlType("xy", XYDescription.self),
        ControlType("color", ColorWellDescription.self),
        ControlType("time", TimeDescription.self),
        ControlType("image", ImageDescription.self),
    ]
}
