import Controls
import PanelProtocol

/// The options of a knob.
struct KnobDescription: ControlKind {
    var scale: ScaleDescription
    var conduct: ConductDescription
    /// The value at start and after two quick taps.
    var defaultNumber: Double
    var mode: RotaryDrag.Mode
    /// What a finger does that lands where the arc has its gap.
    var gapBegin: RotaryDrag.GapBegin
    /// Which way a finger goes to move it.
    var drag: Knob.Drag
    /// How many turns of the finger the whole range takes; nil for the arc's own sweep.
    var turns: Double?
    /// How far a straight drag goes over the whole range, in millimetres.
    var travel: Double
    var motion: MotionDescription
    /// Whether past the greatest value the least one comes.
    var wraps: Bool
    /// How much farther a fast turn moves an endless knob.
    var acceleration: Double
    /// Whether only a finger on the pointer counts.
    var isForPointer: Bool
    /// How much of the radius around the centre has no angle; nil for the knob's own.
    var deadZone: Double?
    /// The lamps in place of the arc; nil for none.
    var ring: KnobRing?
    /// Whether the value is written on the dial, and nothing beside it.
    var showsValue: Bool
    /// Where the arc begins, in degrees clockwise from 3 o'clock: -225 is 7:30.
    var startAngle: Double
    /// Where the arc ends, in degrees clockwise from 3 o'clock; above `startAngle`.
    var endAngle: Double
    /// The value the arc is drawn from; nil for the minimum.
    var origin: Double?
    /// What is drawn in place of the dial.
    var faceImage: ImageSource?
    /// What turns in place of the pointer.
    var pointerImage: ImageSource?

    init(_ fields: inout TableFields, at place: ControlPlace) {
        scale = ScaleDescription(&fields)
        conduct = ConductDescription(&fields)
        defaultNumber = fields.defaultNumber(scale)
        startAngle = fields.number("start_angle", in: -720...720) ?? -225
        endAngle = fields.number("end_angle", in: -720...720) ?? startAngle + 270
        mode = fields.choice("mode", of: RotaryDrag.Mode.self) ?? .relative
        gapBegin = fields.choice("gap_begin", of: RotaryDrag.GapBegin.self) ?? .hold
        drag = fields.choice("drag", of: Knob.Drag.self) ?? .rotary
        turns = fields.positiveNumber("turns")
        travel = fields.positiveNumber("travel_mm") ?? 60
        motion = MotionDescription(&fields, scale)
        wraps = fields.boolean("wrap") ?? false
        acceleration = fields.number("acceleration", in: 1...4) ?? 1
        isForPointer = fields.boolean("pointer_only") ?? false
        deadZone = fields.number("dead_zone", in: 0...0.5)
        ring = Self.readRing(&fields)
        showsValue = fields.boolean("show_value") ?? false
        origin = fields.number("origin", on: scale)
        faceImage = fields.image("face_image")
        pointerImage = fields.image("pointer_image")
        noteWrongArc(in: fields)
        noteWhatDoesNothing(in: &fields)
    }

    private static func readRing(_ fields: inout TableFields) -> KnobRing? {
        let style = fields.choice("ring", of: KnobRing.Style.self)
        // Asked for only where it means something, so that it is an unknown key elsewhere.
        return style.map { KnobRing($0, count: fields.integer("lamps", in: 3...63) ?? 15) }
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
        if !wraps { fields.noteNotInEffect(["acceleration"], because: "'wrap' is false") }
        if self.drag == .rotary { fields.noteNotInEffect(["travel_mm"], because: drag) }
        switch self.drag {
        case .rotary, .auto: break
        case .vertical, .horizontal, .linear:
            fields.noteNotInEffect(["turns", "mode", "gap_begin"], because: drag)
        }
        if mode != .latched {
            fields.noteNotInEffect(["gap_begin"], because: "'mode' is not \"latched\"")
        }
        switch self.drag {
        case .rotary, .linear, .auto:
            if motion.fine.control == .zones { fields.noteNotInEffect(["fine"], because: drag) }
        case .vertical, .horizontal: break
        }
        guard self.drag == .rotary, self.mode != .relative else { return }
        let mode = "'mode' is \"\(self.mode.rawValue)\""
        fields.noteNotInEffect(["turns", "sensitivity"], because: mode)
        if motion.fine.control == .secondFinger { fields.noteNotInEffect(["fine"], because: mode) }
    }

    var law: (any ValueLaw)? { scale }
    var defaultValue: ControlValue? { .number(defaultNumber) }
    var room: ControlRoom {
        var room = ControlRoom(isSquare: true)
        // The dial says it.
        if showsValue { room.leastWidthOfValue = .infinity }
        return room
    }

    var withoutLooks: Self {
        var other = self
        other.scale = scale.withoutFormat
        other.motion = motion.withoutLooks
        (other.ring, other.showsValue, other.origin) = (nil, false, nil)
        (other.faceImage, other.pointerImage) = (nil, nil)
        return other
    }

    func makeView(_ style: ControlStyle) -> PublishedView {
        let knob = style.view(Knob(frame: .zero))
        knob.take(scale, conduct, motion, style)
        knob.color = style.accent
        knob.ticks = motion.ticks ?? (motion.labelsTicks ? scale.ticks : [])
        knob.tickCount = motion.ticks == nil ? 11 : 0
        knob.startAngle = .degrees(startAngle)
        knob.endAngle = .degrees(endAngle)
        knob.origin = origin
        knob.defaultValue = defaultNumber
        knob.springs = motion.springs
        knob.wraps = wraps
        knob.acceleration = acceleration
        knob.requiresTouchOnPointer = isForPointer
        if let deadZone { knob.deadZoneShare = deadZone }
        knob.ring = ring
        knob.showsValue = showsValue
        knob.faceImage = style.images.image(faceImage)
        knob.pointerImage = style.images.image(pointerImage)
        knob.mode = mode
        knob.gapBegin = gapBegin
        knob.drag = drag
        knob.turns = turns
        knob.travel = travel
        return PublishedView(
            view: knob, value: { .number(knob.value) },
            assign: { if let number = $0.number { knob.setValue(number) } },
            paint: { knob.color = $0 },
            fit: { fontSize in
                knob.fitText(to: fontSize)
                // Lines that suit its size.
                let side = min(knob.bounds.width, knob.bounds.height)
                knob.lineWidth = max(3, (side * 0.062).rounded())
                knob.pointerLength = (side * 0.15).rounded()
            })
    }
}
