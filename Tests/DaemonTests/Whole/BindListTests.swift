import Foundation
import Testing

@testable import GlassfaderDaemon

/// The addresses and settings for bridges, by the socket.
struct BindListTests {
    private static func panel(_ path: String, strips: Int = 2) -> String {
        """
        [[pages]]
        id = "main"
        banks = 8
        strips = [{ id = "ch{n}", count = \(strips), bind = { osc = "/ch/{n:02}" }, controls = [
          { id = "level", type = "slider", max = 100, default = 50, step = 1, bind = { osc = "/ch/{n:02}/\(path)" } },
        ] }]
        [bridges.osc]
        send = ["127.0.0.1:3819"]
        dialect = "\(path)"
        """
    }

    private func list(
        _ desk: RunningDaemon, _ client: PanelWatcher, _ match: String, id: Int
    ) throws -> [String: Any] {
        try desk.ask(client, #"{"id":\#(id),"cmd":"list","match":\#(match)}"#, id: id)
    }

    private func bound(_ reply: [String: Any], _ kind: String) -> [String?] {
        (reply[kind] as? [[String: Any]] ?? []).map { ($0["bind"] as? [String: String])?["osc"] }
    }

    private func dialect(_ reply: [String: Any]) -> String? {
        let bridges = reply["bridges"] as? [String: [String: Any]]
        return bridges?["osc"]?["dialect"] as? String
    }

    @Test func `short and long lists have the addresses and settings for bridges`() throws {
        for strips in [2, 200] {
            let desk = try RunningDaemon(Self.panel("fader", strips: strips))
            let client = try desk.client()
            let reply = try list(desk, client, #""*""#, id: 2)
            #expect(bound(reply, "controls").count == strips)
            #expect(bound(reply, "controls").prefix(2) == ["/ch/01/fader", "/ch/02/fader"])
            #expect(bound(reply, "strips").prefix(2) == ["/ch/01", "/ch/02"])
            #expect(dialect(reply) == "fader")
        }
    }

    @Test func `a list that matches nothing has the settings of bridges`() throws {
        let desk = try RunningDaemon(Self.panel("fader"))
        let client = try desk.client()
        let reply = try list(desk, client, "[]", id: 2)
        #expect(dialect(reply) == "fader" && bound(reply, "controls").isEmpty)
        #expect(reply["strips"] == nil)
        let hello = client.lines.first?["hello"] as? [String: Any]
        #expect((hello?["features"] as? [String])?.contains("bind") == true)
    }

    @Test func `a changed bind alone is announced, and the finger keeps its fader`() throws {
        let desk = try RunningDaemon(Self.panel("fader"))
        let watcher = try desk.subscriber()
        try desk.finger(.began, on: "ch1.level")
        try desk.finger(.moved, by: 10)
        let before = try desk.value(of: "ch1.level")
        try desk.replacePanel(Self.panel("level"))
        try desk.run { watcher.read { $0["event"] as? String == "configReloaded" } }
        let event = watcher.lines.last { $0["event"] as? String == "configReloaded" }
        #expect(event?["added"] as? [String] == [] && event?["removed"] as? [String] == [])
        let reply = try list(desk, watcher, #""ch1.*""#, id: 2)
        #expect(bound(reply, "controls") == ["/ch/01/level"] && dialect(reply) == "level")
        #expect(try desk.value(of: "ch1.level") == before)
        try desk.finger(.moved, by: 10)
        try desk.finger(.ended)
        _ = try desk.ask(watcher, #"{"id":3,"cmd":"ping"}"#, id: 3)
        #expect(try desk.value(of: "ch1.level") > before)
        let phases = watcher.phases(of: "ch1.level")
        #expect(phases.first == "began" && phases.last == "ended" && !phases.contains("cancelled"))
    }
}
