/// What may stand in a panel file as the value of an option: for the manual page, the JSON Schema and
/// the tests.
package indirect enum OptionShape: Equatable, Sendable {
    /// A finite number. With a `least` that is excluded, the number must be above it.
    case number(least: Double? = nil, greatest: Double? = nil, excludesLeast: Bool = false)
    /// A whole number.
    case integer(ClosedRange<Int>)
    /// One of some whole numbers.
    case numbers([Int])
    /// `true` or `false`.
    case flag
    /// A string of at most so many bytes.
    case text(bytes: Int)
    /// One of some words.
    case word([String])
    /// A string of a form that a regular expression describes, such as the example.
    case form(pattern: String, example: String)
    /// `#rrggbb`, or the name of a colour in the theme.
    case color
    /// A PNG file, or a table with its name and its caps.
    case image
    /// An array of so many elements.
    case list(OptionShape, count: ClosedRange<Int>)
    /// A table with these options, and no others.
    case table([OptionEntry])
    /// A table with these options, in which every other key is a name, with values of this shape.
    case named(OptionShape, besides: [OptionEntry] = [])
    /// A table that describes a control, of any type.
    case control
    /// Anything.
    case anything
    /// Any of these.
    case either([OptionShape])
}
