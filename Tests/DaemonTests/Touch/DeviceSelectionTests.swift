import Evdev
import Foundation
import Panel
import PanelProtocol
import TOML
import Testing

@testable import GlassfaderDaemon

/// Which devices touch the panel, and which settings each gets.
struct DeviceSelectionTests {
    private let touchscreen = node(
        "Goodix Touch", at: "platform-i2c", number: 2, isTouchscreen: true)
    private let mouse = node("Posiflex", at: "pci-usb-1", vendor: 0x0d3a, product: 0xa000)

    @Test func `by default all touchscreens are read, and no other devices`() {
        let selection = DeviceSelection(InputDescription())
        #expect(selection.accepts(touchscreen))
        #expect(!selection.accepts(mouse))
    }

    @Test(arguments: ["name:Posi*", "0d3a:a000", "path:pci-usb-?", "/dev/input/event7"])
    func `an explicitly selected device need not look like a touchscreen`(text: String) throws {
        var input = InputDescription()
        input.device = DeviceMatch(text)
        let selection = DeviceSelection(input)
        #expect(selection.accepts(mouse))
        #expect(!selection.accepts(touchscreen))
    }

    @Test func `a device with settings is read in addition to the touchscreens`() throws {
        var input = InputDescription()
        input.devices = [try device("name:Posi*") { $0.indicator = .left }]
        let selection = DeviceSelection(input)
        #expect(selection.accepts(touchscreen))
        #expect(selection.accepts(mouse))
        #expect(selection.touchscreen(at: mouse).indicator == .left)
        #expect(selection.touchscreen(at: touchscreen).indicator == .touch)
    }

    @Test func `the command line overrides the panel file's device, and settings still apply`()
        throws
    {
        var input = InputDescription()
        input.device = DeviceMatch("name:Goodix*")
        input.devices = [try device("0d3a:a000") { $0.indicator = .left }]
        let selection = DeviceSelection(
            input, wanted: [.node(path: "/dev/input/event7"), .name(Glob("Nothing"))])
        #expect(!selection.accepts(touchscreen))
        #expect(selection.accepts(mouse))
        #expect(selection.touchscreen(at: mouse).indicator == .left)
    }

    @Test func `each of two identical panels keeps its settings, whatever its number`() throws {
        var input = InputDescription()
        input.devices = [
            try device("path:pci-usb-left", output: "HDMI-A-1") { $0.swapRanges = true },
            try device("path:pci-usb-right", output: "HDMI-A-2"),
        ]
        let selection = DeviceSelection(input)
        for number in [3, 8] {
            let left = node("Twin", at: "pci-usb-left", number: number, isTouchscreen: true)
            let right = node("Twin", at: "pci-usb-right", number: 11 - number, isTouchscreen: true)
            #expect(selection.touchscreen(at: left).swapRanges)
            #expect(selection.output(of: left) == "HDMI-A-1")
            #expect(!selection.touchscreen(at: right).swapRanges)
            #expect(selection.output(of: right) == "HDMI-A-2")
        }
    }

    @Test func `udev names the screen of a touchscreen that the panel file does not assign`()
        throws
    {
        var input = InputDescription()
        input.devices = [try device("path:pci-usb-right", output: "HDMI-A-2")]
        let selection = DeviceSelection(input)
        var left = node("Twin", at: "pci-usb-left", number: 3, isTouchscreen: true)
        #expect(selection.touches(.connector("HDMI-A-1"), with: left), "it is assigned to none")
        left.output = "HDMI-A-1"
        #expect(selection.touches(.connector("HDMI-A-1"), with: left))
        #expect(!selection.touches(.connector("HDMI-A-2"), with: left))
        #expect(!selection.touches(.none, with: left), "another panel may be about to read it")
        #expect(selection.touches(.unnamed, with: left))
        var right = node("Twin", at: "pci-usb-right", number: 4, isTouchscreen: true)
        right.output = "HDMI-A-1"
        #expect(selection.touches(.connector("HDMI-A-2"), with: right), "the panel file decides")
    }

    @Test func `a panel of a seat reads the touchscreens of that seat`() throws {
        var input = InputDescription()
        input.devices = [try device("0d3a:a000")]
        let selection = DeviceSelection(input, seat: "seat1")
        var other = touchscreen
        #expect(!selection.accepts(other) && !selection.accepts(mouse))
        other.seat = "seat1"
        #expect(selection.accepts(other))
        #expect(!DeviceSelection(input, seat: "seat0").accepts(other))
        #expect(DeviceSelection(input).accepts(other), "a panel without a seat takes any")
    }

    @Test func `the first matching entry applies`() throws {
        var input = InputDescription()
        input.devices = [
            try device("name:Goodix*") { $0.grab = false },
            try device("name:*") { $0.swapRanges = true },
        ]
        let selection = DeviceSelection(input)
        #expect(!selection.touchscreen(at: touchscreen).grab)
        #expect(!selection.touchscreen(at: touchscreen).swapRanges)
        #expect(selection.touchscreen(at: mouse).swapRanges)
    }

    @Test func `a link means the node that it points to at the time`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "glassfader-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let link = folder.appending(path: "by-path").path
        let match = DeviceMatch.node(path: link)
        let path = folder.resolvingSymlinksInPath().appending(path: "event9").path
        let node = TouchscreenNode(path: path)
        #expect(!match.matches(node))
        try Data().write(to: URL(filePath: path))
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "event9")
        #expect(match.matches(node))
    }

    private func device(
        _ match: String, output: String? = nil,
        _ change: (inout TouchscreenDescription) -> Void = { _ in }
    ) throws -> InputDevice {
        var touchscreen = TouchscreenDescription()
        change(&touchscreen)
        return InputDevice(
            match: try #require(DeviceMatch(match)), output: output, touchscreen: touchscreen,
            position: SourcePosition(line: 1, column: 1))
    }
}

private func node(
    _ name: String, at port: String, number: Int = 7, vendor: UInt16 = 0, product: UInt16 = 0,
    isTouchscreen: Bool = false
) -> TouchscreenNode {
    var node = TouchscreenNode(path: "/dev/input/event\(number)")
    node.name = name
    node.pluggedInto = port
    node.vendor = vendor
    node.product = product
    node.isTouchscreen = isTouchscreen
    return node
}
