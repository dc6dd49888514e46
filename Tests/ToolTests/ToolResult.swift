import Foundation

/// What a call of the tool has come to.
struct ToolResult {
    let status: Int32
    let bytes: Data
    let errors: String

    var output: String { String(decoding: bytes, as: UTF8.self) }
    var lines: [String] { output.split(separator: "\n").map(String.init) }

    /// Calls the tool and waits for its end.
    init(of arguments: [String], socket: String, input: String? = nil) throws {
        try self.init(
            of: ServedPanel.programs.appending(path: "glassfader"), arguments, socket: socket,
            input: input)
    }

    /// Runs a line of a shell, in which `$TOOL` is the tool, and waits for its end.
    init(ofShell line: String, socket: String, input: String? = nil) throws {
        try self.init(
            of: URL(filePath: "/bin/sh"), ["-c", line], socket: socket, input: input)
    }

    private init(
        of program: URL, _ arguments: [String], socket: String, input: String?
    ) throws {
        let process = Process()
        process.executableURL = program
        process.arguments = arguments
        process.environment = Self.environment(socket: socket)
        let (output, errors, stdin) = (Pipe(), Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errors
        process.standardInput = input == nil ? FileHandle.nullDevice : stdin
        try process.run()
        if let input {
            try stdin.fileHandleForWriting.write(contentsOf: Data(input.utf8))
            try stdin.fileHandleForWriting.close()
        }
        bytes = output.fileHandleForReading.readDataToEndOfFile()
        self.errors = String(
            decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        status = process.terminationStatus
    }

    static func environment(socket: String) -> [String: String] {
        var environment = [
            "GLASSFADER_SOCKET": socket, "LANG": "C.UTF-8", "TERM": "xterm-256color",
            "PATH": "/usr/bin:/bin",
            "TOOL": ServedPanel.programs.appending(path: "glassfader").path,
        ]
        environment["ASAN_OPTIONS"] = ProcessInfo.processInfo.environment["ASAN_OPTIONS"]
        return environment
    }
}
