import Controls
import Drawing
import PanelProtocol

/// The options of a meter.
struct MeterDescription: BuiltInKind {
    static let table = OptionTable(of: Meter(frame: .zero), asking: ["tick_labels"]) {
        LevelsDescription.options
        PanelOption.orientation(.vertical)
        PanelOption(
            "direction",
            OptionForm<Direction>.choice([
                .leftToRight: "the minimum is at the left of a horizontal meter",
                .rightToLeft: "it is right",
                .down:
                    "for gain reduction, from 0 dB at the top, or where other horizontal bars end, with a linear scale. The bars have one colour and no clip lamp, and by default they fall at 32 dB per second",
            ]), otherwise: .phrase("that of the panel"),
            "Where the bars begin, and to which end they grow.")
        PanelOption(
            "range", \.reductionRange, .number(in: 1...200), unit: "dB",
            "The reduction that fills the bars."
        ).onlyWhen("direction", is: "\"down\"")
    }

    /// The end of the bars where they begin.
    enum Direction: String, CaseIterable, Sendable {
        case leftToRight = "ltr"
        case rightToLeft = "rtl"
        /// At 0 dB, for gain reduction.
        case down
    }

    static var options: [OptionEntry] { table.entries }

    static var unsupportedOptions: [String: String] {
        ["access": "a meter has no value", "recall_safe": "a meter has no value"]
    }

    private let levels: LevelsDescription

    private var orientation: Orientation { levels.value("orientation") ?? .vertical }
    private var direction: Direction? { levels.value("direction") }

    init(_ fields: inout TableFields, at place: ControlPlace) {
        levels = LevelsDescription(&fields, Self.table) { options in
            options.value("direction") == Direction.down
                ? -(options.value("range") ?? Meter(frame: .zero).reductionRange)...0 : nil
        }
        if direction == .down {
            fields.reject(
                ["scale", "clip", "show_clip", "warning", "danger"],
                because: "'direction' is \"down\"")
        }
    }

    var sizing: ControlSizing {
        var sizing = ControlSizing.track(orientation, weight: 1.5)
        sizing.targets = (width: 0, height: 0)
        let bar = LayoutRules.meter
        sizing.least =
            orientation == .vertical ? (bar.width, bar.length) : (bar.length, bar.width)
        sizing.widthWeight = 1.0 / 3
        if orientation == .vertical {
            sizing.greatestShare = LayoutRules.shareOfMeter
            let channels: Int = levels.value("channels") ?? 1
            let bars = max(bar.width, Double(channels) * bar.channel)
            sizing.leastShare = levels.hasLabels ? bar.numbers + bars : bars
            let needed = bar.numbers + Double(channels) * bar.channel
            if needed > LayoutRules.widestFader {
                sizing.greatestShare = nil
                sizing.widthBeside = needed - LayoutRules.widestFader
            }
        }
        // The bars show the value.
        sizing.minimumValueWidth = .infinity
        return sizing
    }

    func isEquivalent(to other: Self) -> Bool { levels.isEquivalent(to: other.levels) }

    func defaultColor(_ style: ControlStyle) -> Color {
        style.ownColor
            ?? (direction == .down ? style.theme.levelWarning : style.theme.levelNormal)
    }

    func makeView(_ style: ControlStyle) -> PublishedView {
        let meter = levels.makeMeter(isVertical: orientation == .vertical, style)
        if let direction {
            if direction != .down { meter.isRightToLeft = direction == .rightToLeft }
            meter.direction = direction == .down ? .down : .up
            if direction == .down, !levels.has("falloff") { meter.falloff = .fastest }
        }
        func paint(_ color: Color) {
            meter.theme = style.theme
            meter.theme.levelNormal = color
        }
        paint(defaultColor(style))
        return PublishedView(
            view: meter, paint: paint, meter: meter,
            fit: { meter.fitText(to: $0) })
    }

    var settings: [ControlInfo.Setting] {
        guard direction == .down else { return levels.settings }
        return levels.settings + [
            .init("direction", .text("down")),
            .init("range", .number(levels.value("range") ?? Meter(frame: .zero).reductionRange)),
        ]
    }
}
