import Controls
import Drawing
import PanelProtocol

/// The options of a label.
struct LabelDescription: BuiltInKind {
    static let table = OptionTable<Void>(of: ()) {
        PanelOption("text", .text, otherwise: .phrase("the label"), "The text.")
        PanelOption(
            "shows", .text, otherwise: .phrase("none"),
            "The control whose value is written in place of a text: of the same strip, \"level\", or of any, \"ch1.level\"."
        )
        PanelOption.align
    }

    static var options: [OptionEntry] { table.entries }

    static var unsupportedOptions: [String: String] {
        [
            "access": "a label has no value", "recall_safe": "a label has no value",
            "enabled": "a label cannot be moved by fingers",
            "label_side": "a label has no other label beside it",
        ]
    }

    private(set) var content: Content
    private let options: OptionValues<Void>

    /// The content of a label.
    enum Content: Equatable, Sendable {
        case text(String)
        /// The value of the control with this ID; `resolved(in:)` makes it a full ID.
        case value(of: String)
    }

    init(_ fields: inout TableFields, at place: ControlPlace) {
        options = Self.table.read(&fields)
        let text: String? = options.value("text")
        let shown: String? = options.value("shows")
        if text != nil && shown != nil {
            fields.error("a label has a 'text' or 'shows' a control, not both", at: "shows")
        }
        content = shown.map { .value(of: $0) } ?? .text(text ?? place.label)
    }

    /// The same label in a strip, where the short ID of a control refers to the same strip.
    func resolved(in strip: String) -> LabelDescription {
        guard case .value(let id) = content, !id.contains(".") else { return self }
        var label = self
        label.content = .value(of: "\(strip).\(id)")
        return label
    }

    var shownControl: String? {
        if case .value(let id) = content { id } else { nil }
    }

    var texts: [String] {
        if case .text(let text) = content { [text] } else { [] }
    }

    var title: String? { texts.first }

    var sizing: ControlSizing {
        ControlSizing(lines: 1, targets: (width: 0, height: 0), hasTexts: false)
    }

    func isEquivalent(to other: Self) -> Bool {
        content == other.content && options.isEquivalent(to: other.options)
    }

    func defaultColor(_ style: ControlStyle) -> Color { style.ownColor ?? style.theme.text }

    func makeView(_ style: ControlStyle) -> PublishedView {
        let label = Label(frame: .zero, font: style.font)
        label.textColor = defaultColor(style)
        options.align(label)
        label.icon = style.icon
        if case .text(let text) = content { label.text = text }
        return PublishedView(
            view: label, paint: { label.textColor = $0 },
            relabel: { if shownControl == nil { label.text = $0 } },
            showIcon: { label.icon = $0 },
            fit: { label.font = label.font.withSize($0) })
    }
}
