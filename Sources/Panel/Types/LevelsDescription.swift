import Controls
import Drawing
import PanelProtocol

/// The options that all meters share, also those in sliders.
struct LevelsDescription: Sendable {
    /// The options of all meters.
    @OptionBuilder<Meter> static var options: OptionList<Meter> {
        PanelOption(
            "channels", \.channelCount, .integer(in: 1...64), "How many bars there are.")
        PanelOption("scale", \.law, .choice(), "The scale from levels to lengths, as a taper.")
        PanelOption(
            "hold_ms", \.peakHoldTime, .milliseconds(in: 0...3_600_000), unit: "ms",
            "How long a peak stays."
        ).onlyWhen("show_peak", is: "true")
        PanelOption(
            "falloff", \.falloff, .falloff, unit: "dB per second",
            "How fast the bars fall. A number, or the name of a standard.")
        PanelOption(
            "stale_ms", \.staleTimeout, .milliseconds(in: 0...3_600_000), unit: "ms",
            "After this long without levels, the bars fall.")
        PanelOption(
            "clip", \.clipLevel, .number(in: -200...200), unit: "dB",
            "The level at which the clip lamp lights. A touch turns it off."
        ).onlyWhen("show_clip", is: "true")
        PanelOption(
            "warning", \.warningLevel, .number(in: -200...200), unit: "dB",
            "The level above which the bars have the theme's warning colour.")
        PanelOption(
            "danger", \.dangerLevel, .number(in: -200...200), unit: "dB",
            "The level above which the bars have the theme's danger colour.")
        PanelOption("style", \.style, .meterStyle, "What the bars are made of.")
        PanelOption("show_peak", \.showsPeak, .flag, "Whether peaks are shown.")
        PanelOption("show_clip", \.showsClip, .flag, "Whether the clip lamp is shown.")
        PanelOption(
            "ticks", \.ticks, .numbers, unit: "dB",
            otherwise:
                "those of 6, 3, 0, -5, -10, -15, -20, -25, -30, -40, -50 and -60 that are on the scale",
            "Levels with marks beside the bars; an empty array is for none.")
        PanelOption(
            "tick_labels", .flag, otherwise: .value("false"), "Whether the marks have numbers.")
    }

    private let options: OptionValues<Meter>

    /// Reads the options of a table, which may also have others.
    ///
    /// - Parameter range: The least and the greatest level, if others than those of the scale.
    init(
        _ fields: inout TableFields, _ table: OptionTable<Meter>,
        range: (OptionValues<Meter>) -> ClosedRange<Double>? = { _ in nil }
    ) {
        options = table.read(&fields)
        let law = options.value("scale") ?? Meter(frame: .zero).law
        fields.checkTicks(
            options.ticks, in: range(options) ?? law.lowest...law.highest,
            areLabelled: options.labelsTicks)
    }

    /// Whether the file sets an option to a valid value.
    func has(_ key: String) -> Bool { options.has(key) }

    /// Whether the file sets numbers at the marks.
    var hasLabels: Bool { options.labelsTicks }

    /// Whether the file sets marks, or numbers at them.
    var hasTicks: Bool { options.ticks != nil || options.labelsTicks }

    /// Whether the file sets marks by this option.
    func hasMarks(_ key: String) -> Bool {
        key == "ticks" ? options.ticks?.isEmpty == false : options.labelsTicks
    }

    /// The value of another option in the file.
    func value<Value>(_ key: String) -> Value? { options.value(key) }

    /// The options in the reply to `list`.
    var settings: [ControlInfo.Setting] { options.listed }

    /// Whether other meters have the same function.
    func isEquivalent(to other: LevelsDescription) -> Bool {
        options.isEquivalent(to: other.options)
    }

    /// Creates the meter, without a place, or updates the kept one.
    func makeMeter(isVertical: Bool, _ style: ControlStyle) -> Meter {
        let meter = style.view(Meter(frame: .zero, isVertical: isVertical))
        options.apply(to: meter, style) { Meter(frame: .zero, isVertical: isVertical) }
        // The meter inherits the font of a slider around it, so a font alone must not show numbers.
        meter.labelsTicks = options.labelsTicks
        if options.labelsTicks { meter.font = style.font }
        return meter
    }
}

/// The appearance of the bars.
private enum MeterStyle: String, CaseIterable, Sendable {
    case bar
    case segments
}

/// The named rates.
private enum Falloff: String, CaseIterable {
    case slowest
    case ebu
    case din
    case ebuDigital = "ebu_digital"
    case fast
    case fastest

    var rate: MeterFalloff {
        switch self {
        case .slowest: .slowest
        case .ebu: .ebu
        case .din: .din
        case .ebuDigital: .ebuDigital
        case .fast: .fast
        case .fastest: .fastest
        }
    }
}

extension OptionForm where Value == Meter.Style {
    fileprivate static var meterStyle: Self {
        OptionForm<MeterStyle>.choice().map(
            { $0 == .bar ? .continuous : .segmented },
            back: { $0 == .continuous ? .bar : .segments })
    }
}

extension OptionForm where Value == MeterFalloff {
    /// The name of a rate, or dB per second.
    fileprivate static var falloff: Self {
        let names = OptionForm<Falloff>.choice()
        let rates = OptionForm<Double>.number(in: 0...10_000)
        return Self(
            .either([names.shape(), rates.shape()]),
            read: { fields, key in
                fields.value(key)?.asNumber == nil
                    ? names.read(&fields, key)?.rate
                    : rates.read(&fields, key).map(MeterFalloff.init(rate:))
            },
            written: { falloff in
                Falloff.allCases.first { $0.rate == falloff }.map(names.written)
                    ?? rates.written(falloff.rate)
            })
    }
}

extension Meter {
    /// Sets the text size of its numbers.
    func fitText(to fontSize: Double) {
        font = font?.withSize(max((fontSize * 0.75).rounded(), 1))
    }
}
