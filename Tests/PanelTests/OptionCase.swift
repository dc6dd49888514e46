import Drawing
import Foundation
import Testing

@testable import Panel

/// One option of the manual page, in a table where it is to change something.
struct OptionCase: Sendable, CustomTestStringConvertible {
    /// The heading under which the page has it, and the option: `slider/touch`.
    let name: String
    /// The control without the option, and what is added to that.
    let base: String
    let given: String
    /// Whether a person must see it, and a client that asks for the list is not enough.
    let mustBeSeen: Bool

    var testDescription: String { "\(name): \(base) + \(given)" }

    /// A panel with the control, beside another and with a second page.
    static func file(_ control: String) -> String {
        """
        [[pages]]
        id = "p"
        strips = [
          { id = "s", controls = [{ id = "c", \(control) }] },
          { id = "t", controls = [
            { id = "d", type = "slider", default = 0.3 }, { id = "e", type = "switch", groups = ["g"] },
          ] },
        ]
        [[pages]]
        id = "q"
        label = "Other"
        strips = [{ id = "u", controls = [
          { id = "f", type = "slider" }, { id = "v", type = "slider", taper = "x32", unit = "dB" },
          { id = "w", type = "slider", taper = "x32", unit = "dB" },
        ] }]
        [[links]]
        mode = "vca"
        controls = ["u.v", "u.w"]
        [groups.g]
        type = "mute"
        """
    }

    var without: String { Self.file(base) }
    var with: String { Self.file(base + ", " + given) }
}

/// What is tried of each option. The page decides which options there have to be.
enum OptionCases {
    /// Said of every control, or it is none.
    static let structure: Set = ["CONTROLS/id", "CONTROLS/type"]

    /// A small picture, in a file that each run writes again.
    static let image: String = {
        let path = FileManager.default.temporaryDirectory
            .appending(path: "glassfader-option-\(getuid()).png").path
        let bitmap = Bitmap(width: 24, height: 24, format: .xrgb32)
        bitmap.withPixels { pixels, pixelsPerRow in
            for pixel in 0..<24 * pixelsPerRow { pixels[pixel] = 0xff_ff00ff }
        }
        if let png = try? bitmap.pngData() { try? Data(png).write(to: URL(filePath: path)) }
        return path
    }()

    /// The types, each as short as it may be.
    static let types: KeyValuePairs = [
        "knob": "type = \"knob\"", "slider": "type = \"slider\"", "range": "type = \"range\"",
        "switch": "type = \"switch\", title = \"Mute\"",
        "slide": "type = \"switch\", style = \"slide\", default = true",
        "button": "type = \"button\", mode = \"latching\", title = \"Solo\"",
        "segmented": "type = \"segmented\", options = [\"one\", \"two\", \"three\"]",
        "stepper": "type = \"stepper\", min = 0, max = 10, step = 1",
        "pages": "type = \"pages\", style = \"tabs\"", "meter": "type = \"meter\"",
        "xy": "type = \"xy\"", "color": "type = \"color\", default = \"#224466\"",
        "time": "type = \"time\"", "label": "type = \"label\", text = \"Hi\"",
        "image": "type = \"image\", file = \"\(image)\", content_mode = \"center\"",
        "clock": "type = \"clock\"", "stopwatch": "type = \"stopwatch\"",
        "timer": "type = \"timer\", duration = 2", "curve": "type = \"curve\"",
        "plot": "type = \"plot\"",
        "scenes": "type = \"scenes\"",
    ]

    static let cases: [OptionCase] =
        common + moved + scales + movement
        + tables.flatMap { section, rows in
            rows.map { option, base, given in
                OptionCase(
                    name: "\(section)/\(option)", base: base, given: given, mustBeSeen: false)
            }
        }

    /// One option of each of some types.
    private static func each(
        _ section: String, _ option: String, _ given: String, beside others: String = "",
        mustBeSeen: Bool = false, of wanted: [String] = types.map(\.key)
    ) -> [OptionCase] {
        types.filter { wanted.contains($0.key) }.map { _, base in
            OptionCase(
                name: "\(section)/\(option)", base: base + others, given: given,
                mustBeSeen: mustBeSeen)
        }
    }

