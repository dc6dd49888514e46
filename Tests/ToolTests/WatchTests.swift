import Foundation
import Testing

/// What `watch` prints for people and for programs.
struct WatchTests {
    private let panel: ServedPanel

    init() throws {
        panel = try ServedPanel()
    }

    @Test func `on a terminal, the line of a control is overwritten`() throws {
        let terminal = try ToolTerminal(["watch", "ch1.*"], socket: panel.socket, columns: 90)
        try terminal.wait(for: "ch1.mode")
        #expect(terminal.screen.lines.first { $0.hasPrefix("ch1.level") }?.contains("████") == true)
        try panel.tool("set", "ch1.level", "-33dB")
        try terminal.wait(for: "-33.0 dB")
        #expect(terminal.screen.lines.count { $0.hasPrefix("ch1.level") } == 1)
        #expect(!terminal.screen.text.contains("-10.0 dB"))
        try panel.tool("page", "dyn")
        try terminal.wait(for: "page dyn")
        #expect(terminal.screen.lines.count { $0.hasPrefix("ch1.level") } == 1)
        terminal.type("\u{3}")
        #expect(try terminal.status() == 0)
    }

    @Test func `with more controls than rows, the moving controls are visible`() throws {
        let terminal = try ToolTerminal(["watch"], socket: panel.socket, columns: 90, rows: 8)
        try terminal.wait(for: "ch1.pan")
        #expect(!terminal.screen.text.contains("ch8.level"))
        try panel.tool("set", "ch8.level", "-33dB")
        try terminal.wait(for: "ch8.level")
        #expect(terminal.screen.lines.count { !$0.isEmpty } == 7)
    }

    @Test func `a terminal that cannot move the cursor gets a line for each change`() throws {
        let terminal = try ToolTerminal(
            ["watch", "ch1.level"], socket: panel.socket, environment: ["TERM": "dumb"])
        try terminal.wait(for: "ch1.level")
        try panel.tool("set", "ch1.level", "-33dB")
        try terminal.wait(for: "-33.0 dB")
        #expect(terminal.screen.lines.count { $0.hasPrefix("ch1.level") } == 2)
        #expect(!terminal.screen.sent.contains("\u{1b}"))
    }

    @Test func `for programs, each event is a line of JSON`() throws {
        let watcher = try Watcher(["ch1.*", "ch2.level", "--json", "--phases", "ended,set"], panel)
        #expect(try watcher.line().hasPrefix(#"{"id":2,"ok":{"subscription":1,"#))
        try panel.tool("set", "ch2.level", "-20", "--over", "30ms")
        let ended = try watcher.line()
        #expect(ended.hasPrefix(#"{"event":"valueChanged","control":"ch2.level","value":-20.0"#))
        #expect(ended.contains(#""phase":"ended""#))
        try panel.tool("set", "ch3.level", "-20", "ch1.mute", "on")
        #expect(try watcher.line().contains(#""control":"ch1.mute""#))
        #expect(try watcher.end(with: SIGINT) == 0)
    }

    @Test func `in a pipe, each change is a line with a bar and its cause`() throws {
        let watcher = try Watcher(["ch1.level"], panel)
        #expect(try watcher.line().hasPrefix("ch1.level   -10.0 dB  ████████████"))
        try panel.tool("set", "ch1.level", "-33")
        let line = try watcher.line()
        #expect(line.contains("-33.0 dB"))
        #expect(line.hasSuffix("set        client glassfader"))
        try panel.tool("style", "ch1.level", "--label", "\u{1b}[31mred")
        #expect(try watcher.line().contains(#"\u{1b}[31mred"#))
    }

    @Test func `a VCA and a spill are seen, and a member keeps its value`() throws {
        let watcher = try Watcher(["ch1.level"], panel)
        _ = try watcher.line()
        try panel.tool("link", "--vca", "drums", "ch2.level", "ch1.level")
        let before = try watcher.line()
        try panel.tool("set", "ch2.level", "-33")
        let line = try watcher.line()
        #expect(line.hasPrefix("ch1.level   -10.0 dB  ████") && line.hasSuffix("-43.0 dB"))
        #expect([before, line].allSatisfy { $0.contains("  effective  ") })
        try panel.tool("spill", "ch2")
        #expect(try watcher.line() == "spilled ch2")
    }

    @Test func `when the panel disconnects the command ends, unless it may reconnect`() throws {
        let watcher = try Watcher(["ch1.level"], panel)
        let patient = try Watcher(["ch1.level", "--reconnect"], panel)
        _ = (try watcher.line(), try patient.line())
        panel.stop()
        #expect(try watcher.line() == "the panel has disconnected: shutdown")
        #expect(try watcher.end() == 2)
        #expect(try patient.line() == "the panel has disconnected: shutdown")
        #expect(try patient.line().hasPrefix("the panel has closed the connection"))
        try panel.restart()
        #expect(try patient.line().contains("-10.0 dB"))
        #expect(try patient.end(with: SIGTERM) == 0)
    }

