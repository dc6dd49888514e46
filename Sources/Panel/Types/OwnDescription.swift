import Controls
import Drawing
import PanelProtocol

/// A program's own type of control, whose value is not a number with a scale.
struct OwnType<Made: Control>: Sendable {
    let table: OptionTable<Made>
    let value: OwnValue<Made>
    let color: (any WritableKeyPath<Made, Color> & Sendable)?
    let make: @Sendable () -> Made
}

/// The options of a control of a program's own type.
struct OwnDescription<Made: Control>: ControlKind {
    private let type: OwnType<Made>
    let behavior: BehaviorDescription
    let defaultValue: ControlValue?
    private let values: OptionValues<Made>

    init(_ fields: inout TableFields, _ type: OwnType<Made>) {
        self.type = type
        behavior = BehaviorDescription(&fields)
        values = type.table.read(&fields)
        var control = type.make()
        values.apply(to: &control)
        defaultValue = type.value.value(control)
    }

    var converter: (any ValueConverter)? { type.value.converter }
    var sizing: ControlSizing { ControlSizing() }

    var settings: [ControlInfo.Setting] { values.listed }

    func isEquivalent(to other: Self) -> Bool {
        behavior == other.behavior && values.isEquivalent(to: other.values)
    }

    func makeView(_ style: ControlStyle) -> PublishedView {
        let control = style.view(type.make())
        values.apply(to: control, style, make: type.make)
        control.revertsOnCancel = behavior.revertsOnCancel
        let paint = style.paint(control, type.color)
        return PublishedView(
            view: control, value: { type.value.value(control) },
            assign: { type.value.assign($0, control) }, paint: paint,
            isDiscrete: type.value.isDiscrete)
    }
}

extension ControlStyle {
    /// Sets the control's colour property to the accent. Returns a function that sets another
    /// colour; `nil` without such a property.
    func paint<Made: Control>(
        _ control: Made, _ property: (any WritableKeyPath<Made, Color> & Sendable)?
    ) -> ((Color) -> Void)? {
        guard let property else { return nil }
        let paint = { (color: Color) in
            var control = control
            control[keyPath: property] = color
        }
        paint(accent)
        return paint
    }
}
