import Foundation
import Testing

/// The built program as a process of its own, with a folder for its files.
final class DaemonProcess {
    private let process = Process()
    private let errors = Pipe()
    private let output = Pipe()
    private(set) var log = ""

    /// The program, which is built beside the tests.
    static var program: URL {
        URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            .appending(path: "glassfaderd")
    }

    /// Starts the program, or another that starts it.
    init(
        _ arguments: [String], environment: [String: String] = [:],
        by starter: (path: String, arguments: [String])? = nil
    ) throws {
        process.executableURL = starter.map { URL(filePath: $0.path) } ?? Self.program
        process.arguments =
            starter.map { $0.arguments + [Self.program.path] + arguments } ?? arguments
        var all = ProcessInfo.processInfo.environment.filter {
            !["NOTIFY_SOCKET", "LISTEN_FDS", "LISTEN_PID", "GLASSFADER_SOCKET"].contains($0.key)
        }
        all.merge(environment) { $1 }
        process.environment = all
        process.standardError = errors
        process.standardOutput = output
        try process.run()
    }

    deinit {
        if process.isRunning {
            Glibc.kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
    }

    /// Whether the program was built with AddressSanitizer, which keeps memory that was given back.
    static let keepsFreedMemory = dlsym(nil, "__asan_init") != nil

    /// How much memory it has, in KiB.
    var memory: Int {
        let pages = proc("statm").split(separator: " ")
        return (pages.count > 1 ? Int(pages[1]) ?? 0 : 0) * Int(getpagesize()) / 1024
    }

    /// How many descriptors are open.
    var descriptors: Int {
        let folder = "/proc/\(process.processIdentifier)/fd"
        return (try? FileManager.default.contentsOfDirectory(atPath: folder).count) ?? 0
    }

    /// How much processor time it has taken.
    var processorTime: Duration {
        // Behind the name in brackets, the 12th and 13th are utime and stime, in 10 ms.
        let fields = proc("stat").split(separator: ")").last?.split(separator: " ") ?? []
        guard fields.count > 12, let user = Int(fields[11]), let system = Int(fields[12]) else {
            return .zero
        }
        return .milliseconds(10 * (user + system))
    }

    /// Whether the daemon runs, and not the program that starts it, and holds a signal back.
    func blocks(_ signal: Int32) -> Bool {
        guard proc("comm") == "glassfaderd\n" else { return false }
        let field = proc("status").split(separator: "\n").first { $0.hasPrefix("SigBlk:") }
        let mask = field?.split(separator: "\t").last.flatMap { UInt64($0, radix: 16) } ?? 0
        return mask >> UInt64(signal - 1) & 1 == 1
    }

    private func proc(_ file: String) -> String {
        let path = "/proc/\(process.processIdentifier)/\(file)"
        return (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    }

    /// Sends a signal.
    func send(_ signal: Int32) {
        Glibc.kill(process.processIdentifier, signal)
    }

    /// Reads the log until it has a text, which is a failure if it takes a minute.
    func waitForLog(_ text: String) throws {
        try read { log.contains(text) }
        try #require(log.contains(text), "the log has no '\(text)': \(log)")
    }

    /// Ends it as a crash would.
    func kill() throws {
        send(SIGKILL)
        try waitForEnd()
    }

    /// Waits for the end, and returns the exit status; the log is then complete.
    func status() throws -> Int32 {
        try waitForEnd()
        try #require(process.terminationReason == .exit)
        return process.terminationStatus
    }

    /// What it has printed, once it has ended.
    var printed: String {
        String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    }

    private var isAtEnd = false

    private func waitForEnd() throws {
        try read { false }
        try #require(isAtEnd, "it does not end: \(log)")
        process.waitUntilExit()
    }

    private func read(until isEnough: () -> Bool) throws {
        let descriptor = errors.fileHandleForReading.fileDescriptor
        let limit = ContinuousClock.now + patience
        while !isAtEnd, !isEnough(), ContinuousClock.now < limit {
            var readable = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&readable, 1, 100) > 0 else { continue }
            let data = errors.fileHandleForReading.availableData
            isAtEnd = data.isEmpty
            log += String(decoding: data, as: UTF8.self)
        }
    }
}
