/// The options of a page in a panel file, without its strips.
enum PageOptions {
    static let table = OptionTable<Void>(of: ()) {
        PanelOption("id", .id, "The name of the page.").required
        PanelOption(
            "label", .plainText(),
            otherwise: .phrase("the id; none for the banks of the only page"),
            "The displayed name.")
        PanelOption(
            "banks", .integer(in: 1...256),
            otherwise: .phrase("all, or as many as the screen has room for"),
            "The greatest number of strips that are shown at once. A page with more is divided into banks \"id/1\", \"id/2\"…, which have tabs like pages."
        )
    }
}
