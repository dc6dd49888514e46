import Controls
import PanelProtocol

/// The options of a button: a key that is on while it is held, by default.
///
/// A button that is only tapped sends one event for each tap. Its lamp is controlled by clients,
/// and is the value of the event.
struct ButtonDescription: BuiltInKind {
    /// The options besides those of all keys.
    struct Options: Sendable {
        var action: KeyAction?
    }

    static let table = OptionTable(of: Options()) {
        PanelOption(
            "action", \.action, .action, otherwise: "none",
            "What the key does by itself, when it goes on or, with mode = \"tap\", when it is tapped."
        ).onlyForFingers
    }

    static var options: [OptionEntry] {
        BehaviorDescription.keyTable.entries + KeyOptions.table.entries
            + KeyImages.table.entries + table.entries
    }

    private let description: KeyDescription
    let action: KeyAction?

    init(_ fields: inout TableFields, at place: ControlPlace) {
        description = KeyDescription(&fields, at: place, defaultMode: .momentary)
        var options = Options()
        Self.table.read(&fields).apply(to: &options)
        action = options.action
        guard action != nil else { return }
        if description.mode == .latching {
            let cause = fields.contains("mode") ? "'mode' is \"latching\"" : "a master stays on"
            fields.error("'action' needs a key that does not stay on: \(cause)", at: "action")
        }
        for key in ["groups", "master"] where fields.request(key) && description.mode != .latching {
            fields.error("'\(key)': a key with an action is in no group", at: key)
        }
    }

    var key: KeyDescription? { description }
    var converter: (any ValueConverter)? { ToggleConverter() }
    var defaultValue: ControlValue? { description.defaultValue }
    var behavior: BehaviorDescription { description.behavior }
    var sizing: ControlSizing { KeyDescription.sizing }
    var texts: [String] { description.texts }
    var title: String? { description.title }

    func isEquivalent(to other: Self) -> Bool {
        description.isEquivalent(to: other.description) && action?.kind == other.action?.kind
    }

    func causeWithoutColor(canBeHeld: Bool) -> String? {
        description.causeWithoutColor(canBeHeld: canBeHeld)
    }

    func makeView(_ style: ControlStyle) -> PublishedView { description.makeView(style) }

    var settings: [ControlInfo.Setting] {
        guard let action else { return description.settings }
        var settings = description.settings + [.init("action", .text(action.word))]
        if let name = action.name { settings.append(.init("action_name", .text(name))) }
        if case .scene(_, let fade) = action.kind, fade > .zero {
            settings.append(.init("action_over_ms", .number(fade / .milliseconds(1))))
        }
        return settings
    }
    var namedValues: [ControlInfo.NamedValue]? { description.namedValues }
}
