import Controls
import Drawing
import Evdev
import EventLoop
import Files
import Foundation
import Panel
import TestVectors
import Testing
import TouchEvents

@testable import GlassfaderDaemon

/// A whole daemon in this process: two faders, or any panel file, shown in memory; clients on its
/// real socket; and fingers played from recordings.
final class RunningDaemon {
    /// Two strips of one fader each, -90...10 dB, at -10 dB.
    static let twoFaders = """
        version = 1
        name = "desk"
        [[pages]]
        id = "main"
        strips = [{ id = "ch{n}", count = 2, controls = [
          { id = "level", type = "slider", unit = "dB", taper = "x32", default = -10, step = 0.1 },
        ] }]
        """

    let daemon: Daemon
    private var fingers: [Int: Point] = [:]
    let folder: String
    var socketPath: String { folder + "/panel.sock" }
    var screenshotPath: String { folder + "/panel.png" }
    /// The panel file that it was started with.
    var panelPath: String { folder + "/panel.toml" }
    /// What it has said for the journal.
    var log: [String] { journal.lines }
    let journal = Journal()

    /// A daemon that serves its socket and has shown its first frame. It keeps nothing, unless
    /// there is a folder for it. Another file may have come in the place of the panel file after it
    /// was read.
    init(
        _ file: String = RunningDaemon.twoFaders, replacedBy laterFile: String? = nil,
        width: Int = 800, height: Int = 480, stateFolder: String? = nil
    ) throws {
        folder = try TestFiles.makeFolder()
        touchscreen = .slots(width: width, height: height)
        let panel = try #require(PanelFile(text: file, name: "desk.toml").panel)
        try Data((laterFile ?? file).utf8).write(to: URL(filePath: folder + "/panel.toml"))
        var options = Options()
        options.panelPath = folder + "/panel.toml"
        options.display = .memory(width: width, height: height)
        options.touch = .none
        options.socketPath = folder + "/panel.sock"
        options.screenshotPath = folder + "/panel.png"
        options.stateFolder = stateFolder
        do {
            daemon = try Daemon(
                panel, from: Array(file.utf8), options: options, log: journal.write)
        } catch {
            // Nothing is deinitialized that was not initialized.
            try? FileManager.default.removeItem(atPath: folder)
            throw error
        }
        try daemon.start()
        try run { daemon.screen?.isShown == true }
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// The picture as it is being shown.
    var shown: Bitmap {
        get throws { try #require(daemon.memoryDisplay).shown }
    }

    /// Whether a picture is shown that looks different.
    func shows(otherThan picture: Bitmap) -> Bool {
        daemon.memoryDisplay.map { !$0.shown.looksLike(picture) } ?? false
    }

    /// Lets the daemon work until something is so, which is a failure if it takes a minute.
    func run(until isSo: () -> Bool) throws {
        let limit = ContinuousClock.now + patience
        while !isSo() {
            try #require(ContinuousClock.now < limit, "nothing happened for a minute")
            try daemon.loop.runOnce(waitingAtMost: .milliseconds(100))
        }
    }

    /// Plays what fingers do on a touchscreen of the size of the picture, from now on.
    func play(_ fingers: TouchScript) throws {
        try daemon.touchscreens.play(
            fingers.recording(on: touchscreen), named: "fingers")
    }

    /// A touchscreen whose units are pixels.
    let touchscreen: DeviceDescription

    /// A client that has been greeted and has asked for the events of everything.
    func subscriber() throws -> PanelWatcher {
        let watcher = try client()
        watcher.send(#"{"id":1,"cmd":"subscribe"}"#)
        try run { watcher.read { $0["id"] as? Int == 1 } }
        return watcher
    }

    /// A client that has been greeted.
    func client() throws -> PanelWatcher {
        let watcher = PanelWatcher(try #require(SocketClient(path: socketPath)))
        try run { watcher.read { $0["hello"] != nil } }
        return watcher
    }

    /// Puts another file in the place of the panel file, as an editor does.
    func replacePanel(_ file: String) throws {
        try ReplacedFile(panelPath).write(Array(file.utf8), mode: 0o644)
    }

    /// Sends a request as a client, and gives its answer: what is `ok`, or the `error`.
    func ask(_ client: PanelWatcher, _ line: String, id: Int) throws -> [String: Any] {
        _ = client.read()
        let before = client.lines.count
        client.send(line)
        var answer: [String: Any]?
        try run {
            _ = client.read()
            answer = client.lines[before...].last { $0["id"] as? Int == id }
            return answer != nil
        }
        return answer?["ok"] as? [String: Any] ?? answer?["error"] as? [String: Any] ?? [:]
    }

    /// A finger on the glass, over a control or where it was before.
    func finger(
        _ phase: Window.ContactPhase, on control: String? = nil, by offset: Double = 0,
        slot: Int = 0, at time: Duration? = nil
    ) throws {
        if let control {
            let frame = try frame(of: control)
            fingers[slot] = Point(x: frame.midX, y: frame.midY)
        }
        let point = try #require(fingers[slot])
        fingers[slot] = point.offsetBy(dx: 0, dy: -offset)
        daemon.panel.window.handleTouch(
            phase, Window.Contact(device: 9, number: slot, slot: slot),
            at: point.offsetBy(dx: 0, dy: -offset), time: time ?? daemon.loop.now)
    }

    /// The rectangle of a control in the picture.
    func frame(of control: String) throws -> Rect {
        try #require(daemon.panel[control]).view.frameInWindow
    }

    /// The value that a control has.
    func value(of control: String) throws -> Double {
        try #require(daemon.panel[control]?.state?.value.number)
    }
}
