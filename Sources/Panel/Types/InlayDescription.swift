import Controls

/// The meter of a slider. It uses the slider's ID for levels.
struct InlayDescription: Sendable {
    static let table = OptionTable(of: Meter(frame: .zero), asking: ["tick_labels"]) {
        LevelsDescription.options
        PanelOption(
            "placement", OptionForm<Slider.InlayPlacement>.choice(),
            otherwise: .value("\"beside\""), "Where the meter is, seen from the track.")
    }

    private let levels: LevelsDescription

    init(_ fields: inout TableFields) {
        levels = LevelsDescription(&fields, Self.table)
        guard levels.value("placement") == Slider.InlayPlacement.inside else { return }
        for key in ["ticks", "tick_labels"] where levels.hasMarks(key) {
            fields.error("'\(key)': inside the track there is no room for marks", at: key)
        }
    }

    /// The height that the meter needs beside a horizontal track.
    var heightBeside: ControlSizing.HeightBeside {
        if levels.value("placement") == Slider.InlayPlacement.inside { return .init() }
        let meter = Meter(frame: .zero, isVertical: false)
        meter.channelCount = levels.value("channels") ?? meter.channelCount
        if !levels.hasTicks { meter.ticks = [] }
        return .init(
            lines: levels.hasMarks("tick_labels") ? 1 : 0,
            pixels: Int(meter.intrinsicContentSize.height + Slider.gapBeforeInlay))
    }

    /// Creates the meter of a slider, and sets its placement there.
    func makeMeter(for slider: Slider, _ style: ControlStyle) -> Meter {
        let meter = levels.makeMeter(isVertical: slider.isVertical, style.inside(slider))
        // The slider already has a scale.
        if !levels.hasTicks { meter.ticks = [] }
        slider.inlayPlacement = levels.value("placement") ?? .beside
        return meter
    }
}

extension OptionForm where Value == InlayDescription? {
    /// `true` for a default meter, or a table with its options.
    static var meter: Self {
        Self(
            .either([.flag, .table(InlayDescription.table.entries)]), read: { $0.inlay($1) },
            written: { $0 == nil ? "false" : "true" })
    }
}

extension TableFields {
    /// The meter, if there is one; `nil` if the value is invalid.
    fileprivate mutating func inlay(_ key: String) -> InlayDescription?? {
        guard let value = value(key) else { return nil }
        if value.asTable != nil {
            guard var fields = table(key, name: "'\(key)'") else { return nil }
            let inlay = InlayDescription(&fields)
            fields.noteUnknownKeys()
            return inlay
        }
        guard case .boolean(let isThere) = value.content else {
            error("'\(key)': expected true, false or a table, found \(value.kindName)", at: key)
            return nil
        }
        guard isThere else { return .some(nil) }
        var none = TableFields([], name: "'\(key)'", position: value.position, notes: notes)
        return InlayDescription(&none)
    }
}
