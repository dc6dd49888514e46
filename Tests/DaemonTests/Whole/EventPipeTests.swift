import Foundation
import Testing

@testable import GlassfaderDaemon

/// Programs that pose as a touchscreen come and go.
struct EventPipeTests {
    private func send(_ events: [(code: UInt16, value: Int32)], to writer: Int32) throws {
        var bytes: [UInt8] = []
        for (type, code, value) in events.map({ (UInt16(3), $0.code, $0.value) }) + [(0, 0, 0)] {
            // A struct input_event whose time is 0.
            bytes += [UInt8](repeating: 0, count: 16)
            withUnsafeBytes(of: type) { bytes += $0 }
            withUnsafeBytes(of: code) { bytes += $0 }
            withUnsafeBytes(of: value) { bytes += $0 }
        }
        try #require(write(writer, bytes, bytes.count) == bytes.count)
    }

    @Test func `a pipe is read again after its writer has left`() throws {
        let desk = try RunningDaemon()
        let watcher = try desk.subscriber()
        let path = desk.folder + "/events"
        let device = "N: glass\nA: 2f 0 4 0 0\nA: 35 0 799 0 0\nA: 36 0 479 0 0\nA: 39 0 99 0 0\n"
        try Data(device.utf8).write(to: URL(filePath: path + ".desc"))
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
            let writer = open(path, O_WRONLY | O_NONBLOCK)
            try #require(writer >= 0, "nobody reads the pipe")
            // The same tracking ID each time.
            try send([(0x39, 5), (0x35, place.x), (0x36, place.y)], to: writer)
            try expect("began")
            if lifts {
                try send([(0x39, -1)], to: writer)
                try expect("ended")
            }
            close(writer)
            if !lifts { try expect("cancelled") }
        }
        #expect(desk.daemon.touchscreens.count == 1)
    }
}
