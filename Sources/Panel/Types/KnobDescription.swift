import Controls
import PanelProtocol

/// The options of a knob.
struct KnobDescription: ControlKind {
    var scale: ScaleDescription
    var conduct: ConductDescription
    /// The value at start and after two quick taps.
    var defaultNumber: Double
    var mode: RotaryDrag.Mode
    /// Which way a finger goes to move it.
    var drag: Knob.Drag
    /// How many turns of the finger the whole range takes; nil for the arc's own sweep.
    var turns: Double?
    /// How far a straight drag goes over the whole range, in millimetres.
    var travel: Double
    /// How much farther the knob goes than the finger.
    var sensitivity: Double
    var fine: FineDescription
    /// Where the arc begins, in degrees clockwise from 3 o'clock: -225 is 7:30.
    var startAngle: Double
    /// Where the arc ends, in degrees clockwise from 3 o'clock; above `startAngle`.
    var endAngle: Double
    /// The value the arc is drawn from; nil for the minimum.
    var origin: Double?

    init(_ fields: inout TableFields, at place: ControlPlace) {
        scale = ScaleDescription(&fields)
        conduct = ConductDescription(&fields)
        defaultNumber = fields.defaultNumber(scale)
        startAngle = fields.number("start_angle", in: -720...720) ?? -225
        endAngle = fields.number("end_angle", in: -720...720) ?? startAngle + 270
        mode = fields.choice("mode", of: RotaryDrag.Mode.self) ?? .relative
        drag = fields.choice("drag", of: Knob.Drag.self) ?? .rotary
        turns = fields.positiveNumber("turns")
        travel = fields.positiveNumber("travel_mm") ?? 60
        sensitivity = fields.positiveNumber("sensitivity") ?? 1
        fine = FineDescription(&fields)
        origin = fields.number("origin", on: scale)
        noteWrongArc(in: fields)
        noteWhatDoesNothing(in: &fields)
    }

    private func noteWrongArc(in fields: TableFields) {
        var fields = fields
        if startAngle >= endAngle {
            fields.error(
                "'end_angle' is \(written(endAngle)), and must be above 'start_angle', "
                    + written(startAngle), at: fields.has("end_angle") ? "end_angle" : "start_angle"
            )
        } else if endAngle - startAngle > 360 {
            fields.error(
                "the arc is \(written(endAngle - startAngle))°, more than a whole turn",
                at: "end_angle")
        }
    }

    /// Some ways to turn a knob leave no room for others.
    private func noteWhatDoesNothing(in fields: inout TableFields) {
        let drag = "'drag' is \"\(self.drag.rawValue)\""
        if self.drag == .rotary { fields.noteNotInEffect(["travel_mm"], because: drag) }
        switch self.drag {
        case .rotary, .auto: break
        case .vertical, .horizontal, .linear:
            fields.noteNotInEffect(["turns", "mode"], because: drag)
        }
        switch self.drag {
        case .rotary, .linear, .auto:
            if fine.control == .zones { fields.noteNotInEffect(["fine"], because: drag) }
        case .vertical, .horizontal: break
        }
        guard self.drag == .rotary, self.mode != .relative else { return }
        let mode = "'mode' is \"\(self.mode.rawValue)\""
        fields.noteNotInEffect(["turns", "sensitivity"], because: mode)
        if fine.control == .secondFinger { fields.noteNotInEffect(["fine"], because: mode) }
    }

    var law: (any ValueLaw)? { scale }
    var defaultValue: ControlValue? { .number(defaultNumber) }
    var room: ControlRoom { ControlRoom(isSquare: true) }

    func makeView(_ style: ControlStyle) -> PublishedView {
        let knob = Knob(frame: .zero)
        knob.theme = style.theme
        knob.color = style.accent
        knob.scale = scale.scale
        knob.startAngle = .degrees(startAngle)
        knob.endAngle = .degrees(endAngle)
        knob.origin = origin
        knob.detents = scale.detents
        knob.isContinuous = conduct.report == .live
        knob.revertsOnCancel = conduct.revertsOnCancel
        knob.mode = mode
        knob.drag = drag
        knob.turns = turns
        knob.travel = travel
        knob.sensitivity = sensitivity
        knob.fineControl = fine.control
        knob.fineRatio = fine.ratio ?? style.fineRatio
        return PublishedView(
            view: knob, value: { .number(knob.value) },
            assign: { if let number = $0.number { knob.setValue(number) } },
            fit: { _ in
                // Lines that suit its size.
                let side = min(knob.bounds.width, knob.bounds.height)
                knob.lineWidth = max(3, (side * 0.062).rounded())
                knob.pointerLength = (side * 0.15).rounded()
            })
    }
}
