/// The widths of the digits in a text.
public enum Figures: Sendable {
    /// Each digit has its own width, and pairs are kerned. For names.
    case proportional

    /// All digits have the same width in whole pixels, without kerning, so that a changed digit
    /// moves nothing. For values.
    case tabular
}
