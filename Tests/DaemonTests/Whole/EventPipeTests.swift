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

    @Test func `a pipe is read again after its writer has closed it`() throws {
        let desk = try RunningDaemon()
        let watcher = try desk.subscriber()
        let path = desk.folder + "/events"
        try Data(EvemuWriter.description(of: desk.touchscreen).utf8)
            .write(to: URL(filePath: path + ".desc"))
        try #require(mkfifo(path, 0o600) == 0)
        try desk.daemon.touchscreens.read(pipe: path)
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
}
