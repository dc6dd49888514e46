import Foundation
import Panel
import Testing
import TouchEvents

@testable import GlassfaderDaemon

/// Another panel file while the panel runs, with other settings of the whole.
struct SettingsReloadTests {
    private static func file(_ sections: String) -> String {
        RunningDaemon.twoFaders + "\n" + sections
    }

    @Test func `a reload applies what can change while the panel runs, and names what cannot`()
        throws
    {
        let desk = try RunningDaemon()
        let client = try desk.client()
        #expect(desk.daemon.screen?.latchesLate == true)
        try desk.replacePanel(
            Self.file(
                """
                [display]
                late_latching = false
                rotate = 90
                at_exit = "black"
                [socket]
                path = "/run/elsewhere.sock"
                connections = 2
                """))
        let reply = try desk.ask(client, #"{"id":4,"cmd":"reload"}"#, id: 4)
        let waiting = ["display.rotate", "display.at_exit", "socket.path"]
        #expect(reply["restart"] as? [String] == waiting)
        #expect(desk.log.contains { $0.hasPrefix(waiting.joined(separator: ", ") + ": ") })
        #expect(desk.daemon.screen?.latchesLate == false)
        let second = try desk.client()
        let third = try #require(SocketClient(path: desk.socketPath))
        var lines: [String] = []
        try desk.run {
            lines += third.lines()
            return third.hasEnded
        }
        #expect(lines.first?.contains(#""code":"busy""#) == true)
        #expect(!second.readToEnd())

        // It waits as long as nobody starts the daemon again, and no longer than the file asks for
        // it.
        #expect(
            try desk.ask(client, #"{"id":5,"cmd":"reload"}"#, id: 5)["restart"] as? [String]
                == waiting)
        try desk.replacePanel(RunningDaemon.twoFaders)
        #expect(try desk.ask(client, #"{"id":6,"cmd":"reload"}"#, id: 6)["restart"] == nil)
        #expect(desk.daemon.screen?.latchesLate == true)
    }

    @Test func `a new size of the screen applies to the layout and to touches at once`() throws {
        let desk = try RunningDaemon()
        let client = try desk.client()
        try desk.play(finger(0).lands(10, 10).lifts(after: .seconds(600)))
        let device = try #require(desk.daemon.touchscreens.router.devices.first)
        let window = desk.daemon.panel.window
        let assumed = (layout: window.pixelsPerMillimetre, touches: device.scale)
        #expect(assumed.touches.origin == .assumed)

        try desk.replacePanel(Self.file("[display]\nsize_mm = [160, 96]"))
        #expect(
            try desk.ask(client, #"{"id":4,"cmd":"reload"}"#, id: 4)["restart"] == nil)
        #expect(window.pixelsPerMillimetre == 5)
        #expect(device.scale.origin == .screen && device.scale.pixelsPerMillimetre == (5, 5))

        try desk.replacePanel(RunningDaemon.twoFaders)
        _ = try desk.ask(client, #"{"id":5,"cmd":"reload"}"#, id: 5)
        #expect(window.pixelsPerMillimetre == assumed.layout)
        #expect(device.scale == assumed.touches)
    }

    @Test func `a client that reloads a wrong file again and again does not fill the journal`()
        throws
    {
        let desk = try RunningDaemon()
        let client = try desk.client()
        try desk.replacePanel("[[pages]]\nid = ")
        let before = desk.log.count
        for id in 10..<60 { _ = try desk.ask(client, #"{"id":\#(id),"cmd":"reload"}"#, id: id) }
        #expect((2..<20).contains(desk.log.count - before))
        #expect(desk.log.contains { $0.contains("panel.toml:2:") })
    }

    @Test func `a file that was replaced during the start is read`() throws {
        let desk = try RunningDaemon(
            replacedBy: Self.file("[display]\nlate_latching = false\n"))
        try desk.run { desk.daemon.screen?.latchesLate == false }
        #expect(desk.log.count { $0.hasPrefix("read \(desk.panelPath) again: ") } == 1)
    }

    @Test func `a file that was not replaced during the start is not read again`() throws {
        let desk = try RunningDaemon()
        let client = try desk.client()
        _ = try desk.ask(client, #"{"id":2,"cmd":"ping"}"#, id: 2)
        #expect(!desk.log.contains { $0.contains(" again: ") })
    }

    @Test func `a changed file that cannot be read at once is read when the daemon can open files`()
        async
    {
        await #expect(processExitsWith: .success) {
            let desk = try RunningDaemon()
            try Data((RunningDaemon.twoFaders + "\n[display]\nlate_latching = false\n").utf8)
                .write(to: URL(filePath: desk.folder + "/next.toml"))
            let taken = TakenDescriptors()
            precondition(rename(desk.folder + "/next.toml", desk.panelPath) == 0)
            try desk.run {
                desk.log.contains("cannot read \(desk.panelPath): Too many open files")
            }
            precondition(desk.log.contains("the panel has not changed; trying again later"))
            precondition(desk.daemon.screen?.latchesLate == true)
            taken.giveBack()
            try desk.run { desk.daemon.screen?.latchesLate == false }
        }
    }

    @Test func `new limits for events and lines apply to connected clients`() throws {
        var limits = SocketLimits()
        let desk = try SocketDesk(limits: limits)
        let client = try desk.connect(sendBuffer: 4608)
        let alone = try desk.connect(sendBuffer: 4608)
        try desk.settle()
        _ = try desk.ask(client, #"{"id":1,"cmd":"subscribe"}"#)
        _ = try desk.ask(alone, #"{"id":1,"cmd":"subscribe","echo":true}"#)
        limits.entries = 16
        limits.linesPerSecond = 10
        desk.server.limits = limits
        for value in 1...200 { desk.move("ch1.level", to: Double(value % 100), .set) }
        for client in [client, alone] {
            let last = try desk.readAll(client).last
            #expect(last?.hasPrefix(#"{"event":"resync""#) ?? false)
        }
        client.send(String(repeating: #"{"id":2,"cmd":"ping"}"# + "\n", count: 15))
        try desk.settle()
        #expect(client.lines().count == 10)
    }

    @Test func `a touch continues while the file changes around it`() throws {
        let desk = try RunningDaemon()
        let watcher = try desk.subscriber()
        try desk.finger(.began, on: "ch1.level")
        try desk.finger(.moved, by: 10)
        try desk.replacePanel(Self.file("[socket]\nconnections = 31\n[display]\nbrightness = 90\n"))
        try desk.run { watcher.read { $0["event"] as? String == "configReloaded" } }
        let before = try desk.value(of: "ch1.level")
        try desk.finger(.moved, by: 10)
        try desk.finger(.moved, by: 10)
        #expect(try desk.value(of: "ch1.level") > before)
        try desk.finger(.ended)
        _ = try desk.ask(watcher, #"{"id":2,"cmd":"ping"}"#, id: 2)
        let phases = watcher.phases(of: "ch1.level")
        #expect(phases.first == "began" && phases.last == "ended")
        #expect(phases.dropFirst().dropLast().allSatisfy { $0 == "changed" })
    }
}
