import Testing

/// What the tool does at a shell that has closed a standard stream.
struct ClosedStreamTests {
    private let panel: ServedPanel

    init() throws {
        panel = try ServedPanel()
    }

    private func shell(_ line: String) throws -> ToolResult {
        try ToolResult(ofShell: line, socket: panel.socket)
    }

    @Test func `closed standard output is an error, and the daemon receives no prints`() throws {
        let result = try shell("\"$TOOL\" list >&-")
        #expect(result.status == 2)
        #expect(
            result.errors == "glassfader: cannot write to standard output: Bad file descriptor\n")
        #expect(try shell("\"$TOOL\" screenshot >&-").status == 2)
    }

    @Test func `closed standard input is an error, and nothing is read from the daemon`() throws {
        for command in ["meters", "plot"] {
            let result = try shell("\"$TOOL\" \(command) <&-")
            #expect(result.status == 2)
            #expect(
                result.errors == "glassfader: cannot read standard input: Bad file descriptor\n")
        }
    }

    @Test func `a command works without standard error`() throws {
        let result = try shell("\"$TOOL\" get ch1.level 2>&-")
        #expect(result.status == 0 && result.output == "-10.0\n")
        #expect(try shell("\"$TOOL\" get ch1.levle 2>&-").status == 1)
        #expect(try shell("\"$TOOL\" get ch1.level <&- 2>&-").output == "-10.0\n")
    }
}
