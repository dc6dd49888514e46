import Drawing
import Evdev
import Files
import Foundation
import PanelProtocol
import TestVectors
import Testing
import TouchEvents

@testable import GlassfaderDaemon

/// The program as a user or the service manager starts it.
final class ProcessTests {
    private let folder: String
    private var socketPath: String { folder + "/panel.sock" }
    private var panelPath: String { folder + "/panel.toml" }

    init() throws {
        folder = try TestFiles.makeFolder()
        try write(RunningDaemon.twoFaders)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    private func write(_ panel: String) throws {
        try Data(panel.utf8).write(to: URL(filePath: panelPath))
    }

    /// A daemon on the panel file and the socket in the folder.
    private func serve(
        _ arguments: String..., environment: [String: String] = [:]
    ) throws -> DaemonProcess {
        let plain = ["--panel", panelPath, "--socket", socketPath, "--touch", "none"]
        return try DaemonProcess(plain + arguments, environment: environment)
    }

    private func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: path)
    }

    /// Connects, and reads until a line is like this.
    private func expectLine(_ text: String, on client: SocketClient) throws {
        var lines: [String] = []
        let limit = ContinuousClock.now + patience
        while !lines.contains(where: { $0.contains(text) }) {
            try #require(ContinuousClock.now < limit, "no line has '\(text)': \(lines)")
            var readable = pollfd(fd: client.descriptor, events: Int16(POLLIN), revents: 0)
            _ = poll(&readable, 1, 100)
            lines += client.lines()
        }
    }

    // MARK: Command line

    @Test func `help and version are printed`() throws {
        let help = try DaemonProcess(["--help"])
        #expect(try help.status() == 0)
        #expect(help.printed == Options.usage && help.log.isEmpty)
        let version = try DaemonProcess(["--version"])
        #expect(try version.status() == 0)
        #expect(version.printed == "glassfaderd \(Version.current)\n")
    }

    @Test func `a wrong command line gives an error of one line`() throws {
        let daemon = try DaemonProcess(["--dsiplay", "drm"])
        #expect(try daemon.status() == 2)
        #expect(
            daemon.log == "glassfaderd: unknown option '--dsiplay'; see glassfaderd --help\n")
    }

    @Test func `an argument that is not UTF-8 is rejected, and never the name of another file`()
        throws
    {
        let shell = ["-c", #"exec "$0" --panel "$(printf 'b\374ro.toml')""#]
        let daemon = try DaemonProcess([], by: ("/bin/sh", shell))
        #expect(try daemon.status() == 2)
        #expect(
            daemon.log
                == "glassfaderd: the argument 'b\u{FFFD}ro.toml' is not UTF-8; "
                + "see glassfaderd --help\n")
    }

    // MARK: Panel file

    @Test func `the error for a missing panel file names the file`() throws {
        try FileManager.default.removeItem(atPath: panelPath)
        let daemon = try serve("--display", "memory")
        #expect(try daemon.status() == 1)
        #expect(
            daemon.log == "glassfaderd: cannot read \(panelPath): No such file or directory\n")
        #expect(!exists(socketPath))
    }

    @Test func `invalid TOML is reported with its position, and the socket is left alone`() throws {
        try write("name = \"desk\"\nversion = = 1\n")
        let daemon = try serve("--display", "memory")
        #expect(try daemon.status() == 1)
        #expect(daemon.log.hasPrefix("glassfaderd: \(panelPath):2:11: "))
        #expect(daemon.log.count(where: \.isNewline) == 1)
        #expect(!exists(socketPath))
    }

    @Test func `each error in a panel file has its own line`() throws {
        try write(
            RunningDaemon.twoFaders.replacing("\"slider\"", with: "\"fader\"")
                + "\n[display]\nmode = \"big\"\n")
        let daemon = try serve("--display", "memory")
        #expect(try daemon.status() == 1)
        let lines = daemon.log.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(
            lines.first?.hasPrefix(
                "glassfaderd: \(panelPath):6:26: unknown control type 'fader'; known are") == true)
        #expect(
            lines.last?.hasPrefix("glassfaderd: \(panelPath):9:8: 'mode' is 'big'; expected")
                == true)
        #expect(!exists(socketPath))
    }

    @Test func `without a panel file it uses the example panel and reports that`() throws {
        try #require(access("/etc/glassfader/panel.toml", F_OK) != 0)
        let daemon = try DaemonProcess([
            "--socket", socketPath, "--display", "memory", "--touch", "none",
        ])
        try daemon.waitForLog("showing on memory")
        daemon.send(SIGTERM)
        #expect(try daemon.status() == 0)
        let line = daemon.log.prefix { !$0.isNewline }
        #expect(
            line.hasPrefix(
                "glassfaderd: there is no /etc/glassfader/panel.toml: using the example panel, "))
        #expect(line.hasSuffix("Config/mixer.toml"))
    }

    @Test func `a panel file that is not UTF-8 is reported with its position`() throws {
        try Data([0x23, 0x0a, 0x23, 0x20, 0xff]).write(to: URL(filePath: panelPath))
        let daemon = try serve("--display", "memory")
        #expect(try daemon.status() == 1)
        #expect(
            daemon.log
                == "glassfaderd: \(panelPath):2:3: this byte is not valid UTF-8: save the file as "
                + "UTF-8\n")
    }

    @Test func `the error for a missing socket folder names the folder, which is not created`()
        throws
    {
        let inner = folder + "/inner"
        let daemon = try DaemonProcess([
            "--panel", panelPath, "--socket", inner + "/s", "--display", "memory", "--touch",
            "none",
        ])
        #expect(try daemon.status() == 1)
        #expect(
            daemon.log.hasPrefix(
                "glassfaderd: cannot use the socket's folder \(inner): No such file or directory; ")
        )
        #expect(!exists(inner))
    }

    @Test func `a path with a file that is no lock, or with a socket of datagrams, is an error`()
        throws
    {
        let lock = socketPath + ".lock"
        try Data("precious".utf8).write(to: URL(filePath: lock))
        let unlocked = try serve("--display", "memory")
        #expect(try unlocked.status() == 1)
        #expect(unlocked.log.contains("\(lock) is not the lock of a socket"))

        try FileManager.default.removeItem(atPath: lock)
        let other = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        defer { close(other) }
        #expect(UnixAddress(path: socketPath)?.call(bind, on: other) == 0)
        let daemon = try serve("--display", "memory")
        #expect(try daemon.status() == 1)
        #expect(daemon.log.contains("\(socketPath): Protocol wrong type for socket"))
        #expect(exists(socketPath))
    }

    @Test func `a descriptor from the service manager that does not listen is an error`() {
        #expect(ExitStatus.of(ListenerError.notListening(descriptor: 3)) == 1)
    }

    @Test func `the error names a monitor socket that has the path of the other socket`() throws {
        try write(RunningDaemon.twoFaders + "\n[socket.monitor]\npath = \"\(folder)/./panel.sock\"")
        let daemon = try serve("--display", "memory")
        #expect(try daemon.status() == 1)
        #expect(daemon.log.contains("[socket.monitor] has the path of the other socket"))
    }

    @Test(arguments: ["font", "image"])
    func `a pipe as font or image is rejected at the start, and on reload`(
        use: String
    ) throws {
        #expect(mkfifo(folder + "/pipe", 0o600) == 0)
        let good = RunningDaemon.twoFaders
        let bad =
            use == "font"
            ? good + "\n[theme]\nfont = \"pipe\"\n"
            : good.replacing(
                "controls = [\n",
                with: "controls = [\n{ id = \"i\", type = \"image\", file = \"pipe\" },\n")
        let error = "cannot use the \(use) \(folder)/pipe: it is a FIFO, not a regular file"
        try write(bad)
        let rejected = try serve("--display", "memory")
        #expect(try rejected.status() == 1)
        #expect(rejected.log.hasPrefix("glassfaderd: \(panelPath):"))
        #expect(rejected.log.contains(error))

        try write(good)
        let daemon = try serve("--display", "memory")
        try daemon.waitForLog("showing on memory")
        try write(bad)
        daemon.send(SIGHUP)
        try daemon.waitForLog(error)
        let client = try #require(SocketClient(path: socketPath))
        try expectLine(#"{"hello""#, on: client)
        daemon.send(SIGTERM)
        #expect(try daemon.status() == 0)
    }

    @Test func `a panel file that is not a regular file, or never ends, is rejected immediately`()
        throws
    {
        let pipe = folder + "/pipe"
        #expect(mkfifo(pipe, 0o600) == 0)
        let long = folder + "/long"
        try Data().write(to: URL(filePath: long))
        #expect(truncate(long, 17 << 20) == 0)
        for (path, reason) in [
            ("/dev/zero", "it is a character device, not a regular file"),
            (pipe, "it is a FIFO, not a regular file"),
            (long, "it is 18 MB: at most 1 MB"), (folder, "it is a folder, not a regular file"),
        ] {
            let daemon = try DaemonProcess(["--panel", path, "--display", "memory"])
            #expect(try daemon.status() == 1)
            #expect(daemon.log == "glassfaderd: cannot read \(path): \(reason)\n")
        }
    }

    @Test func `a panel that does not fit is shown, and the log names what does not fit`() throws {
        try write(
            RunningDaemon.twoFaders.replacing("count = 2", with: "count = 200")
                .replacing("strips", with: "banks = 256\nstrips"))
        let daemon = try serve("--display", "memory:800x480")
        try daemon.waitForLog("showing on memory")
        try daemon.waitForLog("\(panelPath):7:3: at 800×480 this slider is ")
        daemon.send(SIGTERM)
        #expect(try daemon.status() == 0)
        #expect(daemon.log.split(separator: "\n").count { $0.contains("at 800×480") } <= 5)
    }

    @Test func `characters that the font lacks are logged`() throws {
        try write(
            RunningDaemon.twoFaders.replacing(
                "id = \"ch{n}\"", with: "id = \"ch{n}\", label = \"音{n}\""))
        let daemon = try serve("--display", "memory")
        try daemon.waitForLog(
            "lacks characters of '音1' and of 1 more: they show as boxes")
    }

    @Test func `a recording without events is rejected before the socket is claimed`() throws {
        let path = folder + "/idle.evemu"
        let device = EvemuWriter.description(of: .slots(width: 800, height: 480))
        try Data(device.utf8).write(to: URL(filePath: path))
        let daemon = try DaemonProcess([
            "--panel", panelPath, "--socket", socketPath, "--display", "memory", "--touch",
            "replay:\(path)",
        ])
        #expect(try daemon.status() == 1)
        #expect(daemon.log == "glassfaderd: \(path) has a description but no events\n")
    }

    @Test func `the error for an unreadable recording names the file`() throws {
        let daemon = try DaemonProcess([
            "--panel", panelPath, "--socket", socketPath, "--display", "memory", "--touch",
            "replay:/nowhere.evemu",
        ])
        #expect(try daemon.status() == 1)
        #expect(
            daemon.log
                == "glassfaderd: cannot read /nowhere.evemu: No such file or directory\n")
    }

    // MARK: Socket

    @Test func `a second daemon is rejected, and the first one keeps running`() throws {
        let first = try serve("--display", "memory")
        try first.waitForLog("listening on \(socketPath)")
        let client = try #require(SocketClient(path: socketPath))
        try expectLine(#"{"hello""#, on: client)
        let second = try serve("--display", "memory")
        #expect(try second.status() == 75)
        #expect(second.log.contains("cannot listen on \(socketPath): already running"))
        client.send("{\"id\":1,\"cmd\":\"ping\"}\n")
        try expectLine(#"{"id":1,"ok""#, on: client)
    }

    @Test func `the error about a monitor socket that another daemon serves names its key`() throws
    {
        try write(RunningDaemon.twoFaders + "\n[socket.monitor]\npath = \"\(folder)/monitor\"")
        let first = try serve("--display", "memory")
        try first.waitForLog("listening on \(folder)/monitor, read-only")
        let second = try DaemonProcess([
            "--panel", panelPath, "--socket", folder + "/other", "--display", "memory", "--touch",
            "none",
        ])
        #expect(try second.status() == 75)
        #expect(
            second.log.contains(
                "cannot listen on \(folder)/monitor: already running: another daemon serves it; "
                    + "stop it, or change 'path' in [socket.monitor]"), "\(second.log)")
    }

    @Test func `a new daemon takes over the socket of a killed one`() throws {
        let first = try serve("--display", "memory")
        try first.waitForLog("listening")
        try first.kill()
        #expect(exists(socketPath))
        let second = try serve("--display", "memory")
        try second.waitForLog("listening")
        let client = try #require(SocketClient(path: socketPath))
        try expectLine(#"{"hello""#, on: client)
    }

    @Test func `a path where no socket can exist is a user error, and the error names it`() throws {
        for place in [panelPath, panelPath + "/x", String(repeating: "x", count: 200)] {
            let daemon = try DaemonProcess([
                "--panel", panelPath, "--socket", place, "--display", "memory", "--touch", "none",
            ])
            #expect(try daemon.status() == 1)
            #expect(daemon.log.contains(place))
        }
    }

    // MARK: Touch

    @Test func `an event pipe that is missing or not a pipe is a user error`()
        throws
    {
        let pipe = folder + "/events"
        func failure() throws -> String {
            let daemon = try DaemonProcess([
                "--panel", panelPath, "--socket", socketPath, "--display", "memory",
                "--touch", "events:\(pipe)",
            ])
            #expect(try daemon.status() == 1)
            return try #require(daemon.log.split(separator: "\n").last.map(String.init))
        }
        #expect(
            try failure() == "glassfaderd: cannot read \(pipe).desc: No such file or directory")

        let touchscreen = EvemuWriter.description(of: .slots(width: 2000, height: 1200))
        try Data(touchscreen.utf8).write(to: URL(filePath: pipe + ".desc"))
        #expect(try failure() == "glassfaderd: cannot open \(pipe): No such file or directory")

        try Data().write(to: URL(filePath: pipe))
        #expect(
            try failure()
                == "glassfaderd: cannot read events from the non-pipe \(pipe): Illegal seek")

        try Data("N: A dial\nA: 28 0 255 0 0\n".utf8).write(to: URL(filePath: pipe + ".desc"))
        #expect(try failure().hasPrefix("glassfaderd: cannot use \(pipe) as a touchscreen: "))
    }

    // MARK: Signals

    @Test func `a signal to reload does not end a daemon that is just starting`() throws {
        // It waits for room in its output, long before it handles signals.
        let fill = "head -c 65536 /dev/zero; exec \"$@\""
        let daemon = try DaemonProcess(["--help"], by: ("/bin/bash", ["-c", fill, "bash"]))
        let limit = ContinuousClock.now + patience
        while !daemon.blocks(SIGHUP), ContinuousClock.now < limit { sched_yield() }
        daemon.send(SIGHUP)
        #expect(daemon.printed.contains("--panel"))
        #expect(try daemon.status() == 0)
    }

    @Test(arguments: [SIGTERM, SIGINT])
    func `SIGTERM ends the daemon, and clients receive the disconnect reason`(signal: Int32) throws
    {
        let daemon = try serve("--display", "memory")
        try daemon.waitForLog("showing on")
        let client = try #require(SocketClient(path: socketPath))
        try expectLine(#"{"hello""#, on: client)
        daemon.send(signal)
        try expectLine(#"{"event":"bye","reason":"shutdown"}"#, on: client)
        #expect(try daemon.status() == 0)
        #expect(!exists(socketPath))
    }

    @Test func `a screenshot is written on request and at the end`() throws {
        let path = folder + "/panel.png"
        let manager = try NotifySocket(folder: folder)
        let daemon = try serve(
            "--display", "memory:320x240", "--screenshot", path, environment: manager.environment)
        try manager.wait(for: "READY=1")
        let client = try #require(SocketClient(path: socketPath))
        try expectLine(#"{"hello""#, on: client)
        #expect(!exists(path))
        daemon.send(SIGUSR1)
        // Whatever is answered later was asked after the signal.
        for number in 1...1000 where !exists(path) {
            client.send("{\"id\":\(number),\"cmd\":\"ping\"}\n")
            try expectLine("{\"id\":\(number),\"ok\"", on: client)
        }
        let asked = try Bitmap(pngData: [UInt8](Data(contentsOf: URL(filePath: path))))
        #expect(asked.width == 320 && asked.height == 240)
        #expect(!asked.looksLike(Bitmap(width: 320, height: 240, format: .xrgb32)))

        try FileManager.default.removeItem(atPath: path)
        daemon.send(SIGTERM)
        #expect(try daemon.status() == 0)
        let last = try Bitmap(pngData: [UInt8](Data(contentsOf: URL(filePath: path))))
        #expect(last.looksLike(asked))
    }

    @Test func `a screenshot that cannot be written is an error, also in a demo`() throws {
        let daemon = try serve("--display", "memory", "--screenshot", "/nowhere/panel.png")
        try daemon.waitForLog("showing on")
        daemon.send(SIGTERM)
        #expect(try daemon.status() == 1)
        #expect(daemon.log.contains("/nowhere/panel.png"))

        let demo = try DaemonProcess(
            ["--demo", "--replay-speed", "max", "--screenshot", "/nowhere/panel.png"],
            environment: ["XDG_RUNTIME_DIR": folder])
        _ = demo.printed
        #expect(try demo.status() == 1)
        #expect(demo.log.contains("played ") && !demo.log.contains("wrote"))
    }

    @Test func `a demo ends with the picture that it would keep showing`() throws {
        let path = folder + "/demo.png"
        let demo = try DaemonProcess(
            ["--demo", "--replay-speed", "max", "--screenshot", path],
            environment: ["XDG_RUNTIME_DIR": folder])
        _ = demo.printed
        #expect(try demo.status() == 0)
        #expect(demo.log.hasSuffix("wrote \(path)\n"))
        let ended = try Bitmap(pngData: [UInt8](Data(contentsOf: URL(filePath: path))))

        let config = try #require(ExampleFolder.path(with: "mixer.toml", "demo.evemu"))
        let mixer = try String(contentsOfFile: config + "/mixer.toml", encoding: .utf8)
        let desk = try RunningDaemon(mixer, width: 1280, height: 800)
        try desk.daemon.touchscreens.play(
            EvemuRecording(contentsOf: config + "/demo.evemu"), named: "demo", speed: .unlimited)
        try desk.run { desk.daemon.touchscreens.count == 0 }
        // Until nothing is left to do.
        while try desk.daemon.loop.runOnce(waitingAtMost: .milliseconds(600)) {}
        let running = try desk.shown
        #expect(ended.looksLike(running))
    }

    // MARK: Service manager

    @Test func `the daemon notifies the service manager of the first picture`() throws {
        let manager = try NotifySocket(folder: folder)
        let daemon = try serve("--display", "memory", environment: manager.environment)
        try manager.wait(for: "READY=1")
        #expect(manager.messages.contains("STATUS=showing on memory, 1280x800; no touchscreen"))
        #expect(exists(socketPath))
        daemon.send(SIGTERM)
        try manager.wait(for: "STOPPING=1")
        #expect(try daemon.status() == 0)
    }

    @Test func `a service manager that cannot be notified at first is notified later`() throws {
        let daemon = try serve(
            "--display", "memory", environment: ["NOTIFY_SOCKET": folder + "/notify"])
        try daemon.waitForLog(
            "warning: cannot notify the service manager: No such file or directory; trying again")
        let manager = try NotifySocket(folder: folder)
        try manager.wait(for: "READY=1")
        try manager.wait(for: "STATUS=showing on memory, 1280x800; no touchscreen")
        daemon.send(SIGTERM)
        #expect(try daemon.status() == 0)
    }

    @Test(.disabled(if: access("/dev/dri", F_OK) == 0, "this machine has a card"))
    func `without a card it reports that, serves its socket and waits`() throws {
        let manager = try NotifySocket(folder: folder)
        let daemon = try serve("--display", "drm", environment: manager.environment)
        try manager.wait(for: "READY=1")
        try manager.wait(
            for: "STATUS=no display: no card: cannot open /dev/dri: No such file or directory; "
                + "no touchscreen")
        let client = try #require(SocketClient(path: socketPath))
        client.send("{\"id\":1,\"cmd\":\"set\",\"control\":\"ch1.level\",\"value\":-3}\n")
        try expectLine(#""applied":true"#, on: client)
        daemon.send(SIGTERM)
        #expect(try daemon.status() == 0)
        let complaints = daemon.log.split(separator: "\n").map(String.init)
            .filter { $0.contains("display") }
        #expect(
            complaints == [
                "glassfaderd: no display: no card: cannot open /dev/dri: No such file or "
                    + "directory; waiting for one (--display memory needs none)"
            ])
    }

    @Test func `a panel in memory gives up the card that its last process has stored`() throws {
        let manager = try NotifySocket(folder: folder)
        let passing = "LISTEN_PID=$$ LISTEN_FDS=1 LISTEN_FDNAMES=drm-card exec \"$@\" 3</dev/null"
        let daemon = try DaemonProcess(
            [
                "--panel", panelPath, "--display", "memory", "--touch", "none", "--socket",
                socketPath,
            ],
            environment: manager.environment, by: ("/bin/bash", ["-c", passing, "bash"]))
        try manager.wait(for: "READY=1")
        #expect(manager.messages.contains("FDSTOREREMOVE=1\nFDNAME=drm-card"))
        daemon.send(SIGTERM)
        #expect(try daemon.status() == 0)
    }
}
