/// Reads the keys of `[input]` that tell fingers from noise.
struct FilterReader {
    private(set) var filters: FilterDescription

    fileprivate enum SmoothingName: String, CaseIterable {
        case off
        case hysteresis
        case oneEuro = "one-euro"
    }

    init(_ fields: inout TableFields) {
        let technology = fields.choice("technology", of: FilterDescription.Technology.self)
        filters = FilterDescription(for: technology ?? .capacitive)
        filters.ignoresCorners = fields.boolean("ignore_corner") ?? filters.ignoresCorners
        if let major = fields.number("palm_major_mm", in: 0...500) {
            filters.palmMajor = major > 0 ? major : nil
        }
        if let jump = fields.number("jump_mm", in: 0...1000) {
            filters.jump = jump > 0 ? jump : nil
        }
        filters.minimumReports =
            fields.integer("min_frames", in: 1...10) ?? filters.minimumReports
        if let bounce = fields.integer("bounce_ms", in: 0...500) {
            filters.bounce = bounce > 0 ? .milliseconds(bounce) : nil
        }
        filters.hasMedian = fields.boolean("median") ?? filters.hasMedian
        readSmoothing(&fields)
        filters.guardsLiftOff = fields.boolean("liftoff_guard") ?? filters.guardsLiftOff
    }

    private mutating func readSmoothing(_ fields: inout TableFields) {
        let name =
            fields.choice("smoothing", of: SmoothingName.self) ?? SmoothingName(filters.smoothing)
        // All are read, whichever is in effect, so that their mistakes are found.
        let hysteresis = Self.readHysteresis(&fields)
        let oneEuro = Self.readOneEuro(&fields)
        let cause = "'smoothing' is \"\(name.rawValue)\""
        switch name {
        case .off:
            filters.smoothing = .off
            fields.noteNotInEffect(["hysteresis_mm", "rest", "one_euro"], because: cause)
        case .hysteresis:
            filters.smoothing = hysteresis
            fields.noteNotInEffect(["one_euro"], because: cause)
        case .oneEuro:
            filters.smoothing = .oneEuro(oneEuro)
            fields.noteNotInEffect(["hysteresis_mm", "rest"], because: cause)
        }
    }

    private static func readHysteresis(
        _ fields: inout TableFields
    ) -> FilterDescription.Smoothing {
        .hysteresis(
            millimetres: fields.positiveNumber("hysteresis_mm", atMost: 5) ?? 0.1,
            widensAtRest: fields.boolean("rest") ?? true)
    }

    private static func readOneEuro(_ fields: inout TableFields) -> OneEuroDescription {
        var oneEuro = OneEuroDescription()
        guard var table = fields.table("one_euro", name: "'one_euro'") else { return oneEuro }
        oneEuro.minimumCutoff =
            table.positiveNumber("mincutoff", atMost: 100) ?? oneEuro.minimumCutoff
        oneEuro.beta = table.number("beta", in: 0...100) ?? oneEuro.beta
        oneEuro.derivativeCutoff =
            table.positiveNumber("dcutoff", atMost: 100) ?? oneEuro.derivativeCutoff
        table.noteUnknownKeys()
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
