import Controls
import Drawing
import EventLoop
import Fingers
import Foundation
import Panel
import PanelProtocol
import Testing

@testable import DRM
@testable import GlassfaderDaemon

extension SettingTrial {
    /// What a panel looks like with a meter in each colour, while a finger holds one control after
    /// the other, and the values that come of it.
    static let look = SettingTrial { file, _ in
        let panel = try Panel(file, width: 640, height: 400, fonts: FontCollection())
        let glass = Fingers.Glass(panel.window)
        try panel.show([MeterLevels(control: "t.m", decibels: [-30, -8, 3])], at: glass.now)
        _ = glass.nextFrame()
        var seen = [glass.picture.mark]
        for control in ["s.c", "s.k", "t.l", "u.a", "u.f", "u.g"] {
            let finger = glass.touch(try #require(panel[control]).view)
            finger.drag(up: 10)
            let second = glass.touch(try #require(panel[control]).view)
            finger.drag(up: 10)
            _ = glass.nextFrame()
            seen.append("\(control) \(panel[control]?.state.map { "\($0.value)" } ?? "")")
            seen.append(glass.picture.mark)
            second.lift()
            finger.lift()
        }
        // A colour that is tapped has others to choose from.
        glass.touch(try #require(panel["u.h"]).view).lift()
        for _ in 0..<3 { _ = glass.nextFrame(after: .milliseconds(400)) }
        seen.append(glass.picture.mark)
        return seen.joined(separator: "\n")
    }

    /// What a whole daemon shows on a display in memory, and what becomes of a finger on it.
    static let shown = SettingTrial { file, folder in
        let daemon = try TriedDaemon(file, folder)
        try daemon.wait(.seconds(1))
        let picture = try daemon.picture()
        let events = try daemon.subscriber()
        try daemon.drag()
        return picture + events.lines().joined(separator: "\n")
    }

    /// The events that clients get when nobody touches a display for a while, and then somebody
    /// does.
    static let left = SettingTrial { file, folder in
        let daemon = try TriedDaemon(file, folder)
        let client = try daemon.subscriber()
        var seen: [String] = []
        for _ in 0..<5 {
            try daemon.wait(.seconds(4))
            try seen += daemon.ask(client, #"{"id":2,"cmd":"display"}"#)
            seen.append("touched: \(try daemon.value("s.c"))")
            if seen.count == 8 { try daemon.drag() }
        }
        return seen.joined(separator: "\n")
    }

    /// The pictures that are written when a daemon ends whose panel file says where to show it.
    static let written = SettingTrial { file, folder in
        let daemon = try TriedDaemon(file, folder, display: .device(.automatic))
        try daemon.daemon.end()
        return try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
            .filter { $0.hasSuffix(".png") }.joined(separator: " ")
    }

    /// How bright two backlights are while nobody touches the panel, and what is done with a touch.
    static let light = SettingTrial { file, folder in
        for (name, type) in [("one", "raw"), ("two", "firmware")] {
            let path = "\(folder)/light/\(name)"
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true)
            for (key, text) in [("max_brightness", "200"), ("brightness", "150"), ("type", type)] {
                try Data((text + "\n").utf8).write(to: URL(filePath: "\(path)/\(key)"))
            }
        }
        let loop = try EventLoop(clock: VirtualClock())
        var seen: [String] = []
        let dimmer = try DisplayDimmer(
            file.display, folder: folder + "/light", loop: loop, log: Log { seen.append($0.text) })
        dimmer.onBlank = { seen.append($0 ? "off" : "on") }
        dimmer.onIgnoreTouches = { seen.append($0 ? "swallow" : "act") }
        try dimmer.start(card: "card0")
        for second in 0..<20 {
            for name in ["one", "two"] {
                let path = "\(folder)/light/\(name)/brightness"
                let level = try String(contentsOfFile: path, encoding: .utf8)
                seen.append("\(second) s, \(name): " + level.prefix { $0 != "\n" })
            }
            while try loop.runOnce(waitingAtMost: .seconds(1)) {}
        }
        try dimmer.touched()
        return seen.joined(separator: "\n")
    }

    /// The card, connector, mode and format that are taken of those that there are.
    static let cards = SettingTrial { file, _ in
        let wanted = DisplayFinder.Wanted(.device(.automatic), file.display)
        guard case .monitor(let choice) = wanted else { return "\(wanted)" }
        let small = Mode(clock: 33_300, visible: (800, 480), total: (1056, 525), isPreferred: true)
        let large = Mode(clock: 74_250, visible: (1280, 720), total: (1650, 750))
        let connectors = ["HDMI-A-1", "DP-1"].map { name in
            Connector(
                id: 1, type: 11, encoderIDs: [], encoderID: 0, name: name, status: .connected,
                isNonDesktop: false, modes: [small, large], millimetres: nil, mounting: .none,
                hasBadLink: false)
        }
        let offers = ["vc4", "virtio_gpu"].map {
            MonitorChoice.Offer(driver: $0, connectors: connectors)
        }
        let (index, connector) = try #require(choice.best(among: offers))
        let mode = try connector.modes(requested: choice.mode)[0]
        let format = FramebufferFormat.best(
            among: FramebufferFormat.allCases.map(\.code),
            wanted: FramebufferFormat(file.display.format), preferredDepth: 24)
        return "\(offers[index].driver) \(connector.name) \(mode) \(format?.rawValue ?? "")"
    }
}

extension Bitmap {
    /// What is the same for pictures that are.
    var mark: String {
        var hasher = Hasher()
        withPixels { pixels, pixelsPerRow in
            for y in 0..<height {
                let row = UnsafeRawBufferPointer(start: pixels + y * pixelsPerRow, count: 4 * width)
                hasher.combine(bytes: row)
            }
        }
        return "picture \(hasher.finalize())"
    }
}
