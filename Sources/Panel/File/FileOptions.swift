/// The options of a panel file for the panel itself.
enum FileOptions {
    static let table = OptionTable<Void>(of: ()) {
        PanelOption(
            "version", .integer(in: 1...1), otherwise: .value("1"), "The version of this format.")
        PanelOption(
            "name", .plainText(), otherwise: .value("\"panel\""),
            "What the panel is called in the greeting of the protocol.")
    }
}
