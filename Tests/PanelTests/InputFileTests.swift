import Drawing
import PanelProtocol
import Testing

@testable import Panel

/// What a panel file may say of touchscreens, and of the size of the screen.
struct InputFileTests {
    @Test func `by default, every touchscreen is read as it describes itself`() throws {
        let input = try panel("").input
        #expect(input == InputDescription())
        #expect(input.device == nil)
        #expect(input.touchscreen.grab)
        #expect(input.touchscreen.calibration == nil)
        #expect(input.touchscreen.releaseTimeout == nil)
        #expect(try panel("[input]\ndevice = \"auto\"").input.device == nil)
    }

    @Test(arguments: [
        ("/dev/input/by-path/a", DeviceMatch.node(path: "/dev/input/by-path/a")),
        ("path:platform-3f205000.i2c", .port(Glob("platform-3f205000.i2c"))),
        ("name:Goodix*", .name(Glob("Goodix*"))),
        ("0eef:0001", .model(vendor: 0x0eef, product: 1)),
        ("EEF:1", .model(vendor: 0x0eef, product: 1)),
    ])
    func `a device can be chosen in several forms`(text: String, match: DeviceMatch) throws {
        #expect(try panel("[input]\ndevice = \"\(text)\"").input.device == match)
        #expect(DeviceMatch(match.description) == match)
    }

