import Testing

@testable import Panel

/// Mistakes in a desk: each is reported with its file, line and column, with what was found, and
/// with what is meant.
struct BadDeskTests {
    private static let desk = """
        [[pages]]
        id = "mix"
        strips = [
          { id = "ch1", controls = [
            { id = "layer", type = "segmented", options = ["level", "send"] },
            { id = "main", type = "slider", taper = "x32" },
            { id = "go", type = "button" },
          ] },
          { id = "dca1", controls = [{ id = "main", type = "slider", taper = "x32" }] },
        ]
        [[pages]]
        id = "two"
        strips = [{ use = "ch1" }]
        [[scenes]]
        name = "verse"
        values = { "ch1.main" = -10 }

        """

    /// What is written in the place of what, and the error or the warning.
    struct Mistake: CustomTestStringConvertible {
        let given: String
        let place: String
        let note: String
        var testDescription: String { given }

        init(_ given: String, for place: String, _ note: String) {
            (self.given, self.place, self.note) = (given, place, note)
        }
    }

    private static let key = #"{ id = "go", type = "button" }"#
    private static let used = #"[{ use = "ch1" }]"#

    private static func action(_ action: String, _ note: String) -> Mistake {
        Mistake("{ id = \"go\", type = \"button\", action = { \(action) } }", for: key, note)
    }

    private static func cards(_ cards: String, _ note: String) -> Mistake {
        Mistake("{ cards = \(cards) }", for: key, note)
    }

    private static func before(_ text: String, _ note: String) -> Mistake {
        Mistake(text + "\n[[scenes]]", for: "[[scenes]]", note)
    }

    static let mistakes = [
        // A card that follows a control which does not exist, or has other words.
        cards(
            #""ch1.layr", level = { type = "knob" }"#,
            "7:15: 'cards': no control 'ch1.layr'; did you mean 'ch1.layer'?"),
        cards(
            #""main", level = { type = "knob" }"#,
            "7:15: 'cards': 'ch1.main' does not choose among words, as a segmented control does"),
        cards(
            #""layer", level = { type = "knob" }, sned = { type = "knob" }"#,
            "7:51: 'sned' is no value of 'ch1.layer'; it has 'level', 'send'; did you mean 'send'?"
        ),
        // A scene that cannot have a value of a key.
        Mistake(
            "values = { \"ch1.go\" = 1, ", for: "values = { ",
            "16:12: 'ch1.go' is a key with the mode momentary: scenes have no value for it"),
        // A strip on two places of one page.
        Mistake(
            #"[{ use = "ch1" }, { use = "ch1" }]"#, for: used,
            "13:36: 'use': the strip 'ch1' is on the page already, in line 13: a page shows a "
                + "strip once"),
        Mistake(
            #"{ use = "ch1" }, { id = "dca1""#, for: #"{ id = "dca1""#,
            "9:11: 'use': the strip 'ch1' is on the page already, in line 4: a page shows a "
                + "strip once"),
        Mistake(
            #"{ id = "ch1", controls = [] }, { id = "dca1""#, for: #"{ id = "dca1""#,
            "9:10: the id 'ch1' is taken by the strip in line 4 of the page"),
        Mistake(
            #"[{ use = "ch11" }]"#, for: used,
            "13:19: 'use': no strip 'ch11'; did you mean 'ch1'?"),
        // A VCA in a cycle.
        before(
            """
            [[links]]
            mode = "vca"
            controls = ["dca1.main", "dca1.main"]
            """, "16:12: 'controls': 'dca1.main' is named twice"),
        before(
            """
            [[links]]
            mode = "vca"
            controls = ["dca1.main", "ch1.main"]
            [[links]]
            mode = "vca"
            controls = ["ch1.main", "dca1.main"]
            """,
            "19:12: 'controls': 'dca1.main' cannot follow 'ch1.main', which follows 'dca1.main'"),
        // An action on what is unknown.
        action(
            #"scene = "vers""#,
            "7:54: 'scene': no scene 'vers' in [[scenes]], and no key stores it: it does "
                + "nothing until a client does; did you mean 'verse'?"),
        action(#"page = "tow""#, "7:53: 'page': no page 'tow'; did you mean 'two'?"),
        action(
            #"set = { "ch1.mian" = 0 }"#,
            "7:67: 'set': no control 'ch1.mian'; did you mean 'ch1.main'?"),
        action(#"reset = "ch7.*""#, "7:54: 'reset': no control 'ch7.*'"),
        action(
            #"spill = "dca9""#, "7:54: 'spill': no VCA in [[links]] has the master 'dca9'"),
        action(
            #"pgae = "two""#,
            "7:46: unknown key 'pgae' in an action; did you mean 'page'?"),
        // A bank of zero, or of what is no number.
        Mistake(
            "id = \"two\"\nbanks = 0", for: "id = \"two\"", "13:9: 'banks' is 0, outside 1…256"),
        Mistake(
            "id = \"two\"\nbanks = 1.5", for: "id = \"two\"",
            "13:9: 'banks': expected a whole number, found 1.5"),
        Mistake(
            "id = \"two\"\nbanks = \"8\"", for: "id = \"two\"",
            "13:9: 'banks': expected a whole number, found a string"),
        // A PIN that is no number.
        before(
            "[lock]\npin = \"abcd\"", "15:7: 'pin': a PIN has 1 to 12 digits, as in \"1234\""),
        before(
            "[lock]\npin = 1234",
            "15:7: 'pin': expected a PIN in quotes, as in \"1234\", found a number"),
        action(#"unlock = "12a4""#, "7:55: 'unlock': a PIN has 1 to 12 digits, as in \"1234\""),
        // A scene of the file that names what is gone.
        Mistake(
            #""ch1.mian" = -10"#, for: #""ch1.main" = -10"#,
            "16:12: no control 'ch1.mian'; did you mean 'ch1.main'?"),
    ]

    @Test(arguments: mistakes)
    func `a mistake is reported where it is, with what is meant`(mistake: Mistake) throws {
        try #require(Self.desk.contains(mistake.place))
        let file = PanelFile(
            text: Self.desk.replacing(mistake.place, with: mistake.given), name: "live.toml")
        let notes = file.errors.map(\.description) + file.warnings.map(\.description)
        #expect(notes.contains("live.toml:" + mistake.note), "\(notes)")
    }

    @Test func `the desk without mistakes has none`() {
        let file = PanelFile(text: Self.desk, name: "live.toml")
        #expect((file.errors + file.warnings).map(\.description) == [])
    }
}