    private static let common: [OptionCase] = [
        each("CONTROLS", "label", "label = \"Name\""),
        each(
            "CONTROLS", "label_side", "label_side = \"bottom\"", beside: named, mustBeSeen: true),
        each("CONTROLS", "label_side", "label_side = \"none\""),
        each("CONTROLS", "hint", "hint = \"Sets the level.\""),
        each("CONTROLS", "icon", "icon = \"star\"", mustBeSeen: true),
        each("CONTROLS", "text_scale", "text_scale = 1.5", beside: named, mustBeSeen: true),
        each("CONTROLS", "bold", "bold = true", beside: named, mustBeSeen: true),
        each("CONTROLS", "access", "access = \"r\""),
        each("CONTROLS", "access", "access = \"w\""),
        each("CONTROLS", "visible", "visible = false", mustBeSeen: true),
        each("CONTROLS", "enabled", "enabled = false", mustBeSeen: true),
        each("CONTROLS", "color", "color = \"#ff8800\"", mustBeSeen: true),
        each("CONTROLS", "accent", "accent = \"#ff8800\"", mustBeSeen: true),
        each("CONTROLS", "recall_safe", "recall_safe = true"),
        each("CONTROLS", "groups", "groups = [\"g\"]"),
        each("CONTROLS", "owner", "owner = \"mixer\""),
        each(
            "CONTROLS", "when_unserved", "when_unserved = \"dim\"",
            beside: ", owner = \"mixer\""),
        each("CONTROLS", "bind", "bind = { osc = \"/a\" }"),
        each("CONTROLS", "width", "width = 40"),
        each("CONTROLS", "height", "height = 70"),
        each("CONTROLS", "weight", "weight = 2", mustBeSeen: true, of: ["switch", "stepper"]),
        each("CONTROLS", "at", "at = [10, 60, 80, 90]"),
    ].flatMap { $0 }

    private static let named = ", label = \"Name\""

    private static let gestures = ["knob", "slider", "range", "xy", "time"]
    private static let keys = ["switch", "button", "segmented", "stepper", "color"]

    private static let moved: [OptionCase] = [
        each("CONTROLS", "on_remote", "on_remote = \"ignore\"", of: gestures + keys + ["slide"]),
        each("CONTROLS", "on_remote", "on_remote = \"allow\"", of: gestures + keys + ["slide"]),
        each("CONTROLS", "settle_ms", "settle_ms = 0", of: gestures + keys),
        each(
            "CONTROLS", "report", "report = \"release\"", of: gestures + ["stepper", "color"]),
        each("CONTROLS", "double_tap", "double_tap = \"default\"", of: gestures),
        each(
            "CONTROLS", "revert_on_cancel", "revert_on_cancel = true",
            of: gestures + ["switch", "button", "stepper", "color"]),
    ].flatMap { $0 }

    private static let scales: [OptionCase] = [
        ("unit", "min = -60, max = 10", "unit = \"dB\""), ("unit", "", "unit = \"furlongs\""),
        ("min", "", "min = -3"), ("max", "", "max = 7"),
        ("min_is_off", "unit = \"dB\", min = -60, max = 10", "min_is_off = true"),
        ("default", "max = 10", "default = 4"), ("step", "", "step = 0.25"),
        ("detents", "max = 10", "detents = [5]"),
        ("taper", "min = 1, max = 100", "taper = \"log\""), ("taper", "", "taper = \"x32\""),
        ("exponent", "taper = \"power\"", "exponent = 5"),
        ("format", "min = -100, max = 100", "format = \"pan\""), ("decimals", "", "decimals = 5"),
    ].flatMap { (option: String, base: String, given: String) -> [OptionCase] in
        let scaled = ["knob", "slider", "range", "stepper"].filter {
            // A range has two, and a stepper no travel.
            !($0 == "range" && option == "default") && !($0 == "stepper" && option == "detents")
        }
        let more = base.isEmpty ? "" : ", " + base
        let cases = scaled.map { type in
            OptionCase(
                name: "Scales/\(option)", base: "type = \"\(type)\"\(more)", given: given,
                mustBeSeen: false)
        }
        // Of an axis, it is there as a whole.
        let axis = OptionCase(
            name: "Scales/\(option)", base: "type = \"xy\"",
            given: "x = { \(base.isEmpty ? given : base + ", " + given) }", mustBeSeen: false)
        return cases + [axis]
    }