    @Test(arguments: ["", "event3", "path:", "name:", "0eef", "0eef:", "12345:1", "xyz:1", "a:b:c"])
    func `a text that names no device is rejected`(text: String) {
        #expect(DeviceMatch(text) == nil)
        #expect(
            errors("[input]\ndevice = \"\(text)\"") == [
                "t.toml:2:10: 'device' is '\(text)'; expected \"auto\", a node such as "
                    + "/dev/input/event3, path:ID_PATH, name:PATTERN or VENDOR:PRODUCT"
            ])
    }

    @Test func `a device has its own settings, and the others use the common ones`() throws {
        let input = try panel(
            """
            [input]
            grab = false
            release_timeout_ms = 250
            [[input.devices]]
            match = "0eef:0001"
            axes = ["ABS_Z", "ABS_RX"]
            swap_ranges = true
            calibration = [0, 1, 0, 1, 0, 0]
            [[input.devices]]
            match = "path:pci-*"
            output = "HDMI-A-2"
            contact = "pressure"
            pressure_on = 20
            pressure_off = 15.5
            grab = true
            release_timeout_ms = 0
            """
        ).input
        #expect(!input.touchscreen.grab)
        #expect(input.touchscreen.releaseTimeout == .milliseconds(250))
        try #require(input.devices.count == 2)

        let first = input.devices[0].touchscreen
        #expect(first.axes == TouchscreenDescription.Axes(x: .z, y: .rx))
        #expect(first.swapRanges)
        #expect(first.calibration == [0, 1, 0, 1, 0, 0])
        #expect(!first.grab)
        #expect(first.releaseTimeout == .milliseconds(250))

        let second = input.devices[1]
        #expect(second.match == .port(Glob("pci-*")))
        #expect(second.output == "HDMI-A-2")
        #expect(second.touchscreen.indicator == .pressure)
        #expect(second.touchscreen.pressureOn == 20)
        #expect(second.touchscreen.pressureOff == 15.5)
        #expect(second.touchscreen.grab)
        #expect(second.touchscreen.releaseTimeout == nil)
    }

    @Test func `a device has its own settings to separate fingers from noise`() throws {
        let input = try panel(
            """
            [input]
            hysteresis_mm = 0.3
            palm_major_mm = 25
            liftoff_guard = false
            [[input.devices]]
            match = "0eef:0001"
            technology = "resistive"
            bounce_ms = 60
            one_euro = { beta = 0.3 }
            [[input.devices]]
            match = "name:b*"
            rest = false
            jump_mm = 0
            palm_major_mm = 0
            liftoff_guard = true
            [[input.devices]]
            match = "name:c*"
            axes = ["ABS_MT_TOOL_X", "ABS_MT_TOOL_Y"]
            """
        ).input
        try #require(input.devices.count == 3)
        let common = input.touchscreen.filters
        #expect(common.smoothing == .hysteresis(millimetres: 0.3, widensAtRest: true))

        // What it leaves out is as [input] says, and what neither says as its technology needs it.
        var resistive = FilterDescription(for: .resistive)
        var oneEuro = OneEuroDescription()
        oneEuro.beta = 0.3
        resistive.smoothing = .oneEuro(oneEuro)
        resistive.bounce = .milliseconds(60)
        resistive.palmMajor = 25
        resistive.guardsLiftOff = false
        #expect(input.devices[0].touchscreen.filters == resistive)

        var changed = common
        changed.smoothing = .hysteresis(millimetres: 0.3, widensAtRest: false)
        changed.jump = nil
        changed.palmMajor = nil
        changed.guardsLiftOff = true
        #expect(input.devices[1].touchscreen.filters == changed)
        #expect(input.devices[2].touchscreen.filters == common)
        #expect(
            input.devices[2].touchscreen.axes
                == TouchscreenDescription.Axes(x: .toolX, y: .toolY))
    }

    @Test func `a mistake in a device's filters is reported at the device`() {
        let file = file(
            """
            [input]
            technology = "resistive"
            [[input.devices]]
            match = "name:a"
            hysteresis_mm = 0.2
            min_frames = 0
            """)
        #expect(
            file.warnings.map(\.description) == [
                "t.toml:5:17: 'hysteresis_mm' is not in effect: 'smoothing' is \"one-euro\""
            ])
        #expect(file.errors.map(\.description) == ["t.toml:6:14: 'min_frames' is 0, outside 1…10"])
    }

    @Test(arguments: [
        ("grab = 1", "2:8: 'grab': expected true or false, found a number"),
        (
            "contact = \"tuoch\"",
            "2:11: unknown contact 'tuoch'; known are touch, left, pressure; did you mean 'touch'?"
        ),
        ("pressure_on = 101", "2:15: 'pressure_on' is 101, outside 0…100"),
        (
            "pressure_off = 13",
            "2:16: 'pressure_off' is 13, and must not be above 'pressure_on', 12"
        ),
        (
            "pressure_on = 5",
            "2:15: 'pressure_off' is 8, and must not be above 'pressure_on', 5"
        ),
        (
            "axes = [\"ABS_Z\"]",
            "2:8: 'axes': expected the axes of x and y, two of "
                + "ABS_X, ABS_Y, ABS_Z, ABS_RX, ABS_RY, ABS_RZ, or two of "
                + "ABS_MT_POSITION_X, ABS_MT_POSITION_Y, ABS_MT_TOOL_X, ABS_MT_TOOL_Y"
        ),
        (
            "axes = [\"ABS_Z\", \"ABS_MT_TOOL_Y\"]",
            "2:8: 'axes': expected the axes of x and y, two of "
                + "ABS_X, ABS_Y, ABS_Z, ABS_RX, ABS_RY, ABS_RZ, or two of "
                + "ABS_MT_POSITION_X, ABS_MT_POSITION_Y, ABS_MT_TOOL_X, ABS_MT_TOOL_Y"
        ),
        ("axes = [1, 2]", "2:9: 'axes': expected an array of strings, found a number"),
        ("release_timeout_ms = -1", "2:22: 'release_timeout_ms' is -1, outside 0…60000"),
        ("calibration = [1, 0]", "2:15: 'calibration': expected 6 numbers, found 2"),
        ("calibration = [nan, 0, 0, 0, 1, 0]", "2:15: 'calibration': expected finite numbers"),
        (
            "calibration = [1, 2, 0, 2, 4, 0]",
            "2:15: 'calibration': this matrix has no inverse: it maps the whole touchscreen "
                + "to a line or a point"
        ),
        (
            "calibration = [1, 0, 1, 0, 1, 0]",
            "2:15: 'calibration': this matrix maps the whole touchscreen outside the screen"
        ),
        (
            "calibration = [1e200, 0, 0, 0, 1e200, 0]",
            "2:15: 'calibration': the numbers of a matrix are at most a million"
        ),
        ("devices = 3", "2:11: 'devices': expected an array of tables, found a number"),
        ("devices = [{}]", "2:12: missing 'match' in an entry of [[input.devices]]"),
        (
            "devices = [{ match = \"?\" }]",
            "2:22: 'match' is '?'; expected a node such as /dev/input/event3, "
                + "path:ID_PATH, name:PATTERN or VENDOR:PRODUCT"
        ),
    ])
    func `a mistake is reported with its position`(line: String, message: String) {
        #expect(errors("[input]\n" + line) == ["t.toml:" + message])
    }

    @Test func `an unknown key of a device is a warning`() {
        let file = file("[[input.devices]]\nmatch = \"name:x\"\nouptut = \"DSI-1\"")
        #expect(
            file.warnings.map(\.description) == [
                "t.toml:3:1: unknown key 'ouptut' in an entry of [[input.devices]]; "
                    + "did you mean 'output'?"
            ])
    }

    @Test func `the size of the screen is in millimetres`() throws {
        let display = try panel("[display]\nsize_mm = [154.1, 86]").display
        #expect(display.millimetres == Size(width: 154.1, height: 86))
        #expect(
            errors("[display]\nsize_mm = [154, 0]") == [
                "t.toml:2:11: 'size_mm': expected [width, height], each 5…3000"
            ])
        #expect(
            errors("[display]\nsize_mm = 7") == [
                "t.toml:2:11: 'size_mm': expected 2 numbers, found a number"
            ])
    }

    private func file(_ section: String) -> PanelFile {
        PanelFile(
            text: section + "\n[[pages]]\nid = \"p\"\nstrips = [{ id = \"s\", controls = [] }]\n",
            name: "t.toml")
    }

    private func panel(_ section: String) throws -> PanelDescription {
        let file = file(section)
        #expect(file.warnings == [])
        return try #require(file.panel, "\(file.errors)")
    }

    private func errors(_ section: String) -> [String] {
        file(section).errors.map(\.description)
    }
}
