import Foundation
import TestVectors
import Testing

@testable import GlassfaderDaemon

/// The log of the program on its standard error.
final class LogProcessTests {
    private let folder: String
    private var pipe: String { folder + "/pipe" }
    private var panelPath: String { folder + "/panel.toml" }
    private var socketPath: String { folder + "/panel.sock" }

    init() throws {
        folder = try TestFiles.makeFolder()
        try Data(RunningDaemon.twoFaders.utf8).write(to: URL(filePath: panelPath))
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    @Test func `a log that nobody reads does not stop the panel`() throws {
        // A pipe that holds nothing more, before the daemon has begun.
        try #require(mkfifo(pipe, 0o600) == 0)
        let end = open(pipe, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        defer { close(end) }
        let bytes = [UInt8](repeating: 0x2e, count: 4096)
        while write(end, bytes, bytes.count) > 0 {}
        try #require(errno == EAGAIN)
        let daemon = try DaemonProcess(
            [
                "--panel", panelPath, "--socket", socketPath, "--touch", "none", "--display",
                "memory",
            ], by: ("/bin/sh", ["-c", #"exec "$@" 2> "\#(pipe)""#, "sh"]))
        let limit = ContinuousClock.now + patience
        var client: SocketClient?
        while client == nil, ContinuousClock.now < limit {
            client = SocketClient(path: socketPath)
            if client == nil { _ = poll(nil, 0, 10) }
        }
        // It is heard, so the entry about it was lost.
        try #require(client?.waitForLine("hello") != nil)

        // When somebody reads it again, it says what was lost.
        var taken = [UInt8](repeating: 0, count: 1 << 20)
        while read(end, &taken, taken.count) > 0 {}
        var text = ""
        while !text.contains("has connected"), ContinuousClock.now < limit {
            _ = SocketClient(path: socketPath)
            var readable = pollfd(fd: end, events: Int16(POLLIN), revents: 0)
            guard poll(&readable, 1, 100) > 0 else { continue }
            let length = read(end, &taken, taken.count)
            text += String(decoding: taken.prefix(max(length, 0)), as: UTF8.self)
        }
        let first = try #require(text.split(separator: "\n").first)
        #expect(
            first.hasPrefix("glassfaderd: ") && first.hasSuffix(" entries of the log were lost"))
        daemon.send(SIGTERM)
        #expect(try daemon.status() == 0)
    }
}