    private static let movement: [OptionCase] = [
        ("sensitivity", "", "sensitivity = 3"), ("fine", "", "fine = \"second-finger\""),
        ("fine", "drag = \"vertical\"", "fine = \"zones\""),
        ("fine_ratio", "fine = \"second-finger\"", "fine_ratio = 0.7"),
        ("spring", "", "spring = true"), ("ticks", "", "ticks = [0.1, 0.6]"),
        ("ticks", "", "ticks = []"), ("tick_labels", "", "tick_labels = true"),
        ("tick_labels", "ticks = [0.1, 0.6]", "tick_labels = true"),
        ("tick_labels", "ticks = []", "tick_labels = true"), ("popup", "", "popup = true"),
        ("keypad", "", "keypad = true"),
    ].flatMap { (option: String, base: String, given: String) -> [OptionCase] in
        ["knob", "slider", "range"].compactMap { type in
            // A range has no lines of its own accord, and what is dragged is a knob.
            if type == "range", given == "ticks = []" { return nil }
            if type != "knob", base.hasPrefix("drag") { return nil }
            let more = base.isEmpty ? "" : ", " + base
            return OptionCase(
                name: "Movement/\(option)", base: "type = \"\(type)\"\(more)", given: given,
                mustBeSeen: false)
        }
    }

    /// The images of a range's parts, in each state.
    private static let rangeImages: [(String, String, String)] =
        ["thumb_image", "low_thumb_image", "high_thumb_image", "range_track_image", "track_image"]
        .flatMap { key in
            let narrow = "default = { low = 0.3, high = 0.6 }"
            return [
                (key, narrow, "\(key) = \"\(image)\""),
                ("held_\(key)", narrow, "held_\(key) = \"\(image)\""),
                (
                    "disabled_\(key)", narrow + ", enabled = false",
                    "disabled_\(key) = \"\(image)\""
                ),
            ]
        } + ["min_image", "max_image"].map { ($0, "", "\($0) = \"\(image)\"") }

