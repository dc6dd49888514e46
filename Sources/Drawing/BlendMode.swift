/// How what is drawn meets what was there.
public enum BlendMode: Sendable {
    /// What is drawn lies over what was there.
    case normal
    /// What is drawn replaces what was there, its transparency included.
    case copy
    /// What was there is removed where something is drawn.
    case clear
}
