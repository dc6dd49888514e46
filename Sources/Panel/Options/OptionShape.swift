/// The valid values of an option in a panel file, for the manual page, the JSON Schema and the
/// tests.
package indirect enum OptionShape: Equatable, Sendable {
    /// A finite number. If `excludesLeast` is true, it must be above `least`.
    case number(least: Double? = nil, greatest: Double? = nil, excludesLeast: Bool = false)
    /// A whole number.
    case integer(ClosedRange<Int>)
    /// One of some whole numbers.
    case numbers([Int])
    /// `true` or `false`.
    case flag
    /// A string of at most this many bytes.
    case text(bytes: Int)
    /// One of some words.
    case word([String])
    /// A string that matches a regular expression, such as the example.
    case form(pattern: String, example: String)
    /// `#rrggbb`, or the name of a colour in the theme.
    case color
    /// A PNG file, or a table with its name and its cap insets.
    case image
    /// An array with this number of elements.
    case list(OptionShape, count: ClosedRange<Int>)
    /// A table with only these options.
    case table([OptionEntry])
    /// A table with these options, where every other key is a name for a value of this shape.
    case named(OptionShape, besides: [OptionEntry] = [])
    /// A table that describes a control, of any type.
    case control
    /// Anything.
    case anything
    /// Any of these.
    case either([OptionShape])
}
