import Controls
import Drawing
import PanelProtocol

/// The options of a label.
struct LabelDescription: ControlKind {
    var content: Content
    var alignment: Alignment

    /// What a label says.
    enum Content: Equatable, Sendable {
        case text(String)
        /// The value of the control with this full id.
        case value(of: String)
    }

    /// Where the text stands in its frame.
    enum Alignment: String, CaseIterable, Sendable {
        case left
        case center
        case right
        /// Where the text begins.
        case natural
    }

    init(_ fields: inout TableFields, at place: ControlPlace) {
        let text = fields.string("text")?.numbered(place.number)
        let shown = fields.string("shows")?.numbered(place.number)
        if text != nil && shown != nil {
            fields.error("a label has a 'text' or 'shows' a control, not both", at: "shows")
        }
        content =
            shown.map { .value(of: $0.contains(".") ? $0 : "\(place.strip).\($0)") }
            ?? .text(text ?? place.label)
        alignment = fields.choice("align", of: Alignment.self) ?? .center
    }

    var shownControl: String? {
        if case .value(let id) = content { id } else { nil }
    }

    var texts: [String] {
        if case .text(let text) = content { [text] } else { [] }
    }

    var title: String? { texts.first }

    var room: ControlRoom {
        ControlRoom(lines: 1, targets: (width: 0, height: 0), hasTexts: false)
    }

    func standardColor(_ style: ControlStyle) -> Color { style.ownColor ?? style.theme.text }

    func makeView(_ style: ControlStyle) -> PublishedView {
        let label = Label(frame: .zero, font: style.font)
        label.textColor = standardColor(style)
        if case .text(let text) = content { label.text = text }
        switch alignment {
        case .left: label.textAlignment = .left
        case .center: label.textAlignment = .center
        case .right: label.textAlignment = .right
        case .natural: label.textAlignment = .natural
        }
        return PublishedView(
            view: label, paint: { label.textColor = $0 },
            relabel: { if shownControl == nil { label.text = $0 } },
            fit: { label.font = label.font.withSize($0) })
    }

    func describe(in info: inout ControlInfo) { info.shows = shownControl }
}
