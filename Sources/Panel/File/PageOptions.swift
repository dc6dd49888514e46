/// What a file says of a page, but for its strips.
enum PageOptions {
    static let table = OptionTable<Void>(of: ()) {
        PanelOption("id", .id, "The name of the page.").required
        PanelOption(
            "label", .plainText(), otherwise: .phrase("the id"), "The displayed name.")
    }
}
