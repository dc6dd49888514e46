import Controls
import PanelProtocol

/// The options of a control whose type comes from outside.
struct OwnDescription: ControlKind {
    var scale: ScaleDescription
    var conduct: ConductDescription
    var motion: MotionDescription
    /// The value at start and after two quick taps.
    var defaultNumber: Double
    private var values: [String: ControlOptions.Value]
    private let make: @Sendable (ControlOptions) -> ValueControl

    init(
        _ fields: inout TableFields, at place: ControlPlace,
        options: [String: ControlOptions.Value],
        make: @escaping @Sendable (ControlOptions) -> ValueControl
    ) {
        scale = ScaleDescription(&fields)
        conduct = ConductDescription(&fields)
        motion = MotionDescription(&fields, scale)
        defaultNumber = fields.defaultNumber(scale)
        self.make = make
        values = options
        for (key, usual) in options {
            let given: ControlOptions.Value? =
                switch usual {
                case .number: fields.number(key).map { .number($0) }
                case .text: fields.string(key).map { .text($0.numbered(place.number)) }
                case .flag: fields.boolean(key).map { .flag($0) }
                case .color: fields.color(key, theme: place.theme).map { .color($0) }
                }
            if let given { values[key] = given }
        }
    }

    /// Controls of the same type are made alike.
    static func == (first: Self, second: Self) -> Bool {
        first.scale == second.scale && first.conduct == second.conduct
            && first.motion == second.motion && first.defaultNumber == second.defaultNumber
            && first.values == second.values
    }

    var law: (any ValueLaw)? { scale }
    var defaultValue: ControlValue? { .number(defaultNumber) }
    var room: ControlRoom { ControlRoom() }

    var withoutLooks: Self {
        var other = self
        other.scale = scale.withoutFormat
        other.motion = motion.withoutLooks
        return other
    }

    func makeView(_ style: ControlStyle) -> PublishedView {
        // What only its own options say stays as it is while a finger holds it.
        let control = style.view(make(ControlOptions(values, style)))
        control.take(scale, conduct, motion, style)
        control.defaultValue = defaultNumber
        control.springs = motion.springs
        return PublishedView(
            view: control, value: { .number(control.value) },
            assign: { if let number = $0.number { control.setValue(number) } },
            fit: { control.fitText(to: $0) })
    }
}
