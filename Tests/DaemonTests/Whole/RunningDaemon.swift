import Drawing
import Evdev
import EventLoop
import Foundation
import Panel
import Testing

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
    let folder: String
    var socketPath: String { folder + "/panel.sock" }
    var screenshotPath: String { folder + "/panel.png" }

    /// A daemon that serves its socket and has shown its first frame.
    init(
        _ file: String = RunningDaemon.twoFaders, width: Int = 800, height: Int = 480
    ) throws {
        var template = Array("/tmp/glassfader-XXXXXX".utf8CString)
        let made = template.withUnsafeMutableBufferPointer { $0.baseAddress.flatMap(mkdtemp) }
        folder = String(cString: try #require(made))
        let panel = try #require(PanelFile(text: file, name: "desk.toml").panel)
        var options = Options()
        options.display = .memory(width: width, height: height)
        options.touch = .none
        options.socketPath = folder + "/panel.sock"
        options.screenshotPath = folder + "/panel.png"
        daemon = try Daemon(panel, options: options) { _ in }
        try daemon.start()
        try run { daemon.screen?.isShown == true }
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// The picture as it is being shown.
    var shown: Bitmap {
        get throws { try #require(daemon.screen).display.shown }
    }

    /// Whether a picture is shown that looks different.
    func shows(otherThan picture: Bitmap) -> Bool {
        daemon.screen.map { !$0.display.shown.looksLike(picture) } ?? false
    }

    /// Lets the daemon work until something is so, which is a failure if it takes ten seconds.
    func run(until isSo: () -> Bool) throws {
        let limit = ContinuousClock.now + .seconds(10)
        while !isSo() {
            try #require(ContinuousClock.now < limit, "nothing happened for ten seconds")
            try daemon.loop.runOnce(waitingAtMost: .milliseconds(100))
        }
    }

    /// Plays a recording from now on.
    func play(_ recording: String) throws {
        try daemon.touchscreens.play(EvemuRecording(recording), named: "fingers")
    }

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

    /// The rectangle of a control in the picture.
    func frame(of control: String) throws -> Rect {
        try #require(daemon.panel[control]).view.frameInWindow
    }

    /// The value that a control has.
    func value(of control: String) throws -> Double {
        try #require(daemon.panel[control]?.state?.value.number)
    }
}
