import Controls
import Drawing
import PanelProtocol

/// The options of a knob.
struct KnobDescription: BuiltInKind {
    static let table = OptionTable(
        of: makeKnob(), asking: ["drag", "fine", "mode", "show_value", "tick_labels"]
    ) {
        PanelOption.movement
        PanelOption.spring
        PanelOption.keypad().exceptWhen("spring", is: "true")
        PanelOption.binds
        PanelOption(
            "start_angle", \.startAngle, .degrees(in: -720...720),
            unit: "degrees clockwise from 3 o'clock", "Where the arc begins.")
        PanelOption(
            "end_angle", \.endAngle, .degrees(in: -720...720),
            unit: "degrees clockwise from 3 o'clock", otherwise: "270 more than start_angle",
            "Where the arc ends.")
        PanelOption(
            "mode", \.mode,
            .choice([
                .relative: "it turns by what the finger turns",
                .latched:
                    "it goes to the finger, and stays at an end until the finger comes back to that end",
                .absolute:
                    "it goes to the finger, and jumps to the other end where the finger crosses the gap",
            ]), "How a finger around the centre turns the knob."
        ).exceptWhen("drag", is: "\"vertical\"", "\"horizontal\"", "\"linear\"").onlyForFingers
        PanelOption(
            "gap_begin", \.gapBegin,
            .choice([.hold: "nothing", .nearestEnd: "it goes to the nearest end"]),
            "What a finger does that lands in the gap of the arc."
        )
        .exceptWhen("drag", is: "\"vertical\"", "\"horizontal\"", "\"linear\"")
        .onlyWhen("mode", is: "\"latched\"").onlyForFingers
        PanelOption(
            "drag", \.drag,
            .choice([
                .rotary: "around it", .linear: "up or to the right",
                .auto: "as each touch begins",
            ]), "How a finger moves the knob."
        ).onlyForFingers
        PanelOption(
            "turns", \.turns, .positive(), otherwise: "as the arc",
            "How many turns of a finger are the whole range."
        ).exceptWhen("drag", is: "\"vertical\"", "\"horizontal\"", "\"linear\"").onlyForFingers
        PanelOption(
            "travel_mm", \.travel, .positive(), unit: "mm",
            "How far a straight drag goes over the whole range."
        ).exceptWhen("drag", is: "\"rotary\"").onlyForFingers
        PanelOption(
            "wrap", \.wraps, .flag,
            "Whether the value wraps from the maximum to the minimum.")
        PanelOption(
            "acceleration", \.acceleration, .number(in: 1...4),
            "How much farther a fast turn moves the knob."
        ).onlyWhen("wrap", is: "true").onlyForFingers
        PanelOption(
            "pointer_only", \.requiresTouchOnPointer, .flag,
            "Whether only a finger on the pointer moves the knob."
        ).onlyForFingers
        PanelOption(
            "dead_zone", \.deadZoneShare, .number(in: 0...0.5),
            "The share of the radius around the centre where a finger has no angle."
        ).onlyForFingers
        PanelOption(
            "ring", .choice(KnobRing.styles), otherwise: .phrase("none: there is an arc"),
            "Lamps in place of the arc."
        ).appearanceOnly
        PanelOption(
            "lamps", .integer(in: 3...63), otherwise: .value("\(KnobRing(.bar).count)"),
            "How many lamps the ring has."
        ).appearanceOnly.onlyWith("ring")
        PanelOption(
            "show_value", \.showsValue, .flag, "Whether the value is written on the dial."
        ).appearanceOnly
        PanelOption("title", \.title, .text, otherwise: "none", "The text on the dial.")
            .appearanceOnly
        PanelOption(
            "origin", \.origin, .number, otherwise: "min",
            "The value from which the arc is drawn."
        ).appearanceOnly.exceptWhen("ring", is: "\"dot\"", "\"spread\"")
        PanelOption(
            "line_width", \.lineWidth, .number(in: 1...200), unit: "pixels",
            otherwise: "depends on the size of the knob", "The width of the arc."
        ).appearanceOnly
        PanelOption(
            "pointer_length", \.pointerLength, .number(in: 0...4096), unit: "pixels",
            otherwise: "depends on the size of the knob", "The length of the pointer."
        ).appearanceOnly.exceptWith("pointer_image")
        PanelOption(
            "pointer_width", \.pointerWidth, .number(in: 1...200), unit: "pixels",
            otherwise: "0.6 of the arc's width", "The width of the pointer."
        ).appearanceOnly.exceptWith("pointer_image")
        PanelOption.tint(
            "track_color", \.trackTintColor, "The colour of the track beside the arc."
        ).exceptWith("ring")
        PanelOption.tint("pointer_color", \.pointerTintColor, "The colour of the pointer.")
            .exceptWith("pointer_image")
        PanelOption.images(
            "face_image", "An image in place of the dial.",
            held: "An image in place of the dial, and of the ring around it, while it is held.",
            disabled: "An image in place of the dial while fingers cannot turn it.",
            get: Knob.faceImage(for:), set: Knob.setFaceImage(_:for:))
        PanelOption.images(
            "pointer_image",
            "An image in place of the pointer. It points up in the file, and is as large as the dial.",
            held: "An image in place of the pointer while the knob is held.",
            disabled: "An image in place of the pointer while fingers cannot turn it.",
            get: Knob.pointerImage(for:), set: Knob.setPointerImage(_:for:))
    }

    static var options: [OptionEntry] {
        ScaleOptions.table.entries + BehaviorDescription.table.entries + table.entries
    }

