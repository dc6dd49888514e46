import Foundation
import TestVectors
import Testing

/// A program with two counters that are soon saved, to be killed and started again; its folder goes
/// with this.
final class CountingDaemon {
    private let folder: String
    /// Where it listens.
    var socketPath: String { folder + "/panel.sock" }
    /// Where its state is.
    var stateFolder: String { folder + "/state" }

    init() throws {
        folder = try TestFiles.makeFolder()
        // Saved after 10 ms: the shortest there is, so that hundreds of runs take a minute.
        try Data(
            """
            [state]
            save_after_ms = 10
            [[pages]]
            id = "main"
            strips = [{ id = "ch{n}", count = 2, controls = [
              { id = "count", type = "knob", min = 0, max = 1000000, step = 1 },
            ] }]
            """.utf8
        ).write(to: URL(filePath: folder + "/panel.toml"))
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Starts it with further options, and waits until it listens.
    func start(_ options: String...) throws -> DaemonProcess {
        let daemon = try begin(socketPath: socketPath, options)
        try daemon.waitForLog("listening on")
        return daemon
    }

    /// Starts it at another path with the same state, which it may not have.
    func startBeside() throws -> DaemonProcess {
        try begin(socketPath: folder + "/other.sock", [])
    }

    /// Starts it by another program, and does not wait.
    func begin(by starter: (path: String, arguments: [String])) throws -> DaemonProcess {
        try begin(socketPath: socketPath, [], by: starter)
    }

    private func begin(
        socketPath: String, _ options: [String],
        by starter: (path: String, arguments: [String])? = nil
    ) throws -> DaemonProcess {
        try DaemonProcess(
            [
                "--panel", folder + "/panel.toml", "--socket", socketPath, "--state",
                stateFolder, "--display", "memory:64x48", "--touch", "none",
            ] + options, by: starter)
    }
}
