import Foundation
import Testing

/// The panel on a terminal, as somebody sees it who builds one and sits at ssh.
@Suite(.serialized)
struct MonitorTests {
    private static let up = "\u{1b}[A", down = "\u{1b}[B", right = "\u{1b}[C"
    private static let pageUp = "\u{1b}[5~", home = "\u{1b}[H"

    private let panel: ServedPanel

    init() throws {
        panel = try ServedPanel()
    }

    private func monitor(
        columns: Int = 80, rows: Int = 24, environment: [String: String] = [:]
    ) throws -> ToolTerminal {
        let terminal = try ToolTerminal(
            ["monitor"], socket: panel.socket, columns: columns, rows: rows,
            environment: environment)
        try terminal.wait(for: "ch1.level")
        return terminal
    }

    @Test func `the strips of the page are side by side, with values and bars`() throws {
        let terminal = try monitor()
        let lines = terminal.screen.lines
        #expect(lines[0].contains("foh") && lines[0].contains("*Mix") && lines[0].contains("Dyn"))
        #expect(
            lines[1].split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
                == "Vox Ch 2 Ch 3 Ch 4 Ch 5 Ch 6 Ch 7 Ch 8 Main")
        #expect(lines.contains { $0.hasPrefix("-10.0 dB   0.0 dB   0.0 dB") })
        #expect(lines.contains { $0.hasPrefix("████──── ██████──") })
        #expect(lines[22].contains("ch1.level, slider: -10.0 dB (-∞…10 dB)"))
    }

    @Test func `the arrow keys change the value on the panel`() throws {
        let terminal = try monitor()
        terminal.type(Self.up)
        try terminal.wait(for: "ch1.level, slider: -9.9 dB")
        #expect(try panel.value(of: "ch1.level") == "-9.9")
        terminal.type(Self.pageUp + Self.down)
        try terminal.wait(for: "ch1.level, slider: -9.0 dB")
        #expect(try panel.value(of: "ch1.level") == "-9.0")
        terminal.type(Self.right + Self.right + Self.down)
        try terminal.wait(for: "ch3.level, slider: -0.1 dB")
        #expect(try panel.value(of: "ch3.level") == "-0.1")
        terminal.type(Self.home)
        try terminal.wait(for: "ch3.level, slider: 0.0 dB")
        terminal.type("\t ")
        try terminal.wait(for: "ch3.mute, switch: on")
        #expect(try panel.value(of: "ch3.mute") == "1.0")
    }

    @Test func `changes by others are displayed, and only the differences are sent`() throws {
        let terminal = try monitor()
        let before = terminal.screen.sent.utf8.count
        try panel.tool("set", "ch2.level", "-33dB")
        try terminal.wait(for: "-33.0 dB")
        #expect(terminal.screen.sent.utf8.count - before < 200)
    }

    @Test func `meters rise and fall`() throws {
        let terminal = try monitor(environment: ["NO_COLOR": "1"])
        try panel.tool("meters", "ch1.level=-30,-6")
        try terminal.wait(for: "both channels") { screen in
            screen.lines.contains { $0.hasPrefix("████     ") || $0 == "████" }
                && screen.lines.contains { $0.hasPrefix("███████▎") }
        }
        #expect(!terminal.screen.sent.contains("\u{1b}[0;3"), "there are colours")
        try terminal.wait(for: "darkness") { screen in
            !screen.lines.contains { $0.hasPrefix("████     ") || $0 == "████" }
        }
    }

    @Test func `the monitor can view another page and show it on the panel`() throws {
        let terminal = try monitor()
        terminal.type("]")
        try terminal.wait(for: "ch1.gate, range: -48.0 dB … -24.0 dB, low")
        #expect(terminal.screen.lines[0].contains("*Mix"), "the panel's own page was changed")
        terminal.type("\t" + Self.up)
        try terminal.wait(for: "ch1.gate, range: -48.0 dB … -23.5 dB, high")
        terminal.type("s")
        try terminal.wait(for: "*Dyn")
        #expect(try panel.tool("page").lines.contains { $0.hasPrefix("*  dyn") })
        try panel.tool("page", "main")
        try terminal.wait(for: "ch1.level, slider")
    }

    @Test func `a smaller window shows less and follows the selection`() throws {
        let terminal = try monitor()
        terminal.resize(columns: 40, rows: 12)
        try terminal.wait(for: "fewer strips") {
            $0.lines[1].contains("Vox") && !$0.text.contains("Main")
        }
        terminal.type(String(repeating: Self.right, count: 9))
        try terminal.wait(for: "the last strip") {
            $0.lines[1].contains("Main") && !$0.text.contains("Vox")
        }
        #expect(terminal.screen.lines.allSatisfy { $0.count <= 40 })
        terminal.resize(columns: 100, rows: 40)
        try terminal.wait(for: "all strips") { $0.text.contains("Vox") && $0.text.contains("Main") }
    }

    @Test func `after q, Ctrl-C and SIGTERM the terminal is restored`() throws {
        for end in ["q", "\u{3}", ""] {
            let terminal = try monitor()
            #expect(terminal.screen.isTaken && !terminal.screen.isCursorShown)
            #expect(!terminal.isAsBefore)
            if end.isEmpty { terminal.send(SIGTERM) } else { terminal.type(end) }
            #expect(try terminal.status() == 0)
            #expect(!terminal.screen.isTaken && terminal.screen.isCursorShown)
            #expect(terminal.isAsBefore)
        }
    }

    @Test func `Ctrl-Z releases the terminal, and fg redraws it`() throws {
        let terminal = try monitor()
        terminal.type("\u{1a}")
        try terminal.waitForStop()
        #expect(!terminal.screen.isTaken && terminal.screen.isCursorShown && terminal.isAsBefore)
        try panel.tool("set", "ch1.level", "-44")
        terminal.send(SIGCONT)
        try terminal.wait(for: "-44.0 dB")
        #expect(terminal.screen.isTaken && !terminal.isAsBefore)
    }

    @Test func `the monitor waits for a panel that is gone`() throws {
        let terminal = try monitor()
        panel.stop()
        try terminal.wait(for: "no connection")
        terminal.type(Self.up)
        try panel.restart()
        try terminal.wait(for: "the panel again") { !$0.text.contains("no connection") }
        terminal.type(Self.up)
        try terminal.wait(for: "ch1.level, slider: -9.9 dB")
    }

    @Test func `an error from the panel is shown at the bottom`() throws {
        let terminal = try monitor()
        try panel.tool("lock", "--clients")
        try terminal.wait(for: "locked")
        terminal.type(Self.up)
        try terminal.wait(for: "the panel is locked, including ch1.level")
    }

    @Test func `labels send no control characters to the terminal, and wide ones stay aligned`()
        throws
    {
        let terminal = try monitor()
        try panel.tool("style", "ch1.pan", "--label", "\u{1b}]0;x\u{7}")
        try panel.tool("style", "ch2.pan", "--label", "音量大")
        try terminal.wait(for: "音量大")
        #expect(!terminal.screen.sent.contains("\u{1b}]0"))
        let line = try #require(terminal.screen.lines.first { $0.contains("音量大") })
        #expect(line.hasPrefix("\\u{1b}"))
        #expect(line.contains("音量大 C Pan    C"))
    }

    @Test func `strips get the names and disappear as on the panel`() throws {
        let terminal = try monitor()
        try panel.tool("style", "ch2", "--label", "Bass")
        try terminal.wait(for: "Bass")
        try panel.tool("style", "ch1", "--no-visible")
        try terminal.wait(for: "a panel without the first strip") { !$0.lines[1].contains("Vox") }
        #expect(terminal.screen.lines[1].hasPrefix("Bass"))
    }

    @Test func `a strip has its colour, and black or white text by contrast`() throws {
        let terminal = try monitor()
        try panel.tool("style", "ch2", "--color", "#ffaf00")
        try terminal.wait(for: "black on amber") { $0.sent.contains("38;5;16;48;5;214;1m") }
        try panel.tool("style", "ch1", "--color", "#0000d7")
        try terminal.wait(for: "the selected strip, white on blue") {
            $0.sent.contains("38;5;231;48;5;20;1;4m")
        }
    }

    @Test func `names and values are whole, also where that leaves space for fewer strips`() throws
    {
        let terminal = try monitor()
        try panel.tool("style", "ch2", "--label", "Overhead left")
        try terminal.wait(for: "Overhead left")
        try panel.tool("style", "ch2", "--label", String(repeating: "long ", count: 20))
        terminal.resize(columns: 30, rows: 24)
        terminal.type(Self.right)
        try terminal.wait(for: "a title that is cut at the edge of the terminal") {
            $0.lines[1].hasPrefix("long long") && $0.lines[1].hasSuffix("…")
        }
    }

    @Test func `both ends of a range are shown, each above its bar`() throws {
        let terminal = try monitor(columns: 60)
        terminal.type("]")
        try terminal.wait(for: "ch1.gate, range")
        let lines = terminal.screen.lines
        let low = try #require(lines.firstIndex { $0.hasPrefix("-48.0 dB") })
        #expect(lines[low + 2].hasPrefix("-24.0 dB"))
        #expect(lines[low + 1].contains("█") && lines[low + 3].contains("█"))
    }

    @Test func `a member of a VCA shows the level in effect as a second mark`() throws {
        let terminal = try monitor()
        try panel.tool("link", "--vca", "drums", "ch8.level", "ch1.level")
        #expect(!terminal.screen.text.contains("┃"))
        try panel.tool("set", "ch8.level", "-20dB")
        try terminal.wait(for: "ch1.level, slider: -10.0 dB, effective -30.0 dB (-∞…10 dB)")
        #expect(terminal.screen.lines.contains { $0.hasPrefix("██┃█──── ██████──") })
        try panel.tool("spill", "ch8.level")
        try terminal.wait(for: "spilled: ch8.level")
        try panel.tool("spill")
        try terminal.wait(for: "no spill") { !$0.text.contains("spilled") }
        try panel.tool("unlink", "drums")
        try terminal.wait(for: "one mark") { !$0.text.contains("┃") }
    }

    @Test func `a stopwatch says whether it runs, and is started with Space`() throws {
        let panel = try ServedPanel { text in
            text += """

                [[pages]]
                id = "tape"
                strips = [{ id = "tape", controls = [
                  { id = "time", type = "stopwatch" }, { id = "wave", type = "plot" } ] }]
                """
        }
        let terminal = try ToolTerminal(["monitor"], socket: panel.socket)
        try terminal.wait(for: "ch1.level")
        terminal.type("]]]")
        try terminal.wait(for: "tape.time, stopwatch: 00:00")
        #expect(!terminal.screen.text.contains("wave") && !terminal.screen.text.contains("───"))
        terminal.type(" ")
        try terminal.wait(for: "tape.time, stopwatch: running")
        terminal.type(" ")
        try terminal.wait(for: "tape.time, stopwatch: 00:0")
    }

    @Test func `only the card that the panel shows is listed and changed`() throws {
        let panel = try ServedPanel { text in
            text = """
                version = 1
                name = "cards"
                [[pages]]
                id = "mix"
                strips = [
                  { id = "ch{n}", count = 2, controls = [
                    { cards = "top.fader", level = { type = "slider", max = 100 }, \
                mon1 = { type = "slider", max = 100 } } ] },
                  { id = "top", controls = [
                    { id = "fader", type = "segmented", options = ["level", "mon1"] } ] },
                ]
                """
        }
        let terminal = try ToolTerminal(["monitor"], socket: panel.socket)
        try terminal.wait(for: "ch1.level, slider")
        #expect(!terminal.screen.text.contains("mon1"))
        terminal.type(Self.right)
        try terminal.wait(for: "ch2.level, slider")
        try panel.tool("set", "top.fader", "mon1")
        try terminal.wait(for: "ch2.mon1, slider")
        terminal.type(Self.pageUp)
        try terminal.wait(for: "a changed card") { _ in
            (try? panel.value(of: "ch2.mon1")) != "0.0"
        }
        #expect(try panel.value(of: "ch2.level") == "0.0")
    }

    @Test func `every bank is reachable, and the header shows where one is`() throws {
        let panel = try ServedPanel { text in
            text = """
                version = 1
                name = "banks"
                [[pages]]
                id = "ch"
                label = "Channels"
                banks = 2
                strips = [{ id = "ch{n}", count = 16, controls = [
                  { id = "level", type = "slider" }] }]
                """
        }
        let terminal = try ToolTerminal(["monitor"], socket: panel.socket, columns: 50)
        try terminal.wait(for: "*Channels 1–2")
        terminal.type(String(repeating: "]", count: 7))
        try terminal.wait(for: "ch15.level, slider")
        #expect(terminal.screen.lines[0].contains("‹"))
        #expect(terminal.screen.lines[0].contains("Channels 15–16"))
    }

    @Test func `a pattern that matches nothing is an error`() throws {
        let terminal = try ToolTerminal(["monitor", "ch1.*", "zz*"], socket: panel.socket)
        #expect(try terminal.status() == 1)
        #expect(terminal.screen.text.contains("no control matches zz*"))
    }

    @Test(arguments: [["--phases", "set"], ["--rate", "5"], ["--reconnect"]])
    func `an option of watch without effect on the monitor is rejected`(options: [String]) throws {
        let terminal = try ToolTerminal(["watch", "--monitor"] + options, socket: panel.socket)
        #expect(try terminal.status() == 64)
        #expect(terminal.screen.text.contains("have no effect with --monitor"))
    }

    @Test func `without a terminal the command reports an error`() throws {
        let result = try panel.tool("monitor")
        #expect(result.status == 64)
        #expect(result.errors.contains("the monitor needs a terminal"))
        let dumb = try ToolTerminal(
            ["monitor"], socket: panel.socket, environment: ["TERM": "dumb"])
        #expect(try dumb.status() == 64)
        let nobody = try ToolTerminal(["monitor"], socket: "/nonexistent/s")
        #expect(try nobody.status() == 2)
        #expect(!nobody.screen.sent.contains("\u{1b}["))
    }
}
