import Controls
import PanelProtocol

/// The options of a switch: a key that stays on, as on a desk, or a thumb that slides.
enum SwitchDescription: ControlKind {
    case key(KeyDescription)
    case slide(SlideDescription)

    /// What a switch looks like.
    private enum Style: String, CaseIterable {
        case key
        case slide
    }

    init(_ fields: inout TableFields, at place: ControlPlace) {
        switch fields.choice("style", of: Style.self) ?? .key {
        case .key: self = .key(KeyDescription(&fields, at: place, usualMode: .latching))
        case .slide: self = .slide(SlideDescription(&fields, at: place))
        }
    }

    var key: KeyDescription? {
        if case .key(let key) = self { key } else { nil }
    }

    var law: (any ValueLaw)? { ToggleLaw() }

    var defaultValue: ControlValue? {
        switch self {
        case .key(let key): key.defaultValue
        case .slide(let slide): .number(slide.isOn ? 1 : 0)
        }
    }

    var conduct: ConductDescription {
        switch self {
        case .key(let key): key.conduct
        case .slide(let slide): slide.conduct
        }
    }

    var room: ControlRoom {
        switch self {
        case .key: KeyDescription.room
        case .slide(let slide): slide.room
        }
    }

    var texts: [String] { key?.texts ?? [] }
    var title: String? { key?.title }

    var withoutLooks: Self {
        if case .key(let key) = self { .key(key.withoutLooks) } else { self }
    }

    func makeView(_ style: ControlStyle) -> PublishedView {
        switch self {
        case .key(let key): key.makeView(style)
        case .slide(let slide): slide.makeView(style)
        }
    }

    func describe(in info: inout ControlInfo) {
        switch self {
        case .key(let key): key.describe(in: &info)
        case .slide(let slide): info.orientation = slide.orientation.rawValue
        }
    }
}
