import Controls
import Drawing

/// What controls take from their surroundings.
struct ControlStyle {
    /// The colours of the panel.
    let theme: Theme
    /// The control's own colour, or that of its strip or of the panel.
    let accent: Color
    /// The typeface of the panel.
    let font: Font
    /// How much slower a value follows the finger in fine mode, 0…1.
    let fineRatio: Double
}
