import Testing

@testable import glassfader

/// Levels that a program writes to standard input, with its mistakes.
struct NumberInputTests {
    @Test func `each wrong line is reported with its own number`() throws {
        let panel = try ServedPanel()
        let input = """
            ch1.level=-3,-3
            ch1.level=-3,-3,-3
            ch1.level=-6
            ch1.pan=-3
            ch1.pan=-3
            ch2.level=-6
            """
        let result = try panel.tool("meters", input: input)
        let lines = threeErrors(result)
        #expect(lines.first?.hasPrefix("glassfader: line 2: ch1.level has 2 channels") == true)
        #expect(
            lines.dropFirst() == [
                "glassfader: line 4: ch1.pan has no meter",
                "glassfader: line 5: ch1.pan has no meter",
            ])
    }

    /// The lines of a result with three errors.
    private func threeErrors(_ result: ToolResult) -> [Substring] {
        #expect(result.status == 1)
        let lines = result.errors.split(separator: "\n")
        #expect(lines.count == 3, "\(result.errors)")
        return lines
    }

    @Test func `a line that is too long is reported and skipped`() throws {
        let panel = try ServedPanel()
        let many = (0..<9000).map { "x\($0)=-1" }.joined(separator: " ")
        let endless = String(repeating: "x", count: 3 << 20)
        let result = try panel.tool("meters", input: "\(many)\n\(endless)\nch1.pan=-3\n")
        let lines = threeErrors(result)
        #expect(
            lines.first?.hasPrefix("glassfader: line 1: the request has ") == true
                && lines.first?.hasSuffix(" bytes: at most 65536 are allowed") == true)
        #expect(
            lines.dropFirst() == [
                "glassfader: line 2: it has more than 1048576 bytes",
                "glassfader: line 3: ch1.pan has no meter",
            ])
    }

    @Test func `a request that is too long has a clear error`() throws {
        let panel = try ServedPanel()
        let text = String(repeating: "x", count: 70_000)
        let result = try panel.tool("set", "ch1.mode", text)
        #expect(result.status == 1)
        #expect(result.errors.contains("bytes: at most 65536 are allowed; use several calls"))
    }

    @Test func `input that cannot be read has the status 2`() throws {
        let panel = try ServedPanel()
        for command in ["meters", "plot"] {
            let result = try ToolResult(
                ofShell: "\"$TOOL\" \(command) < /", socket: panel.socket)
            #expect(result.status == 2)
            #expect(result.errors == "glassfader: cannot read standard input: Is a directory\n")
        }
    }

    @Test func `the daemon's end is noticed while the input waits`() throws {
        let panel = try ServedPanel()
        let tool = try ToolTerminal(["meters"], socket: panel.socket)
        tool.type("ch1.pan=-3\n")
        try tool.wait(for: "line 1: ch1.pan has no meter")
        panel.stop()
        #expect(try tool.status() == 2)
        #expect(tool.screen.text.contains("the panel has closed the connection"))
    }

    @Test func `lines are complete however they arrive`() {
        var lines = InputLines()
        lines.append(Array("a\r\n\nb".utf8))
        #expect(lines.next() == .text("a"))
        #expect(lines.next() == .text(""))
        #expect(lines.next() == nil)
        lines.append(Array("c".utf8))
        #expect(lines.next() == nil)
        lines.append([])
        #expect(lines.next() == .text("bc"))
        #expect(lines.next() == nil)
    }

    @Test func `after a line that is too long, the next one is read`() {
        var lines = InputLines()
        for _ in 0..<3 {
            lines.append([UInt8](repeating: 120, count: InputLines.longest))
            #expect(lines.next() == nil)
        }
        lines.append(Array("x\na\n".utf8))
        #expect(lines.next() == .tooLong)
        #expect(lines.next() == .text("a"))
    }
}
