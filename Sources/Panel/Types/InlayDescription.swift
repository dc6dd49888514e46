import Controls

/// The meter of a slider: it has the slider's id where levels are sent.
struct InlayDescription: Sendable {
    static let table = OptionTable(of: Meter(frame: .zero)) {
        LevelsDescription.options
        PanelOption(
            "placement", OptionForm<Slider.InlayPlacement>.choice(),
            otherwise: .value("\"beside\""), "Where the meter is, seen from the track.")
    }

    private let levels: LevelsDescription

    init(_ fields: inout TableFields) { levels = LevelsDescription(&fields, Self.table) }

    /// Gives a slider the meter.
    func attachMeter(to slider: Slider, _ style: ControlStyle) -> Meter {
        let meter = levels.makeMeter(isVertical: slider.isVertical, style)
        // The slider has a scale of its own.
        if !levels.hasTicks { meter.ticks = [] }
        meter.isRightToLeft = slider.isRightToLeft
        slider.inlay = meter
        slider.inlayPlacement = levels.value("placement") ?? .beside
        // Touches go through the meter: whoever takes the fader has seen its lamp.
        slider.addAction(for: .touchDown) { [weak meter] _, _ in meter?.clearClip() }
        return meter
    }
}

extension OptionForm where Value == InlayDescription? {
    /// `true` for a meter as it is, or a table of its options.
    static var meter: Self {
        Self(
            .either([.flag, .table(InlayDescription.table.entries)]), read: { $0.inlay($1) },
            written: { $0 == nil ? "false" : "true" })
    }
}

extension TableFields {
    /// The meter, if there is to be one; nil for nothing that can be understood.
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