    private let scale: ScaleDescription
    let behavior: BehaviorDescription
    private let defaultNumber: Double
    let binding: Binding?
    let options: OptionValues<Knob>

    var texts: [String] { [options.value("title")].compactMap(\.self) }

    init(_ fields: inout TableFields, at place: ControlPlace) {
        let reader = ScaleReader(&fields, over: .defaults(&fields))
        (scale, defaultNumber) = (reader.scale, reader.defaultNumber)
        behavior = BehaviorDescription(&fields)
        options = Self.table.read(&fields)
        binding = options.binding(of: scale, fields)
        fields.checkTicks(options.ticks, in: scale.range, areLabelled: options.labelsTicks)
        if let origin: Double = options.value("origin") {
            fields.noteOutside("origin", origin, of: scale)
        }
        checkArc(&fields)
        noteIneffectiveOptions(in: &fields)
    }

    var startAngle: Angle { options.value("start_angle") ?? Self.defaultStart }
    var endAngle: Angle { options.value("end_angle") ?? startAngle + .degrees(270) }
    private static let defaultStart = makeKnob().startAngle

    /// A typical knob: its arc starts at half past seven and spans three quarters of a turn.
    private static func makeKnob() -> Knob {
        let knob = Knob(frame: .zero)
        (knob.startAngle, knob.endAngle) = (.degrees(-225), .degrees(45))
        return knob
    }

    private func checkArc(_ fields: inout TableFields) {
        let form = OptionForm.degrees(in: -720...720)
        if startAngle >= endAngle {
            fields.error(
                "'start_angle' is \(form.written(startAngle)) and 'end_angle' is "
                    + "\(form.written(endAngle)): 'end_angle' must be above 'start_angle'",
                at: fields.contains("end_angle") ? "end_angle" : "start_angle")
        } else if (endAngle - startAngle).degrees > 360 + 1e-9 {
            fields.error(
                "the arc is \(form.written(endAngle - startAngle))°, more than a whole turn",
                at: "end_angle")
        }
    }

    /// Warns of options that have no effect with the knob's `drag` and `mode`.
    private func noteIneffectiveOptions(in fields: inout TableFields) {
        guard let drag = options.written("drag"), let fine = options.written("fine"),
            let mode = options.written("mode")
        else { return }
        if fine == "\"zones\"", drag != "\"vertical\"", drag != "\"horizontal\"" {
            fields.noteNotInEffect(["fine"], because: "'drag' is \(drag)")
        }
        if drag != "\"rotary\"", drag != "\"auto\"" {
            fields.noteNotInEffect(["dead_zone", "acceleration"], because: "'drag' is \(drag)")
        }
        guard drag == "\"rotary\"" || drag == "\"auto\"", mode != "\"relative\"" else { return }
        fields.noteNotInEffect(["turns", "acceleration"], because: "'mode' is \(mode)")
        // A straight drag, which is relative, is still possible.
        guard drag == "\"rotary\"" else { return }
        fields.noteNotInEffect(["sensitivity"], because: "'mode' is \(mode)")
        if fine == "\"second-finger\"" {
            fields.noteNotInEffect(["fine"], because: "'mode' is \(mode)")
        }
    }

    var converter: (any ValueConverter)? { scale }
    var hasKeypad: Bool { options.hasKeypad }
    var defaultValue: ControlValue? { .number(defaultNumber) }
    var sizing: ControlSizing {
        var sizing = ControlSizing(
            isSquare: true, least: (width: LayoutRules.knob, height: LayoutRules.knob))
        // The dial shows the value.
        if options.written("show_value") == "true" { sizing.minimumValueWidth = .infinity }
        return sizing
    }

    func isEquivalent(to other: Self) -> Bool {
        scale.hasSameValues(as: other.scale) && behavior == other.behavior
            && defaultNumber == other.defaultNumber && startAngle == other.startAngle
            && endAngle == other.endAngle && options.isEquivalent(to: other.options)
    }

    func makeView(_ style: ControlStyle) -> PublishedView {
        let knob = style.view(Self.makeKnob())
        knob.configure(scale, behavior, fineRatio: options.value("fine_ratio"), style)
        options.apply(to: knob, style, make: Self.makeKnob)
        knob.color = style.accent
        knob.ticks = options.ticks ?? (options.labelsTicks ? scale.ticks : [])
        knob.tickCount = options.ticks == nil ? 11 : 0
        (knob.startAngle, knob.endAngle) = (startAngle, endAngle)
        knob.defaultValue = defaultNumber
        knob.ring = options.value("ring").map { (ring: KnobRing.Style) in
            options.value("lamps").map { KnobRing(ring, count: $0) } ?? KnobRing(ring)
        }
        return PublishedView(
            view: knob, value: { .number(knob.value) },
            assign: { if let number = $0.number { knob.setValue(number) } },
            showEffective: { knob.effectiveValue = $0 },
            paint: { knob.color = $0 },
            fit: { fontSize in
                knob.fitText(to: fontSize)
                // Line widths for its size.
                let side = min(knob.bounds.width, knob.bounds.height)
                if !options.has("line_width") { knob.lineWidth = max(3, (side * 0.062).rounded()) }
                if !options.has("pointer_length") { knob.pointerLength = (side * 0.15).rounded() }
            },
            showValueInside: options.has("show_value") ? nil : { knob.showsValue = $0 })
    }
}

extension KnobRing {
    fileprivate static var styles: KeyValuePairs<Style, String> {
        [
            .bar: "from the origin, or the first lamp, to the value", .dot: "one lamp at the value",
            .boostCut: "from the middle to the value",
            .spread: "as many on both sides of the middle",
        ]
    }
}
