/// How drawing combines with the existing pixels.
public enum BlendMode: Sendable {
    /// Drawing covers the existing pixels.
    case normal
    /// Drawing replaces the existing pixels, including their transparency.
    case copy
    /// Drawing clears the existing pixels.
    case clear
}
