import Controls
import Drawing

/// How levels are shown: what a file says of every meter, whether it stands alone or in a slider.
struct LevelsDescription: Equatable, Sendable {
    var channels: Int
    /// The scale from levels to lengths.
    var law: FaderLaw
    /// How long a peak stands.
    var holdTime: Duration
    var falloff: MeterFalloff
    /// How long a level counts when none comes after it.
    var staleTimeout: Duration
    /// The level that lights the clip lamp, in dB.
    var clipLevel: Double
    /// Where the bar takes the theme's warning colour, in dB; nil for the meter's own.
    var warningLevel: Double?
    /// Where the bar takes the theme's danger colour, in dB; nil for the meter's own.
    var dangerLevel: Double?
    var style: Style
    var showsPeak: Bool
    var showsClip: Bool
    /// The levels that have a line, in dB; nil for the meter's own.
    var ticks: [Double]?
    /// Whether the lines have numbers.
    var labelsTicks: Bool

    /// What the bars are made of.
    enum Style: String, CaseIterable, Sendable {
        case bar
        case segments
    }

    /// The rates that have names.
    enum Falloff: String, CaseIterable {
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

    init(_ fields: inout TableFields) {
        channels = fields.integer("channels", in: 1...64) ?? 1
        law = fields.choice("scale", of: FaderLaw.self) ?? .iec60268x18
        holdTime = .milliseconds(fields.integer("hold_ms", in: 0...3_600_000) ?? 1500)
        falloff = Self.readFalloff(&fields)
        staleTimeout = .milliseconds(fields.integer("stale_ms", in: 0...3_600_000) ?? 500)
        clipLevel = fields.number("clip", in: -200...200) ?? 0
        warningLevel = fields.number("warning", in: -200...200)
        dangerLevel = fields.number("danger", in: -200...200)
        style = fields.choice("style", of: Style.self) ?? .bar
        showsPeak = fields.boolean("show_peak") ?? true
        showsClip = fields.boolean("show_clip") ?? true
        ticks = fields.numbers("ticks")
        labelsTicks = fields.boolean("tick_labels") ?? false
        if labelsTicks, ticks?.isEmpty ?? false { fields.refuseLabelsWithoutTicks() }
        if !showsPeak { fields.noteNotInEffect(["hold_ms"], because: "'show_peak' is false") }
        if !showsClip { fields.noteNotInEffect(["clip"], because: "'show_clip' is false") }
        for tick in ticks ?? [] where !(law.lowest...law.highest).contains(tick) {
            fields.error(
                "the tick \(written(tick)) is outside "
                    + "\(written(law.lowest))…\(written(law.highest))", at: "ticks")
        }
    }

    /// The name of a rate, or dB per second.
    private static func readFalloff(_ fields: inout TableFields) -> MeterFalloff {
        if fields.value("falloff")?.asNumber != nil {
            return fields.number("falloff", in: 0...10_000).map(MeterFalloff.init(rate:))
                ?? .ebuDigital
        }
        return fields.choice("falloff", of: Falloff.self)?.rate ?? .ebuDigital
    }

    /// Makes the meter, without a place yet.
    func makeMeter(isVertical: Bool, _ style: ControlStyle) -> Meter {
        let meter = Meter(frame: .zero, isVertical: isVertical)
        meter.theme = style.theme
        meter.channelCount = channels
        meter.law = law
        meter.peakHoldTime = holdTime
        meter.falloff = falloff
        meter.staleTimeout = staleTimeout
        meter.clipLevel = clipLevel
        if let warningLevel { meter.warningLevel = warningLevel }
        if let dangerLevel { meter.dangerLevel = dangerLevel }
        meter.style = self.style == .bar ? .continuous : .segmented
        meter.showsPeak = showsPeak
        meter.showsClip = showsClip
        if let ticks { meter.ticks = ticks }
        if labelsTicks { meter.font = style.font }
        return meter
    }
}

extension Meter {
    /// Writes its numbers in a size that suits the panel.
    func fitText(to fontSize: Double) {
        font = font?.withSize(max((fontSize * 0.75).rounded(), 1))
    }
}
