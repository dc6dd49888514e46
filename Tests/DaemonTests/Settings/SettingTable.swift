import Controls
import Drawing
import Foundation

/// What is tried of each setting. The manual page decides which there have to be.
enum SettingTable {
    static let cases: [SettingCase] = display + light + input + filters + socket + state + theme

    /// What could never have an effect: the table, its lines, and the key that is named for it.
    static let rejected: [(section: String, lines: String, key: String)] = [
        ("display", "backlight = \"none\"\nbrightness = 50", "brightness"),
        ("input", "smoothing = \"off\"\nrest = false", "rest"),
        ("input", "hysteresis_mm = 1\nsmoothing = \"one-euro\"", "hysteresis_mm"),
        ("input", "one_euro = { beta = 1 }", "one_euro"),
        ("input", "jump_mm = 0\nafter_jump = \"restart\"", "after_jump"),
        ("input", "pressure_on = 30", "pressure_on"),
        ("input", "devices = [{ match = \"1:2\", pressure_off = 3 }]", "pressure_off"),
        ("display", "device = \"png:a.png\"\nconnector = \"DSI-1\"", "connector"),
        ("display", "device = \"fb:/dev/fb0\"\nmode = \"800x480\"", "mode"),
        ("display", "device = \"png:a.png\"\nformat = \"rgb565\"", "format"),
        ("display", "device = \"fb:/dev/fb0\"\nbuffers = 3", "buffers"),
        ("display", "device = \"png:a.png\"\nsplash = \"\(SplashedStart.logo)\"", "splash"),
        ("display", "device = \"png:a.png\"\nshadow = \"never\"", "shadow"),
        ("display", "device = \"fb:/dev/fb0\"\nat_exit = \"keep\"", "at_exit"),
    ]

    /// Options with what is there besides and the option itself.
    private static func rows(
        _ chapter: String, _ trial: SettingTrial, _ rows: [(String, String, String)]
    ) -> [SettingCase] {
        rows.map { name, base, given in
            SettingCase(
                name: "\(chapter)/\(name)", without: base, with: "\(base)\n\(given)",
                evidence: .trial(trial))
        }
    }

    /// Options with one value and with another.
    private static func changes(
        _ chapter: String, _ trial: SettingTrial, _ rows: [(String, String, String)]
    ) -> [SettingCase] {
        rows.map { name, first, second in
            SettingCase(
                name: "\(chapter)/\(name)", without: first, with: second, evidence: .trial(trial))
        }
    }

    /// Options of which a test in a virtual machine sees the effect: its file and its sentences.
    private static func guest(
        _ chapter: String, _ rows: [(String, String, String)]
    ) -> [SettingCase] {
        rows.map { name, file, sentence in
            SettingCase(
                name: "\(chapter)/\(name)", without: "", with: "",
                evidence: .guest(file: file, sentence: sentence))
        }
    }

    // MARK: Display

    private static let display: [SettingCase] =
        changes(
            "DISPLAY", .written,
            [("device", "device = \"png:FOLDER/one.png\"", "device = \"png:FOLDER/two.png\"")])
        + rows(
            "DISPLAY", .cards,
            [
                ("device", "", "device = \"driver:virtio_gpu\""),
                ("connector", "", "connector = \"DP-1\""), ("mode", "", "mode = \"1280x720\""),
                ("mode", "", "mode = \"1280x720@60\""), ("format", "", "format = \"rgb565\""),
                ("format", "", "format = \"xbgr8888\""),
            ])
        + rows("DISPLAY", .touches, [("seat", "", "seat = \"seat1\"")])
        + rows("DISPLAY", .started, [("splash", "", "splash = \"\(SplashedStart.logo)\"")])
        + rows(
            "DISPLAY", .shown,
            [
                ("rotate", "", "rotate = 90"), ("rotate", "", "rotate = 180"),
                ("rotate", "", "rotate = 270"), ("size_mm", "", "size_mm = [60, 40]"),
                ("page_bar", "", "page_bar = false"),
            ])
        + guest(
            "DISPLAY",
            [
                ("device", "display.py", "the panel is shown on {display}"),
                ("device", "display.py", "the framebuffer of {driver} has {bits} bits"),
                ("rotate", "kms.py", "turned by {degrees}°, the plane has a picture of"),
                ("shadow", "kms.py", "{name}: the daemon says where it draws"),
                ("buffers", "kms.py", "{name}: the card has {buffers} pictures of the daemon"),
                ("late_latching", "pacing.py", "which it would not be without late latching"),
                ("at_exit", "faults.py", "{ending}: the screen is off"),
                ("at_exit", "faults.py", "{ending}: the picture from before is shown"),
                ("at_exit", "faults.py", "{ending}: the last picture stays"),
                ("brightness", "faults.py", "brightness: 80 percent of 200 are 160"),
                ("dim", "faults.py", "left alone the light grows dim"),
                ("blank", "faults.py", "left alone it is dark at last"),
            ])

