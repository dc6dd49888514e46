import Controls
import Drawing

/// What controls take from their surroundings.
struct ControlStyle {
    /// The colours of the panel.
    let theme: Theme
    /// The control's own colour, or that of its strip or of the panel.
    let accent: Color
    /// The colour that the file gives the control itself; nil for none.
    let ownColor: Color?
    /// The typeface of the panel.
    let font: Font
    /// The images that the file names.
    let images: ImageCollection
    /// How much slower a value follows the finger in fine mode, 0…1.
    let fineRatio: Double
    /// The view that is to look otherwise from now on, and stays; nil for a new one.
    var keptView: View?

    /// The view that stays, or a new one.
    func view<Kind: View>(_ makeView: @autoclosure () -> Kind) -> Kind {
        keptView as? Kind ?? makeView()
    }
}
