import Drawing

/// The options that templates, strips and exceptions share; `nil` if not set.
struct StripOptions: HasPlacement, HasOwner, HasBridgeAddresses, HasTextStyle, Sendable {
    var label: String?
    var accent: Color?
    var color: Color?
    var isVisible: Bool?
    var isSetApart: Bool?
    var ownership = OwnerOptions()
    var bind = BindOptions()
    var textStyle = TextStyle()
    var placement = PlacementDescription()

    static let table = OptionTable(of: StripOptions()) {
        PanelOption(
            "label", \.label, .numberedText,
            otherwise: "that of a strip above with this id, or else the id",
            "The text above the strip.")
        PanelOption(
            "color", \.color, .color, otherwise: "none", "The colour behind the label.")
        PanelOption(
            "accent", \.accent, .color, otherwise: "the theme's", "The colour of its controls.")
        PanelOption.lettering(of: "its label")
        PanelOption(
            "visible", \.isVisible, .flag, otherwise: "true",
            "Whether it is visible. A hidden strip leaves no gap.")
        PanelOption.bind(
            "The addresses of its name, colour and meters in other programs, by the name of the bridge: { osc = \"/ch/{n:02}\" }."
        )
        PanelOption.ownership(otherwise: ("none", "\"show\""))
        place
    }

    /// The options for the place of a strip among the others.
    @OptionBuilder<StripOptions> private static var place: OptionList<StripOptions> {
        PanelOption(
            "apart", \.isSetApart, .flag, otherwise: "false",
            "Whether a space sets the strip apart from the one before.")
        PanelOption.placement
    }

    /// The other options of a strip, except `controls`.
    static let sources = OptionTable<Void>(of: ()) {
        PanelOption(
            "id", .numberedText,
            "Its name. With a count above 1 it has \"{n}\", the strip's number; \"{n:02}\" is 01, \"{n:A}\" a letter."
        ).required
        PanelOption(
            "count", .integer(in: 1...256), otherwise: .value("1"), "How many strips there are.")
        PanelOption(
            "first", .integer(in: 1...9999), otherwise: .value("1"),
            "The number of the first strip.")
        PanelOption(
            "names", .numberedTexts, otherwise: .phrase("none"),
            "The labels of the strips, from the first one on; those without a name have the label.")
        PanelOption(
            "template", .plainText(), otherwise: .phrase("none"),
            "The table in [templates] from which it has its controls and options.")
        PanelOption(
            "show", .text, otherwise: .phrase("none: all are seen"),
            "The radio group that chooses the one of the strips that is seen: the one with the id of the strip whose key is on."
        )
        PanelOption(
            "without", .texts, otherwise: .phrase("none"),
            "The ids of controls of the template that it does not have.")
    }

    /// The other options of an exception, besides the tables of its controls.
    static let exceptions = OptionTable<Void>(of: ()) {
        PanelOption(
            "without", .texts, otherwise: .phrase("none"),
            "The ids of controls that this strip does not have.")
    }

    /// The options of a strip that another page describes.
    static let used = OptionTable(of: StripOptions()) {
        PanelOption(
            "use", .numberedText,
            "The id of the strip, or \"page/id\" if several pages describe a strip with this id. With a count above 1 it has \"{n}\", the strip's number."
        ).required
        PanelOption(
            "count", .integer(in: 1...256), otherwise: .value("1"), "How many strips there are.")
        PanelOption(
            "first", .integer(in: 1...9999), otherwise: .value("1"),
            "The number of the first strip.")
        place
    }

    /// The keys of all options of an exception.
    static let exceptionKeys = Set(table.keys + exceptions.keys)

    private init() {}

    init(_ fields: inout TableFields) {
        self.init()
        Self.table.read(&fields).apply(to: &self)
    }

    init(_ values: OptionValues<StripOptions>) {
        self.init()
        values.apply(to: &self)
    }

    /// These options, with missing ones taken from others.
    func over(_ others: StripOptions) -> StripOptions {
        var merged = self
        merged.label = label ?? others.label
        merged.color = color ?? others.color
        merged.accent = accent ?? others.accent
        merged.isVisible = isVisible ?? others.isVisible
        merged.isSetApart = isSetApart ?? others.isSetApart
        merged.textStyle = textStyle.over(others.textStyle)
        merged.ownership = ownership.over(others.ownership)
        merged.bind = bind.over(others.bind)
        merged.placement.width = placement.width ?? others.placement.width
        merged.placement.height = placement.height ?? others.placement.height
        merged.placement.weight = placement.weight ?? others.placement.weight
        merged.placement.at = placement.at ?? others.placement.at
        return merged
    }
}
