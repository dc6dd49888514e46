import Drawing

/// The options that a template, a strip and an exception share; nil where nothing is said.
struct StripOptions {
    var label: String?
    var accent: Color?
    var isSetApart: Bool?
    var placement: PlacementDescription

    /// The keys of all of them.
    static let keys: Set = ["label", "accent", "apart", "width", "height", "weight", "at"]

    init(_ fields: inout TableFields, theme: ThemeDescription) {
        label = fields.string("label")
        accent = fields.color("accent", theme: theme)
        isSetApart = fields.boolean("apart")
        placement = fields.placement()
    }

    /// These options, and the others' where these say nothing.
    func over(_ others: StripOptions) -> StripOptions {
        var merged = self
        merged.label = label ?? others.label
        merged.accent = accent ?? others.accent
        merged.isSetApart = isSetApart ?? others.isSetApart
        merged.placement.width = placement.width ?? others.placement.width
        merged.placement.height = placement.height ?? others.placement.height
        merged.placement.weight = placement.weight ?? others.placement.weight
        merged.placement.at = placement.at ?? others.placement.at
        return merged
    }
}
