import Controls

/// Reads the options that knobs, sliders and ranges share: unit, range, taper, steps and format.
struct ScaleReader {
    let scale: ScaleDescription
    /// The value at start, for a scale with one value.
    let defaultNumber: Double

    /// - Parameters:
    ///   - defaults: The options that the file may replace.
    ///   - hasDefault: Whether the scale has one value, with a `default`.
    init(
        _ fields: inout TableFields, over defaults: ScaleOptions = ScaleOptions(),
        hasDefault: Bool = true
    ) {
        var options = defaults
        let table = hasDefault ? ScaleOptions.table : ScaleOptions.tableWithoutDefault
        table.read(&fields).apply(to: &options)
        let name = options.taper ?? (options.unit == "dB" ? "db_linear" : "linear")
        let curve = Taper.Curve(name: name, exponent: options.exponent) ?? .linear
        let unit = options.unit ?? (curve.isFaderLaw ? "dB" : "")
        let ends = Self.ends(options, &fields, curve, unit)
        let minimumIsOff = Self.minimumIsOff(options, fields, curve, unit, minimum: ends.low)
        let taper = Taper(curve, minimum: ends.low, maximum: ends.high, minimumIsOff: minimumIsOff)
        Self.check(&fields, name, curve, unit, ends)
        let span = taper.maximum - taper.minimum
        let step = Self.step(options, fields, span: span)
        let values = ValueScale(taper, step: step ?? 0)
        for detent in options.detents {
            if !(taper.minimum...taper.maximum).contains(detent) {
                fields.error(
                    "the detent \(written(detent)) is outside "
                        + "\(written(taper.minimum))…\(written(taper.maximum))", at: "detents")
            } else if values.isBetweenSteps(detent) {
                fields.notes.warning(
                    "the detent \(written(detent)) is not in effect: it is between two steps",
                    at: fields.position(of: "detents"))
            }
        }
        if unit != "dB", unit.lowercased() == "db" {
            fields.notes.warning(
                "'unit' is only a text: decibels are written \"dB\"",
                at: fields.position(of: "unit"))
        }
        if options.format == .pan, !["", "%"].contains(unit) {
            fields.noteNotInEffect(["unit"], because: "'format' is \"pan\"")
        }
        scale = ScaleDescription(
            unit: unit, taper: taper, taperName: name, step: step,
            detents: options.detents.sorted(),
            format: Self.format(options, unit, values))
        if let number = options.defaultNumber {
            fields.noteDefault("default", number, of: scale)
        }
        // 0 is the usual default of pan and gain.
        let start = options.defaultNumber ?? (scale.range.contains(0) ? 0 : scale.minimum)
        defaultNumber = scale.scale.nearest(to: start)
    }

    private static func ends(
        _ options: ScaleOptions, _ fields: inout TableFields, _ curve: Taper.Curve, _ unit: String
    ) -> (low: Double, high: Double) {
        let defaultEnds =
            curve.law.map { ($0.lowest, $0.highest) } ?? (unit == "%" ? (0, 100) : (0, 1))
        let low = options.minimum ?? defaultEnds.0
        let high = options.maximum ?? defaultEnds.1
        let hasBoth = options.minimum != nil && options.maximum != nil
        if unit == "dB" && curve.law == nil && !hasBoth {
            fields.notes.error(
                "a scale in dB needs 'min' and 'max', or the 'taper' of a fader",
                at: fields.position)
        } else if low >= high {
            let key = fields.contains("max") ? "max" : "min"
            fields.error(
                "'min' is \(written(low)) and 'max' is \(written(high)): 'min' must be below 'max'",
                at: key)
        } else {
            return (low, high)
        }
        // Valid ends, so that a default between them is not a second error.
        return low == high ? (low, low + 1) : (min(low, high), max(low, high))
    }

    private static func minimumIsOff(
        _ options: ScaleOptions, _ fields: TableFields, _ curve: Taper.Curve, _ unit: String,
        minimum: Double
    ) -> Bool {
        guard let isOff = options.minimumIsOff else {
            return curve.law.map { $0.hasOff && minimum <= $0.lowest } ?? false
        }
        if isOff && unit != "dB" {
            fields.error(
                "'min_is_off' needs the unit dB, because off is -∞ dB", at: "min_is_off")
            return false
        }
        return isOff
    }

    /// Reports units and ranges that do not suit a taper.
    private static func check(
        _ fields: inout TableFields, _ name: String, _ curve: Taper.Curve, _ unit: String,
        _ ends: (low: Double, high: Double)
    ) {
        let isInDecibels = curve.isFaderLaw || name == "db_linear" || name == "alsamixer"
        if isInDecibels && unit != "dB" {
            fields.error(
                "taper '\(name)' is in dB: it needs unit = \"dB\"",
                at: fields.contains("unit") ? "unit" : "taper")
        }
        if curve == .logarithmic && ends.low <= 0 {
            fields.error(
                "taper 'log' needs a 'min' above 0", at: fields.contains("min") ? "min" : "taper")
        }
        guard let law = curve.law else { return }
        if !law.canFit(minimum: ends.low) {
            fields.error("taper '\(name)' begins at \(written(law.lowest)) dB", at: "min")
        }
        if !law.canFit(maximum: ends.high) {
            fields.error("taper '\(name)' ends at \(written(law.highest)) dB", at: "max")
        }
    }

    private static func step(_ options: ScaleOptions, _ fields: TableFields, span: Double)
        -> Double?
    {
        guard let step = options.step, step > span else { return options.step }
        fields.error(
            "'step' is \(written(step)), more than the range of \(written(span))", at: "step")
        return nil
    }

    private static func format(
        _ options: ScaleOptions, _ unit: String, _ scale: ValueScale
    ) -> ValueFormat {
        let isPan = options.format == .pan
        let format = ValueFormat(unit: isPan ? "" : unit, scale: scale)
        return ValueFormat(
            style: isPan ? .pan : format.style,
            decimals: options.decimals ?? format.decimals,
            leastFigures: options.decimals == nil ? format.leastFigures : 0)
    }
}

extension Taper.Curve {
    /// The fader law of the curve; `nil` for other curves.
    fileprivate var law: FaderLaw? {
        if case .fader(let law) = self { law } else { nil }
    }

    fileprivate var isFaderLaw: Bool { law != nil }
}

extension FaderLaw {
    /// Whether the law covers a level this low; cubic laws have no lower end.
    fileprivate func canFit(minimum: Double) -> Bool {
        self == .cubic || self == .midiCC7 || minimum >= lowest
    }

    /// Whether the law covers a level this high; cubic has no upper end, and Ardour's is shifted.
    fileprivate func canFit(maximum: Double) -> Bool {
        self == .cubic || self == .ardour || maximum <= highest
    }
}
