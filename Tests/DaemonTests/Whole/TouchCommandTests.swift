import Foundation
import Testing

@testable import GlassfaderDaemon

/// Fingers elsewhere, by the socket: what their clients, and others, hear of them.
struct TouchCommandTests {
    private static let panel = """
        [[pages]]
        id = "main"
        strips = [{ id = "ch{n}", count = 2, controls = [
          { id = "level", type = "slider", max = 100, default = 50, step = 1 },
          { id = "talk", type = "button" },
        ] }]
        """

    private let desk: RunningDaemon
    private let watcher: PanelWatcher

    init() throws {
        desk = try RunningDaemon(Self.panel)
        watcher = try desk.subscriber()
    }

    private func touch(
        _ client: PanelWatcher, _ phase: String, _ controls: String
    ) throws -> [String: [String: Any]] {
        let reply = try desk.ask(
            client, #"{"id":3,"cmd":"touch","phase":"\#(phase)","controls":{\#(controls)}}"#,
            id: 3)
        return try #require(reply["results"] as? [String: [String: Any]])
    }

    private func events(of control: String, to listener: PanelWatcher) throws -> [[String: Any]] {
        _ = try desk.ask(listener, #"{"id":99,"cmd":"ping"}"#, id: 99)
        return listener.events(of: control)
    }

    @Test func `the greeting names the command`() throws {
        let hello = try desk.client()
        #expect(
            hello.read { line in
                let features = (line["hello"] as? [String: Any])?["features"] as? [String]
                return features?.contains("touch") ?? false
            })
    }

    @Test func `several controls move in a line that has no reply`() throws {
        let mover = try desk.client()
        let began = try touch(mover, "began", #""ch1.level":{},"ch2.level":{"norm":0.2}"#)
        #expect(began["ch1.level"]?["applied"] as? Bool == true)
        #expect(began["ch2.level"]?["value"] as? Double == 20)
        mover.send(
            #"{"cmd":"touch","phase":"changed","controls":{"ch1.level":{"norm":0.62},"ch2.level":{"delta":11}}}"#
        )
        let ended = try touch(mover, "ended", #""ch1.level":{},"ch2.level":{}"#)
        #expect(ended["ch1.level"]?["value"] as? Double == 62)
        #expect(ended["ch2.level"]?["value"] as? Double == 31)
        let events = try events(of: "ch1.level", to: watcher)
        #expect(events.map { $0["phase"] as? String } == ["began", "changed", "ended"])
        let gesture = began["ch1.level"]?["gesture"] as? Int
        #expect(gesture != nil && events.allSatisfy { $0["gesture"] as? Int == gesture })
        let source = events[0]["source"] as? [String: Any]
        #expect(source?["kind"] as? String == "client")
    }

    @Test func `a client that only wants the release hears one end`() throws {
        let patient = try desk.client()
        _ = try desk.ask(
            patient, #"{"id":1,"cmd":"subscribe","phases":["ended","cancelled","set"]}"#, id: 1)
        let mover = try desk.client()
        _ = try touch(mover, "began", #""ch1.level":{}"#)
        for value in 51...90 {
            mover.send(
                #"{"cmd":"touch","phase":"changed","controls":{"ch1.level":{"value":\#(value)}}}"#)
        }
        _ = try touch(mover, "ended", #""ch1.level":{}"#)
        let events = try events(of: "ch1.level", to: patient)
        #expect(events.map { $0["value"] as? Double } == [90])
    }

    @Test func `talkback closes when its client is gone`() throws {
        var browser: PanelWatcher? = try desk.client()
        _ = try touch(try #require(browser), "began", #""ch1.talk":{},"ch1.level":{}"#)
        #expect(try desk.value(of: "ch1.talk") == 1)
        browser = nil
        try desk.run { watcher.read { $0["reason"] as? String == "client-lost" } }
        let talk = try events(of: "ch1.talk", to: watcher)
        #expect(talk.map { $0["value"] as? Double } == [1, 0])
        let level = try events(of: "ch1.level", to: watcher)
        #expect(level.map { $0["phase"] as? String } == ["began", "cancelled"])
        #expect(level.last?["reason"] as? String == "client-lost")
        #expect(try desk.value(of: "ch1.talk") == 0)
    }

    @Test func `a client hears that a finger has taken its fader, and nothing else of its own`()
        throws
    {
        let mover = try desk.subscriber()
        _ = try touch(mover, "began", #""ch1.level":{"value":70}"#)
        try desk.finger(.began, on: "ch1.level")
        let own = try events(of: "ch1.level", to: mover)
        #expect(own.map { $0["phase"] as? String } == ["cancelled", "began"])
        #expect(own.first?["reason"] as? String == "touch")
        let result = try touch(mover, "began", #""ch1.level":{}"#)["ch1.level"]
        #expect(result?["applied"] as? Bool == false && result?["reason"] as? String == "touched")
        #expect((result?["by"] as? [String: Any])?["kind"] as? String == "touch")
        try desk.finger(.ended)
    }

    @Test func `a new client receives who holds a control`() throws {
        let mover = try desk.client()
        _ = try desk.ask(mover, #"{"id":1,"cmd":"hello","name":"motor"}"#, id: 1)
        _ = try touch(mover, "began", #""ch1.level":{}"#)
        let newClient = try desk.client()
        let reply = try desk.ask(newClient, #"{"id":1,"cmd":"subscribe"}"#, id: 1)
        let snapshot = try #require(reply["snapshot"] as? [String: [String: Any]])
        let held = snapshot["ch1.level"]?["held"] as? [String: Any]
        #expect(held?["kind"] as? String == "client" && held?["name"] as? String == "motor")
        #expect(snapshot["ch2.level"]?["held"] == nil)
        let list = try desk.ask(newClient, #"{"id":2,"cmd":"list","match":"ch1.level"}"#, id: 2)
        let control = (list["controls"] as? [[String: Any]])?.first
        #expect((control?["held"] as? [String: Any])?["name"] as? String == "motor")
    }

    @Test(arguments: [
        (#""phase":"began""#, "controls is missing"),
        (#""controls":{"ch1.level":{}}"#, "phase is missing"),
        (#""phase":"press","controls":{"ch1.level":{}}"#, "phase: expected one of began"),
        (#""phase":"began","controls":{}"#, "controls: expected an object with 1 to 1024"),
        (
            #""phase":"began","controls":{"ch1.level":{"value":1,"norm":0}}"#,
            "controls.ch1.level: expected exactly one of"
        ),
        (
            #""phase":"began","controls":{"ch1.level":{"part":"low","value":"x"}}"#,
            "controls.ch1.level: expected a number for the part 'low'"
        ),
    ])
    func `a wrong touch is rejected as a whole`(members: String, message: String) throws {
        let client = try desk.client()
        let reply = try desk.ask(client, #"{"id":5,"cmd":"touch",\#(members)}"#, id: 5)
        #expect((reply["message"] as? String)?.hasPrefix(message) == true, "\(reply)")
    }
}