    private static let light: [SettingCase] =
        rows(
            "DISPLAY", .light,
            [
                ("backlight", "brightness = 50", "backlight = \"one\""),
                ("brightness", "", "brightness = 50"), ("dim", "", "dim = { after_s = 5 }"),
                ("blank", "", "blank = { after_s = 9 }"),
            ])
        + changes(
            "DISPLAY", .light,
            [
                ("backlight", "dim = { after_s = 5 }", "backlight = \"none\""),
                ("dim.after_s", "dim = { after_s = 5 }", "dim = { after_s = 8 }"),
                (
                    "dim.brightness", "dim = { after_s = 5 }",
                    "dim = { after_s = 5, brightness = 9 }"
                ),
                ("blank.after_s", "blank = { after_s = 5 }", "blank = { after_s = 8 }"),
            ])
        + changes(
            "DISPLAY", .left,
            [
                ("blank", "", "blank = { after_s = 3 }"),
                (
                    "dim.first_touch", "dim = { after_s = 3 }",
                    "dim = { after_s = 3, first_touch = \"swallow\" }"
                ),
                (
                    "blank.first_touch", "blank = { after_s = 3 }",
                    "blank = { after_s = 3, first_touch = \"act\" }"
                ),
            ])

    // MARK: Touchscreens

    private static let tablet = "match = \"name:Tablet\""

    private static let input: [SettingCase] =
        rows(
            "INPUT", .touches,
            [
                ("device", "", "device = \"name:Plate\""),
                ("device", "", "device = \"path:platform-b\""),
                ("device", "", "device = \"0eef:0001\""),
                ("device", "", "device = \"/nowhere/event4\""),
                ("devices", "", "devices = [{ \(tablet) }]"),
                ("calibration", "", "calibration = [-1, 0, 1, 0, 1, 0]"),
                ("contact", "", "contact = \"left\""),
                ("contact", "", "contact = \"pressure\""),
                ("pressure_on", "contact = \"pressure\"", "pressure_on = 30"),
                ("pressure_off", "contact = \"pressure\"", "pressure_off = 3"),
                ("axes", "", "axes = [\"ABS_Z\", \"ABS_RX\"]"),
                ("axes", "", "axes = [\"ABS_MT_POSITION_Y\", \"ABS_MT_POSITION_X\"]"),
                ("swap_ranges", "", "swap_ranges = true"),
                ("release_timeout_ms", "", "release_timeout_ms = 500"),
            ])
        + changes(
            "INPUT", .touches,
            [
                ("match", "devices = [{ \(tablet) }]", "devices = [{ match = \"1:2\" }]"),
                (
                    "calibration",
                    "calibration = [-1, 0, 1, 0, 1, 0]\ndevices = [{ match = \"name:Plate\" }]",
                    "calibration = [-1, 0, 1, 0, 1, 0]\n"
                        + "devices = [{ match = \"name:Plate\", calibration = [1, 0, 0, 0, 1, 0] }]"
                ),
                (
                    "output", "devices = [{ \(tablet) }]",
                    "devices = [{ \(tablet), output = \"DSI-1\" }]"
                ),
            ]
                + inDevices.map { option in
                    (
                        "devices", "devices = [{ match = \"name:P*\" }]",
                        "devices = [{ match = \"name:P*\", \(option) }]"
                    )
                })
        + rows("INPUT", .look, [("fine_ratio", "", "fine_ratio = 0.7")])
        + guest(
            "INPUT",
            [
                ("grab", "touchscreens.py", "what the daemon reads, nobody else can grab"),
                ("grab", "touchscreens.py", "without a grab, others can grab the device"),
            ])

