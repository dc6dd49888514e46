import Controls
import Drawing

/// Reads one control's table, with its exceptions merged in.
struct ControlReader {
    private var fields: TableFields
    private let theme: ThemeDescription

    init(_ table: TableFields, theme: ThemeDescription) {
        fields = table
        self.theme = theme
    }

    /// Where the value of a key stands.
    func position(of key: String) -> SourcePosition {
        fields.position(of: key)
    }

    /// The control; nil if its type is not known. What is wrong with it is noted.
    mutating func readControl(_ id: String, _ number: Int, of strip: String, accent: Color?)
        -> ControlDescription?
    {
        _ = fields.requiredID()
        guard let type = readType() else { return nil }
        let label = (fields.string("label") ?? "").numbered(number)
        let control = ControlDescription(
            id: id, label: label,
            access: fields.choice("access", of: ControlDescription.Access.self) ?? .readWrite,
            isVisible: fields.boolean("visible") ?? true,
            isEnabled: fields.boolean("enabled") ?? true,
            color: readColor() ?? accent, groups: fields.strings("groups") ?? [],
            placement: fields.placement(),
            kind: readKind(type, label: label, number, of: strip), position: fields.position)
        fields.noteNotInEffect("groups")
        fields.noteUnknownKeys()
        return control
    }

    private mutating func readType() -> ControlType? {
        guard let name = fields.requiredString("type") else { return nil }
        if let type = ControlType(rawValue: name) {
            fields = fields.named("a \(name)")
            return type
        }
        let known = ControlType.allCases.map(\.rawValue)
        let near = Spelling.suggestion(for: name, among: known)
        fields.error(
            "unknown control type '\(name)'; known are \(known.joined(separator: ", "))\(near)",
            at: "type")
        return nil
    }

    private mutating func readColor() -> Color? {
        let accent = fields.color("accent", theme: theme)
        return fields.color("color", theme: theme) ?? accent
    }

    private mutating func readKind(
        _ type: ControlType, label: String, _ number: Int, of strip: String
    ) -> ControlDescription.Kind {
        switch type {
        case .knob: .knob(readKnob())
        case .slider: .slider(readSlider())
        case .range: .range(readRange())
        case .label: .label(readLabel(label, number, of: strip))
        }
    }

    private mutating func readKnob() -> KnobDescription {
        let scale = ScaleReader(&fields).scale
        let start = fields.number("start_angle", in: -720...720) ?? -225
        let end = fields.number("end_angle", in: -720...720) ?? start + 270
        if start >= end {
            fields.error(
                "'end_angle' is \(written(end)), and must be above 'start_angle', \(written(start))",
                at: fields.has("end_angle") ? "end_angle" : "start_angle")
        } else if end - start > 360 {
            fields.error(
                "the arc is \(written(end - start))°, more than a whole turn", at: "end_angle")
        }
        let knob = KnobDescription(
            scale: scale, defaultValue: readDefault(scale),
            mode: fields.choice("mode", of: RotaryDrag.Mode.self) ?? .relative,
            drag: fields.choice("drag", of: Knob.Drag.self) ?? .rotary,
            turns: fields.positiveNumber("turns"), travel: fields.positiveNumber("travel_mm") ?? 60,
            sensitivity: fields.positiveNumber("sensitivity") ?? 1, fine: readFine(),
            startAngle: start, endAngle: end, origin: readOrigin(scale))
        noteWhatDoesNothing(to: knob)
        return knob
    }

    /// Some ways to turn a knob leave no room for others.
    private mutating func noteWhatDoesNothing(to knob: KnobDescription) {
        let drag = "'drag' is \"\(knob.drag.rawValue)\""
        if knob.drag == .rotary { fields.noteNotInEffect(["travel_mm"], because: drag) }
        switch knob.drag {
        case .rotary, .auto: break
        case .vertical, .horizontal, .linear:
            fields.noteNotInEffect(["turns", "mode"], because: drag)
        }
        switch knob.drag {
        case .rotary, .linear, .auto:
            if knob.fine.control == .zones { fields.noteNotInEffect(["fine"], because: drag) }
        case .vertical, .horizontal: break
        }
        guard knob.drag == .rotary, knob.mode != .relative else { return }
        let mode = "'mode' is \"\(knob.mode.rawValue)\""
        fields.noteNotInEffect(["turns", "sensitivity"], because: mode)
        if knob.fine.control == .secondFinger { fields.noteNotInEffect(["fine"], because: mode) }
    }

