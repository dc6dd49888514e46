import Drawing
import PanelProtocol

/// The options of every control in a file, except `id` and `type`.
struct ControlOptions: HasPlacement, HasOwner, HasBridgeAddresses, HasTextStyle, Sendable {
    var label = ""
    var hint = ""
    var access = ControlDescription.Access.readWrite
    var isVisible = true
    var isEnabled = true
    var color: Color?
    var accent: Color?
    var isRecallSafe = false
    var groups: [String] = []
    var ownership = OwnerOptions()
    var bind = BindOptions()
    var textStyle = TextStyle()
    var labelSide = LabelSide.top
    var placement = PlacementDescription()

    static let table = OptionTable(of: ControlOptions()) {
        PanelOption(
            "label", \.label, .text, otherwise: "none",
            "The text on or beside it.")
        PanelOption(
            "label_side", \.labelSide,
            .choice([
                .top: "above it", .bottom: "below it; the value is above it then",
                .left: "at its left, or at its right in a panel with direction = \"rtl\"",
                .none: "nowhere; clients see it",
            ]), "Where the label beside it is.")
        PanelOption(
            "hint", \.hint, .text, otherwise: "none",
            "What it does, in words that assistive software speaks.")
        PanelOption.lettering(of: "its text")
        PanelOption(
            "access", \.access,
            .choice([
                .readWrite: "fingers and clients set it",
                .readOnly: "nobody sets it",
                .writeOnly:
                    "clients set it and no finger does; neither scenes nor the saved state keep it",
            ]), "Who sets its value.")
        PanelOption("visible", \.isVisible, .flag, "Whether it is visible.")
        PanelOption("enabled", \.isEnabled, .flag, "Whether fingers may move it.")
        PanelOption(
            "color", \.color, .color,
            otherwise: "the strip's accent, else the theme's; some types have another",
            "The colour of the parts that show the value, of the text of a label or clock, or of a stepper's signs."
        )
        PanelOption("accent", \.accent, .color, otherwise: "none", "The same as \"color\".")
        PanelOption(
            "recall_safe", \.isRecallSafe, .flag, "Whether scenes leave it as it is.")
        PanelOption.ownership(otherwise: ("the strip's", "as the strip has it"))
        PanelOption.bind(
            "Its addresses in other programs, by the name of the bridge: { osc = \"/ch/{n:02}/mix/fader\" }."
        )
        PanelOption(
            "groups", \.groups, .groups, "The names of groups that a key is in.")
        PanelOption.placement
    }

    /// The required options of every control.
    static let identity = OptionTable<Void>(of: ()) {
        PanelOption("id", .plainText(), "Its name in the strip.").required
        PanelOption("type", .plainText(), "What it is.").required
    }
}

extension OptionForm where Value == [String] {
    /// The names of groups.
    fileprivate static var groups: Self {
        Self(
            .list(.text(bytes: Limit.text.most), count: 0...Limit.groupsOfControl.most),
            read: { fields, key in
                guard let groups = fields.numberedStrings(key) else { return nil }
                if let problem = Limit.groupsOfControl.problem(with: groups.count) {
                    fields.error("'\(key)': \(problem)", at: key)
                    return nil
                }
                return groups.map { $0.numbered(fields.surroundings.number) }
            }, written: { $0.written })
    }
}