    /// What an entry of a touchscreen may say in place of `[input]`.
    private static let inDevices = [
        "calibration = [-1, 0, 1, 0, 1, 0]", "contact = \"left\"",
        "contact = \"pressure\", pressure_on = 30", "contact = \"pressure\", pressure_off = 3",
        "axes = [\"ABS_Z\", \"ABS_RX\"]", "release_timeout_ms = 500",
        "technology = \"resistive\"", "ignore_corner = true", "palm_major_mm = 30", "jump_mm = 0",
        "after_jump = \"restart\"", "min_frames = 3", "bounce_ms = 60", "median = true",
        "smoothing = \"off\"", "hysteresis_mm = 1", "rest = false",
        "smoothing = \"one-euro\", one_euro = { beta = 1 }", "liftoff_guard = false",
    ]

    private static let oneEuro = "smoothing = \"one-euro\""

    private static let filters: [SettingCase] = rows(
        "INPUT", .touches,
        [
            ("technology", "", "technology = \"resistive\""),
            ("ignore_corner", "", "ignore_corner = true"),
            ("palm_major_mm", "", "palm_major_mm = 30"), ("jump_mm", "", "jump_mm = 0"),
            ("jump_mm", "", "jump_mm = 8"), ("after_jump", "", "after_jump = \"restart\""),
            ("min_frames", "", "min_frames = 3"), ("bounce_ms", "", "bounce_ms = 60"),
            ("median", "", "median = true"), ("smoothing", "", "smoothing = \"off\""),
            ("smoothing", "", oneEuro), ("hysteresis_mm", "", "hysteresis_mm = 1"),
            ("rest", "", "rest = false"), ("rest", oneEuro, "rest = false"),
            ("one_euro.mincutoff", oneEuro, "one_euro = { mincutoff = 9 }"),
            ("one_euro.beta", oneEuro, "one_euro = { beta = 3 }"),
            ("one_euro.dcutoff", oneEuro, "one_euro = { dcutoff = 20 }"),
            ("liftoff_guard", "", "liftoff_guard = false"),
        ])

    // MARK: Clients and the disk

    private static let path = "path = \"FOLDER/a.sock\""
    private static let monitor = "path = \"FOLDER/m.sock\""

    private static let socket: [SettingCase] =
        rows(
            "SOCKET", .sockets,
            [
                ("mode", path, "mode = \"0600\""),
                ("group", path, "group = \"\(SettingTrial.group)\""),
                ("monitor", path, "monitor = { \(monitor) }"),
            ])
        + changes(
            "SOCKET", .sockets,
            [
                ("path", path, "path = \"FOLDER/b.sock\""),
                (
                    "monitor.path", "\(path)\nmonitor = { \(monitor) }",
                    "\(path)\nmonitor = { path = \"FOLDER/n.sock\" }"
                ),
                (
                    "monitor.mode", "\(path)\nmonitor = { \(monitor) }",
                    "\(path)\nmonitor = { \(monitor), mode = \"0666\" }"
                ),
                (
                    "monitor.group", "\(path)\nmonitor = { \(monitor) }",
                    "\(path)\nmonitor = { \(monitor), group = \"\(SettingTrial.group)\" }"
                ),
            ])
        + rows(
            "SOCKET", .limits,
            [
                ("connections", "", "connections = 2"), ("entries", "", "entries = 16"),
                ("lines_per_second", "", "lines_per_second = 50"),
            ])

    private static let state: [SettingCase] =
        rows(
            "STATE", .restart,
            [
                ("restore", "", "restore = \"defaults\""),
                ("restore", "", "restore = \"scene:low\""),
            ]) + rows("STATE", .save, [("save_after_ms", "", "save_after_ms = 100")])

    // MARK: Theme

    /// Debian's fonts of other looks and other scripts, from `fonts-noto-core`.
    private static func noto(_ name: String) -> String {
        "/usr/share/fonts/truetype/noto/NotoSans\(name)-Regular.ttf"
    }

    private static let theme: [SettingCase] =
        rows(
            "THEME", .look,
            [
                ("base", "", "base = \"light\""), ("base", "", "base = \"high-contrast\""),
                ("font_px", "", "font_px = 9"),
            ])
        + rows(
            "THEME", .look,
            [
                ("font", "", "font = \"\(noto(""))\""),
                ("bold_font", "", "bold_font = \"\(noto(""))\""),
                ("fallback", "", "fallback = [\"\(noto("Arabic"))\"]"),
            ])
        + rows(
            "THEME", .look,
            Theme.colorNames.map { ($0, "", "\($0) = \"#ff00ff\"") })
}
