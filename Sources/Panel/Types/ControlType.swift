public import Controls

/// A type of control that a panel file can name.
///
/// Those that there are need no mention. A program that brings a type of its own says how it is
/// called, what a panel file may say of it, and how one is made:
///
/// ```swift
/// ControlType("lever", options: ["throw": .number(60)]) { options in
///     let lever = Lever(frame: .zero)
///     lever.length = options.number("throw")
///     return lever
/// }
/// ```
public struct ControlType: Sendable {
    /// The name in the file, such as `knob`.
    public let name: String
    /// Reads a control of this type.
    let read: @Sendable (inout TableFields, ControlPlace) -> any ControlKind

    /// Calls what `read` reads by a name.
    init(
        _ name: String,
        _ read: @escaping @Sendable (inout TableFields, ControlPlace) -> any ControlKind
    ) {
        self.name = name
        self.read = read
    }

    /// A type of one's own, of controls that have one value.
    ///
    /// A panel file may say of them what it may say of every control with a scale, such as `min`,
    /// `max`, `unit`, `step`, `taper`, `detents` and `double_tap`; that is done already when the
    /// control is shown.
    ///
    /// - Parameters:
    ///   - name: The name in the file. One of a type that there is puts this in its place.
    ///   - options: What else the file may say, and what counts where it does not.
    ///   - make: Makes a control, without a place yet.
    public init(
        _ name: String, options: [String: ControlOptions.Value] = [:],
        make: @escaping @Sendable (ControlOptions) -> ValueControl
    ) {
        self.name = name
        read = { fields, place in
            OwnDescription(&fields, at: place, options: options, make: make)
        }
    }

    /// The types that every panel file can name.
    package static let builtIn = [
        ControlType("knob") { KnobDescription(&$0, at: $1) },
        ControlType("slider") { SliderDescription(&$0, at: $1) },
        ControlType("range") { RangeDescription(&$0, at: $1) },
        ControlType("label") { LabelDescription(&$0, at: $1) },
        ControlType("switch") { SwitchDescription(&$0, at: $1) },
        ControlType("button") { ButtonDescription(&$0, at: $1) },
        ControlType("segmented") { SegmentedDescription(&$0, at: $1) },
        ControlType("stepper") { StepperDescription(&$0, at: $1) },
        ControlType("pages") { PagesDescription(&$0, at: $1) },
        ControlType("meter") { MeterDescription(&$0, at: $1) },
        ControlType("xy") { XYDescription(&$0, at: $1) },
        ControlType("color") { ColorWellDescription(&$0, at: $1) },
        ControlType("time") { TimeDescription(&$0, at: $1) },
        ControlType("image") { ImageDescription(&$0, at: $1) },
    ]
}
