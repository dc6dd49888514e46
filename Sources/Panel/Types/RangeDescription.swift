import Controls
import PanelProtocol

/// The options of a slider with two thumbs.
struct RangeDescription: ControlKind {
    var scale: ScaleDescription
    var conduct: ConductDescription
    /// The lower value at start; never above `defaultHigh`.
    var defaultLow: Double
    /// The upper value at start.
    var defaultHigh: Double
    var orientation: Orientation
    /// How close the two values may come, in the unit of the scale.
    var minimumGap: Double
    var motion: MotionDescription
    var direction: Direction
    /// What a thumb does that is dragged against the other.
    var crossing: RangeSlider.Crossing
    /// How round it looks, 0…1.
    var curvaceousness: Double

    init(_ fields: inout TableFields, at place: ControlPlace) {
        scale = ScaleDescription(&fields)
        conduct = ConductDescription(&fields)
        motion = MotionDescription(&fields, scale)
        fields.noteNotInEffect(["spring"], because: "a range has two values to go to")
        direction = fields.choice("direction", of: Direction.self) ?? .leftToRight
        crossing = fields.choice("crossing", of: RangeSlider.Crossing.self) ?? .stop
        curvaceousness = fields.number("curvaceousness", in: 0...1) ?? 1
        minimumGap = fields.number("min_gap", in: 0...scale.maximum - scale.minimum) ?? 0
        orientation = fields.choice("orientation", of: Orientation.self) ?? .horizontal
        (defaultLow, defaultHigh) = Self.readDefaults(&fields, scale)
        if defaultHigh - defaultLow < minimumGap {
            fields.error(
                "'default' is \(written(defaultHigh - defaultLow)) wide, less than 'min_gap', "
                    + written(minimumGap), at: "default")
        }
    }

    private static func readDefaults(_ fields: inout TableFields, _ scale: ScaleDescription)
        -> (low: Double, high: Double)
    {
        let whole = (low: scale.minimum, high: scale.maximum)
        guard let value = fields.value("default") else { return whole }
        guard value.asTable != nil else {
            fields.error(
                "'default': expected { low = …, high = … }, found \(value.kindName)", at: "default")
            return whole
        }
        guard var defaults = fields.table("default", name: "'default'") else { return whole }
        let low = defaults.number("low", on: scale) ?? whole.low
        let high = defaults.number("high", on: scale) ?? whole.high
        if low > high {
            defaults.error(
                "'low' is \(written(low)), and must not be above 'high', \(written(high))",
                at: "low")
        }
        defaults.noteUnknownKeys()
        return low <= high ? (low, high) : whole
    }

    var law: (any ValueLaw)? { PartsLaw([("low", scale), ("high", scale)]) }
    var defaultValue: ControlValue? { .range(low: defaultLow, high: defaultHigh) }

    /// Two values need twice the width of one.
    var room: ControlRoom {
        var room = ControlRoom.track(orientation, weight: 1.5)
        room.leastWidthOfValue = 10
        return room
    }

    var withoutLooks: Self {
        var other = self
        other.scale = scale.withoutFormat
        other.motion = motion.withoutLooks
        other.curvaceousness = 1
        return other
    }

    func makeView(_ style: ControlStyle) -> PublishedView {
        let range = style.view(
            RangeSlider(frame: .zero, isVertical: orientation == .vertical))
        range.take(scale, conduct, motion, style)
        range.trackHighlightTintColor = style.accent
        range.ticks = motion.ticks ?? (motion.labelsTicks ? scale.ticks : [])
        range.minimumGap = minimumGap
        range.defaultLowerValue = defaultLow
        range.defaultUpperValue = defaultHigh
        range.isRightToLeft = direction == .rightToLeft
        range.crossing = crossing
        range.curvaceousness = curvaceousness
        return PublishedView(
            view: range, value: { .range(low: range.lowerValue, high: range.upperValue) },
            assign: { value in
                // One alone stops before the other, as under a finger.
                switch (value[part: "low"], value[part: "high"]) {
                case (let low?, let high?): range.setValues(lower: low, upper: high)
                case (let low?, nil): range.lowerValue = low
                case (nil, let high?): range.upperValue = high
                case (nil, nil): break
                }
            },
            paint: { range.trackHighlightTintColor = $0 },
            part: { touch in
                switch range.part(of: touch) {
                case .lower?: "low"
                case .upper?: "high"
                case .both?, nil: nil
                }
            },
            fit: { range.fitText(to: $0) })
    }

    func describe(in info: inout ControlInfo) {
        info.orientation = orientation.rawValue
        info.minimumGap = minimumGap
    }
}
