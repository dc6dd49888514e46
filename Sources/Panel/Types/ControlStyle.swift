import Controls
import Drawing

/// The style that controls inherit from their context.
struct ControlStyle {
    /// A view with the colours of the panel, which all controls share.
    let themed: View
    /// The colour of the control, or else of its strip or of the panel.
    let accent: Color
    /// The control's own colour in the file; `nil` for none.
    let ownColor: Color?
    /// The font of its texts.
    let font: Font
    /// The icon on it or beside it; `nil` for none.
    var icon: Icon?
    /// The images of the file.
    let images: ImageCollection
    /// The factor by which fine control slows a value down, 0…1.
    let fineRatio: Double
    /// The existing view whose appearance is updated; `nil` to create one.
    var keptView: View?
    /// The view of the control whose part is created.
    var container: View?

    /// The style of the parts of a control with this view.
    func inside(_ view: View) -> ControlStyle {
        var style = self
        style.keptView = nil
        style.container = view
        return style
    }

    /// The colours of the panel.
    var theme: Theme { themed.theme }

    /// The kept view, or a new one.
    func view<Kind: View>(_ makeView: @autoclosure () -> Kind) -> Kind {
        if let kept = keptView as? Kind { return kept }
        let view = makeView()
        view.shareTheme(of: themed)
        return view
    }
}
