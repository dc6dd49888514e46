import Controls
import Drawing
import PanelProtocol

/// The options of a slider with two thumbs.
struct RangeDescription: BuiltInKind {
    static let table = OptionTable(of: RangeSlider(frame: .zero), asking: ["tick_labels"]) {
        PanelOption.movement
        PanelOption.keypad(on: "one of its two written values")
        PanelOption.orientation(.horizontal)
        PanelOption.direction(\.isRightToLeft, movesNumbers: true)
        PanelOption(
            "default",
            .table(
                Defaults.table, of: Defaults(), expected: "{ low = …, high = … }"),
            otherwise: .phrase("the whole range"), "The initial values.")
        PanelOption(
            "min_gap", \.minimumGap,
            OptionForm(
                .number(least: 0), read: { $0.number($1) }, written: { $0.written }),
            "The minimum distance between the two values."
        ).listed
        PanelOption("touch_zone", \.touchZone, .choice(), "Where a finger may land.")
        PanelOption(
            "crossing", \.crossing, .choice(), "What happens to a value that meets the other.")
        PanelOption(
            "curvaceousness", \.curvaceousness, .number(in: 0...1),
            "How round the handles and the track are."
        ).appearanceOnly
        PanelOption.tint(
            "track_color", \.trackTintColor, "The colour of the track outside the two values.")
        PanelOption.tint("thumb_color", \.thumbTintColor, "The colour of the handles.")
    }

    static var options: [OptionEntry] {
        ScaleOptions.tableWithoutDefault.entries + BehaviorDescription.table.entries + table.entries
    }

    /// The two initial values that the file sets.
    struct Defaults: Sendable {
        var low: Double?
        var high: Double?

        static let table = OptionTable(of: Defaults()) {
            PanelOption("low", \.low, .number, otherwise: "min", "The initial lower value.")
            PanelOption("high", \.high, .number, otherwise: "max", "The initial upper value.")
        }
    }

    let scale: ScaleDescription
    let behavior: BehaviorDescription
    /// The lower value at start; never above `defaultHigh`.
    let defaultLow: Double
    /// The upper value at start.
    let defaultHigh: Double
    private let options: OptionValues<RangeSlider>

    var orientation: Orientation { options.orientation(.horizontal) }

    init(_ fields: inout TableFields, at place: ControlPlace) {
        scale = ScaleReader(&fields, hasDefault: false).scale
        behavior = BehaviorDescription(&fields)
        options = Self.table.read(&fields)
        fields.checkTicks(options.ticks, in: scale.range, areLabelled: options.labelsTicks)
        fields.noteNotInEffect(["spring"], because: "a range has two values to go to")
        let gap: Double = options.value("min_gap") ?? 0
        let isPossible = (0...scale.maximum - scale.minimum).contains(gap)
        if !isPossible {
            fields.error(
                "'min_gap' is \(written(gap)), outside 0…\(written(scale.maximum - scale.minimum))",
                at: "min_gap")
        }
        (defaultLow, defaultHigh) = Self.checked(options.value("default"), &fields, scale)
        if isPossible, defaultHigh - defaultLow < gap {
            fields.error(
                "'default' is \(written(defaultHigh - defaultLow)) wide, less than 'min_gap', "
                    + written(gap), at: "default")
        }
    }

    private static func checked(
        _ defaults: Defaults?, _ fields: inout TableFields, _ scale: ScaleDescription
    ) -> (low: Double, high: Double) {
        let whole = (low: scale.minimum, high: scale.maximum)
        guard let defaults, let table = fields.table("default", name: "'default'") else {
            return whole
        }
        let low = defaults.low ?? whole.low
        let high = defaults.high ?? whole.high
        table.noteDefault("low", low, of: scale)
        table.noteDefault("high", high, of: scale)
        if low > high {
            table.error(
                "'low' is \(written(low)) and 'high' is \(written(high)): "
                    + "'low' must not be above 'high'",
                at: "low")
        }
        return low <= high ? (low, high) : whole
    }

    var converter: (any ValueConverter)? { PartsConverter([("low", scale), ("high", scale)]) }
    var defaultValue: ControlValue? { .range(low: defaultLow, high: defaultHigh) }
    var hasKeypad: Bool { options.hasKeypad }
    var editableNumbers: [EditableNumber] {
        ["low", "high"].map { EditableNumber(part: $0, label: $0, scale: scale) }
    }

    /// Two values need twice the width of one.
    var sizing: ControlSizing {
        var sizing = ControlSizing.track(
            orientation, weight: 1.5, thumbs: 2,
            heightBeside: .init(lines: options.labelsTicks ? 1 : 0))
        sizing.minimumValueWidth = 10
        return sizing
    }

    func isEquivalent(to other: Self) -> Bool {
        scale.hasSameValues(as: other.scale) && behavior == other.behavior
            && (defaultLow, defaultHigh) == (other.defaultLow, other.defaultHigh)
            && options.isEquivalent(to: other.options)
    }

    func makeView(_ style: ControlStyle) -> PublishedView {
        let isVertical = orientation == .vertical
        let range = style.view(RangeSlider(frame: .zero, isVertical: isVertical))
        range.configure(scale, behavior, fineRatio: options.value("fine_ratio"), style)
        options.apply(to: range, style) { RangeSlider(frame: .zero, isVertical: isVertical) }
        range.trackHighlightTintColor = style.accent
        range.ticks = options.ticks ?? (options.labelsTicks ? scale.ticks : [])
        range.defaultLowerValue = defaultLow
        range.defaultUpperValue = defaultHigh
        return PublishedView(
            view: range, value: { .range(low: range.lowerValue, high: range.upperValue) },
            assign: { value in
                // A single value stops at the other one, as with a finger.
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
            adjustedPart: PublishedView.AdjustedPart(
                ["low": .lower, "high": .upper, "both": .both],
                get: { range.accessibilityPart }, set: { range.accessibilityPart = $0 }),
            fit: { range.fitText(to: $0) })
    }

    var settings: [ControlInfo.Setting] { options.listed }
}
