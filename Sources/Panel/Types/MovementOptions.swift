import Controls

extension PanelOption where Target: ScaledControl {
    /// What a file may say of every control with a scale: how a finger moves it, and its marks.
    @OptionBuilder<Target> static var movement: [Self] {
        PanelOption(
            "sensitivity", \.sensitivity, .positive(atMost: 100),
            "How much farther the value moves than the finger.")
        PanelOption("fine", \.fineControl, .fine, "When the value moves slower.")
        PanelOption.fineRatio
        PanelOption(
            "ticks", .numbers, otherwise: .phrase("as the scale has it"),
            "Values with marks beside the control; an empty array is for none."
        ).look
        PanelOption(
            "tick_labels", \.showsTickLabels, .flag,
            "Whether the marks have numbers. Numbers without room are smaller, or left out."
        ).look
        PanelOption(
            "popup", \.showsPopup, .flag, "Whether the value is shown above the finger."
        ).look
    }
}

extension PanelOption where Target: ValueControl {
    /// Whether a control falls back.
    static var spring: Self {
        PanelOption(
            "spring", \.springs, .flag,
            "Whether the control goes back to its default when the finger lifts.")
    }
}

extension PanelOption {
    /// How much slower; the panel's own where a control says nothing.
    static var fineRatio: Self {
        PanelOption(
            "fine_ratio", .number(in: 0.001...1), otherwise: .phrase("as in [input]"),
            "How much slower the value moves with a second finger."
        ).exceptWhen("fine", is: "\"none\"", "\"zones\"")
    }
}

extension OptionForm where Value == FineControl {
    /// What makes a value move slower than the finger.
    static var fine: Self {
        .choice([
            .secondFinger: "while another finger is on the control",
            .zones: "the farther the finger slides to the side",
        ])
    }
}

extension OptionValues {
    /// The values with a mark; nil for those that suit the control.
    var ticks: [Double]? { value("ticks") }
    /// Whether the marks have numbers.
    var labelsTicks: Bool { written("tick_labels") == "true" }
}

extension ScaledControl {
    /// Takes what the types with a scale have in common.
    ///
    /// - Parameter fineRatio: the control's own; nil for that of the panel.
    func take(
        _ scale: ScaleDescription, _ conduct: ConductDescription, fineRatio: Double?,
        _ style: ControlStyle
    ) {
        theme = style.theme
        font = style.font
        self.scale = scale.scale
        valueFormat = scale.format
        detents = scale.detents
        isContinuous = conduct.report == .live
        revertsOnCancel = conduct.revertsOnCancel
        self.fineRatio = fineRatio ?? style.fineRatio
    }

    /// Writes in a size that suits the panel.
    func fitText(to fontSize: Double) {
        font = font?.withSize(fontSize)
    }
}
