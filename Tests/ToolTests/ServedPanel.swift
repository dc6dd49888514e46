import Foundation
import TestVectors
import Testing

/// A daemon of its own with the example desk, in a folder of its own.
final class ServedPanel {
    let folder: URL
    private var process = Process()
    private var errors = Pipe()

    /// Where programs are built, the tests among them.
    static let programs = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent()

    var socket: String { folder.appending(path: "s").path }
    var panelFile: URL { folder.appending(path: "panel.toml") }

    /// What it reads touches from.
    private let touch: String

    /// Starts it. `touch` is what it reads touches from.
    init(touch: String = "none", changing change: (inout String) -> Void = { _ in }) throws {
        self.touch = touch
        folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var text = try TestFiles.text("Config/mixer.toml")
        change(&text)
        try text.write(to: panelFile, atomically: false, encoding: .utf8)
        try start()
    }

    private func start() throws {
        errors = Pipe()
        process.executableURL = Self.programs.appending(path: "glassfaderd")
        process.arguments = [
            "--panel", panelFile.path, "--display", "memory:800x480", "--touch", touch,
            "--socket", socket,
        ]
        process.environment = ProcessInfo.processInfo.environment.filter {
            !["NOTIFY_SOCKET", "LISTEN_FDS", "LISTEN_PID", "GLASSFADER_SOCKET", "STATE_DIRECTORY"]
                .contains($0.key)
        }
        process.standardError = errors
        try process.run()
        var log = ""
        while !log.contains("showing on") {
            let data = errors.fileHandleForReading.availableData
            try #require(!data.isEmpty, "the daemon does not start: \(log)")
            log += String(decoding: data, as: UTF8.self)
        }
    }

    /// Ends the daemon, as a service is stopped.
    func stop() {
        guard process.isRunning else { return }
        process.terminate()
        process.waitUntilExit()
    }

    /// Has the daemon hang, or go on.
    func setHangs(_ hangs: Bool) {
        kill(process.processIdentifier, hangs ? SIGSTOP : SIGCONT)
    }

    /// Starts the daemon again.
    func restart() throws {
        process = Process()
        try start()
    }

    deinit {
        if process.isRunning {
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
        try? FileManager.default.removeItem(at: folder)
    }

    /// Calls the tool as at a shell, and waits for its end.
    @discardableResult
    func tool(_ arguments: String..., input: String? = nil) throws -> ToolResult {
        try ToolResult(of: arguments, socket: socket, input: input)
    }

    /// The value that a control has.
    func value(of control: String) throws -> String {
        try tool("get", control).output.trimmingCharacters(in: .newlines)
    }
}
