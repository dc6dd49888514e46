import Controls
import Drawing

/// The options of an image.
struct ImageDescription: BuiltInKind {
    static let table = OptionTable(of: ImageView(frame: .zero)) {
        PanelOption("file", image: \.image, "The image.").required
        PanelOption(
            "content_mode", OptionForm<ImageView.ContentMode>.choice(),
            otherwise: .value(Self.defaultMode),
            "How the image fills its frame, or where it stands in it.")
        PanelOption(
            "tint", .color, otherwise: .phrase("the image's own colours"),
            "The colour in which the image is drawn, which is a template then.")
    }

    private static let defaultMode = "\"\(ImageView.ContentMode.scaleAspectFit.rawValue)\""

    static var options: [OptionEntry] { table.entries }

    static var unsupportedOptions: [String: String] {
        [
            "access": "an image has no value", "recall_safe": "an image has no value",
            "enabled": "an image cannot be moved by fingers",
            "icon": "an image has no text", "text_scale": "an image has no text",
            "bold": "an image has no text",
        ]
    }

    private let options: OptionValues<ImageView>

    /// The colour of the image; `nil` for its own colours.
    private var tint: Color? { options.value("tint") }

    init(_ fields: inout TableFields, at place: ControlPlace) {
        options = Self.table.read(&fields)
        if tint != nil { fields.noteNotInEffect(["color", "accent"], because: "'tint' is set") }
    }

    func isEquivalent(to other: Self) -> Bool {
        options.written("file") == other.options.written("file")
            && options.isEquivalent(to: other.options)
    }

    var sizing: ControlSizing { ControlSizing(targets: (width: 0, height: 0), hasTexts: false) }

    func defaultColor(_ style: ControlStyle) -> Color { tint ?? style.ownColor ?? style.accent }

    func makeView(_ style: ControlStyle) -> PublishedView {
        let view = ImageView(frame: .zero)
        options.apply(to: view, style) { view }
        view.contentMode = options.value("content_mode") ?? .scaleAspectFit
        view.tintColor = tint ?? style.ownColor
        return PublishedView(
            view: view, paint: { view.tintColor = $0 },
            unpaint: { view.tintColor = tint ?? style.ownColor })
    }
}
