import Drawing
import EventLoop
import Foundation
import Panel
import TestVectors
import Testing

@testable import GlassfaderDaemon

/// What the display shows from the start of the daemon to the first picture of the panel.
struct SplashTests {
    @Test func `the splash is shown before there is a panel, and then the panel`() throws {
        let start = try SplashedStart("splash = \"\(SplashedStart.logo)\"")
        let logo = try Bitmap(
            pngData: [UInt8](Data(contentsOf: URL(filePath: SplashedStart.logo))))
        let splash = try #require(start.pictures.first)
        #expect(start.pictures.count == 2, "the splash, and the whole panel")
        // In the middle, at its own size, on the theme's background.
        let (x, y) = ((640 - logo.width) / 2, (400 - logo.height) / 2)
        let expected = Bitmap(width: 640, height: 400, format: .xrgb32)
        expected.fill(Color(red: 1, green: 0, blue: 1))
        Context(expected).draw(Image(logo), at: Point(x: Double(x), y: Double(y)))
        #expect(splash.looksLike(expected))
        let plain = try SplashedStart("")
        #expect(plain.pictures.count == 1)
        #expect(start.pictures.last.map { $0.looksLike(plain.pictures[0]) } == true)
    }

    @Test func `a splash that is larger than the screen is made smaller, and turned with it`()
        throws
    {
        let path = try TestFiles.makeFolder()
        defer { try? FileManager.default.removeItem(atPath: path) }
        let large = Bitmap(width: 1280, height: 400, format: .xrgb32)
        large.fill(.white)
        try Data(large.pngData()).write(to: URL(filePath: path + "/large.png"))
        for (rotation, bright) in [(0, (3, 200)), (90, (320, 200))] {
            let start = try SplashedStart(
                "splash = \"\(path)/large.png\"\nrotate = \(rotation)")
            let splash = try #require(start.pictures.first)
            #expect(splash[bright.0, bright.1] == 0xFFFF_FFFF)
            #expect(splash[3, 3] != 0xFFFF_FFFF)
        }
    }

    @Test func `a splash that was removed since the file was checked does not stop the start`()
        throws
    {
        let path = try TestFiles.makeFolder()
        defer { try? FileManager.default.removeItem(atPath: path) }
        try FileManager.default.copyItem(atPath: SplashedStart.logo, toPath: path + "/a.png")
        let start = try SplashedStart("splash = \"\(path)/a.png\"") {
            try FileManager.default.removeItem(atPath: path + "/a.png")
        }
        #expect(start.pictures.count == 1)
        #expect(
            start.log.contains("cannot use the image \(path)/a.png: No such file or directory"))
    }
}

/// A daemon that has been started on a display in memory, and what that has shown meanwhile.
struct SplashedStart {
    /// An image smaller than the display.
    static let logo = TestFiles.packageRoot.appending(path: "Config/gallery.png").path

    /// Each picture that differs from the one before it.
    private(set) var pictures: [Bitmap] = []
    let log: [String]

    /// Starts it with these lines in `[display]`.
    init(_ lines: String, before start: () throws -> Void = {}) throws {
        let text = """
            [display]
            \(lines)
            [theme]
            background = "#ff00ff"
            [[pages]]
            id = "p"
            strips = [{ id = "s", controls = [{ id = "k", type = "knob" }] }]
            """
        let file = PanelFile(text: text, name: "desk.toml")
        try #require((file.errors + file.warnings).map(\.description) == [])
        try self.init(#require(file.panel), before: start)
    }

    /// Starts it with a panel file.
    init(_ panel: PanelDescription, before start: () throws -> Void = {}) throws {
        try start()
        let folder = try TestFiles.makeFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var options = Options()
        options.panelPath = folder + "/panel.toml"
        options.display = .memory(width: 640, height: 400)
        options.touch = .none
        options.socketPath = folder + "/panel.sock"
        options.stateFolder = nil
        var machine = Machine()
        machine.clock = VirtualClock()
        var displays: [MemoryDisplay] = []
        machine.memoryDisplay = { loop, width, height in
            displays.append(try MemoryDisplay(loop: loop, width: width, height: height))
            return displays[0]
        }
        let journal = Journal()
        let daemon = try Daemon(panel, options: options, machine: machine, log: journal.write)
        let limit = ContinuousClock.now + patience
        try daemon.start()
        let display = try #require(displays.first)
        var last = Bitmap(width: 640, height: 400, format: .xrgb32)
        while daemon.screen?.isShown != true {
            try #require(ContinuousClock.now < limit, "the panel is not shown")
            try daemon.loop.runOnce(waitingAtMost: .milliseconds(100))
            guard !display.shown.looksLike(last) else { continue }
            last = try Bitmap(pngData: display.shown.pngData())
            pictures.append(last)
        }
        #expect(displays.count == 1, "it is searched for once")
        log = journal.lines
    }
}

extension SettingTrial {
    /// The pictures that are shown while the daemon starts.
    static let started = SettingTrial { file, _ in
        try SplashedStart(file).pictures.map(\.mark).joined(separator: "\n")
    }
}
