import Controls

/// The scale options of a file, before they are checked together; `nil` if not set.
struct ScaleOptions {
    var unit: String?
    var minimum: Double?
    var maximum: Double?
    var minimumIsOff: Bool?
    var defaultNumber: Double?
    var step: Double?
    var detents: [Double] = []
    var taper: String?
    var exponent = 2.0
    var format = Format.number
    var decimals: Int?

    /// The text format of a value.
    enum Format: String, CaseIterable {
        case number
        case pan
    }

    /// The options of a scale with one value.
    static let table = OptionTable(of: ScaleOptions()) { options }
    /// The options of a scale with several values, each with its own default.
    static let tableWithoutDefault = OptionTable(of: ScaleOptions()) {
        options.without("default")
    }

    @OptionBuilder<Self> private static var options: OptionList<Self> {
        PanelOption(
            "unit", \.unit, .plainText(), otherwise: "\"dB\" with the taper of a fader, else none",
            "The unit of the value. \"dB\", \"Hz\" and \"%\" are known.")
        PanelOption(
            "min", \.minimum, .number, otherwise: "the minimum of the taper, else 0",
            "The minimum. A scale in dB needs \"min\" and \"max\", or the taper of a fader.")
        PanelOption(
            "max", \.maximum, .number,
            otherwise: "the maximum of the taper, 100 for percent, else 1",
            "The maximum.")
        PanelOption(
            "min_is_off", \.minimumIsOff, .flag, otherwise: "as the taper has it",
            "Whether the minimum means silence, -∞ dB. Only in dB.")
        PanelOption(
            "default", \.defaultNumber, .number,
            otherwise: "0 or the step nearest to it, or \"min\" where 0 is out of range",
            "The initial value, also after a double tap.")
        PanelOption(
            "step", \.step, .positive(), otherwise: "none: every value is possible",
            "The step between possible values.")
        PanelOption(
            "detents", \.detents, .numbers, "Values at which a movement sticks briefly.")
        PanelOption(
            "taper", \.taper, .taper,
            otherwise: "\"db_linear\" with the unit dB, else \"linear\"",
            "How the value follows from the travel.")
        PanelOption("exponent", \.exponent, .positive(), "The exponent of the taper.")
            .onlyWhen("taper", is: "\"power\"")
        PanelOption(
            "format", \.format, .choice([.pan: "L, C and R"]), "How the value is written."
        ).appearanceOnly
        PanelOption(
            "decimals", \.decimals, .integer(in: 0...6),
            otherwise: "as the step, or else the range, needs",
            "The number of decimal places."
        ).appearanceOnly
    }
}

extension OptionForm where Value == String {
    /// The name of a taper.
    fileprivate static var taper: Self {
        var form = Self.word(of: Taper.Curve.names)
        form.words = {
            [
                ("db_linear", "linear in dB"), ("log", "for Hz; \"min\" must be above 0"),
                ("power", "a power of the travel"), ("alsamixer", "as alsamixer has it"),
                ("x32", "the fader of a Behringer X32"),
                ("cubic", "as in PulseAudio and PipeWire"),
            ].map { OptionEntry.Word(word: $0.0, sentence: $0.1) }
        }
        return form
    }
}
