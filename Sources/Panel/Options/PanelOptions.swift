import PanelProtocol

/// All options of a panel file, for readers.
package enum PanelOptions {
    /// The top-level keys of the file.
    package static let file: [OptionEntry] =
        FileOptions.table.entries + [
            entry("display", .table(display), "The display, and how it is used."),
            entry("input", .table(input), "The touchscreens, and how they are read."),
            entry("socket", .table(socket), "The socket, and the limits of clients."),
            entry("state", .table(state), "What is saved, and what is restored."),
            entry("lock", .table(lock), "The PIN of the panel, and what a lock leaves free."),
            entry("theme", .named(.color, besides: theme), "Colours and fonts."),
            entry(
                "templates", .named(.table(template)), "Strips that pages can use several times."),
            required(entry("pages", list(.table(page)), "The pages.")),
            entry("areas", .table(areas), "Strips that stay whatever page is shown."),
            entry(
                "strips",
                .named(.named(.anything, besides: strip + StripOptions.exceptions.entries)),
                "Changes to single strips."),
            entry("groups", .named(.table(group)), "Keys that belong together."),
            entry("links", list(.table(link)), "Groups of controls that follow one another."),
            entry("scenes", list(.table(scene)), "Values that are recalled together."),
            entry(
                "bridges", .named(.named(.either(bridgeValues + [.named(.either(bridgeValues))]))),
                "The settings of bridges to other programs, by the name of the bridge."),
        ]

    /// The values that are possible in the table of a bridge, or in a table in that table.
    private static let bridgeValues: [OptionShape] = {
        let values: [OptionShape] = [.text(bytes: Limit.text.most), .number(), .flag]
        return values + [.list(.either(values), count: 0...Limit.entries.most)]
    }()

    package static let display = DisplayDescription.options.entries
    package static let state = StateDescription.options.entries
    package static let lock = LockDescription.options.entries
    package static let theme = ThemeDescription.options.entries
    package static let touchscreen =
        TouchscreenDescription.options.entries + FilterOptions.table.entries
    package static let device = InputDescription.entryOptions.entries
    package static let input =
        InputDescription.options.entries + touchscreen
        + [
            entry(
                "devices", list(.table(device + touchscreen)), "Changes for some touchscreens.",
                .phrase("none"))
        ]
    package static let socket =
        SocketDescription.places.entries
        + [
            entry(
                "monitor", .table(SocketDescription.monitorPlaces.entries),
                "A second socket, whose clients can read but not change anything.", .phrase("none"))
        ] + SocketDescription.options.entries

    /// The options of strips, templates and exceptions.
    package static let strip = StripOptions.table.entries
    private static let controls = entry(
        "controls", list(.control),
        "The controls from top to bottom; those of a template come first.")
    /// The options of a row, column or grid.
    package static func stack(_ arrangement: StackDescription.Arrangement) -> [OptionEntry] {
        let sentence =
            switch arrangement {
            case .row: "Makes a row of these controls, rows and columns, side by side."
            case .column: "Makes a column of these, from top to bottom."
            case .grid: "Makes a grid of these, row by row."
            }
        let elements = entry(arrangement.rawValue, .list(.control, count: 1...1024), sentence)
        let others = StackReader.options.entries.compactMap { entry -> OptionEntry? in
            guard entry.key == "columns" else { return entry }
            return arrangement == .grid ? required(entry) : nil
        }
        return [required(elements)] + others
    }
    /// An empty space between controls.
    package static let space = [
        required(
            entry(
                "space", OptionForm.number(in: StackDescription.weights).shape(),
                "Makes an empty space, with this weight among its neighbours."))
    ]
    /// Controls in one place. All other keys are controls.
    package static let cards = [
        required(
            entry(
                "cards", .text(bytes: 64),
                "Makes cards. Only the card whose key is the value of this control is visible: \"layer\" is a control of the same strip, \"top.layer\" one of any strip."
            ))
    ]
    /// A card: a control without an ID.
    package static let card = [required(entry("type", .text(bytes: 64), "What it is."))]
    /// A line between controls.
    package static let line = [
        required(entry("line", .flag, "Makes a line between its neighbours, if it is true."))
    ]
    package static let template = [required(controls)] + strip
    package static let stripOfPage = StripOptions.sources.entries + [controls] + strip
    /// The options of a strip that another page describes.
    package static let usedStrip = StripOptions.used.entries
    package static let page =
        PageOptions.table.entries + [
            required(
                entry(
                    "strips", list(.either([.table(stripOfPage), .table(usedStrip)])),
                    "The strips, or rows of like strips."))
        ]

    /// The options of an area.
    package static let area =
        AreaOptions.table.entries + [
            required(entry("strips", list(.table(stripOfPage)), "The strips."))
        ]
    private static let areas = AreaDescription.Side.allCases.map { side in
        entry(side.rawValue, .table(area), "At the \(side) of the screen.")
    }

    /// The options of all controls.
    package static let control = ControlOptions.identity.entries + ControlOptions.table.entries
    /// The options of controls that fingers move.
    package static let moved = BehaviorDescription.table.entries
    package static let scale = ScaleOptions.table.entries
    /// The options that knobs, sliders and ranges share.
    package static let movement =
        KnobDescription.table.entries.filter(RangeDescription.table.entries.contains)
        + KnobDescription.table.entries.filter { ["spring", "keypad"].contains($0.key) }

    /// The table that may stand for the name of an image.
    package static let image = [
        required(entry("file", .text(bytes: 4096), "A PNG file.")),
        entry(
            "caps", .list(.number(least: 0, greatest: 4096), count: 4...4),
            "The edges that do not stretch: top, left, bottom and right.",
            .value("[0, 0, 0, 0]")),
        entry(
            "mirror", .flag, "Whether it is mirrored where controls begin at the right.",
            .value("false")),
    ]

    /// The key for the type of a control, where only one type is possible.
    package static func type(_ name: String) -> OptionEntry {
        required(entry("type", .word([name]), "What it is."))
    }

    package static let group = GroupDescription.options.entries
    package static let link = LinkDescription.options.entries
    package static let scene = PanelScene.options.entries

    private static func entry(
        _ key: String, _ shape: OptionShape, _ sentence: String,
        _ defaultValue: OptionEntry.Default? = nil
    ) -> OptionEntry {
        OptionEntry(key: key, shape: shape, sentence: sentence, defaultValue: defaultValue)
    }

    private static func required(_ entry: OptionEntry) -> OptionEntry {
        var entry = entry
        entry.isRequired = true
        return entry
    }

    private static func list(_ shape: OptionShape) -> OptionShape {
        .list(shape, count: 0...5120)
    }
}
