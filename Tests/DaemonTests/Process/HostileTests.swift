import Foundation
import TestVectors
import Testing

@testable import GlassfaderDaemon

/// Clients that are broken or mean ill, at the program itself: afterwards it has the memory and the
/// descriptors that it had before, and serves the others as if nothing had been.
final class HostileTests {
    private let folder: String
    private let daemon: DaemonProcess
    private let watcher: SocketClient
    private var socketPath: String { folder + "/panel.sock" }
    private var monitorPath: String { folder + "/monitor.sock" }
    private let memory: Int
    private let descriptors: Int
    private var asked = 0

    init() throws {
        folder = try TestFiles.makeFolder()
        let panel =
            RunningDaemon.twoFaders + """

                [socket]
                mode = "0640"
                [socket.monitor]
                path = "\(folder)/monitor.sock"
                mode = "0606"
                """
        try Data(panel.utf8).write(to: URL(filePath: folder + "/panel.toml"))
        try Data((RunningDaemon.twoFaders + "\n[socket]\nconnections = 100\n").utf8)
            .write(to: URL(filePath: folder + "/poor.toml"))
        daemon = try DaemonProcess([
            "--panel", folder + "/panel.toml", "--socket", folder + "/panel.sock", "--touch",
            "none", "--display", "memory:320x240",
        ])
        try daemon.waitForLog("showing on")
        watcher = try #require(SocketClient(path: folder + "/panel.sock"))
        watcher.send(#"{"id":0,"cmd":"subscribe"}"# + "\n")
        try #require(watcher.waitForLine(#"{"id":0,"ok""#) != nil)
        // What is made once has been made.
        let first = try #require(SocketClient(path: folder + "/panel.sock"))
        first.send(#"{"id":0,"cmd":"list"}"# + "\n" + #"{"cmd":"get","control":"x"}"# + "\n")
        try #require(first.waitForLine("unknown-control") != nil)
        memory = daemon.memory
        descriptors = daemon.descriptors - 1
        first.vanish()
        try expectLeft()
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    private func connect() throws -> SocketClient {
        // The queue, or the places, may still be taken by those who have gone: then nobody is let
        // in, or is told so in place of a greeting. The daemon has to have a turn.
        for _ in 0..<1000 {
            if let client = SocketClient(path: socketPath),
                client.waitForLine("{")?.hasPrefix(#"{"hello""#) == true
            {
                return client
            }
            try expectTurn()
        }
        struct NobodyIsGreeted: Error {}
        throw NobodyIsGreeted()
    }

    /// The daemon does what there is to do, and answers.
    private func expectTurn() throws {
        watcher.send(#"{"id":4,"cmd":"ping"}"# + "\n")
        try #require(watcher.waitForLine(#"{"id":4,"ok""#) != nil)
    }

    /// Nobody but the watcher remains.
    private func expectLeft(_ place: SourceLocation = #_sourceLocation) throws {
        let limit = ContinuousClock.now + patience
        while daemon.descriptors > descriptors, ContinuousClock.now < limit { try expectTurn() }
        #expect(daemon.descriptors <= descriptors, sourceLocation: place)
    }

    /// The watcher hears what a client sets, and the client gets its answer.
    private func expectService(_ place: SourceLocation = #_sourceLocation) throws {
        asked += 1
        let client = try connect()
        client.send(
            #"{"id":\#(asked),"cmd":"set","control":"ch1.level","value":\#(-asked)}"# + "\n")
        #expect(client.waitForLine(#"{"id":\#(asked),"ok""#) != nil, sourceLocation: place)
        #expect(watcher.waitForLine(#""value":\#(-asked).0"#) != nil, sourceLocation: place)
    }

    /// Service, no descriptor more than before, and at most 2 MiB more memory.
    private func expectUnharmed(_ place: SourceLocation = #_sourceLocation) throws {
        try expectService(place)
        try expectLeft(place)
        expectMemory(below: 2048, place)
    }

    /// Not much more memory than before, in KiB.
    private func expectMemory(below most: Int, _ place: SourceLocation = #_sourceLocation) {
        guard !DaemonProcess.keepsFreedMemory else { return }
        #expect(daemon.memory - memory < most, sourceLocation: place)
    }

    // MARK: What is sent

    @Test func `other protocols get an error for each line, and nothing is echoed`()
        throws
    {
        let foreign: [[UInt8]] = [
            Array("GET / HTTP/1.1\r\nHost: x\r\n\r\n".utf8),
            Array("SSH-2.0-OpenSSH_9.2\r\n".utf8),
            // TLS
            [0x16, 3, 1, 2, 0, 1, 0, 1, 0xFC, 3, 3, 0x0A, 0, 0xFF, 0x0A],
            Array("\u{FEFF}{\"cmd\":\"ping\"}\n".utf8),
            [0, 0, 0, 0x0A],
            Array(#"{"cmd":"pi"#.utf8) + [0xC0, 0xAF, 0x22, 0x7D, 0x0A],
            Array("{\"cmd\":\"ping\",\"cmd\":\"ping\"}\n".utf8),
            Array("{\"cmd\":\"set\",\"control\":\"ch1.level\",\"value\":1e999}\n".utf8),
            Array(#"{"cmd":"#.utf8) + [UInt8](repeating: 0x5B, count: 60_000) + [0x0A],
        ]
        for bytes in foreign {
            let client = try connect()
            #expect(client.sendAll(bytes))
            let answer = client.waitForLine(#"{"id":null,"error":{"code":"parse""#)
            #expect(answer?.utf8.allSatisfy { (0x20..<0x7F).contains($0) } == true)
            #expect((answer?.utf8.count ?? 0) < 200)
            client.send(#"{"id":1,"cmd":"ping"}"# + "\n")
            #expect(client.waitForLine(#"{"id":1,"ok""#) != nil)
        }
        try expectUnharmed()
    }

    @Test func `an endless line is rejected at 64 KiB, however much data arrives`() throws {
        let piece = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)
        let client = try connect()
        var taken = 0
        while taken < 100, client.sendAll(piece) { taken += 1 }
        #expect(taken == 0)
        #expect(client.waitForLine(#""code":"too-large""#) != nil)
        #expect(client.waitForEnd())

        for (length, isTaken) in [(65_535, true), (65_536, true), (65_537, false)] {
            let client = try connect()
            let frame = #"{"id":1,"cmd":"ping","x":""#
            let filling = String(repeating: "x", count: length - frame.utf8.count - 2)
            #expect(client.sendAll(Array((frame + filling + "\"}\n").utf8)))
            #expect((client.waitForLine(#"{"id":1,"ok""#) != nil) == isTaken)
        }
        try expectUnharmed()
    }

    @Test func `fifteen hundred errors neither end the connection nor fill the journal`() throws {
        let client = try connect()
        for _ in 0..<5 {
            #expect(client.sendAll(Array(String(repeating: "{oops\n", count: 300).utf8)))
            #expect(client.waitForLine(#""code":"parse""#) != nil)
        }
        client.send(#"{"id":1,"cmd":"ping"}"# + "\n")
        #expect(client.waitForLine(#"{"id":1,"ok""#) != nil)
        client.vanish()
        try expectUnharmed()
        daemon.send(SIGTERM)
        _ = try daemon.status()
        #expect(daemon.log.split(separator: "\n").count < 30)
    }

    @Test func `empty lines are read slowly and harm no other client`() throws {
        let client = try connect()
        client.send(String(repeating: "\n", count: 10_000))
        try expectService()
        client.vanish()
        try expectUnharmed()
    }

    @Test func `descriptors sent by a client are not kept`() throws {
        let client = try connect()
        for _ in 0..<50 { #expect(client.sendDescriptor(0, with: "\n")) }
        client.send(#"{"id":1,"cmd":"ping"}"# + "\n")
        #expect(client.waitForLine(#"{"id":1,"ok""#) != nil)
        #expect(daemon.descriptors <= descriptors + 1)
        client.vanish()
        try expectUnharmed()
    }

    @Test func `urgent bytes and empty sends form no line and cause no busy loop`() throws {
        let client = try connect()
        for _ in 0..<20 {
            #expect(send(client.descriptor, "x", 1, Int32(MSG_OOB) | Int32(MSG_NOSIGNAL)) == 1)
            #expect(send(client.descriptor, "", 0, Int32(MSG_NOSIGNAL)) == 0)
        }
        client.send("\n" + #"{"id":1,"cmd":"ping"}"# + "\n")
        #expect(client.waitForLine(#"{"id":1,"ok""#) != nil)
        // One that nobody takes.
        #expect(send(client.descriptor, "x", 1, Int32(MSG_OOB) | Int32(MSG_NOSIGNAL)) == 1)
        try expectTurn()
        let before = daemon.processorTime
        var nothing = pollfd(fd: watcher.descriptor, events: Int16(POLLIN), revents: 0)
        #expect(poll(&nothing, 1, 500) == 0)
        #expect(daemon.processorTime - before <= .milliseconds(20))
        client.vanish()
        try expectUnharmed()
    }

    // MARK: What is not read

    @Test func `the daemon stops reading from a client that never reads its replies`() throws {
        let client = try connect()
        let asking = [UInt8](String(repeating: #"{"id":1,"cmd":"list"}"# + "\n", count: 100).utf8)
        var sent = 0
        while sent < 10_000 {
            let count = send(client.descriptor, asking, asking.count, Int32(MSG_NOSIGNAL))
            if count < asking.count { break }
            sent += 100
        }
        #expect(sent < 10_000)
        for _ in 0..<10 { try expectService() }
        client.vanish()
        try expectUnharmed()
    }

    @Test func `a subscribed client that never reads slows down nobody else`() throws {
        let sleeping = try (0..<8).map { _ in
            let client = try connect()
            client.send(#"{"cmd":"subscribe"}"# + "\n")
            return client
        }
        let setter = try connect()
        for value in 0..<1500 {
            let line =
                #"{"id":\#(value),"cmd":"set","control":"ch2.level","value":\#(-(value % 60))}"#
            #expect(setter.sendAll(Array((line + "\n").utf8)))
            // The server closes a connection that reads nothing for 30 s. On a slow host, sending
            // all requests takes longer.
            if value % 100 == 99 {
                #expect(setter.waitForLine(#"{"id":\#(value),"ok""#) != nil)
            }
        }
        try expectService()
        // What waits for each is bounded.
        expectMemory(below: 4096)
        setter.vanish()
        for client in sleeping { client.vanish() }
        try expectUnharmed()
    }

    @Test func `a flood of values for one control ends with the last value, for all clients`()
        throws
    {
        let flooding = try connect()
        let count = 3000
        let lines = (1...count).map {
            #"{"id":\#($0),"cmd":"set","control":"ch2.level","value":\#(-($0 % 60))}"# + "\n"
        }.joined()
        // The answers are taken meanwhile, or nobody would read on.
        var sent = ArraySlice(lines.utf8)
        var isDone = false
        let limit = ContinuousClock.now + patience
        while !isDone, ContinuousClock.now < limit {
            let taken = sent.withUnsafeBytes {
                send(flooding.descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if taken > 0 { sent.removeFirst(taken) }
            isDone = flooding.lines().contains { $0.hasPrefix(#"{"id":\#(count),"#) }
            if sent.isEmpty || taken < 0 {
                var readable = pollfd(
                    fd: flooding.descriptor, events: Int16(POLLIN), revents: 0)
                _ = poll(&readable, 1, 20)
            }
        }
        #expect(isDone)
        #expect(watcher.waitForLine(#""seq":\#(count)"#) != nil)
        flooding.vanish()
        try expectUnharmed()
    }

    @Test func `all kinds of hostile clients at once harm no other client`() throws {
        // With the watcher and whoever asks for service there is room for thirty.
        let deaf = try (0..<8).map { _ in try connect() }
        for client in deaf { client.send(#"{"cmd":"subscribe"}"# + "\n") }
        let asking = try (0..<8).map { _ in try connect() }
        let endless = try (0..<7).map { _ in try connect() }
        let flooding = try (0..<7).map { _ in try connect() }
        let lists = String(repeating: #"{"id":1,"cmd":"list"}"# + "\n", count: 20)
        let half = String(repeating: "x", count: 8000)
        var number = 0
        for _ in 0..<40 {
            for client in asking { client.send(lists) }
            for client in endless { client.send(half) }
            for client in flooding {
                number += 1
                client.send(
                    (0..<10).map {
                        #"{"id":1,"cmd":"set","control":"ch2.level","value":\#(-(number + $0) % 80)}"#
                            + "\n"
                    }.joined())
                _ = client.lines()
            }
            try expectTurn()
        }
        expectMemory(below: 8192)
        try expectService()
        #expect(endless.allSatisfy { $0.waitForEnd() })
        for client in deaf + asking + flooding { client.vanish() }
        try expectLeft()
    }

    @Test func `a client that disconnects in the middle of traffic is released`() throws {
        let setter = try connect()
        for round in 0..<20 {
            let going = try (0..<4).map { _ in try connect() }
            for client in going { client.send(#"{"id":1,"cmd":"subscribe"}"# + "\n") }
            for value in 0..<20 {
                setter.send(
                    #"{"cmd":"set","control":"ch2.level","value":\#(-value)}"# + "\n")
            }
            going[0].vanish()
            going[1].hangUp()
            shutdown(going[2].descriptor, Int32(SHUT_RD))
            going[3].send(#"{"id":2,"cmd":"li"#)
            going[3].vanish()
            if round % 5 == 0 { try expectService() }
        }
        daemon.send(SIGPIPE)
        setter.vanish()
        try expectUnharmed()
    }

    @Test func `on SIGHUP it reloads its panel file, and all clients stay connected`()
        throws
    {
        let client = try connect()
        client.send(#"{"id":1,"cmd":"subscribe"}"# + "\n")
        #expect(client.waitForLine(#"{"id":1,"ok""#) != nil)
        daemon.send(SIGHUP)
        #expect(client.waitForLine(#""event":"configReloaded""#) != nil)
        try expectService()
        #expect(client.waitForLine(#""value":\#(-asked).0"#) != nil)
        client.vanish()
        try expectLeft()
    }

    // MARK: Who connects

    @Test func `of a thousand connections, only the limit for one user is accepted`() throws {
        var clients: [SocketClient] = []
        var rejected = 0
        while clients.count + rejected < 1000 {
            guard let client = SocketClient(path: socketPath) else {
                // The queue is full; the daemon has to have a turn.
                try expectTurn()
                continue
            }
            let line = client.waitForLine("{")
            if line?.hasPrefix(#"{"hello""#) == true {
                clients.append(client)
            } else {
                #expect(line?.contains(#""code":"busy""#) == true)
                #expect(client.waitForEnd())
                rejected += 1
            }
        }
        #expect(clients.count == 31)
        watcher.send(#"{"id":5,"cmd":"ping"}"# + "\n")
        #expect(watcher.waitForLine(#"{"id":5,"ok""#) != nil)
        for client in clients { client.vanish() }
        #expect(watcherIsServedAgain())
        try expectUnharmed()
    }

    /// Whether another client can connect, now that others have left.
    private func watcherIsServedAgain() -> Bool {
        // One that finds no room comes to nothing at once, also before the daemon has had a turn.
        let end = ContinuousClock.now + patience
        while ContinuousClock.now < end {
            if SocketClient(path: socketPath)?.waitForLine("{")?.hasPrefix(#"{"hello""#) == true {
                return true
            }
            sched_yield()
        }
        return false
    }

    @Test func `clients that connect and disconnect constantly leave nothing behind`() throws {
        for number in 0..<3000 {
            let client = SocketClient(path: socketPath)
            if number % 3 == 0 { client?.send("{") }
            client?.vanish()
        }
        try expectUnharmed()
        daemon.send(SIGTERM)
        _ = try daemon.status()
        #expect(daemon.log.split(separator: "\n").count < 60)
    }

    @Test func `clients that connect while the daemon is stopped are served when it continues`()
        throws
    {
        daemon.send(SIGSTOP)
        var waiting: [SocketClient] = []
        for _ in 0..<200 {
            guard let client = SocketClient(path: socketPath) else { break }
            waiting.append(client)
        }
        #expect((20..<200).contains(waiting.count))
        daemon.send(SIGCONT)
        let answers = waiting.map { $0.waitForLine("{") }
        #expect(answers.count { $0?.hasPrefix(#"{"hello""#) == true } == 31)
        #expect(answers.allSatisfy { $0 != nil })
        for client in waiting { client.vanish() }
        #expect(watcherIsServedAgain())
        try expectUnharmed()
    }

    @Test func `an idle daemon with connections takes no processor time`() throws {
        let clients = try (0..<20).map { _ in try connect() }
        for client in clients {
            client.send(#"{"id":1,"cmd":"subscribe"}"# + "\n")
            #expect(client.waitForLine(#"{"id":1,"ok""#) != nil)
        }
        let before = daemon.processorTime
        // Nothing comes, and nobody waits for anything but that.
        var nothing = pollfd(fd: watcher.descriptor, events: Int16(POLLIN), revents: 0)
        #expect(poll(&nothing, 1, 1500) == 0)
        #expect(daemon.processorTime - before <= .milliseconds(20))
    }

    @Test func `without spare descriptors it rejects clients, stays idle, and recovers`()
        throws
    {
        let path = folder + "/poor.sock"
        let poor = try DaemonProcess(
            [
                "--panel", folder + "/poor.toml", "--socket", path, "--touch", "none",
                "--display", "memory:64x48",
            ], by: ("/usr/bin/prlimit", ["--nofile=40"]))
        try poor.waitForLog("showing on")
        var clients: [SocketClient] = []
        var rejection: String?
        while rejection == nil, clients.count < 40 {
            let client = try #require(SocketClient(path: path))
            let line = client.waitForLine("{")
            if line?.hasPrefix(#"{"hello""#) == true {
                clients.append(client)
            } else {
                rejection = line
                #expect(client.waitForEnd())
            }
        }
        #expect(rejection?.contains(#""code":"busy""#) == true, "\(clients.count) were served")
        // One who comes then is no reason to turn round and round.
        let before = poor.processorTime
        let late = try #require(SocketClient(path: path))
        #expect(late.waitForLine("{")?.contains("busy") == true)
        var nothing = pollfd(fd: watcher.descriptor, events: Int16(POLLIN), revents: 0)
        #expect(poll(&nothing, 1, 500) == 0)
        #expect(poor.processorTime - before <= .milliseconds(30))
        clients[0].send(#"{"id":1,"cmd":"ping"}"# + "\n")
        #expect(clients[0].waitForLine(#"{"id":1,"ok""#) != nil)
        for client in clients.dropFirst() { client.vanish() }
        clients[0].send(#"{"id":2,"cmd":"ping"}"# + "\n")
        #expect(clients[0].waitForLine(#"{"id":2,"ok""#) != nil)
        // A program that another test has just started may still have their connections.
        let limit = ContinuousClock.now + patience
        var greeting: String?
        repeat {
            let next = try #require(SocketClient(path: path))
            greeting = next.waitForLine("{")
        } while greeting?.hasPrefix(#"{"hello""#) == false && ContinuousClock.now < limit
        #expect(greeting?.hasPrefix(#"{"hello""#) == true)
    }

    // MARK: Who may do what

    @Test func `the sockets have the modes of the panel file, and the monitor socket is read-only`()
        throws
    {
        var status = stat()
        #expect(stat(socketPath, &status) == 0 && status.st_mode & 0o777 == 0o640)
        #expect(stat(monitorPath, &status) == 0 && status.st_mode & 0o777 == 0o606)
        let monitor = try #require(SocketClient(path: monitorPath))
        monitor.send(#"{"id":1,"cmd":"subscribe"}"# + "\n")
        #expect(monitor.waitForLine(#"{"id":1,"ok""#) != nil)
        monitor.send(#"{"id":2,"cmd":"set","control":"ch1.level","value":-60}"# + "\n")
        #expect(monitor.waitForLine(#"{"id":2,"#)?.contains(#""code":"read-only""#) == true)
        try expectService()
        #expect(monitor.waitForLine("valueChanged") != nil)
        monitor.vanish()
        try expectUnharmed()
    }

    @Test func `sockets from the service manager are distinguished by their names`() throws {
        let starter = "/usr/bin/systemd-socket-activate"
        try #require(access(starter, X_OK) == 0, "the package systemd has it")
        let control = folder + "/made.sock"
        let monitor = folder + "/made-monitor.sock"
        let activated = try DaemonProcess(
            ["--panel", folder + "/panel.toml", "--touch", "none", "--display", "memory:320x240"],
            by: (
                starter, ["-l", monitor, "-l", control, "--fdname=monitor:control"]
            ))
        try activated.waitForLog("Listening on \(control)")
        for (path, answer) in [(control, #""applied":true"#), (monitor, #""code":"read-only""#)] {
            let client = try #require(SocketClient(path: path))
            client.send(#"{"id":2,"cmd":"set","control":"ch1.level","value":-60}"# + "\n")
            #expect(client.waitForLine(#"{"id":2,"#)?.contains(answer) == true)
        }
    }
}
