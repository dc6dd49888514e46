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
            .onlyForFingers
        PanelOption(
            "crossing", \.crossing, .choice(), "What happens to a value that meets the other."
        ).onlyForFingers
        PanelOption(
            "curvaceousness", \.curvaceousness, .number(in: 0...1),
            "How round the handles and the track are."
        ).appearanceOnly
        PanelOption.tint(
            "track_color", \.trackTintColor, "The colour of the track outside the two values."
        ).exceptWith("track_image")
        PanelOption.tint("thumb_color", \.thumbTintColor, "The colour of the handles.")
            .exceptWith("thumb_image")
        rangeImages
    }

    @OptionBuilder<RangeSlider> private static var rangeImages: OptionList<RangeSlider> {
        // Images of one handle replace images of both.
        PanelOption.thumbImages(
            "thumb_image", of: .both, "An image of both handles.",
            held: "An image of a handle while it is held.")
        PanelOption.thumbImages(
            "low_thumb_image", of: .lower, "An image of the handle of the lower value.",
            held: "The same while it is held.")
        PanelOption.thumbImages(
            "high_thumb_image", of: .upper, "An image of the handle of the upper value.",
            held: "The same while it is held.")
        PanelOption.images(
            "range_track_image", "An image of the track between the handles.",
            held: "The same while a handle is held.",
            disabled: "The same while fingers cannot move them.",
            get: RangeSlider.trackHighlightImage(for:),
            set: RangeSlider.setTrackHighlightImage(_:for:))
        PanelOption.images(
            "track_image", "An image of the whole track, behind that between the handles.",
            held: "The same while a handle is held.",
            disabled: "The same while fingers cannot move them.",
            get: RangeSlider.trackImage(for:), set: RangeSlider.setTrackImage(_:for:))
        PanelOption(
            "min_image", image: \.minimumValueImage, "An image at the end of the minimum.")
        PanelOption(
            "max_image", image: \.maximumValueImage, "An image at the end of the maximum.")
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
    /// The least width for its values, in multiples of the text height. Stored, because each layout
    /// needs it.
    private let valueWidth: Double
    let behavior: BehaviorDescription
    /// The lower value at start; never above `defaultHigh`.
    let defaultLow: Double
    /// The upper value at start.
    let defaultHigh: Double
    private let options: OptionValues<RangeSlider>
    private let partsConverter: PartsConverter

    var orientation: Orientation { options.orientation(.horizontal) }

    init(_ fields: inout TableFields, at place: ControlPlace) {
        scale = ScaleReader(&fields, hasDefault: false).scale
        valueWidth = Self.valueWidth(scale)
        behavior = BehaviorDescription(&fields)
        options = Self.table.read(&fields)
        fields.checkTicks(options.ticks, in: scale.range, areLabelled: options.labelsTicks)
        fields.noteNotInEffect(["spring"], because: "a range has two values to go to")
        let gap: Double = options.value("min_gap") ?? 0
        partsConverter = PartsConverter(rangeOn: scale, minimumGap: gap)
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
        noteUnseenOptions(in: &fields)
    }

    /// Reports the options of parts that images replace.
    private func noteUnseenOptions(in fields: inout TableFields) {
        let hasThumbs =
            options.has("thumb_image")
            || options.has("low_thumb_image") && options.has("high_thumb_image")
        if hasThumbs, options.has("track_image") {
            fields.noteNotInEffect(
                ["curvaceousness"], because: "images replace the handles and the track")
        }
        if hasThumbs, !options.has("thumb_image") {
            fields.noteNotInEffect(["thumb_color"], because: "each handle has an image")
        }
        for state in ["", "held_", "disabled_"]
        where options.has("\(state)low_thumb_image") && options.has("\(state)high_thumb_image") {
            fields.noteNotInEffect(
                ["\(state)thumb_image"], because: "each handle has an image of its own")
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
        return low <= high ? (scale.scale.nearest(to: low), scale.scale.nearest(to: high)) : whole
    }

    var converter: (any ValueConverter)? { partsConverter }
    var defaultValue: ControlValue? { .range(low: defaultLow, high: defaultHigh) }
    var hasKeypad: Bool { options.hasKeypad }
    var editableNumbers: [EditableNumber] {
        ["low", "high"].map { EditableNumber(part: $0, label: $0, scale: scale) }
    }

    var sizing: ControlSizing {
        var sizing = ControlSizing.track(
            orientation, weight: 1.5, thumbs: 2,
            heightBeside: .init(lines: options.labelsTicks ? 1 : 0))
        sizing.minimumValueWidth = valueWidth
        return sizing
    }

    /// The width of the two longest values with the text between them, in multiples of the text
    /// height.
    private static func valueWidth(_ scale: ScaleDescription) -> Double {
        let lengths = stride(from: 0, through: 1, by: 0.2).map { position in
            scale.text(of: .number(scale.scale.value(at: position))).count
        }
        // A digit is about half as wide as the size of its font.
        return min(0.5 * Double(2 * (lengths.max() ?? 0) + 3), 10)
    }

    func isEquivalent(to other: Self) -> Bool {
        scale.hasSameValues(as: other.scale) && behavior == other.behavior
            && (defaultLow, defaultHigh) == (other.defaultLow, other.defaultHigh)
            && options.isEquivalent(to: other.options)
    }

    func causeWithoutColor(canBeHeld: Bool) -> String? {
        guard options.has("range_track_image") else { return nil }
        guard canBeHeld else { return "'range_track_image' is set" }
        // A held handle without an image has a halo in the colour.
        let haveImages = ["low_", "high_"].allSatisfy { part in
            ["", part].contains {
                options.has("\($0)thumb_image") || options.has("held_\($0)thumb_image")
            }
        }
        return haveImages ? "images replace the handles and the track" : nil
    }

    func makeView(_ style: ControlStyle) -> PublishedView {
        let isVertical = orientation == .vertical
        let converter = partsConverter
        let range = style.view(RangeSlider(frame: .zero, isVertical: isVertical))
        range.configure(scale, behavior, fineRatio: options.value("fine_ratio"), style)
        options.apply(to: range, style) { RangeSlider(frame: .zero, isVertical: isVertical) }
        range.trackHighlightTintColor = style.accent
        range.ticks = options.ticks ?? (options.labelsTicks ? scale.ticks : [])
        range.defaultLowerValue = defaultLow
        range.defaultUpperValue = defaultHigh
        return PublishedView(
            view: range, value: { .range(low: range.lowerValue, high: range.upperValue) },
            assign: { wanted in
                let present = ControlValue.range(low: range.lowerValue, high: range.upperValue)
                let ends = converter.nearest(to: wanted, from: present)
                guard let low = ends[part: "low"], let high = ends[part: "high"] else { return }
                range.setValues(lower: low, upper: high)
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

extension PanelOption where Target == RangeSlider {
    /// The options for the images of a handle, or of both.
    fileprivate static func thumbImages(
        _ key: String, of part: RangeSlider.Part, _ sentence: String, held: String
    ) -> [Self] {
        images(
            key, sentence, held: held, disabled: "The same while fingers cannot move it.",
            get: { range in { range.thumbImage(of: part, for: $0) } },
            set: { range in { range.setThumbImage($0, of: part, for: $1) } })
    }
}
