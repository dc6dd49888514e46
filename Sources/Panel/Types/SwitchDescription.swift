import Controls
import PanelProtocol

/// The options of a switch: a key that stays on, or a sliding thumb.
enum SwitchDescription: BuiltInKind {
    case key(KeyDescription)
    case slide(SlideDescription)

    /// The appearance of a switch.
    private enum Style: String, CaseIterable, Sendable {
        case key
        case slide
    }

    static let table = OptionTable<Void>(of: ()) {
        PanelOption(
            "style",
            .choice([Style.key: "a key with a lamp", .slide: "a thumb that slides"]),
            otherwise: .value("\"key\""), "What the switch looks like.")
    }

    static var options: [OptionEntry] {
        let key = (KeyOptions.table.entries + KeyImages.table.entries).map { entry in
            entry.key == "default" ? entry : entry.onlyWhen("style", is: "\"key\"")
        }
        let slide = SlideDescription.table.entries.filter { $0.key != "default" }.map {
            $0.onlyWhen("style", is: "\"slide\"")
        }
        return BehaviorDescription.keyTable.entries + table.entries + key + slide
    }

    init(_ fields: inout TableFields, at place: ControlPlace) {
        let style = Self.table.read(&fields).value("style") ?? Style.key
        let cause = "'style' is \"\(style.rawValue)\""
        switch style {
        case .key:
            self = .key(KeyDescription(&fields, at: place, defaultMode: .latching))
            SlideDescription.table.noteNotInEffect(in: &fields, because: cause)
        case .slide:
            self = .slide(SlideDescription(&fields, at: place))
            KeyOptions.table.noteNotInEffect(in: &fields, because: cause)
            KeyImages.table.noteNotInEffect(in: &fields, because: cause)
        }
    }

    var key: KeyDescription? {
        if case .key(let key) = self { key } else { nil }
    }

    var converter: (any ValueConverter)? { ToggleConverter() }

    var defaultValue: ControlValue? {
        switch self {
        case .key(let key): key.defaultValue
        case .slide(let slide): .number(slide.isOn ? 1 : 0)
        }
    }

    var behavior: BehaviorDescription {
        switch self {
        case .key(let key): key.behavior
        case .slide(let slide): slide.behavior
        }
    }

    var sizing: ControlSizing {
        switch self {
        case .key: KeyDescription.sizing
        case .slide(let slide): slide.sizing
        }
    }

    var texts: [String] { key?.texts ?? [] }
    var title: String? { key?.title }

    func isEquivalent(to other: Self) -> Bool {
        switch (self, other) {
        case (.key(let key), .key(let other)): key.isEquivalent(to: other)
        case (.slide(let slide), .slide(let other)): slide.isEquivalent(to: other)
        default: false
        }
    }

    func causeWithoutColor(canBeHeld: Bool) -> String? {
        key?.causeWithoutColor(canBeHeld: canBeHeld)
    }

    func makeView(_ style: ControlStyle) -> PublishedView {
        switch self {
        case .key(let key): key.makeView(style)
        case .slide(let slide): slide.makeView(style)
        }
    }

    var settings: [ControlInfo.Setting] {
        switch self {
        case .key(let key): key.settings
        case .slide(let slide): slide.settings
        }
    }

    var namedValues: [ControlInfo.NamedValue]? { key?.namedValues }
}
