import Drawing
import Testing

@testable import Panel

/// `[display]` in a panel file.
struct DisplayFileTests {
    private static let page = "\n[[pages]]\nid = \"p\"\nstrips = []\n"

    private func file(_ keys: String) -> PanelFile {
        PanelFile(text: "[display]\n" + keys + Self.page, name: "t.toml")
    }

    private func display(_ keys: String) throws -> DisplayDescription {
        let file = file(keys)
        #expect(file.warnings == [])
        return try #require(file.panel, "\(file.errors)").display
    }

    @Test func `omitted options keep what the display has`() throws {
        let display = try display("")
        #expect(display == DisplayDescription())
        #expect(display.device == .automatic && display.backlight == .automatic)
        #expect(display.rotation == nil && display.brightness == nil)
        #expect(display.buffers == 2 && display.atExit == .restore && display.latchesLate)
        #expect(display.dim == nil && display.blank == nil)
    }

    @Test func `every key is read`() throws {
        let display = try display(
            """
            device = "/dev/dri/by-path/platform-gpu-card"
            connector = "DSI-1"
            seat = "seat1"
            splash = "\(OptionCases.image)"
            mode = "800x480@60"
            rotate = 270
            format = "rgb565"
            buffers = 3
            shadow = "never"
            at_exit = "black"
            size_mm = [154.1, 85.9]
            backlight = "10-0045"
            brightness = 80
            dim = { after_s = 120, brightness = 10, first_touch = "swallow" }
            blank = { after_s = 600.5, first_touch = "act" }
            late_latching = false
            page_bar = false
            """)
        #expect(display.device == .card(node: "/dev/dri/by-path/platform-gpu-card"))
        #expect(display.connector == "DSI-1")
        #expect(display.mode == DisplayMode(width: 800, height: 480, refreshMillihertz: 60_000))
        #expect(display.seat == "seat1" && display.splash == OptionCases.image)
        #expect(display.rotation == 270 && display.format == .rgb565)
        #expect(!display.latchesLate && !display.hasPageBar)
        #expect(display.buffers == 3 && display.shadow == .never && display.atExit == .black)
        #expect(display.millimetres == Size(width: 154.1, height: 85.9))
        #expect(display.backlight == .named("10-0045") && display.brightness == 80)
        #expect(
            display.dim
                == DisplayDescription.Dim(
                    after: .seconds(120), brightness: 10, firstTouch: .swallow))
        #expect(
            display.blank
                == DisplayDescription.Blank(after: .milliseconds(600_500), firstTouch: .act))
        #expect(!display.hasPageBar)
    }

    @Test func `a touch on a dimmed panel acts, and a touch on a blank panel only wakes it`() throws
    {
        let display = try display("dim = { after_s = 1 }\nblank = { after_s = 2 }")
        #expect(display.dim?.brightness == 20 && display.dim?.firstTouch == .act)
        #expect(display.blank?.firstTouch == .swallow)
    }

    @Test(arguments: [
        ("auto", DisplayDevice.automatic),
        ("/dev/dri/card1", .card(node: "/dev/dri/card1")),
        ("driver:virtio_gpu", .driver("virtio_gpu")),
        ("fb:/dev/fb0", .framebuffer(node: "/dev/fb0")),
        ("png:a/b.png", .picture(path: "a/b.png")),
    ])
    func `a display can be named in several forms`(text: String, device: DisplayDevice) throws {
        #expect(try display("device = \"\(text)\"").device == device)
    }

    @Test func `a backlight can be named, or left alone`() throws {
        #expect(try display("backlight = \"none\"").backlight == .none)
        #expect(try display("backlight = \"auto\"").backlight == .automatic)
    }

    @Test(arguments: [
        "card0", "auto:1", "driver:", "driver:VC4", "driver:a b", "fb:", "fb:fb0", "png:", "",
        "x11",
    ])
    func `an invalid display device is reported`(device: String) {
        #expect(
            file("device = \"\(device)\"").errors.map(\.description) == [
                "t.toml:2:10: 'device' is '\(device)'; expected \"auto\", \(DisplayDevice.forms)"
            ])
    }

    /// A line of `[display]`, and what is wrong with it.
    static let mistakes = [
        ("device = 1", "2:10: 'device': expected a string, found a number"),
        ("connector = \"\"", "2:13: 'connector' is ''; expected a name such as \"HDMI-A-1\""),
        (
            "connector = \"card0/HDMI-A-1\"",
            "2:13: 'connector' is 'card0/HDMI-A-1'; expected a name such as \"HDMI-A-1\""
        ),
        ("seat = \"a/b\"", "2:8: 'seat' is 'a/b'; expected a name such as \"seat1\""),
        (
            "splash = \"/nowhere.png\"",
            "2:10: 'splash': cannot use the image /nowhere.png: No such file or directory"
        ),
        ("rotate = 45", "2:10: 'rotate' is 45; known are 0, 90, 180, 270"),
        ("rotate = 360", "2:10: 'rotate' is 360, outside 0…359"),
        (
            "format = \"rgb656\"",
            "2:10: unknown format 'rgb656'; known are auto, xrgb8888, xbgr8888, rgb565; "
                + "did you mean 'rgb565'?"
        ),
        ("buffers = 1", "2:11: 'buffers' is 1, outside 2…3"),
        ("buffers = 2.5", "2:11: 'buffers': expected a whole number, found 2.5"),
        ("shadow = true", "2:10: 'shadow': expected a string, found a boolean"),
        (
            "shadow = \"alway\"",
            "2:10: unknown shadow 'alway'; known are auto, always, never; did you mean 'always'?"
        ),
        (
            "at_exit = \"blank\"",
            "2:11: unknown at_exit 'blank'; known are restore, keep, black; did you mean 'black'?"
        ),
        (
            "backlight = \"../x\"",
            "2:13: 'backlight' is '../x'; expected a name such as \"10-0045\""
        ),
        ("brightness = 0", "2:14: 'brightness' is 0, outside 1…100"),
        ("brightness = nan", "2:14: 'brightness': expected a finite number"),
        ("dim = 5", "2:7: 'dim': expected a table, found a number"),
        ("dim = {}", "2:7: missing 'after_s' in 'dim'"),
        ("dim = { brightness = 5 }\nblank = { after_s = 60 }", "2:7: missing 'after_s' in 'dim'"),
        ("dim = { after_s = 0.5 }", "2:19: 'after_s' is 0.5, outside 1…1000000"),
        (
            "dim = { after_s = 5, brightness = 0 }",
            "2:35: 'brightness' is 0, outside 1…100"
        ),
        (
            "blank = { after_s = 5, first_touch = \"wake\" }",
            "2:38: unknown first_touch 'wake'; known are act, swallow"
        ),
        (
            "dim = { after_s = 9 }\nblank = { after_s = 9 }",
            "2:7: 'dim' comes after 9 s, and must come before 'blank', after 9 s"
        ),
    ]

    @Test(arguments: mistakes)
    func `a mistake in the display section is reported with its position`(
        keys: String, message: String
    ) {
        #expect(file(keys).errors.map(\.description) == ["t.toml:" + message])
    }

    @Test func `an unknown key is reported with the key that was meant`() {
        #expect(
            file("brigthness = 5\nblank = { after_s = 5, brightness = 5 }").warnings
                .map(\.description) == [
                    "t.toml:2:1: unknown key 'brigthness' in [display]; did you mean "
                        + "'brightness'?",
                    "t.toml:3:24: unknown key 'brightness' in 'blank'",
                ])
    }
}
