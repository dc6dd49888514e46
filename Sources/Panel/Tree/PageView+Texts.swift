import Controls
import Drawing

// The parts of a page besides its controls.
extension PageView {
    /// The surface of a strip.
    static func makeSurface(theme: Theme) -> View {
        let surface = View(frame: .zero)
        surface.backgroundColor = theme.surface
        surface.layer.cornerRadius = theme.surfaceRadius
        surface.layer.borderWidth = theme.surfaceLineWidth
        surface.layer.borderColor = theme.surfaceEdge
        return surface
    }

    /// The name of a strip.
    static func makeTitle(_ text: String, theme: Theme, font: Font) -> Label {
        let title = makeLabel(text, font: font)
        title.textColor = theme.text
        // Inside the corners of the surface.
        title.layer.cornerRadius = theme.surfaceRadius / 2
        title.textInset = 4
        return title
    }

    /// A text of a control.
    static func makeLabel(_ text: String, font: Font) -> Label {
        let label = Label(frame: .zero, font: font)
        label.adjustsFontSizeToFitWidth = true
        label.text = text
        return label
    }
}
