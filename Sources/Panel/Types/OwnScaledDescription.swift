import Controls
import Drawing
import PanelProtocol

/// A program's own type of control, whose value is a number with a scale.
struct OwnScaledType<Made: ValueControl>: Sendable {
    let table: OptionTable<Made>
    let color: (any WritableKeyPath<Made, Color> & Sendable)?
    let make: @Sendable () -> Made
}

/// The options of a control of a program's own type with a scale.
struct OwnScaledDescription<Made: ValueControl>: ControlKind {
    private let type: OwnScaledType<Made>
    private let scale: ScaleDescription
    let behavior: BehaviorDescription
    private let defaultNumber: Double
    private let values: OptionValues<Made>

    init(_ fields: inout TableFields, _ type: OwnScaledType<Made>) {
        self.type = type
        let reader = ScaleReader(&fields, over: ScaleOptions(of: type.make()))
        (scale, defaultNumber) = (reader.scale, reader.defaultNumber)
        behavior = BehaviorDescription(&fields)
        values = type.table.read(&fields)
        fields.checkTicks(values.ticks, in: scale.range, areLabelled: values.labelsTicks)
    }

    var converter: (any ValueConverter)? { scale }
    var hasKeypad: Bool { values.hasKeypad }
    var defaultValue: ControlValue? { .number(defaultNumber) }
    var sizing: ControlSizing { ControlSizing() }

    var settings: [ControlInfo.Setting] { values.listed }

    func isEquivalent(to other: Self) -> Bool {
        scale.hasSameValues(as: other.scale) && behavior == other.behavior
            && defaultNumber == other.defaultNumber && values.isEquivalent(to: other.values)
    }

    func makeView(_ style: ControlStyle) -> PublishedView {
        let control = style.view(type.make())
        control.configure(scale, behavior, fineRatio: values.value("fine_ratio"), style)
        values.apply(to: control, style, make: type.make)
        if let ticks = values.ticks { control.ticks = ticks }
        control.defaultValue = defaultNumber
        let paint = style.paint(control, type.color)
        return PublishedView(
            view: control, value: { .number(control.value) },
            assign: { if let number = $0.number { control.setValue(number) } },
            showEffective: { control.effectiveValue = $0 },
            paint: paint, fit: { control.fitText(to: $0) })
    }
}

extension ScaleOptions {
    /// The options for the scale of a control; none if it is the default scale.
    fileprivate init(of control: ValueControl) {
        self.init()
        defaultNumber = control.defaultValue
        guard control.scale != ValueScale() else { return }
        minimum = control.minimumValue
        maximum = control.maximumValue
        if control.scale.step > 0 { step = control.scale.step }
        detents = control.detents
    }
}