    @Test func `a signal ends it at once while the panel hangs`() throws {
        panel.setHangs(true)
        defer { panel.setHangs(false) }
        for options in [[], ["--reconnect"]] {
            let watcher = try Watcher(["ch1.level"] + options, panel)
            try watcher.waitUntilItAsks()
            let began = ContinuousClock.now
            #expect(try watcher.end(with: SIGTERM) == 0)
            #expect(ContinuousClock.now - began < .seconds(2))
        }
    }

    @Test func `a control that a reload takes away is noted, and watched when it returns`() throws {
        let text = try String(contentsOf: panel.panelFile, encoding: .utf8)
        let watcher = try Watcher(["ch8.level", "--reconnect"], panel)
        _ = try watcher.line()
        func reload(_ text: String) throws {
            try text.write(to: panel.panelFile, atomically: false, encoding: .utf8)
            try panel.tool("reload")
            #expect(try watcher.line() == "the panel file was read again")
        }
        try reload(text.replacing("count = 8", with: "count = 7"))
        // The daemon watches its file, and may have read it before.
        while try watcher.line() != "no control matches ch8.level now" {}
        try reload(text)
        try panel.tool("set", "ch8.level", "-33")
        while try !watcher.line().contains("-33.0 dB") {}
    }

    @Test(arguments: [
        ("ch1.value", "ch1.value has no value that can be read"),
        ("*.value", "no control with a value matches *.value"),
    ])
    func `a control without a value is an error`(pattern: String, reason: String) throws {
        let result = try panel.tool("watch", pattern)
        #expect(result.status == 1 && result.errors == "glassfader: \(reason)\n")
    }

    @Test func `it ends when its reader has closed the pipe`() throws {
        let line = "timeout 20 \"$TOOL\" watch ch1.level | head -n 1"
        let result = try ToolResult(ofShell: "\(line); echo end", socket: panel.socket)
        #expect(result.lines.last == "end")
        let status = try ToolResult(
            ofShell: "(timeout 20 \"$TOOL\" watch ch1.level; echo $? >&2) | head -n 1",
            socket: panel.socket)
        #expect(status.errors == "2\n")
    }

    @Test func `phases can be repeated`() throws {
        let watcher = try Watcher(
            ["ch2.level", "--json", "--phases", "ended", "--phases", "set"], panel)
        _ = try watcher.line()
        try panel.tool("set", "ch2.level", "-20", "--over", "30ms")
        #expect(try watcher.line().contains(#""phase":"ended""#))
        try panel.tool("set", "ch2.level", "-21")
        #expect(try watcher.line().contains(#""phase":"set""#))
    }

    @Test(arguments: [
        ["--phases", "begun"], ["--rate", "0"], ["--rate", "x"], ["--monitor", "--json"],
        ["--monitor"],
    ])
    func `invalid arguments are a usage error`(arguments: [String]) throws {
        #expect(try ToolResult(of: ["watch"] + arguments, socket: panel.socket).status == 64)
    }
}

/// A watch in a pipe.
private final class Watcher {
    private let process = Process()
    private let output = Pipe()
    private var rest = ""

    init(_ arguments: [String], _ panel: ServedPanel) throws {
        process.executableURL = ServedPanel.programs.appending(path: "glassfader")
        process.arguments = ["watch"] + arguments
        process.environment = ToolResult.environment(socket: panel.socket)
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
    }

    deinit {
        if process.isRunning {
            process.terminate()
            process.waitUntilExit()
        }
    }

    /// The next line that it prints.
    func line() throws -> String {
        while true {
            if let end = rest.firstIndex(of: "\n") {
                defer { rest = String(rest[rest.index(after: end)...]) }
                return String(rest[..<end])
            }
            let data = output.fileHandleForReading.availableData
            try #require(!data.isEmpty, "it has ended")
            rest += String(decoding: data, as: UTF8.self)
        }
    }

    /// Waits until it waits for the panel's reply, which is a failure if it takes 20 s.
    func waitUntilItAsks() throws {
        let limit = ContinuousClock.now + .seconds(20)
        while !isAsking {
            try #require(ContinuousClock.now < limit, "it does not ask the panel")
            var polled = pollfd(
                fd: output.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
            _ = poll(&polled, 1, 10)
        }
    }

    /// Whether it sleeps, and has opened a socket: see proc_pid_stat(5).
    private var isAsking: Bool {
        let folder = "/proc/\(process.processIdentifier)"
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder + "/fd")) ?? []
        let hasSocket = files.contains { file in
            // The first three are inherited.
            guard let number = Int(file), number > 2 else { return false }
            let target = try? FileManager.default.destinationOfSymbolicLink(
                atPath: folder + "/fd/" + file)
            return target?.hasPrefix("socket:") == true
        }
        let stat = (try? String(contentsOfFile: folder + "/stat", encoding: .utf8)) ?? ""
        let state = stat.split(separator: ")").last?.split(separator: " ").first
        return hasSocket && state == "S"
    }

    /// The exit status, when it has ended.
    func end(with signal: Int32? = nil) throws -> Int32 {
        if let signal { kill(process.processIdentifier, signal) }
        process.waitUntilExit()
        try #require(process.terminationReason == .exit)
        return process.terminationStatus
    }
}
