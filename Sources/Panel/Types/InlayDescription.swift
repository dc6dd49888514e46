import Controls

/// The meter of a slider: it has the slider's id where levels are sent.
struct InlayDescription: Equatable, Sendable {
    var levels: LevelsDescription
    var placement: Slider.InlayPlacement

    init(_ fields: inout TableFields) {
        levels = LevelsDescription(&fields)
        // The slider has a scale of its own.
        if !levels.labelsTicks { levels.ticks = levels.ticks ?? [] }
        placement = fields.choice("placement", of: Slider.InlayPlacement.self) ?? .beside
    }

    /// Gives a slider the meter.
    func attachMeter(to slider: Slider, _ style: ControlStyle) -> Meter {
        let meter = levels.makeMeter(isVertical: slider.isVertical, style)
        meter.isRightToLeft = slider.isRightToLeft
        slider.inlay = meter
        slider.inlayPlacement = placement
        // Touches go through the meter: whoever takes the fader has seen its lamp.
        slider.addAction(for: .touchDown) { [weak meter] _, _ in meter?.clearClip() }
        return meter
    }
}

extension TableFields {
    /// `true` for a meter as it is, or a table of its options.
    mutating func inlay(_ key: String) -> InlayDescription? {
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
        guard isThere else { return nil }
        var none = TableFields([], name: "'\(key)'", position: value.position, notes: notes)
        return InlayDescription(&none)
    }
}
