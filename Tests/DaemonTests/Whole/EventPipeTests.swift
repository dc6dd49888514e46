import Evdev
import Foundation
import Testing
import TouchEvents

@testable import GlassfaderDaemon

/// Programs that pose as a touchscreen come and go.
struct EventPipeTests {
    private func send(_ events: [(EventCode, Int32)], to writer: Int32) throws {
        let bytes = EventCode.bytes(of: events + [(.report, 0)])
        try #require(write(writer, bytes, bytes.count) == bytes.count)
    }

    /// Makes a pipe that the daemon reads.
    private func readPipe(on desk: RunningDaemon) throws -> String {
        let path = desk.folder + "/events"
        try Data(EvemuWriter.description(of: desk.touchscreen).utf8)
            .write(to: URL(filePath: path + ".desc"))
        try #require(mkfifo(path, 0o600) == 0)
        try desk.daemon.touchscreens.read(pipe: path)
        return path
    }

    @Test func `another calibration in the panel file applies to a pipe at once`() throws {
        let desk = try RunningDaemon()
        let watcher = try desk.subscriber()
        let path = try readPipe(on: desk)
        let writer = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
        try #require(writer >= 0)
        defer { close(writer) }
        let client = try desk.client()
        try desk.replacePanel(
            RunningDaemon.twoFaders + "\n[input]\ncalibration = [-1, 0, 1, 0, 1, 0]\n")
        #expect(try desk.ask(client, #"{"id":4,"cmd":"reload"}"#, id: 4)["restart"] == nil)
        #expect(
            desk.log.contains("\(path): its settings in the panel file have changed"),
            "\(desk.log)")
        let frame = try desk.frame(of: "ch1.level")
        let width = desk.daemon.panel.window.bounds.width
        try send(
            [(.id, 5), (.mtX, Int32(width - frame.midX)), (.mtY, Int32(frame.midY))], to: writer)
        try desk.run {
            _ = watcher.read()
            return watcher.phases(of: "ch1.level") == ["began"]
        }
        #expect(desk.daemon.touchscreens.count == 1)
    }

    @Test func `a recording keeps its settings, and the log says so`() throws {
        let desk = try RunningDaemon()
        let client = try desk.client()
        try desk.play(finger(0).lands(10, 10).lifts(after: .seconds(600)))
        try desk.replacePanel(RunningDaemon.twoFaders + "\n[input]\nmin_frames = 10\n")
        _ = try desk.ask(client, #"{"id":4,"cmd":"reload"}"#, id: 4)
        #expect(desk.log.contains { $0.hasSuffix("a recording keeps those with which it began") })
    }

    @Test func `a pipe is read again after its writer has closed it`() throws {
        let desk = try RunningDaemon()
        let watcher = try desk.subscriber()
        let path = try readPipe(on: desk)
        let frame = try desk.frame(of: "ch1.level")
        let place = (x: Int32(frame.midX), y: Int32(frame.midY))

        var expected: [String] = []
        func expect(_ phase: String) throws {
            expected.append(phase)
            try desk.run {
                _ = watcher.read()
                return watcher.phases(of: "ch1.level").count >= expected.count
            }
            try #require(watcher.phases(of: "ch1.level") == expected)
        }
        for lifts in [false, true, false] {
            let writer = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
            try #require(writer >= 0, "nobody reads the pipe")
            // The same tracking ID each time.
            try send([(.id, 5), (.mtX, place.x), (.mtY, place.y)], to: writer)
            try expect("began")
            if lifts {
                try send([(.id, -1)], to: writer)
                try expect("ended")
            }
            close(writer)
            if !lifts { try expect("cancelled") }
        }
        #expect(desk.daemon.touchscreens.count == 1)
    }

    @Test func `a pipe that cannot be opened again at once is opened later`() async {
        await #expect(processExitsWith: .success) {
            let desk = try RunningDaemon()
            let watcher = try desk.subscriber()
            let path = try EventPipeTests().readPipe(on: desk)
            let frame = try desk.frame(of: "ch1.level")
            let touch: [(EventCode, Int32)] = [
                (.id, 5), (.mtX, Int32(frame.midX)), (.mtY, Int32(frame.midY)),
            ]
            let first = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
            try EventPipeTests().send(touch, to: first)
            try desk.run {
                watcher.read { $0["phase"] as? String == "began" }
            }
            close(first)
            let taken = TakenDescriptors()
            try desk.run { desk.log.contains("cannot open \(path): Too many open files") }
            precondition(desk.daemon.touchscreens.count == 0)
            try desk.run { watcher.read { $0["phase"] as? String == "cancelled" } }
            taken.giveBack()
            try desk.run { desk.daemon.touchscreens.count == 1 }
            let next = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
            precondition(next >= 0)
            try EventPipeTests().send(touch, to: next)
            try desk.run {
                _ = watcher.read()
                return watcher.phases(of: "ch1.level") == ["began", "cancelled", "began"]
            }
        }
    }
}
