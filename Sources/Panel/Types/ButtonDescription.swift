import Controls
import PanelProtocol

/// The options of a button: a key that is on while it is held, by default.
///
/// A button that is only tapped sends one event for each tap. Its lamp is controlled by clients,
/// and is the value of the event.
struct ButtonDescription: BuiltInKind {
    static var options: [OptionEntry] {
        BehaviorDescription.keyTable.entries + KeyOptions.table.entries
    }

    private let description: KeyDescription

    init(_ fields: inout TableFields, at place: ControlPlace) {
        description = KeyDescription(&fields, at: place, standardMode: .momentary)
    }

    var key: KeyDescription? { description }
    var law: (any ValueLaw)? { ToggleLaw() }
    var defaultValue: ControlValue? { description.defaultValue }
    var behavior: BehaviorDescription { description.behavior }
    var sizing: ControlSizing { KeyDescription.sizing }
    var texts: [String] { description.texts }
    var title: String? { description.title }

    func isEquivalent(to other: Self) -> Bool { description.isEquivalent(to: other.description) }

    func makeView(_ style: ControlStyle) -> PublishedView { description.makeView(style) }

    var settings: [ControlInfo.Setting] { description.settings }
    var namedValues: [ControlInfo.NamedValue]? { description.namedValues }
}
