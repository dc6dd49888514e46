import Controls
import PanelProtocol

/// The options of a button: a key that is on while it is held, unless the file says otherwise.
///
/// One that is only tapped is told of by one event for each tap; whether its lamp is lit is up to
/// clients, and is the value of the event.
struct ButtonDescription: ControlKind {
    private var options: KeyDescription

    init(_ fields: inout TableFields, at place: ControlPlace) {
        options = KeyDescription(&fields, at: place, usualMode: .momentary)
    }

    var key: KeyDescription? { options }
    var law: (any ValueLaw)? { ToggleLaw() }
    var defaultValue: ControlValue? { options.defaultValue }
    var conduct: ConductDescription { options.conduct }
    var room: ControlRoom { KeyDescription.room }
    var texts: [String] { options.texts }
    var title: String? { options.title }

    var withoutLooks: Self {
        var other = self
        other.options = options.withoutLooks
        return other
    }

    func makeView(_ style: ControlStyle) -> PublishedView { options.makeView(style) }

    func describe(in info: inout ControlInfo) { options.describe(in: &info) }
}
