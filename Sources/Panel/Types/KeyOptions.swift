import Controls

/// The options of a key in a file, before validation.
struct KeyOptions: Sendable {
    var mode: Button.Mode?
    var confirm = Confirm.none
    var holdTime = Duration.milliseconds(800)
    var blinks = false
    var title: String?
    var titleWhenOn: String?
    var iconWhenOn: Icon?
    var isOn = false
    var master: String?

    /// The gesture that confirms a press.
    enum Confirm: String, CaseIterable, Sendable {
        case none
        case hold
        case doubleTap = "double_tap"
    }

    static let table = OptionTable(of: KeyOptions()) {
        PanelOption(
            "mode", \.mode,
            .choice([
                .latching: "a tap switches it on or off",
                .momentary: "it is on while it is held", .tap: "programs light its lamp",
            ]),
            otherwise:
                "\"latching\" of a switch and of the master of a group, \"momentary\" of a button",
            "What a finger does.")
        PanelOption("default", \.isOn, .toggle, "Whether a latching key is on initially.")
        PanelOption("title", \.title, .text, otherwise: "the label", "The text on it.")
            .appearanceOnly
        PanelOption(
            "title_on", \.titleWhenOn, .text, otherwise: "the title",
            "The text on it while it is on."
        ).appearanceOnly
        PanelOption(
            "icon_on", \.iconWhenOn, .choice(), otherwise: "the icon",
            "The icon on it while it is on."
        ).appearanceOnly
        PanelOption(
            "confirm", \.confirm,
            .choice([.hold: "hold it", .doubleTap: "tap it twice"]),
            "What confirms a press, to prevent accidents."
        ).onlyForFingers
        PanelOption(
            "hold_ms", \.holdTime, .milliseconds(in: 100...10_000), unit: "ms",
            "How long to hold it."
        ).exceptWhen("confirm", is: "\"none\"", "\"double_tap\"").onlyForFingers
        PanelOption(
            "blink", \.blinks, .flag,
            "Whether it blinks while it is on. A key that is muted only by its group always blinks."
        )
        .appearanceOnly
        PanelOption(
            "master", \.master, .text, otherwise: "none",
            "The name of the group whose master this key is."
        ).listed
    }
}
