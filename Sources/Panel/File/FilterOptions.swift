/// Reads the filter keys of `[input]`, or of one of its devices, where omitted keys are those of
/// `[input]`.
struct FilterOptions: Sendable {
    enum Smoothing: String, CaseIterable, Sendable {
        case off
        case hysteresis
        case oneEuro = "one-euro"
    }

    // The options of the file; `nil` for the default of the technology.
    private var technology: FilterDescription.Technology?
    private var ignoresCorners: Bool?
    private var palmMajor: Double?
    private var jump: Double?
    private var afterJump: FilterDescription.AfterJump?
    private var minimumReports: Int?
    private var bounce: Int?
    private var hasMedian: Bool?
    private var smoothing: Smoothing?
    private var hysteresis: Double?
    private var staysAtRest: Bool?
    private var oneEuro = OneEuroOptions()
    /// Reads a table of the 1€ filter, whose options override earlier ones.
    private var oneEuroGiven: OneEuroOptions? {
        get { nil }
        set { if let newValue { oneEuro = newValue.over(oneEuro) } }
    }
    private var guardsLiftOff: Bool?

    static let table = OptionTable(of: FilterOptions()) {
        PanelOption(
            "technology", \.technology, .choice(), otherwise: "\"capacitive\"",
            "How the panel senses a finger; defaults of the options below depend on it.")
        PanelOption(
            "ignore_corner", \.ignoresCorners, .flag, otherwise: "false",
            "Whether a touch that lands in a corner must move before it counts.")
        PanelOption(
            "palm_major_mm", \.palmMajor, .number(in: 0...500), unit: "mm",
            otherwise: "0: as the device says",
            "A contact of at least this length is a palm. Not in effect where the size of the glass is only guessed."
        )
        PanelOption(
            "jump_mm", \.jump, .number(in: 0...1000), unit: "mm", otherwise: "20",
            "A contact that moves this far in 12 ms counts as another finger; 0 turns this off. Where the size of the glass is only guessed, a jump is at least a quarter of the panel's diagonal."
        )
        PanelOption(
            "after_jump", \.afterJump,
            .choice([
                .ignore: "nothing until it has lifted", .restart: "it is a new touch",
            ]), otherwise: "\"ignore\"", "What happens to a finger after a jump.")
        PanelOption(
            "min_frames", \.minimumReports, .integer(in: 1...10),
            otherwise: "1, or 2 of a resistive panel",
            "The number of reports that a touch must last.")
        PanelOption(
            "bounce_ms", \.bounce, .integer(in: 0...500), unit: "ms",
            otherwise: "0, or 40 of a resistive panel",
            "A touch continues if its contact is lost for at most this long.")
        PanelOption(
            "median", \.hasMedian, .flag, otherwise: "false, or true of a resistive panel",
            "Whether single outliers among the positions are removed.")
        PanelOption(
            "smoothing", \.smoothing, .choice(),
            otherwise: "\"hysteresis\", or \"one-euro\" of a resistive panel",
            "How jitter of positions is filtered.")
        PanelOption(
            "hysteresis_mm", \.hysteresis, .positive(atMost: 5), unit: "mm", otherwise: "0.1",
            "How far a finger must move before it counts.")
        PanelOption(
            "rest", \.staysAtRest, .flag, otherwise: "true",
            "Whether a finger that rests stays where it is.")
        PanelOption(
            "one_euro", \.oneEuroGiven, .table(OneEuroOptions.table, of: OneEuroOptions()),
            otherwise: "its own defaults", "The parameters of the 1€ filter.")
        PanelOption(
            "liftoff_guard", \.guardsLiftOff, .flag, otherwise: "true",
            "Whether the last step of a finger that rests and lifts is reverted.")
    }

    /// No options set.
    init() {}

    /// Reads a table, whose options override earlier ones.
    mutating func read(_ fields: inout TableFields) {
        Self.table.read(&fields).apply(to: &self)
        let name = smoothing ?? Smoothing(FilterDescription(for: knownTechnology).smoothing)
        let without =
            switch name {
            case .off: ["hysteresis_mm", "rest", "one_euro"]
            case .hysteresis: ["one_euro"]
            case .oneEuro: ["hysteresis_mm"]
            }
        fields.noteNotInEffect(without, because: "'smoothing' is \"\(name.rawValue)\"")
    }

    // MARK: Result

    private var knownTechnology: FilterDescription.Technology { technology ?? .capacitive }

    /// The filters of the technology, with the options of the file.
    var filters: FilterDescription {
        var filters = FilterDescription(for: knownTechnology)
        filters.ignoresCorners = ignoresCorners ?? filters.ignoresCorners
        if let palmMajor { filters.palmMajor = palmMajor > 0 ? palmMajor : nil }
        if let jump { filters.jump = jump > 0 ? jump : nil }
        filters.afterJump = afterJump ?? filters.afterJump
        filters.minimumReports = minimumReports ?? filters.minimumReports
        if let bounce { filters.bounce = bounce > 0 ? .milliseconds(bounce) : nil }
        filters.hasMedian = hasMedian ?? filters.hasMedian
        switch smoothing ?? Smoothing(filters.smoothing) {
        case .off:
            filters.smoothing = .off
        case .hysteresis:
            filters.smoothing = .hysteresis(
                millimetres: hysteresis ?? 0.1, widensAtRest: staysAtRest ?? true)
        case .oneEuro:
            filters.smoothing = .oneEuro(oneEuroDescription)
        }
        filters.guardsLiftOff = guardsLiftOff ?? filters.guardsLiftOff
        return filters
    }

    private var oneEuroDescription: OneEuroDescription {
        var description = OneEuroDescription()
        description.minimumCutoff = oneEuro.minimumCutoff ?? description.minimumCutoff
        description.beta = oneEuro.beta ?? description.beta
        description.derivativeCutoff = oneEuro.derivativeCutoff ?? description.derivativeCutoff
        description.staysAtRest = staysAtRest ?? description.staysAtRest
        return description
    }
}

/// The options of the 1€ filter in a file; `nil` for defaults.
struct OneEuroOptions: Sendable {
    var minimumCutoff: Double?
    var beta: Double?
    var derivativeCutoff: Double?

    static let table = OptionTable(of: OneEuroOptions()) {
        PanelOption(
            "mincutoff", \.minimumCutoff, .positive(atMost: 100), unit: "Hz", otherwise: "1.5",
            "The cutoff at rest. Lower is calmer.")
        PanelOption(
            "beta", \.beta, .number(in: 0...100), unit: "Hz per mm/s", otherwise: "0.15",
            "How much the cutoff rises with the speed. Higher is quicker.")
        PanelOption(
            "dcutoff", \.derivativeCutoff, .positive(atMost: 100), unit: "Hz", otherwise: "1",
            "The cutoff of the speed.")
    }

    /// These options, with missing ones taken from others.
    func over(_ others: OneEuroOptions) -> OneEuroOptions {
        OneEuroOptions(
            minimumCutoff: minimumCutoff ?? others.minimumCutoff, beta: beta ?? others.beta,
            derivativeCutoff: derivativeCutoff ?? others.derivativeCutoff)
    }
}

extension FilterOptions.Smoothing {
    fileprivate init(_ smoothing: FilterDescription.Smoothing) {
        switch smoothing {
        case .off: self = .off
        case .hysteresis: self = .hysteresis
        case .oneEuro: self = .oneEuro
        }
    }
}
