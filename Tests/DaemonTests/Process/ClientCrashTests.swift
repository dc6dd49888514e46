import Foundation
import GlassfaderClient
import Testing

/// A program that follows the daemon through its crashes.
final class ClientCrashTests {
    private let folder: String
    private var socketPath: String { folder + "/panel.sock" }

    init() throws {
        var template = Array("/tmp/glassfader-XXXXXX".utf8CString)
        let made = template.withUnsafeMutableBufferPointer { $0.baseAddress.flatMap(mkdtemp) }
        folder = String(cString: try #require(made))
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

    private func start() throws -> DaemonProcess {
        let daemon = try DaemonProcess([
            "--panel", folder + "/panel.toml", "--socket", socketPath, "--state", folder + "/state",
            "--display", "memory:64x48", "--touch", "none",
        ])
        try daemon.waitForLog("listening on")
        return daemon
    }

    @Test(.timeLimit(.minutes(2)))
    func `a program has the last value after every crash, whatever it is doing`() async throws {
        var daemon = try start()
        let session = try PanelSession(path: socketPath, name: "bridge")
        let updates = session.updates.makeAsyncIterator()
        var value: PanelValue?
        for round in 1...5 {
            while value == nil { value = try follow(#require(await updates.next())) }
            // Requests are under way when it is killed. Each ends, well or not.
            let asked = Task {
                await withTaskGroup(of: Void.self) { group in
                    for number in 0..<20 {
                        group.addTask {
                            let wanted = PanelChange.value(.number(Double(number)))
                            _ = try? await session.set("ch2.count", to: wanted)
                        }
                    }
                }
            }
            try daemon.kill()
            await asked.value
            daemon = try start()

            let other = try PanelClient(path: socketPath)
            let wanted = PanelValue.number(Double(round * 1000))
            try other.set("ch1.count", to: .value(wanted))
            while value != wanted {
                value = try follow(#require(await updates.next())) ?? value
            }
            value = nil
            try other.set("ch1.count", to: .delta(.number(1)))
        }
        session.close()
        #expect(await updates.next() == nil)
    }

    /// What an update says of the first control; nil if nothing.
    private func follow(_ update: PanelUpdate) -> PanelValue? {
        switch update {
        case .values(let values):
            values.first { $0.control == "ch1.count" }?.reading.value
        case .event(.valueChanged(let change)) where change.control == "ch1.count":
            change.reading.value
        case .event, .disconnected: nil
        }
    }
}
