import Foundation
import GlassfaderClient
import PanelProtocol
import Testing

/// The tool beside a finger, which wins, and a daemon that hangs.
struct TouchedPanelTests {
    private let finger: PipedFinger
    private let panel: ServedPanel

    init() throws {
        finger = try PipedFinger(width: 800, height: 480)
        panel = try ServedPanel(touch: finger.touch)
    }

    /// Puts the finger on a control, and returns when the panel says that it is there.
    private func touch(_ control: String) throws {
        let client = try PanelClient(path: panel.socket)
        let frame = try #require(try client.controls(matching: control).first).frame
        finger.putDown(x: Int(frame[0] + frame[2] / 2), y: Int(frame[1] + frame[3] / 2))
        try waitUntil {
            try client.reply(to: "get") { $0.member("control", control) }["touched"]
                == .boolean(true)
        }
    }

    private func waitUntil(_ isSo: () throws -> Bool) throws {
        let limit = ContinuousClock.now + .seconds(20)
        while try !isSo() { try #require(ContinuousClock.now < limit, "it does not come") }
    }

    @Test func `a set on a touched control is reported as rejected and applies after the lift`()
        throws
    {
        try touch("ch1.level")
        let result = try panel.tool("set", "ch1.level", "-33dB")
        #expect(result.status == 1)
        #expect(result.output == "-10.0\n")
        #expect(result.errors == "glassfader: ch1.level was not set: touched\n")
        let several = try panel.tool("set", "ch1.level", "-33dB", "ch2.level", "-33dB")
        #expect(several.status == 1)
        #expect(several.errors.contains("ch1.level was not set: touched; nothing was"))
        #expect(try panel.value(of: "ch2.level") == "0.0")
        finger.lift()
        // The finger has moved nothing: what was wanted meanwhile is not older than its touch.
        try waitUntil { try panel.value(of: "ch1.level") == "-33.0" }
        #expect(try panel.tool("set", "ch1.level", "-20").status == 0)
    }

    @Test func `the monitor shows a touch and reports that it wins over a set`() throws {
        let terminal = try ToolTerminal(["monitor"], socket: panel.socket)
        try terminal.wait(for: "ch1.level, slider: -10.0 dB")
        #expect(!terminal.screen.text.contains("•"))
        try touch("ch1.level")
        try terminal.wait(for: "•")
        terminal.type("\u{1b}[A")
        try terminal.wait(for: "ch1.level was not set: touched")
        #expect(try panel.value(of: "ch1.level") == "-10.0")
        finger.lift()
        try terminal.wait(for: "no finger") { !$0.text.contains("•") }
    }

    @Test func `after five seconds without a reply, the tool reports that the daemon hangs`() throws
    {
        panel.setHangs(true)
        defer { panel.setHangs(false) }
        let began = ContinuousClock.now
        for arguments in [["get", "ch1.level"], ["set", "ch1.level", "-3"]] {
            let result = try ToolResult(of: arguments, socket: panel.socket)
            #expect(result.status == 2)
            #expect(result.output.isEmpty)
            #expect(
                result.errors
                    == "glassfader: no reply in 5 s: glassfaderd hangs; see journalctl -u "
                    + "glassfaderd\n")
        }
        #expect(ContinuousClock.now - began >= .seconds(10))
        panel.setHangs(false)
        #expect(try panel.value(of: "ch1.level") == "-10.0")
    }
}
