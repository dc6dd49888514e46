import Evdev
import EventLoop
import Foundation
import Panel
import PanelProtocol
import StateStore
import Testing
import TouchEvents

@testable import GlassfaderDaemon

extension SettingTrial {
    /// The sockets that a daemon makes, who may connect, and what is answered there.
    static let sockets = SettingTrial { file, folder in
        let daemon = try TriedDaemon(file, folder)
        var seen = daemon.log.filter { $0.contains("socket") || $0.contains("group") }
        for name in ["a", "b", "m", "n"] {
            var status = stat()
            let path = "\(folder)/\(name).sock"
            guard stat(path, &status) == 0 else { continue }
            seen.append("\(name): \(String(status.st_mode, radix: 8)) \(status.st_gid)")
            let client = try #require(SocketClient(path: path))
            seen += try daemon.ask(client, #"{"id":1,"cmd":"set","control":"s.c","value":0.5}"#)
        }
        return seen.joined(separator: "\n")
    }

    /// What three clients get who ask for more than their share.
    static let limits = SettingTrial { file, _ in
        let desk = try SocketDesk(limits: file.socket.limits)
        let clients = try (0..<3).map { _ in try desk.connect(sendBuffer: 4608) }
        try desk.settle()
        _ = try desk.ask(clients[0], #"{"id":1,"cmd":"subscribe"}"#)
        for value in 1...200 { desk.move("ch1.level", to: Double(value % 100), .set) }
        let events = try desk.readAll(clients[0])
        clients[0].send(String(repeating: #"{"id":2,"cmd":"ping"}"# + "\n", count: 100))
        try desk.settle()
        // Their lines, without the times.
        let lines = try [events] + clients.map { try desk.readAll($0) }
        return lines.flatMap { ["client"] + $0.map { $0.prefix { !$0.isNumber } } }
            .joined(separator: "\n")
    }

    /// A group that a socket may be given to: one that the process is in, or any for those who may.
    static let group: String = {
        var ids = [gid_t](repeating: 0, count: 256)
        let count = max(getgroups(Int32(ids.count), &ids), 0)
        let others = geteuid() == 0 ? Array(1...100) : Array(ids.prefix(Int(count)))
        for id in others where id != getegid() {
            if let entry = getgrgid(id) { return String(cString: entry.pointee.gr_name) }
        }
        return "no-such-group"
    }()

    // MARK: State

    /// What the values are after a restart.
    static let restart = SettingTrial { file, folder in
        do {
            let daemon = try TriedDaemon(file, folder, keepsState: true)
            _ = try daemon.ask(
                daemon.subscriber(), #"{"id":3,"cmd":"set","control":"s.c","value":0.7}"#)
            try daemon.daemon.end()
        }
        let daemon = try TriedDaemon(file, folder, keepsState: true)
        return "\(try daemon.value("s.c"))"
    }

    /// How long after a change it is saved.
    static let save = SettingTrial { file, folder in
        let saver = try NotedSaves()
        let daemon = try TriedDaemon(file, folder, keepsState: true, saver: saver)
        let began = daemon.daemon.loop.now
        saver.clock = { [loop = daemon.daemon.loop] in loop.now - began }
        _ = try daemon.ask(
            daemon.subscriber(), #"{"id":3,"cmd":"set","control":"s.c","value":0.7}"#)
        try daemon.wait(.seconds(70))
        return saver.times.map { "saved after \(Int($0 / .milliseconds(10)))0 ms" }
            .joined(separator: "\n")
    }
}

/// A disk that is quick, and notes when something was saved.
private final class NotedSaves: StateSaving {
    let descriptor: Int32
    private let writing: Int32
    private var reports: [[UInt8]] = []
    var clock: () -> Duration = { .zero }
    private(set) var times: [Duration] = []

    init() throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        (descriptor, writing) = (ends[0], ends[1])
    }

    deinit {
        close(descriptor)
        close(writing)
    }

    func save(_ contents: [UInt8], taking imported: StateImport?) {
        times.append(clock())
        reports.append(contents)
        write(writing, "!", 1)
    }

    func takeReport() -> Result<[UInt8], StateError>? {
        guard !reports.isEmpty else { return nil }
        var byte: UInt8 = 0
        read(descriptor, &byte, 1)
        return .success(reports.removeFirst())
    }

    func finish(within timeout: Duration) -> Bool { true }
}

/// A whole daemon on a simulated clock, with real sockets and a display in memory.
final class TriedDaemon {
    let daemon: Daemon
    private let journal = Journal()

    /// What it has said for the journal.
    var log: [String] { journal.lines }

    /// Starts it with a panel file, which says where its socket is, in `folder`.
    init(
        _ file: PanelDescription, _ folder: String,
        display: Options.DisplayChoice = .memory(width: 640, height: 400),
        keepsState: Bool = false, saver: (any StateSaving)? = nil
    ) throws {
        try #require(file.socket.control.path.hasPrefix(folder))
        var options = Options()
        options.panelPath = folder + "/panel.toml"
        options.display = display
        options.touch = .none
        options.stateFolder = keepsState ? folder + "/state" : nil
        var machine = Machine()
        machine.clock = VirtualClock()
        if let saver { machine.stateSaver = { _, _ in saver } }
        daemon = try Daemon(file, options: options, machine: machine, log: journal.write)
        try daemon.start()
        try wait(.milliseconds(100))
    }

    /// Lets time pass.
    func wait(_ duration: Duration) throws {
        let end = daemon.loop.now + duration
        while daemon.loop.now < end {
            try daemon.loop.runOnce(waitingAtMost: end - daemon.loop.now)
        }
    }

    /// A client that hears of everything.
    func subscriber() throws -> SocketClient {
        let client = try #require(SocketClient(path: daemon.panel.description.socket.control.path))
        _ = try ask(client, #"{"id":1,"cmd":"subscribe"}"#)
        return client
    }

    /// Sends a request, and gives all that has come by then.
    func ask(_ client: SocketClient, _ line: String) throws -> [String] {
        client.send(line + "\n")
        try wait(.milliseconds(50))
        return client.lines().filter { !$0.contains(#""hello""#) }
    }

    /// The value of a control.
    func value(_ control: String) throws -> Double {
        try #require(daemon.panel[control]?.state?.value.number)
    }

    /// What is being shown.
    func picture() throws -> String {
        try #require(daemon.memoryDisplay).shown.mark
    }

    /// A finger drags the first fader up, and lifts.
    func drag() throws {
        let view = try #require(daemon.panel["s.c"]).view
        let center = view.frameInWindow.center
        let drag = finger(0).lands(at: center).moves(from: center, dy: -50, steps: 5).lifts()
        try daemon.touchscreens.play(
            drag.recording(on: .slots(width: 640, height: 400)), named: "fingers")
        try wait(.milliseconds(500))
    }
}
