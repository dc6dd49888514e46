/// How wide the digits of a text are.
public enum Figures: Sendable {
    /// As wide as each looks best; pairs are kerned. For names.
    case proportional

    /// All equally wide, in whole pixels, and not kerned, so that a changed digit moves nothing.
    /// For values.
    case tabular
}
