/// A property of the device that a control shows and sets.
enum Binding: String, CaseIterable, Sendable {
    /// The brightness of the display, in percent.
    case displayBrightness = "display.brightness"

    /// The valid values of the property.
    var range: ClosedRange<Double> {
        switch self {
        case .displayBrightness: DisplayDescription.brightnesses
        }
    }
}

extension PanelOption {
    /// The property of the device that a control with a scale shows and sets.
    @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    static var binds: Self {
        PanelOption(
            "binds",
            .choice([Binding.displayBrightness: "the brightness of the display, in percent"]),
            otherwise: .phrase("none"),
            "What of the device it shows and sets, by default with its whole scale, and else with a part of it. Scenes and the saved state do not keep it."
        ).listed
    }
}

extension ScaleOptions {
    /// The defaults of a control: the scale of the property that it `binds`, if any.
    static func defaults(_ fields: inout TableFields) -> ScaleOptions {
        var options = ScaleOptions()
        guard fields.request("binds") else { return options }
        let range = Binding.displayBrightness.range
        (options.unit, options.minimum, options.maximum) = ("%", range.lowerBound, range.upperBound)
        return options
    }
}

extension OptionValues {
    /// The property of the device that a control of this scale shows and sets; `nil` for none. A
    /// scale that does not fit is an error.
    func binding(of scale: ScaleDescription, _ fields: TableFields) -> Binding? {
        guard let binding: Binding = value("binds") else { return nil }
        let range = binding.range
        if scale.minimum < range.lowerBound || scale.maximum > range.upperBound
            || scale.maximum <= range.lowerBound
        {
            fields.error(
                "'binds': \(binding.rawValue) is \(range.lowerBound.written)…"
                    + "\(range.upperBound.written): expected such a 'min' and 'max', found "
                    + "\(scale.minimum.written)…\(scale.maximum.written)", at: "binds")
        }
        return binding
    }
}
