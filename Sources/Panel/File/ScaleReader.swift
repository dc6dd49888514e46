import Controls

/// Reads what a knob, a slider and a range have in common: unit, range, taper, steps and format.
struct ScaleReader {
    let scale: ScaleDescription

    init(_ fields: inout TableFields) {
        let (taperName, curve) = Self.readCurve(&fields)
        let unit = fields.string("unit") ?? (curve.isLaw ? "dB" : "")
        let ends = Self.readEnds(&fields, curve, unit)
        let minimumIsOff = Self.readOff(&fields, curve, unit, minimum: ends.low)
        let taper = Taper(curve, minimum: ends.low, maximum: ends.high, minimumIsOff: minimumIsOff)
        Self.check(&fields, taperName, curve, unit, ends)
        let span = taper.maximum - taper.minimum
        let step = Self.readStep(&fields, span: span)
        scale = ScaleDescription(
            unit: unit, taper: taper, taperName: taperName, step: step,
            detents: Self.readDetents(&fields, taper),
            format: Self.readFormat(&fields, unit, step, span: span))
    }

    private static func readCurve(_ fields: inout TableFields) -> (name: String, curve: Taper.Curve)
    {
        let unitIsDecibels = fields.value("unit")?.asString == "dB"
        let name = fields.string("taper") ?? (unitIsDecibels ? "db_linear" : "linear")
        // Asked for only where it means something, so that it is an unknown key elsewhere.
        let exponent = name == "power" ? fields.positiveNumber("exponent") : nil
        guard let curve = Taper.Curve(name: name, exponent: exponent ?? 2) else {
            fields.noteUnknown(name, at: "taper", known: Taper.Curve.names)
            return ("linear", .linear)
        }
        return (name, curve)
    }

    private static func readEnds(
        _ fields: inout TableFields, _ curve: Taper.Curve, _ unit: String
    ) -> (low: Double, high: Double) {
        let usual = curve.law.map { ($0.lowest, $0.highest) } ?? (unit == "%" ? (0, 100) : (0, 1))
        let hasBoth = fields.has("min") && fields.has("max")
        let low = fields.number("min") ?? usual.0
        let high = fields.number("max") ?? usual.1
        if unit == "dB" && curve.law == nil && !hasBoth {
            fields.notes.error(
                "a scale in dB needs 'min' and 'max', or the 'taper' of a fader",
                at: fields.position)
        } else if low >= high {
            let key = fields.has("max") ? "max" : "min"
            fields.error(
                "'min' is \(written(low)), and must be below 'max', \(written(high))", at: key)
        } else {
            return (low, high)
        }
        return low < high ? (low, high) : (low, low + 1)
    }

    private static func readOff(
        _ fields: inout TableFields, _ curve: Taper.Curve, _ unit: String, minimum: Double
    ) -> Bool {
        let usual = curve.law.map { $0.hasOff && minimum <= $0.lowest } ?? false
        guard let off = fields.boolean("min_is_off") else { return usual }
        if off && unit != "dB" {
            fields.error("'min_is_off' needs the unit dB, for off is -∞ dB", at: "min_is_off")
            return false
        }
        return off
    }

    /// Notes what a taper cannot do with a unit or a range.
    private static func check(
        _ fields: inout TableFields, _ name: String, _ curve: Taper.Curve, _ unit: String,
        _ ends: (low: Double, high: Double)
    ) {
        let isInDecibels = curve.isLaw || name == "db_linear" || name == "alsamixer"
        if isInDecibels && unit != "dB" {
            fields.error(
                "taper '\(name)' is in dB, and the unit is '\(unit)'",
                at: fields.has("unit") ? "unit" : "taper")
        }
        if curve == .logarithmic && ends.low <= 0 {
            fields.error(
                "taper 'log' needs a 'min' above 0", at: fields.has("min") ? "min" : "taper")
        }
        guard let law = curve.law else { return }
        if !law.canFit(minimum: ends.low) {
            fields.error("taper '\(name)' begins at \(written(law.lowest)) dB", at: "min")
        }
        if !law.canFit(maximum: ends.high) {
            fields.error("taper '\(name)' ends at \(written(law.highest)) dB", at: "max")
        }
    }

    private static func readStep(_ fields: inout TableFields, span: Double) -> Double? {
        guard let step = fields.positiveNumber("step") else { return nil }
        guard step <= span else {
            fields.error(
                "'step' is \(written(step)), more than the range of \(written(span))", at: "step")
            return nil
        }
        return step
    }

    private static func readDetents(_ fields: inout TableFields, _ taper: Taper) -> [Double] {
        let detents = (fields.numbers("detents") ?? []).sorted()
        for detent in detents where detent < taper.minimum || detent > taper.maximum {
            fields.error(
                "the detent \(written(detent)) is outside "
                    + "\(written(taper.minimum))…\(written(taper.maximum))", at: "detents")
        }
        return detents
    }

    private static func readFormat(
        _ fields: inout TableFields, _ unit: String, _ step: Double?, span: Double
    ) -> ValueFormat {
        let usual = ValueFormat(unit: unit, step: step, span: span)
        let decimals = fields.integer("decimals", in: 0...6)
        let isPan = fields.choice("format", of: NamedFormat.self) == .pan
        return ValueFormat(
            style: isPan ? .pan : usual.style,
            decimals: decimals ?? (isPan && step == nil ? 0 : usual.decimals))
    }

    private enum NamedFormat: String, CaseIterable {
        case number
        case pan
    }
}

extension Taper.Curve {
    /// The law of a fader that the curve follows; nil for the others.
    fileprivate var law: FaderLaw? {
        if case .fader(let law) = self { law } else { nil }
    }

    fileprivate var isLaw: Bool { law != nil }
}

extension FaderLaw {
    /// Whether the law says something about a level this low; cubic laws fall forever.
    fileprivate func canFit(minimum: Double) -> Bool {
        self == .cubic || self == .midiCC7 || minimum >= lowest
    }

    /// Whether the law reaches so high: cubic goes on, and Ardour's moves.
    fileprivate func canFit(maximum: Double) -> Bool {
        self == .cubic || self == .ardour || maximum <= highest
    }
}

extension ScaleDescription {
    /// Reads the scale of a control.
    init(_ fields: inout TableFields) { self = ScaleReader(&fields).scale }
}