    /// Heading; option, what it is in, and the option itself.
    private static let tables: KeyValuePairs<String, [(String, String, String)]> = [
        "knob": rows(
            "type = \"knob\", default = 0.4",
            [
                ("binds", "min = 1, max = 100", "binds = \"display.brightness\""),
                ("start_angle", "", "start_angle = -180"), ("end_angle", "", "end_angle = 0"),
                ("mode", "", "mode = \"absolute\""), ("mode", "", "mode = \"latched\""),
                ("gap_begin", "mode = \"latched\"", "gap_begin = \"nearest-end\""),
                ("drag", "", "drag = \"vertical\""), ("turns", "", "turns = 3"),
                ("travel_mm", "drag = \"vertical\"", "travel_mm = 20"),
                ("wrap", "", "wrap = true"), ("acceleration", "wrap = true", "acceleration = 4"),
                ("pointer_only", "", "pointer_only = true"), ("dead_zone", "", "dead_zone = 0.5"),
                ("ring", "", "ring = \"dot\""), ("lamps", "ring = \"dot\"", "lamps = 7"),
                ("show_value", "", "show_value = true"), ("origin", "", "origin = 0.7"),
                ("title", "", "title = \"dB\""),
                ("line_width", "", "line_width = 20"),
                ("pointer_length", "", "pointer_length = 40"),
                ("pointer_width", "", "pointer_width = 12"),
                ("track_color", "", "track_color = \"#ff00ff\""),
                ("pointer_color", "", "pointer_color = \"#ff00ff\""),
                ("face_image", "", "face_image = \"\(image)\""),
                ("pointer_image", "", "pointer_image = \"\(image)\""),
                ("held_face_image", "", "held_face_image = \"\(image)\""),
                ("disabled_face_image", "enabled = false", "disabled_face_image = \"\(image)\""),
                ("held_pointer_image", "", "held_pointer_image = \"\(image)\""),
                (
                    "disabled_pointer_image", "enabled = false",
                    "disabled_pointer_image = \"\(image)\""
                ),
            ]),
        "slider": rows(
            "type = \"slider\", default = 0.4",
            [
                ("orientation", "", "orientation = \"horizontal\""),
                ("binds", "min = 1, max = 100", "binds = \"display.brightness\""),
                ("direction", "orientation = \"horizontal\"", "direction = \"rtl\""),
                ("touch", "", "touch = \"absolute\""), ("touch", "", "touch = \"handle\""),
                ("touch_zone", "", "touch_zone = \"handle\""), ("origin", "", "origin = 0.7"),
                ("meter", "", "meter = true"), ("track_color", "", "track_color = \"#ff00ff\""),
                ("thumb_color", "", "thumb_color = \"#ff00ff\""),
                ("thumb_image", "", "thumb_image = \"\(image)\""),
                ("held_thumb_image", "", "held_thumb_image = \"\(image)\""),
                ("disabled_thumb_image", "enabled = false", "disabled_thumb_image = \"\(image)\""),
                ("min_track_image", "", "min_track_image = \"\(image)\""),
                ("held_min_track_image", "", "held_min_track_image = \"\(image)\""),
                (
                    "disabled_min_track_image", "enabled = false",
                    "disabled_min_track_image = \"\(image)\""
                ),
                ("max_track_image", "", "max_track_image = \"\(image)\""),
                ("held_max_track_image", "", "held_max_track_image = \"\(image)\""),
                (
                    "disabled_max_track_image", "enabled = false",
                    "disabled_max_track_image = \"\(image)\""
                ),
                ("min_image", "", "min_image = \"\(image)\""),
                ("max_image", "", "max_image = \"\(image)\""),
            ]),
        "range": rows(
            "type = \"range\"",
            [
                ("default", "", "default = { low = 0.3, high = 0.6 }"),
                ("keypad", "", "keypad = true"),
                ("min_gap", "", "min_gap = 0.2"), ("touch_zone", "", "touch_zone = \"handle\""),
                ("crossing", "default = { low = 0.3, high = 0.6 }", "crossing = \"push\""),
                ("curvaceousness", "", "curvaceousness = 0"),
                (
                    "track_color", "default = { low = 0.3, high = 0.6 }",
                    "track_color = \"#ff00ff\""
                ), ("thumb_color", "", "thumb_color = \"#ff00ff\""),
                ("orientation", "", "orientation = \"vertical\""),
                ("direction", "default = { low = 0.3, high = 0.6 }", "direction = \"rtl\""),
            ] + rangeImages),
        "switch and button": rows(
            "type = \"switch\", label = \"Mute\"",
            [
                ("style", "", "style = \"slide\""),
                ("orientation", "style = \"slide\"", "orientation = \"vertical\""),
                ("direction", "style = \"slide\"", "direction = \"rtl\""),
                ("track_color", "style = \"slide\"", "track_color = \"#ff00ff\""),
                ("thumb_color", "style = \"slide\"", "thumb_color = \"#ff00ff\""),
                ("mode", "", "mode = \"momentary\""),
                ("mode", "", "mode = \"tap\""), ("default", "", "default = true"),
                ("title", "", "title = \"Solo\""), ("title_on", "", "title_on = \"Off\""),
                ("icon_on", "default = true", "icon_on = \"muted\""),
                ("image", "", "image = \"\(image)\""),
                ("held_image", "", "held_image = \"\(image)\""),
                ("image_on", "default = true", "image_on = \"\(image)\""),
                ("disabled_image", "enabled = false", "disabled_image = \"\(image)\""),
                (
                    "face_image", "face_image_on = \"\(image)\"", "face_image = \"\(image)\""
                ),
                ("held_face_image", "", "held_face_image = \"\(image)\""),
                ("face_image_on", "default = true", "face_image_on = \"\(image)\""),
                ("disabled_face_image", "enabled = false", "disabled_face_image = \"\(image)\""),
                ("confirm", "", "confirm = \"hold\""), ("confirm", "", "confirm = \"double_tap\""),
                ("hold_ms", "confirm = \"hold\"", "hold_ms = 300"),
                ("blink", "default = true", "blink = true"), ("master", "", "master = \"g\""),
            ]),
        "Actions": rows(
            "type = \"button\"",
            [
                ("action", "", "action = { run = \"a\" }"),
                ("page", "", "action = { page = \"next\" }"),
                ("scene", "", "action = { scene = \"a\" }"),
                (
                    "over_ms", "action.scene = \"a\"", "action.over_ms = 400"
                ),
                ("store", "", "action = { store = \"a\" }"),
                ("set", "", "action = { set = { t.e = true } }"),
                ("reset", "", "action = { reset = \"t.*\" }"),
                ("lock", "", "action = { lock = true }"),
                ("unlock", "", "action = { unlock = \"12\" }"),
                ("blank", "", "action = { blank = true }"),
                ("undo", "", "action = { undo = true }"),
                ("redo", "", "action = { redo = true }"),
                ("spill", "", "action = { spill = \"u\" }"),
                ("run", "", "action = { run = \"a\" }"),
            ]),
        "segmented": rows(
            "type = \"segmented\"",
            [
                ("options", "", "options = [\"a\", \"b\"]"),
                ("default", "options = [\"a\", \"b\"]", "default = \"b\""),
                ("orientation", "options = [\"a\", \"b\"]", "orientation = \"vertical\""),
                ("direction", "options = [\"a\", \"b\"]", "direction = \"rtl\""),
            ]),
        "stepper": rows(
            "type = \"stepper\", min = 0, max = 3, step = 1",
            [
                ("wrap", "default = 3", "wrap = true"),
                ("autorepeat", "", "autorepeat = false"),
                ("default", "", "default = 1"),
                ("show_value", "", "show_value = true"), ("keypad", "", "keypad = true"),
                ("orientation", "", "orientation = \"vertical\""),
                ("direction", "", "direction = \"rtl\""),
            ]),
        "stepper": rows(
            "type = \"stepper\"", [("options", "", "options = [\"a\", \"b\"]")]),
        "pages": rows(
            "type = \"pages\"",
            [
                ("style", "", "style = \"tabs\""), ("dot_color", "", "dot_color = \"#ff00ff\""),
            ]),
        "meter": rows(
            "type = \"meter\"",
            [
                ("channels", "", "channels = 2"), ("scale", "", "scale = \"x32\""),
                ("hold_ms", "", "hold_ms = 100"), ("falloff", "", "falloff = \"fastest\""),
                ("stale_ms", "", "stale_ms = 100"), ("clip", "", "clip = 6"),
                ("warning", "", "warning = -50"), ("danger", "", "danger = -50"),
                ("style", "", "style = \"segments\""), ("show_peak", "", "show_peak = false"),
                ("show_clip", "", "show_clip = false"), ("ticks", "", "ticks = [-10]"),
                ("ticks", "", "ticks = []"), ("tick_labels", "", "tick_labels = true"),
                ("tick_labels", "ticks = []", "tick_labels = true"),
                ("orientation", "", "orientation = \"horizontal\""),
                ("direction", "orientation = \"horizontal\"", "direction = \"rtl\""),
                ("direction", "ticks = [-10], tick_labels = true", "direction = \"rtl\""),
                ("direction", "", "direction = \"down\""),
                ("direction", "scale = \"x32\"", "direction = \"down\""),
                ("range", "direction = \"down\"", "range = 60"), ("range", "", "range = 60"),
            ]),
        "xy": rows(
            "type = \"xy\"",
            [
                ("x", "", "x = { label = \"Pan\" }"), ("y", "", "y = { spring = true }"),
                ("mode", "", "mode = \"absolute\""), ("spring", "", "spring = true"),
                ("grid", "", "grid = 3"), ("fine", "", "fine = \"second-finger\""),
                ("keypad", "", "keypad = true"),
                ("track_color", "", "track_color = \"#ff00ff\""),
                ("thumb_color", "", "thumb_color = \"#ff00ff\""),
                ("fine_ratio", "fine = \"second-finger\"", "fine_ratio = 0.7"),
            ]),
        "color": rows(
            "type = \"color\"",
            [
                ("default", "", "default = \"#aabbcc\""),
                ("presets", "", "presets = [\"#ff0000\", \"#00ff00\"]"),
            ]),
        "time": rows(
            "type = \"time\"",
            [
                ("mode", "", "mode = \"countdown\""), ("mode", "", "mode = \"time\""),
                ("min", "", "min = \"0:30:00\""), ("max", "", "max = \"0:30:00\""),
                ("default", "", "default = \"1:30:00\""), ("step", "", "step = 15"),
            ]),
        "label": [
            ("text", "type = \"label\"", "text = \"Hello\""),
            ("shows", "type = \"label\"", "shows = \"t.d\""),
            ("align", "type = \"label\", text = \"Hi\"", "align = \"left\""),
        ],
        "image": [
            ("file", "type = \"image\", tint = \"#ff0000\"", "file = \"\(image)\""),
            (
                "content_mode", "type = \"image\", file = \"\(image)\"",
                "content_mode = \"top-left\""
            ),
            ("tint", "type = \"image\", file = \"\(image)\"", "tint = \"#00ff00\""),
        ],
        "stopwatch": rows("type = \"stopwatch\"", [("hold_ms", "", "hold_ms = 300")]),
        "timer": rows(
            "type = \"timer\"",
            [
                ("duration", "", "duration = \"1:30\""),
                ("hold_ms", "duration = 60", "hold_ms = 300"),
            ]),
        "curve": rows(
            "type = \"curve\"",
            [
                ("mode", "", "mode = \"gate\""), ("mode", "", "mode = \"compressor\""),
                ("bands", "", "bands = 3"),
                (
                    "bands", "",
                    "bands = [{ type = \"low_cut\" }, { frequency = 50, gain = 3, q = 2, on = false }]"
                ),
                ("gain_range", "", "gain_range = 6"), ("keypad", "", "keypad = true"),
                (
                    "sample_rate", "bands = [{ frequency = 19000, gain = 9 }, {}]",
                    "sample_rate = 96000"
                ),
                ("double_tap", "", "double_tap = \"switch\""),
                ("threshold", "mode = \"gate\"", "threshold = -30"),
                ("ratio", "mode = \"gate\"", "ratio = 2"),
                ("knee", "mode = \"compressor\"", "knee = 20"), ("knee", "", "knee = 20"),
                ("range", "mode = \"gate\"", "range = 10"), ("popup", "", "popup = false"),
            ]),
        "plot": rows(
            "type = \"plot\"",
            [
                ("x", "", "x = { scale = \"log\" }"), ("x", "", "x = { min = -10, max = 0 }"),
                ("x", "", "x = { unit = \"s\" }"), ("x", "", "x = { first = 0.2, last = 0.5 }"),
                (
                    "x", "",
                    "x = { scale = \"log\", first = 0, last = 24000, spacing = \"linear\" }"
                ),
                ("y", "", "y = { scale = \"db\" }"), ("y", "", "y = { min = -1, unit = \"V\" }"),
                ("style", "", "style = \"filled\""), ("style", "", "style = \"bars\""),
                ("style", "", "style = \"waveform\""), ("stale_ms", "", "stale_ms = 100"),
                ("grid", "", "grid = false"), ("tick_labels", "", "tick_labels = false"),
            ]),
        "scenes": rows(
            "type = \"scenes\"",
            [
                ("scenes", "", "scenes = [\"b\", \"a\"]"), ("store", "", "store = false"),
                ("hold_ms", "scenes = [\"a\", \"b\", \"c\", \"d\", \"e\"]", "hold_ms = 5000"),
                ("over_ms", "", "over_ms = 500"),
            ]),
        "clock": rows(
            "type = \"clock\"",
            [
                ("seconds", "", "seconds = true"), ("hours", "", "hours = 12"),
                ("align", "", "align = \"left\""),
            ]),
    ]

    private static func rows(
        _ base: String, _ rows: [(String, String, String)]
    ) -> [(String, String, String)] {
        rows.map { ($0, $1.isEmpty ? base : base + ", " + $1, $2) }
    }
}
