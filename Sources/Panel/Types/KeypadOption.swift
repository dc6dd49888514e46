import Controls

extension PanelOption {
    /// Whether a hold on the value opens a keypad.
    ///
    /// - Parameter place: The held part, in words.
    @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    static func keypad(on place: String = "the written value") -> Self {
        PanelOption(
            "keypad", .flag, otherwise: .value("false"),
            "Whether a finger that stays on \(place) for 0.5 s opens a pad, on which the value is typed."
        )
    }
}

extension OptionValues {
    /// Whether a person can type the value.
    var hasKeypad: Bool { value("keypad") ?? false }
}
