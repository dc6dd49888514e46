import Controls
import Drawing
import PanelProtocol

/// The options of a slider.
struct SliderDescription: BuiltInKind {
    static let table = OptionTable(of: Slider(frame: .zero), asking: ["tick_labels"]) {
        PanelOption.movement
        PanelOption.spring
        PanelOption.keypad().exceptWhen("spring", is: "true")
        PanelOption.orientation(.vertical)
        PanelOption.direction(\.isRightToLeft, movesNumbers: true)
        PanelOption(
            "touch", \.touchMode,
            .choice([
                .relative: "it moves by what the finger moves, wherever it lands",
                .absolute: "it goes to the finger",
                .handle: "it moves by what the finger moves, which must land on its handle",
            ]), "How a finger moves the slider."
        ).onlyForFingers
        PanelOption("touch_zone", \.touchZone, .choice(), "Where a finger may land.")
            .onlyForFingers
        PanelOption(
            "origin", \.origin, .number, otherwise: "min",
            "The value from which the track is filled."
        ).appearanceOnly
        PanelOption(
            "meter", .meter, otherwise: .value("false"),
            "A meter beside the control: true, or a table with a meter's options but `orientation`, `direction` and `range`."
        ).appearanceOnly
        PanelOption.binds
        PanelOption.tint(
            "track_color", \.maximumTrackTintColor, "The colour of the track above the handle."
        ).exceptWith("max_track_image")
        PanelOption.tint("thumb_color", \.thumbTintColor, "The colour of the handle.").exceptWith(
            "thumb_image")
        PanelOption.images(
            "thumb_image", "An image of the handle.",
            held: "An image of the handle while it is held.",
            disabled: "An image of a handle that cannot be moved.",
            get: Slider.thumbImage(for:), set: Slider.setThumbImage(_:for:))
        PanelOption.images(
            "min_track_image", "An image of the track from `origin` to the handle.",
            held: "The same while the handle is held.",
            disabled: "The same while fingers cannot move it.",
            get: Slider.minimumTrackImage(for:), set: Slider.setMinimumTrackImage(_:for:))
        PanelOption.images(
            "max_track_image",
            "An image of the track above the handle, or with `origin` of the whole track.",
            held: "The same while the handle is held.",
            disabled: "The same while fingers cannot move it.",
            get: Slider.maximumTrackImage(for:), set: Slider.setMaximumTrackImage(_:for:))
        PanelOption(
            "min_image", image: \.minimumValueImage, "An image at the end of the minimum.")
        PanelOption(
            "max_image", image: \.maximumValueImage,
            "An image at the end of the maximum.")
    }

    static var options: [OptionEntry] {
        ScaleOptions.table.entries + BehaviorDescription.table.entries + table.entries
    }

    let scale: ScaleDescription
    let behavior: BehaviorDescription
    let defaultNumber: Double
    let binding: Binding?
    private let options: OptionValues<Slider>
    private var heightBeside = ControlSizing.HeightBeside()

    var orientation: Orientation { options.orientation(.vertical) }

    init(_ fields: inout TableFields, at place: ControlPlace) {
        let reader = ScaleReader(&fields, over: .defaults(&fields))
        (scale, defaultNumber) = (reader.scale, reader.defaultNumber)
        behavior = BehaviorDescription(&fields)
        options = Self.table.read(&fields)
        binding = options.binding(of: scale, fields)
        fields.checkTicks(options.ticks, in: scale.range, areLabelled: options.labelsTicks)
        if options.value("touch") == Slider.TouchMode.absolute {
            fields.noteNotInEffect(["sensitivity"], because: "'touch' is \"absolute\"")
        }
        if let origin: Double = options.value("origin") {
            fields.noteOutside("origin", origin, of: scale)
        }
        guard orientation == .horizontal else { return }
        let inlay: InlayDescription? = options.value("meter").flatMap(\.self)
        heightBeside = inlay?.heightBeside ?? heightBeside
        if options.labelsTicks { heightBeside.lines += 1 }
    }

    var converter: (any ValueConverter)? { scale }
    var hasKeypad: Bool { options.hasKeypad }
    var defaultValue: ControlValue? { .number(defaultNumber) }
    var sizing: ControlSizing {
        var sizing = ControlSizing.track(orientation, weight: 3, heightBeside: heightBeside)
        sizing.widthBeside = LayoutRules.besideFader
        return sizing
    }

    func isEquivalent(to other: Self) -> Bool {
        scale.hasSameValues(as: other.scale) && behavior == other.behavior
            && defaultNumber == other.defaultNumber && options.isEquivalent(to: other.options)
    }

    func causeWithoutColor(canBeHeld: Bool) -> String? {
        guard options.has("min_track_image") else { return nil }
        guard canBeHeld else { return "'min_track_image' is set" }
        // A held handle without an image has a halo in the colour.
        return options.has("thumb_image") || options.has("held_thumb_image")
            ? "images replace the handle and the track" : nil
    }

    func makeView(_ style: ControlStyle) -> PublishedView {
        let isVertical = orientation == .vertical
        let slider = style.view(Slider(frame: .zero, isVertical: isVertical))
        slider.configure(scale, behavior, fineRatio: options.value("fine_ratio"), style)
        options.apply(to: slider, style) { Slider(frame: .zero, isVertical: isVertical) }
        slider.minimumTrackTintColor = style.accent
        slider.defaultValue = defaultNumber
        slider.ticks = options.ticks ?? scale.ticks
        let inlay: InlayDescription? = options.value("meter").flatMap(\.self)
        let meter = inlay?.makeMeter(for: slider, style)
        slider.inlay = meter
        return PublishedView(
            view: slider, value: { .number(slider.value) },
            assign: { if let number = $0.number { slider.value = number } },
            showEffective: { slider.effectiveValue = $0 },
            paint: { slider.minimumTrackTintColor = $0 },
            meter: meter,
            fit: { fontSize in
                slider.fitText(to: fontSize)
                meter?.fitText(to: fontSize)
            })
    }

    var settings: [ControlInfo.Setting] { options.listed }
}
