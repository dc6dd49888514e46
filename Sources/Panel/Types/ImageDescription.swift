import Controls
import Drawing

/// The options of an image.
struct ImageDescription: ControlKind {
    /// What is shown; nil for nothing, which is an error in a file.
    var source: ImageSource?
    var contentMode: ImageView.ContentMode
    /// The colour of the image, which is a template then; nil for its own colours.
    var tint: Color?

    init(_ fields: inout TableFields, at place: ControlPlace) {
        if !fields.has("file") {
            fields.notes.error("missing 'file' in \(fields.name)", at: fields.position)
        }
        source = fields.image("file")
        contentMode =
            fields.choice("content_mode", of: ImageView.ContentMode.self) ?? .scaleAspectFit
        tint = fields.color("tint", theme: place.theme)
    }

    var room: ControlRoom { ControlRoom(targets: (width: 0, height: 0), hasTexts: false) }

    func standardColor(_ style: ControlStyle) -> Color { tint ?? style.ownColor ?? style.accent }

    func makeView(_ style: ControlStyle) -> PublishedView {
        let view = ImageView(frame: .zero)
        view.image = style.images.image(source)
        view.contentMode = contentMode
        view.tintColor = tint ?? style.ownColor
        return PublishedView(
            view: view, paint: { view.tintColor = $0 },
            unpaint: { view.tintColor = tint ?? style.ownColor })
    }
}
