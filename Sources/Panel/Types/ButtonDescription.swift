import Controls
import PanelProtocol

/// The options of a button: a key that is on while it is held, by default.
///
/// A button that is only tapped sends one event for each tap. Its lamp is controlled by clients,
/// and is the value of the event.
struct ButtonDescription: BuiltInKind {
    static var options: [OptionEntry] {
        ConductDescription.keyTable.entries + KeyOptions.table.entries
    }

    private let description: KeyDescription

    init(_ fields: inout TableFields, at place: ControlPlace) {
        description = KeyDescription(&fields, at: place, standardMode: .momentary)
    }

    var key: KeyDescription? { description }
    var law: (any ValueLaw)? { ToggleLaw() }
    var defaultValue: ControlValue? { description.defaultValue }
    var conduct: ConductDescription { description.conduct }
    var room: ControlRoom { KeyDescription.room }
    var texts: [String] { description.texts }
    var title: String? { description.title }

    func meansTheSame(as other: Self) -> Bool { description.meansTheSame(as: other.description) }

    func makeView(_ style: ControlStyle) -> PublishedView { description.makeView(style) }

    var settings: [ControlInfo.Setting] { description.settings }
    var namedValues: [ControlInfo.NamedValue]? { description.namedValues }
}
