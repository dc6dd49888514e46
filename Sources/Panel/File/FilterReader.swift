/// Reads the keys that tell fingers from noise: those of `[input]`, or of one of its devices, where
/// what is left out is as in `[input]`.
struct FilterReader {
    fileprivate enum SmoothingName: String, CaseIterable {
        case off
        case hysteresis
        case oneEuro = "one-euro"
    }

    // What was said; nil is as the technology needs it.
    private var technology: FilterDescription.Technology?
    private var ignoresCorners: Bool?
    private var palmMajor: Double?
    private var jump: Double?
    private var afterJump: FilterDescription.AfterJump?
    private var minimumReports: Int?
    private var bounce: Int?
    private var hasMedian: Bool?
    private var smoothing: SmoothingName?
    private var hysteresis: Double?
    private var staysAtRest: Bool?
    private var minimumCutoff: Double?
    private var beta: Double?
    private var derivativeCutoff: Double?
    private var guardsLiftOff: Bool?

    /// Nothing is said.
    init() {}

    /// Takes what a table says over what has been said.
    mutating func read(_ fields: inout TableFields) {
        technology =
            fields.choice("technology", of: FilterDescription.Technology.self) ?? technology
        ignoresCorners = fields.boolean("ignore_corner") ?? ignoresCorners
        palmMajor = fields.number("palm_major_mm", in: 0...500) ?? palmMajor
        jump = fields.number("jump_mm", in: 0...1000) ?? jump
        afterJump =
            fields.choice("after_jump", of: FilterDescription.AfterJump.self) ?? afterJump
        minimumReports = fields.integer("min_frames", in: 1...10) ?? minimumReports
        bounce = fields.integer("bounce_ms", in: 0...500) ?? bounce
        hasMedian = fields.boolean("median") ?? hasMedian
        readSmoothing(&fields)
        guardsLiftOff = fields.boolean("liftoff_guard") ?? guardsLiftOff
    }

    private mutating func readSmoothing(_ fields: inout TableFields) {
        smoothing = fields.choice("smoothing", of: SmoothingName.self) ?? smoothing
        // All are read, whichever is in effect, so that their mistakes are found.
        hysteresis = fields.positiveNumber("hysteresis_mm", atMost: 5) ?? hysteresis
        staysAtRest = fields.boolean("rest") ?? staysAtRest
        if var table = fields.table("one_euro", name: "'one_euro'") {
            minimumCutoff = table.positiveNumber("mincutoff", atMost: 100) ?? minimumCutoff
            beta = table.number("beta", in: 0...100) ?? beta
            derivativeCutoff = table.positiveNumber("dcutoff", atMost: 100) ?? derivativeCutoff
            table.noteUnknownKeys()
        }
        let name = smoothing ?? SmoothingName(FilterDescription(for: knownTechnology).smoothing)
        let without =
            switch name {
            case .off: ["hysteresis_mm", "rest", "one_euro"]
            case .hysteresis: ["one_euro"]
            case .oneEuro: ["hysteresis_mm"]
            }
        fields.noteNotInEffect(without, because: "'smoothing' is \"\(name.rawValue)\"")
    }

    // MARK: What comes of it

    private var knownTechnology: FilterDescription.Technology { technology ?? .capacitive }

    /// What suits the technology, but for what was said.
    var filters: FilterDescription {
        var filters = FilterDescription(for: knownTechnology)
        filters.ignoresCorners = ignoresCorners ?? filters.ignoresCorners
        if let palmMajor { filters.palmMajor = palmMajor > 0 ? palmMajor : nil }
        if let jump { filters.jump = jump > 0 ? jump : nil }
        filters.afterJump = afterJump ?? filters.afterJump
        filters.minimumReports = minimumReports ?? filters.minimumReports
        if let bounce { filters.bounce = bounce > 0 ? .milliseconds(bounce) : nil }
        filters.hasMedian = hasMedian ?? filters.hasMedian
        switch smoothing ?? SmoothingName(filters.smoothing) {
        case .off:
            filters.smoothing = .off
        case .hysteresis:
            filters.smoothing = .hysteresis(
                millimetres: hysteresis ?? 0.1, widensAtRest: staysAtRest ?? true)
        case .oneEuro:
            filters.smoothing = .oneEuro(oneEuro)
        }
        filters.guardsLiftOff = guardsLiftOff ?? filters.guardsLiftOff
        return filters
    }

    private var oneEuro: OneEuroDescription {
        var oneEuro = OneEuroDescription()
        oneEuro.minimumCutoff = minimumCutoff ?? oneEuro.minimumCutoff
        oneEuro.beta = beta ?? oneEuro.beta
        oneEuro.derivativeCutoff = derivativeCutoff ?? oneEuro.derivativeCutoff
        oneEuro.staysAtRest = staysAtRest ?? oneEuro.staysAtRest
        return oneEuro
    }
}

extension FilterReader.SmoothingName {
    fileprivate init(_ smoothing: FilterDescription.Smoothing) {
        switch smoothing {
        case .off: self = .off
        case .hysteresis: self = .hysteresis
        case .oneEuro: self = .oneEuro
        }
    }
}
