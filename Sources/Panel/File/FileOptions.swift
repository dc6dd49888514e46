/// The options of a panel file for the panel itself.
enum FileOptions {
    static let table = OptionTable<Void>(of: ()) {
        PanelOption(
            "version", .integer(in: 1...1), otherwise: .value("1"), "The version of this format.")
        PanelOption(
            "name", .plainText(), otherwise: .value("\"panel\""),
            "What the panel is called in the greeting of the protocol.")
        PanelOption(
            "direction",
            OptionForm<Direction>.choice([
                .leftToRight: "it begins at the left",
                .rightToLeft:
                    "it is mirrored: strips, rows, places, labels beside controls, tabs and the bars of horizontal controls begin at the right. Areas stay at their sides; texts, knobs, pads, curves and sliders with format = \"pan\" as they are",
            ]), otherwise: .value("\"ltr\""), "The side at which the panel begins.")
    }
}
