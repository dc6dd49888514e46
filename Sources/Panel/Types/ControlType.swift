public import Controls
public import Drawing

/// A type of control that a panel file can name.
///
/// The built-in types are always available. A program declares its own type with a name, options,
/// and a function that creates a control:
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
/// The defaults of the options are the values of a new control. Only options that the file sets are
/// applied.
public struct ControlType: Sendable {
    /// The name in the file, such as `knob`.
    public let name: String
    /// The options of the type, besides those of all controls.
    package var options: [OptionEntry] { entries() }
    private let entries: @Sendable () -> [OptionEntry]
    /// The options of all controls that this type does not support, with the reasons.
    let unsupportedOptions: [String: String]
    /// Reads a control of this type.
    let read: @Sendable (inout TableFields, ControlPlace) -> any ControlKind

    /// A built-in type.
    private init<Kind: BuiltInKind>(_ name: String, _ kind: Kind.Type) {
        self.name = name
        entries = { Kind.options }
        unsupportedOptions = Kind.unsupportedOptions
        read = { Kind(&$0, at: $1) }
    }

    /// Creates a type of controls with one numeric value.
    ///
    /// In a panel file they have all options of controls with a scale, such as `min`, `max`,
    /// `unit`, `step`, `taper`, `detents`, `ticks` and `double_tap`.
    ///
    /// - Parameters:
    ///   - name: The name in the file. The name of an existing type replaces it.
    ///   - color: The colour of the parts that show the value, set from the panel file.
    ///   - options: Further options of the file.
    ///   - make: Creates a control without a place.
    public init<Made: ValueControl>(
        _ name: String, color: (any WritableKeyPath<Made, Color> & Sendable)? = nil,
        options: [PanelOption<Made>] = [], make: @escaping @Sendable () -> Made
    ) {
        let table = OptionTable(of: make(), asking: ["tick_labels"]) {
            PanelOption<Made>.movement
            PanelOption<Made>.spring
            PanelOption<Made>.keypad().exceptWhen("spring", is: "true")
            options
        }
        self.name = name
        unsupportedOptions = [:]
        entries = {
            ScaleOptions.table.entries + BehaviorDescription.table.entries + table.entries
        }
        let type = OwnScaledType(table: table, color: color, make: make)
        read = { fields, _ in OwnScaledDescription(&fields, type) }
    }

    /// Creates a type of controls whose value is a word, a colour, several numbers, or on or off.
    ///
    /// - Parameters:
    ///   - name: The name in the file. The name of an existing type replaces it.
    ///   - value: The kind of the value, and its property.
    ///   - color: The colour of the parts that show the value, set from the panel file.
    ///   - options: Further options of the file.
    ///   - make: Creates a control without a place.
    public init<Made: Control>(
        _ name: String, value: OwnValue<Made>,
        color: (any WritableKeyPath<Made, Color> & Sendable)? = nil,
        options: [PanelOption<Made>] = [], make: @escaping @Sendable () -> Made
    ) {
        let table = OptionTable(of: make()) { options }
        self.name = name
        unsupportedOptions = [:]
        entries = { BehaviorDescription.table.entries + table.entries }
        let type = OwnType(table: table, value: value, color: color, make: make)
        read = { fields, _ in OwnDescription(&fields, type) }
    }

    /// The options of all controls that this type supports.
    package var commonOptions: [OptionEntry] {
        PanelOptions.control.filter { unsupportedOptions[$0.key] == nil }
    }

    /// The types that are always available.
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
        ControlType("clock", ClockDescription.self),
        ControlType("stopwatch", StopwatchDescription.self),
        ControlType("timer", TimerDescription.self),
        ControlType("curve", CurveDescription.self),
        ControlType("plot", PlotDescription.self),
        ControlType("scenes", ScenesDescription.self),
    ]
}