    /// What makes a value move slower than the finger.
    private mutating func readFine() -> FineDescription {
        let fine = FineDescription(
            control: fields.choice("fine", of: FineControl.self) ?? .none,
            ratio: fields.number("fine_ratio", in: 0.001...1))
        if fine.control != .secondFinger {
            fields.noteNotInEffect(
                ["fine_ratio"], because: "'fine' is \"\(fine.control.rawValue)\"")
        }
        return fine
    }

    private mutating func readSlider() -> SliderDescription {
        let scale = ScaleReader(&fields).scale
        return SliderDescription(
            scale: scale, defaultValue: readDefault(scale),
            orientation: fields.choice("orientation", of: Orientation.self) ?? .vertical,
            touch: fields.choice("touch", of: Slider.TouchMode.self) ?? .relative,
            fine: readFine(), origin: readOrigin(scale))
    }

    private mutating func readOrigin(_ scale: ScaleDescription) -> Double? {
        let origin = fields.number("origin")
        if let origin { noteOutside(origin, scale, "origin") }
        return origin
    }

    /// 0 where the range has it, as people expect of pan and gain; else the minimum.
    private mutating func readDefault(_ scale: ScaleDescription) -> Double {
        guard let value = fields.number("default") else {
            return scale.range.contains(0) ? 0 : scale.minimum
        }
        noteOutside(value, scale, "default")
        return value
    }

    private func noteOutside(_ value: Double, _ scale: ScaleDescription, _ key: String) {
        guard !scale.range.contains(value) else { return }
        fields.error(
            "'\(key)' is \(written(value)), outside "
                + "\(written(scale.minimum))…\(written(scale.maximum))", at: key)
    }

    private mutating func readRange() -> RangeDescription {
        let scale = ScaleReader(&fields).scale
        let span = scale.maximum - scale.minimum
        fields.noteNotInEffect("detents")
        let gap = fields.number("min_gap", in: 0...span) ?? 0
        let (low, high) = readDefaults(scale)
        if high - low < gap {
            fields.error(
                "'default' is \(written(high - low)) wide, less than 'min_gap', \(written(gap))",
                at: "default")
        }
        return RangeDescription(
            scale: scale, defaultLow: low, defaultHigh: high,
            orientation: fields.choice("orientation", of: Orientation.self) ?? .horizontal,
            minimumGap: gap)
    }

    private mutating func readDefaults(_ scale: ScaleDescription) -> (low: Double, high: Double) {
        let whole = (low: scale.minimum, high: scale.maximum)
        guard let value = fields.value("default") else { return whole }
        guard value.asTable != nil else {
            fields.error(
                "'default': expected { low = …, high = … }, found \(value.kindName)", at: "default")
            return whole
        }
        guard var defaults = fields.table("default", name: "'default'") else { return whole }
        let low = defaults.number("low") ?? whole.low
        let high = defaults.number("high") ?? whole.high
        for (key, value) in [("low", low), ("high", high)] where !scale.range.contains(value) {
            defaults.error(
                "'\(key)' is \(written(value)), outside "
                    + "\(written(scale.minimum))…\(written(scale.maximum))", at: key)
        }
        if low > high {
            defaults.error(
                "'low' is \(written(low)), and must not be above 'high', \(written(high))",
                at: "low")
        }
        defaults.noteUnknownKeys()
        return low <= high ? (low, high) : whole
    }

    private mutating func readLabel(_ label: String, _ number: Int, of strip: String)
        -> LabelDescription
    {
        let text = fields.string("text")?.numbered(number)
        let shows = fields.string("shows")?.numbered(number)
        if text != nil && shows != nil {
            fields.error("a label has a 'text' or 'shows' a control, not both", at: "shows")
        }
        return LabelDescription(
            content: shows.map { .value(of: $0.contains(".") ? $0 : "\(strip).\($0)") }
                ?? .text(text ?? label),
            alignment: fields.choice("align", of: LabelDescription.Alignment.self) ?? .center)
    }
}
