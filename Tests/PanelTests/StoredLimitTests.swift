import PanelProtocol
import Testing

@testable import Panel

/// What clients store has an end, and one more is refused: what is stored already stays as it is.
struct StoredLimitTests {
    private func store(_ desk: PanelDesk, _ name: String) throws {
        _ = try desk.panel.perform(
            .store(name: name, match: [Glob("*")]), from: desk.client, at: desk.glass.now)
    }

    @Test func `a scene beyond the limit is rejected, but one that replaces another is not`() throws
    {
        let desk = try PanelDesk()
        for number in 1...Limit.scenes.most { try store(desk, "scene \(number)") }
        #expect(throws: RequestError(.full, "1001 scenes: at most 1000 are allowed", field: "name"))
        {
            try store(desk, "one more")
        }
        try store(desk, "scene 7")
        #expect(desk.panel.scenes.count == 1000)
        _ = try desk.panel.perform(
            .delete(name: "scene 7"), from: desk.client, at: desk.glass.now)
        try store(desk, "one more")
        #expect(desk.panel.state.scenes.map(\.name) == desk.panel.scenes.map(\.name))
    }

    @Test func `scenes that together exceed the size limit are rejected`() throws {
        let desk = try PanelDesk(panel: Self.knobs(1000))
        var stored = 0
        let rejection = #expect(throws: RequestError.self) {
            for number in 1...Limit.scenes.most {
                try store(desk, "scene \(number)")
                stored = number
            }
        }
        #expect(rejection?.code == .full && rejection?.field == "name")
        #expect(rejection?.message.contains("bytes of all scenes: at most 2097152 are") == true)
        // All that is stored can be saved, and is there again after a restart.
        let json = desk.panel.state.json
        #expect(json.count < Limit.stateBytes.most)
        var invalid: [String] = []
        let other = try PanelDesk(panel: Self.knobs(1000))
        other.panel.restore(try PanelState(json: json, invalid: &invalid), at: .seconds(1))
        #expect(invalid.isEmpty && other.panel.scenes.count == stored)
        #expect(throws: try #require(rejection)) { try store(other, "scene \(stored + 1)") }
        // What is deleted makes room.
        _ = try other.panel.perform(
            .delete(name: "scene 1"), from: other.client, at: other.glass.now)
        try store(other, "scene \(stored + 1)")
    }

    @Test func `a link beyond the limit is rejected, but one that replaces another is not`() throws
    {
        let desk = try PanelDesk(panel: Self.knobs(1026))
        func link(_ number: Int, name: String? = nil) throws {
            let request = LinkRequest(
                name: name ?? "link \(number)",
                controls: [2 * number - 1, 2 * number].map {
                    "\($0 <= 1024 ? "s" : "s1024").k\($0)"
                })
            _ = try desk.panel.link(request, from: desk.client, at: desk.glass.now)
        }
        for number in 1...Limit.links.most { try link(number) }
        #expect(throws: RequestError(.full, "513 links: at most 512 are allowed", field: "name")) {
            try link(513)
        }
        try link(513, name: "link 512")
        #expect(desk.panel.state.links.count == 512)
    }

    @Test func `of the values of missing controls, the most recently removed are kept`()
        throws
    {
        let desk = try PanelDesk()
        var forgotten = 0
        desk.panel.onForgotten = { forgotten += $0 }
        var state = PanelState()
        for number in 1...Limit.absentValues.most { state.values["old.k\(number)"] = .number(1) }
        desk.panel.restore(state, at: .seconds(1))
        #expect(forgotten == 0)
        try desk.set("ch1.level", 80)
        desk.panel.reload(
            try PanelDesk.description(Self.knobs(1)), from: nil, at: desk.glass.now)
        #expect(forgotten == 5)
        #expect(desk.panel.state.values.count == Limit.absentValues.most + 1)
        desk.panel.reload(
            try PanelDesk.description(PanelDesk.twoFaders), from: nil, at: desk.glass.now)
        #expect(desk.value("ch1.level") == 80)
    }

    private static func knobs(_ count: Int) -> String {
        let knobs = (1...count).map { "{ id = \"k\($0)\", type = \"knob\" }" }
        let strips = stride(from: 0, to: count, by: 1024).map { start in
            "{ id = \"\(start == 0 ? "s" : "s\(start)")\", controls = [\n"
                + knobs[start..<min(start + 1024, count)].joined(separator: ",\n") + "] }"
        }
        return "[[pages]]\nid = \"p\"\nstrips = [\(strips.joined(separator: ",\n"))]"
    }
}
