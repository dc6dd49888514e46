import ArgumentParser
import Drawing
import Files
import Foundation
import Panel
import TestVectors
import Testing

@testable import glassfader

/// What `setup` writes into a panel file.
struct SetupTests {
    private static let desk = """
        # A desk.
        [display]
        device  = "auto"   # any
        size_mm = [
          100,  # wide
          50,
        ]

        [input]
        grab = true
        [[pages]]
        id = "main"
        strips = [{ id = "ch1", controls = [{ id = "level", type = "slider" }] }]
        """

    private func corners(
        _ matrix: String, port: String? = nil, hasUdevMatrix: Bool = false
    ) throws -> TouchedCorners {
        let port = port.map { #","port":"\#($0)""# } ?? ""
        let udev = hasUdevMatrix ? #","udev_calibration":"0 1 0 1 0 0""# : ""
        return try #require(
            TouchedCorners(
                #"{"touchscreen":"/dev/input/event3","name":"Goodix *"\#(port)\#(udev),"#
                    + #""screen":{"connector":"DSI-1"},"calibration":[\#(matrix)]}"#))
    }

    private func written(
        _ settings: MachineSettings, into text: String = desk
    ) throws -> (text: String, panel: PanelDescription) {
        let text = try settings.written(into: text, name: "panel.toml")
        let panel = PanelFile(text: text, name: "panel.toml").panel
        return (text, try #require(panel))
    }

    @Test func `keys of the display are set where they are, and the rest stays`() throws {
        let (text, panel) = try written(
            MachineSettings(
                device: "/dev/dri/card1", connector: "DSI-1", rotation: 90,
                millimetres: Size(width: 154, height: 85.9)))
        #expect(panel.display.device == .card(node: "/dev/dri/card1"))
        #expect(panel.display.connector == "DSI-1" && panel.display.rotation == 90)
        #expect(panel.display.millimetres == Size(width: 154, height: 85.9))
        #expect(text.hasPrefix("# A desk.\n[display]\n"))
        #expect(text.contains("size_mm = [154, 85.9]\n\n[input]\ngrab = true"))
    }

    @Test func `a framebuffer is the device, and has no connector`() throws {
        let screen = ConnectedScreen(
            node: "/dev/fb0", driver: "simple", connector: nil, width: 800, height: 480,
            millimetres: nil)
        let panel = try written(MachineSettings(device: screen.device)).panel
        #expect(panel.display.device == .framebuffer(node: "/dev/fb0"))
    }

    @Test func `a file without the table gets it at its end`() throws {
        let text = "[[pages]]\nid = \"main\"\nstrips = []\n"
        let file = try written(MachineSettings(rotation: 180), into: text)
        #expect(file.text == text + "\n[display]\nrotate = 180\n")
        #expect(file.panel.display.rotation == 180)
    }

    @Test func `the only touchscreen has its matrix under input`() throws {
        let corners = try corners("-1,0,1,0,1,0")
        let (text, panel) = try written(MachineSettings(corners: corners))
        #expect(panel.input.touchscreen.calibration == [-1, 0, 1, 0, 1, 0])
        #expect(text.contains("[input]\ncalibration = [-1, 0, 1, 0, 1, 0]\ngrab = true"))
        // Once more, and the glass was turned meanwhile.
        let again = try written(
            MachineSettings(corners: try self.corners("1,0,0,0,1,0")), into: text)
        #expect(again.panel.input.touchscreen.calibration == [1, 0, 0, 0, 1, 0])
    }

    @Test
    func `a correctly mounted touchscreen needs no calibration unless udev has a matrix`()
        throws
    {
        let plain = try corners("1,0,0,0,1,0")
        #expect(try written(MachineSettings(corners: plain)).text == Self.desk)
        let turned = try corners("1,0,0,0,1,0", hasUdevMatrix: true)
        let matrix = try written(MachineSettings(corners: turned)).panel.input.touchscreen
            .calibration
        // The daemon takes any other matrix than the one that changes nothing before udev's.
        let numbers = try #require(matrix)
        #expect(numbers != TouchedCorners.identity)
        #expect(zip(numbers, TouchedCorners.identity).allSatisfy { abs($0 - $1) < 1e-4 })
    }

    @Test func `of several touchscreens each has an entry with its port and its screen`() throws {
        var settings = MachineSettings(corners: try corners("0,1,0,1,0,0", port: "pci-1"))
        settings.hasOtherTouchscreens = true
        let (text, panel) = try written(settings)
        let entry = try #require(panel.input.devices.first)
        #expect(entry.match == DeviceMatch("path:pci-1") && entry.output == "DSI-1")
        #expect(entry.touchscreen.calibration == [0, 1, 0, 1, 0, 0])
        // The same one again changes its entry.
        settings.corners = try corners("1,0,0,0,-1,1", port: "pci-1")
        let again = try written(settings, into: text).panel.input.devices
        #expect(again.count == 1 && again[0].touchscreen.calibration == [1, 0, 0, 0, -1, 1])
        // Without a port it is known by its name.
        settings.corners = try corners("1,0,0,0,-1,1")
        let third = try written(settings, into: text).panel.input.devices
        #expect(third.map { "\($0.match)" } == ["path:pci-1", "name:Goodix ?"])
    }

    @Test func `a file that cannot be changed names the lines to write by hand`() throws {
        let text = Self.desk.replacing("[display]", with: "display = 5\n[other]")
        let failure = #expect(throws: MachineSettings.Failure.self) {
            try written(MachineSettings(connector: "DSI-1"), into: text)
        }
        #expect(failure?.lines == ["[display]", "connector = \"DSI-1\""])
        #expect(failure?.description.hasPrefix("panel.toml:") == true)
    }

    @Test func `the desk is the first that has room on the screen`() throws {
        let screen = ConnectedScreen(
            node: "/dev/dri/card0", driver: "vc4", connector: "DSI-1", width: 800, height: 480,
            millimetres: nil)
        let desk = try DeskChoice(
            for: screen, millimetres: Size(width: 154, height: 86), rotation: 0)
        let file = PanelFile(text: desk.text, name: desk.name)
        let problems = file.problems(
            atWidth: 800, height: 480, millimetres: Size(width: 154, height: 86))
        #expect(problems.errors.isEmpty && problems.warnings.isEmpty)
        #expect(throws: DeskChoice.Unknown.self) { try DeskChoice(named: "nosuch") }
    }

    @Test func `a shipped desk is recognised, also with what setup has written into it`() throws {
        let shipped = try TestFiles.text("Config/mixer.toml")
        #expect(DeskChoice(shippedAs: shipped)?.name == "mixer")
        var settings = MachineSettings(connector: "DSI-1", rotation: 90)
        settings.corners = try corners("-1,0,1,0,1,0")
        let written = try written(settings, into: shipped).text
        #expect(DeskChoice(shippedAs: written)?.name == "mixer")
        #expect(DeskChoice(shippedAs: written.replacing("\n", with: "\r\n"))?.name == "mixer")
        #expect(DeskChoice(shippedAs: shipped.replacing("foh", with: "mine")) == nil)
        #expect(DeskChoice(shippedAs: Self.desk) == nil)
    }

    @Test func `a desk that somebody has chosen stays, and the installed one needs room`() throws {
        func decision(_ text: String?, _ width: Int, _ height: Int) throws -> DeskDecision {
            let screen = ConnectedScreen(
                node: "/dev/dri/card0", driver: "vc4", connector: "DSI-1", width: width,
                height: height, millimetres: nil)
            return try DeskDecision(
                on: text, of: "a.toml", for: screen, millimetres: nil, rotation: 0)
        }
        let (mixer, live) = (
            try TestFiles.text("Config/mixer.toml"), try TestFiles.text("Config/live.toml")
        )
        for text in [mixer, live, Self.desk] {
            let kept = try decision(text, 1920, 1080)
            #expect(kept.text == text && kept.words.contains("a.toml"))
        }
        let small = try decision(nil, 480, 320)
        let replaced = try #require(DeskChoice(shippedAs: try decision(mixer, 480, 320).text))
        #expect(replaced.name == DeskChoice(shippedAs: small.text)?.name)
        #expect(replaced.name != "mixer")
        // Chosen, or changed.
        let chosen = try decision(live, 480, 320)
        #expect(chosen.text == live && chosen.words.contains("it has no room on this screen"))
        let changed = mixer.replacing("[display]", with: "[display]\nrotate = 0")
        #expect(try decision(changed, 480, 320).text == changed)
    }

    @Test func `a desk that needs images beside it cannot be chosen`() {
        let error = #expect(throws: DeskChoice.Unknown.self) {
            try DeskChoice(named: "gallery")
        }
        let names = error?.description.split(separator: ";").last ?? ""
        #expect(names.contains("mixer") && !names.contains("gallery"))
    }

    @Test func `a new desk keeps the old file's settings of the machine`() throws {
        let old = """
            [display]
            device = "driver:vc4"
            size_mm = [
              100,
              50 ]
            at_exit = "keep"   # as it is
            [input]
            grab = false
            device = "name:Goodix*"
            calibration = [-1, 0, 1, 0, 1, 0]
            [[input.devices]]
            match = "name:other"
            output = "DSI-1"

            [theme]
            """
        let shipped = try TestFiles.text("Config/minimal.toml")
        let panel = try written(
            MachineSettings(), into: MachineSettings.copy(from: old, into: shipped)
        ).panel
        #expect(panel.display.device == .driver("vc4") && panel.display.atExit == .keep)
        #expect(panel.display.millimetres == Size(width: 100, height: 50))
        #expect(!panel.input.touchscreen.grab)
        #expect(panel.input.device == DeviceMatch("name:Goodix*"))
        #expect(panel.input.touchscreen.calibration == [-1, 0, 1, 0, 1, 0])
        #expect(panel.input.devices.first?.output == "DSI-1")
        #expect(panel.pages.first?.strips.first?.label == "Main")
    }

    @Test func `a new desk keeps the settings of the bridges, and their comments`() throws {
        let bridges = """
            [bridges.osc]  # the console
            dialect = "x32"
            # send = ["10.0.0.2:10023"]

            [bridges.midi]
            programs = { "5" = "Song" }
            """
        let old = Self.desk + "\n" + bridges + "\n\n# The colours.\n[theme]\naccent = \"red\"\n"
        let shipped = try TestFiles.text("Config/minimal.toml")
        let copy = MachineSettings.copy(from: old, into: shipped)
        #expect(copy.hasSuffix("\n\n" + bridges + "\n"))
        #expect(!MachineSettings.leavesBridges(of: old, in: copy))
        let panel = try written(MachineSettings(), into: copy).panel
        #expect(panel.bridges.members.map(\.key) == ["osc", "midi"])
        // Once more, with the same desk.
        let again = MachineSettings.copy(from: copy, into: shipped)
        #expect(try written(MachineSettings(), into: again).panel.bridges == panel.bridges)
    }

    @Test(arguments: [
        "[bridges.osc]\ndialect = [[1]]\n", "bridges = { osc = { dialect = \"x32\" } }\n",
        "bridges.osc.dialect = \"x32\"\n",
    ])
    func `settings of bridges that cannot be copied stay in the old file`(old: String) throws {
        let shipped = try TestFiles.text("Config/minimal.toml")
        let copy = MachineSettings.copy(from: old, into: shipped)
        #expect(MachineSettings.leavesBridges(of: old, in: copy))
        #expect(!copy.contains("bridges"))
    }

    @Test func `a screen that is another than the one in the file replaces it`() throws {
        let text = Self.desk.replacing(
            "device  = \"auto\"", with: "device = \"/dev/dri/card1\"\nconnector = \"DP-1\"")
        var settings = MachineSettings(device: "fb:/dev/fb0")
        settings.isOtherScreen = true
        let display = try written(settings, into: text).panel.display
        #expect(display.device == .framebuffer(node: "/dev/fb0") && display.connector == nil)
    }

    @Test func `the panel of one of several screens and touchscreens has its own`() throws {
        var settings = MachineSettings(corners: try corners("0,1,0,1,0,0", port: "pci-1"))
        (settings.hasOtherScreens, settings.hasOtherTouchscreens) = (true, true)
        let input = try written(settings).panel.input
        #expect(input.device == DeviceMatch("path:pci-1"))
        #expect(input.devices.map(\.match) == [DeviceMatch("path:pci-1")])
    }

    @Test func `lines keep their ends`() throws {
        let text = Self.desk.replacing("\n", with: "\r\n")
        let (result, panel) = try written(MachineSettings(rotation: 90), into: text)
        #expect(panel.display.rotation == 90)
        #expect(result == text.replacing("[display]\r\n", with: "[display]\r\nrotate = 90\r\n"))
    }

    // MARK: The file

    @Test func `a panel file keeps its owner, its permissions and its link`() throws {
        let folder = try TestFiles.makeFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let (path, target) = (folder + "/panel.toml", folder + "/desk.toml")
        try Data("old".utf8).write(to: URL(filePath: target))
        #expect(chmod(target, 0o640) == 0 && symlink(target, path) == 0)
        let mask = umask(0o077)
        defer { umask(mask) }
        try ReplacedPanelFile(path).write("new")
        #expect(try String(contentsOfFile: target, encoding: .utf8) == "new")
        #expect(try String(contentsOfFile: path + ".old", encoding: .utf8) == "old")
        #expect(LinkedPath.resolved(path) == LinkedPath.resolved(target))
        for file in [target, path + ".old"] { #expect(try mode(of: file) == 0o640) }
        // The service reads a new one too.
        try ReplacedPanelFile(folder + "/other.toml").write("new")
        #expect(try mode(of: folder + "/other.toml") == 0o644)
    }

    @Test func `a shipped desk does not replace a desk of one's own that was kept`() throws {
        let folder = try TestFiles.makeFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = folder + "/panel.toml"
        let (mixer, live) = (
            try TestFiles.text("Config/mixer.toml"), try TestFiles.text("Config/live.toml")
        )
        try Data(mixer.utf8).write(to: URL(filePath: path))
        for (new, kept) in [
            (Self.desk, mixer), (live, Self.desk), (mixer, Self.desk), (Self.desk + "#", Self.desk),
            (live, Self.desk + "#"),
        ] {
            try ReplacedPanelFile(path).write(new)
            #expect(try String(contentsOfFile: path, encoding: .utf8) == new)
            #expect(try String(contentsOfFile: path + ".old", encoding: .utf8) == kept)
        }
    }

    private func mode(of path: String) throws -> mode_t {
        var status = stat()
        try #require(stat(path, &status) == 0)
        return status.st_mode & 0o777
    }

    @Test func `a panel file that somebody has changed meanwhile is left as it is`() throws {
        let folder = try TestFiles.makeFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = folder + "/panel.toml"
        try Data("old".utf8).write(to: URL(filePath: path))
        let file = try ReplacedPanelFile(path)
        try Data("mine".utf8).write(to: URL(filePath: path))
        #expect(throws: ReplacedPanelFile.Changed.self) { try file.write("new") }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
        #expect(!FileManager.default.fileExists(atPath: path + ".old"))
    }

    @Test(arguments: [
        ("glassfaderd@left.service", nil), ("glassfaderd.service", nil), ("other", nil),
        ("glassfaderd@monitor.service", "its socket would be that of another one"),
        ("glassfaderd@glassfader", "its socket would be that of another one"),
        ("glassfaderd@left-monitor.service", "its socket would be that of another one"),
        ("glassfaderd@.service", "names no panel"), ("glassfaderd@a/b.service", "names no panel"),
    ])
    func `a panel of several has a name that no other panel's socket has`(
        unit: String, reason: String?
    ) throws {
        for command in ["setup", "doctor"] {
            let parse = { try Glassfader.parseAsRoot([command, "--unit", unit]) }
            guard let reason else {
                _ = try parse()
                continue
            }
            let error = #expect(throws: (any Error).self) { try parse() }
            let message = error.map(Glassfader.message(for:)) ?? ""
            #expect(message.contains(reason), "\(message)")
        }
    }
}
