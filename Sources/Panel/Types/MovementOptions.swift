import Controls

extension PanelOption where Target: ScaledControl {
    /// The options of all controls with a scale: their movement and their marks.
    @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    @OptionBuilder<Target> static var movement: OptionList<Target> {
        PanelOption(
            "sensitivity", \.sensitivity, .positive(atMost: 100),
            "How much farther the value moves than the finger. It has no effect where the control goes to the finger."
        ).onlyForFingers
        PanelOption(
            "fine", .fine, "When the value moves slower.",
            get: { $0.fineControl }, set: { if let value = $1 { $0.fineControl = value } }
        ).onlyForFingers
        PanelOption.fineRatio
        PanelOption(
            "ticks", .numbers,
            otherwise: .phrase(
                "round numbers of the scale; without \"tick_labels\", a knob has 11 at equal distances, and a range has none"
            ),
            "Values with marks beside the control; an empty array is for none."
        ).appearanceOnly
        PanelOption(
            "tick_labels", .flag,
            "Whether the marks have numbers. Numbers without room are smaller, or left out.",
            get: { $0.showsTickLabels }, set: { if let value = $1 { $0.showsTickLabels = value } }
        ).appearanceOnly
        PanelOption(
            "popup", \.showsPopup, .flag, "Whether the value is shown above the finger."
        ).appearanceOnly.onlyForFingers
    }
}

extension PanelOption where Target: ValueControl {
    /// Whether a control returns to its default.
    static var spring: Self {
        PanelOption(
            "spring", \.springs, .flag,
            "Whether the control goes back to its default when the finger lifts."
        ).onlyForFingers
    }
}

extension PanelOption {
    /// The factor of fine control; the panel's by default.
    @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    static var fineRatio: Self {
        PanelOption(
            "fine_ratio", .number(in: 0.001...1), otherwise: .phrase("as in [input]"),
            "How much slower the value moves with a second finger."
        ).exceptWhen("fine", is: "\"none\"", "\"zones\"").onlyForFingers
    }
}

extension OptionForm where Value == FineControl {
    /// How fine control is activated.
    static var fine: Self {
        .choice([
            .secondFinger: "while another finger is on the control",
            .zones: "the farther the finger slides to the side",
        ])
    }
}

extension OptionValues {
    /// The values with a mark; `nil` for the default.
    var ticks: [Double]? { value("ticks") }
    /// Whether the marks have numbers.
    var labelsTicks: Bool { written("tick_labels") == "true" }
}

extension ScaledControl {
    /// Applies the properties that all types with a scale share.
    ///
    /// - Parameter fineRatio: The control's own; `nil` for the panel's.
    func configure(
        _ scale: ScaleDescription, _ behavior: BehaviorDescription, fineRatio: Double?,
        _ style: ControlStyle
    ) {
        theme = style.theme
        font = style.font
        self.scale = scale.scale
        valueFormat = scale.format
        detents = scale.detents
        revertsOnCancel = behavior.revertsOnCancel
        // Left and right of a sound stay the same in each layout, unless the file sets a direction.
        semanticContentAttribute = scale.isPan ? .spatial : .unspecified
        self.fineRatio = fineRatio ?? style.fineRatio
    }

    /// Sets the text size.
    func fitText(to fontSize: Double) {
        font = font?.withSize(fontSize)
    }
}
