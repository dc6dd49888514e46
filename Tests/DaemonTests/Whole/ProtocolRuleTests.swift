import Controls
import Drawing
import Foundation
import Testing

@testable import GlassfaderDaemon

/// What a program can rely on that speaks the protocol with a running daemon.
struct ProtocolRuleTests {
    private static let panel = """
        version = 1
        name = "desk"
        [[pages]]
        id = "main"
        strips = [
          { id = "ch{n}", count = 2, controls = [
            { id = "level", type = "slider", unit = "dB", taper = "x32", default = -10, step = 0.1 },
            { id = "mute", type = "switch" },
          ] },
          { id = "m", controls = [
            { id = "free", type = "slider", unit = "dB", taper = "x32", on_remote = "allow" },
            { id = "deaf", type = "slider", unit = "dB", taper = "x32", on_remote = "ignore" },
            { id = "back", type = "slider", unit = "dB", taper = "x32", revert_on_cancel = true },
            { id = "shown", type = "slider", unit = "dB", taper = "x32", access = "r" },
          ] },
        ]
        [[pages]]
        id = "dyn"
        strips = [{ id = "ch1", controls = [
          { id = "gate", type = "range", min = -60, max = 0, default = { low = -40, high = -20 } },
        ] }]
        """

    private let desk: RunningDaemon
    private let client: PanelWatcher
    private let watcher: PanelWatcher

    init() throws {
        desk = try RunningDaemon(Self.panel)
        client = try desk.client()
        watcher = try desk.subscriber()
    }

    private func ask(_ members: String) throws -> [String: Any] {
        try desk.ask(client, #"{"id":7,\#(members)}"#, id: 7)
    }

    @discardableResult
    private func set(_ control: String, _ members: String) throws -> [String: Any] {
        try desk.ask(client, #"{"id":8,"cmd":"set","control":"\#(control)",\#(members)}"#, id: 8)
    }

    /// The events of a control that have come, once all that was posted has.
    private func events(
        of control: String, to listener: PanelWatcher? = nil
    ) throws -> [[String: Any]] {
        let listener = listener ?? watcher
        _ = try desk.ask(listener, #"{"id":99,"cmd":"ping"}"#, id: 99)
        return listener.events(of: control)
    }

    // MARK: 1

    @Test func `silence is the lowest value, with a gain of 0 and a text that shows it`() throws {
        var reply = try set("ch1.level", #""value":-90"#)
        #expect(reply["value"] as? Double == -90)
        reply = try ask(#""cmd":"get","control":"ch1.level""#)
        #expect(reply["gain"] as? Double == 0 && reply["norm"] as? Double == 0)
        #expect(reply["text"] as? String == "-∞ dB")
        let event = try #require(try events(of: "ch1.level").last)
        #expect(event["gain"] as? Double == 0)
        #expect(event["text"] == nil)
        #expect(try ask(#""cmd":"get","control":"ch1.mute""#)["gain"] == nil)
    }

    @Test func `a bridge that shows the value can request its text, too`() throws {
        let reader = try desk.client()
        let reply = try desk.ask(reader, #"{"id":1,"cmd":"subscribe","text":true}"#, id: 1)
        let level = (reply["snapshot"] as? [String: Any])?["ch1.level"] as? [String: Any]
        let text = try ask(#""cmd":"get","control":"ch1.level""#)["text"] as? String
        #expect(text != nil && level?["text"] as? String == text)
        try set("ch1.level", #""value":-3.04"#)
        #expect(try events(of: "ch1.level", to: reader).last?["text"] as? String == "-3.0 dB")
        #expect(try events(of: "ch1.level").last?["text"] == nil)
    }

    /// A panel on which ch1.level moves the level in effect of ch2.level.
    private static let vca = """
        version = 1
        [[pages]]
        id = "main"
        strips = [{ id = "ch{n}", count = 2, controls = [
          { id = "level", type = "slider", unit = "dB", taper = "x32", default = -10 },
        ] }]
        [[links]]
        name = "all"
        mode = "vca"
        controls = ["ch1.level", "ch2.level"]
        """

    @Test(arguments: [
        #""cmd":"set","control":"ch2.level","value":-20"#,
        #""cmd":"batch","ops":[{"cmd":"set","control":"ch2.level","value":-20}]"#,
        #""cmd":"touch","phase":"began","controls":{"ch2.level":{"value":-20}}"#,
    ])
    func `the reply to a client that sets a member of a VCA has the level in effect`(
        request: String
    ) throws {
        let desk = try RunningDaemon(Self.vca)
        let client = try desk.client()
        _ = try desk.ask(client, #"{"id":1,"cmd":"set","control":"ch1.level","value":-3}"#, id: 1)
        let reply = try desk.ask(client, "{\"id\":2,\(request)}", id: 2)
        let result =
            (reply["results"] as? [[String: Any]])?.first
            ?? (reply["results"] as? [String: [String: Any]])?["ch2.level"] ?? reply
        #expect(result["value"] as? Double == -20)
        #expect((result["effective"] as? [String: Any])?["value"] as? Double == -23)
    }

    @Test func `the level of a member of a VCA has its text, too`() throws {
        let desk = try RunningDaemon(Self.vca)
        let reader = try desk.client()
        _ = try desk.ask(reader, #"{"id":1,"cmd":"subscribe","text":true}"#, id: 1)
        let other = try desk.subscriber()
        _ = try desk.ask(
            try desk.client(), #"{"id":1,"cmd":"set","control":"ch1.level","value":-3}"#, id: 1)
        for (client, text) in [(reader, "-13.0 dB"), (other, nil)] {
            try desk.run { client.read { $0["event"] as? String == "effectiveChanged" } }
            let event = client.lines.last { $0["event"] as? String == "effectiveChanged" }
            let level = try #require(event?["effective"] as? [String: Any])
            #expect(level["value"] as? Double == -13 && level["text"] as? String == text)
        }
    }

    @Test(arguments: [
        (#""value":-20"#, -20.0), (#""norm":0.75"#, 0.0), (#""delta":-5"#, -15.0),
        (#""delta_norm":1"#, 10.0),
    ])
    func `a value is set in one of four ways`(members: String, value: Double) throws {
        #expect(try set("ch1.level", members)["value"] as? Double == value)
    }

    @Test func `a value set in two ways, or in none, is rejected`() throws {
        #expect(try set("ch1.level", #""value":1,"norm":0.5"#)["code"] as? String == "bad-request")
        #expect(try set("ch1.level", #""echo":1"#)["code"] as? String == "bad-request")
        #expect(try desk.value(of: "ch1.level") == -10)
    }

    @Test func `a part is set by its name, and the others stay`() throws {
        let reply = try set("ch1.gate", #""value":{"low":-50}"#)
        #expect(reply["value"] as? [String: Double] == ["low": -50, "high": -20])
        #expect(try set("ch1.gate", #""value":{"mid":-50}"#)["code"] as? String == "bad-value")
    }

    // MARK: 2

    @Test func `a client that wants values only on release receives each once, and the last one`()
        throws
    {
        let patient = try desk.client()
        _ = try desk.ask(
            patient, #"{"id":1,"cmd":"subscribe","phases":["ended","cancelled","set"]}"#, id: 1)
        try desk.finger(.began, on: "ch1.level")
        for _ in 0..<10 { try desk.finger(.moved, by: 5) }
        try desk.finger(.ended)
        try set("ch2.level", #""value":-1"#)
        let events = try events(of: "ch1.level", to: patient)
        #expect(events.count == 1)
        let value = try desk.value(of: "ch1.level")
        #expect(events[0]["value"] as? Double == value)
        #expect(try self.events(of: "ch2.level", to: patient).count == 1)
    }

    @Test(arguments: [("ch1.level", false), ("m.back", true)])
    func `a page change cancels the touch, and the event carries the resulting value`(
        control: String, reverts: Bool
    ) throws {
        let before = try desk.value(of: control)
        try desk.finger(.began, on: control)
        try desk.finger(.moved, by: 20)
        _ = try ask(#""cmd":"page","page":"dyn""#)
        let event = try #require(try events(of: control).last)
        #expect(event["phase"] as? String == "cancelled" && event["reason"] as? String == "page")
        let value = try desk.value(of: control)
        #expect(event["value"] as? Double == value)
        #expect((value == before) == reverts)
        let page = try #require(watcher.lines.last { $0["event"] as? String == "pageChanged" })
        #expect(page["page"] as? String == "dyn")
        #expect((page["source"] as? [String: Any])?["kind"] as? String == "client")
    }

    // MARK: 3 and 4

    @Test func `a client that sets a value gets a reply but no echo, unless it requests one`()
        throws
    {
        _ = try ask(#""cmd":"subscribe""#)
        let echoing = try desk.client()
        _ = try desk.ask(echoing, #"{"id":1,"cmd":"subscribe","echo":true}"#, id: 1)
        let reply = try set("ch1.level", #""value":-1"#)
        #expect(try events(of: "ch1.level", to: client).isEmpty)
        let heard = try #require(try events(of: "ch1.level").last)
        #expect(heard["seq"] as? Int == reply["seq"] as? Int)
        _ = try desk.ask(
            echoing, #"{"id":2,"cmd":"set","control":"ch1.level","value":-2}"#, id: 2)
        #expect(try events(of: "ch1.level", to: echoing).count == 2)
        // It hears the others.
        #expect(try events(of: "ch1.level", to: client).count == 1)
    }

    @Test func `bridges can distinguish what an engine confirms from what somebody requests`()
        throws
    {
        try set("ch1.level", #""value":-1,"feedback":true"#)
        let event = try #require(try events(of: "ch1.level").last)
        #expect((event["source"] as? [String: Any])?["kind"] as? String == "feedback")
        #expect(try desk.value(of: "ch1.level") == -1)
        #expect(
            try set("ch1.level", #""value":-3,"feedback":true,"over_ms":100"#)["code"] as? String
                == "bad-request")
        // The same again is no news: two that confirm each other come to rest.
        let count = try events(of: "ch1.level").count
        try set("ch1.level", #""value":-1"#)
        #expect(try events(of: "ch1.level").count == count)
    }

    // MARK: 5

    @Test func `a finger wins, and the client's last value is applied after the finger lifts`()
        throws
    {
        try desk.finger(.began, on: "ch1.level", at: .seconds(1))
        #expect(try set("ch1.level", #""value":-20"#)["reason"] as? String == "touched")
        #expect(try set("ch1.level", #""value":-30"#)["reason"] as? String == "touched")
        #expect(try desk.value(of: "ch1.level") == -10)
        try desk.finger(.ended, at: desk.daemon.loop.now + .milliseconds(300))
        #expect(try desk.value(of: "ch1.level") == -30)
    }

    @Test func `a value that arrives right after the finger lifts waits a quarter of a second`()
        throws
    {
        try desk.finger(.began, on: "ch1.level")
        try desk.finger(.moved, by: 20)
        try desk.finger(.ended)
        let value = try desk.value(of: "ch1.level")
        let reply = try set("ch1.level", #""value":-50"#)
        #expect(reply["applied"] as? Bool == false && reply["reason"] as? String == "settling")
        #expect(try desk.value(of: "ch1.level") == value)
        try desk.run { (try? desk.value(of: "ch1.level")) == -50 }
        #expect(try events(of: "ch1.level").last?["value"] as? Double == -50)
    }

    @Test func `a control may accept clients' values under the finger, or discard them`() throws {
        try desk.finger(.began, on: "m.free")
        #expect(try set("m.free", #""value":-20"#)["applied"] as? Bool == true)
        try desk.finger(.ended)
        try desk.finger(.began, on: "m.deaf", slot: 1)
        #expect(try set("m.deaf", #""value":-20"#)["applied"] as? Bool == false)
        let before = try desk.value(of: "m.deaf")
        try desk.finger(.ended, slot: 1)
        #expect(try desk.value(of: "m.deaf") == before)
        #expect(try set("m.deaf", #""value":-20"#)["applied"] as? Bool == true)
    }

    // MARK: 6 and 7

    @Test func `there is no gap between a snapshot and the events that follow`() throws {
        try desk.finger(.began, on: "ch1.level")
        for step in 1...40 {
            try desk.finger(.moved, by: step % 2 == 0 ? 3 : 2)
            if step == 20 {
                client.send(#"{"id":5,"cmd":"subscribe","match":"ch1.level"}"#)
                try desk.run { client.read { $0["id"] as? Int == 5 } }
            }
        }
        try desk.finger(.ended)
        let events = try events(of: "ch1.level", to: client)
        let reply = try #require(client.reply(to: 5))
        let first = try #require(reply["seq"] as? Int)
        let numbers = events.compactMap { $0["seq"] as? Int }
        #expect(numbers.allSatisfy { $0 > first })
        #expect(numbers == numbers.sorted() && Set(numbers).count == numbers.count)
        let value = try desk.value(of: "ch1.level")
        #expect(events.last?["value"] as? Double == value)
        #expect((reply["state"] as? [String: Any])?["page"] as? String == "main")
    }

    @Test func `an event carries the time of the touch`() throws {
        try desk.finger(.began, on: "ch1.level", at: .microseconds(1_234_567))
        #expect(try events(of: "ch1.level").last?["t"] as? Int == 1_234_567)
        try desk.finger(.ended)
    }

    @Test func `a new panel file is reported, and a broken one changes nothing`() throws {
        try set("ch1.level", #""value":-1"#)
        try desk.replacePanel("[[pages]]\nid = 3\n")
        let rejection = try ask(#""cmd":"reload""#)
        #expect(rejection["code"] as? String == "bad-value")
        #expect((rejection["message"] as? String)?.contains("panel.toml:2:6: 'id'") == true)
        #expect(desk.log.contains { $0.contains("panel.toml:2:6: 'id'") })
        #expect(try desk.value(of: "ch1.level") == -1)

        try desk.replacePanel(
            Self.panel.replacingOccurrences(of: "count = 2", with: "count = 3"))
        try desk.run { watcher.read { $0["event"] as? String == "configReloaded" } }
        let event = try #require(watcher.lines.last { $0["event"] as? String == "configReloaded" })
        #expect(event["added"] as? [String] == ["ch3.level", "ch3.mute"])
        #expect(event["generation"] as? Int == 2)
        #expect(try desk.value(of: "ch1.level") == -1)
        #expect(try set("ch3.level", #""value":-6"#)["applied"] as? Bool == true)
        try desk.finger(.began, on: "ch3.level")
        try desk.finger(.moved, by: 20)
        try desk.finger(.ended)
        #expect(try events(of: "ch3.level").last?["phase"] as? String == "ended")
        // Read again, though nothing has changed.
        #expect(try ask(#""cmd":"reload""#)["generation"] as? Int == 3)
    }

    // MARK: 8

    @Test(arguments: [
        (#""cmd":"sett""#, "unknown-command"), (#""cmd":"page","page":"dym""#, "bad-value"),
        (#""cmd":"get","control":"ch1.levl""#, "unknown-control"),
        (#""cmd":"set","control":"m.shown","value":1"#, "read-only"),
        (#""cmd":"hello","protocol":2"#, "unsupported-protocol"),
        (#""cmd":"scene","op":"recal","name":"x""#, "bad-request"),
        (#""cmd":"unlink","name":"none""#, "bad-value"),
        (#""cmd":"lock","except":["ch1.mut"]"#, "unknown-control"),
        (#""cmd":"batch","ops":[{"cmd":"page","page":"dyn"}]"#, "bad-request"),
        (#""cmd":"screenshot","offset":9"#, "bad-request"),
        (#""cmd":"unsubscribe""#, "bad-request"),
        (#""cmd":"style","control":"ch1.level""#, "bad-request"),
        (#""cmd":"display","brightness":101"#, "bad-request"),
    ])
    func `an error has a code for programs, and the connection stays open`(
        members: String, code: String
    ) throws {
        let error = try ask(members)
        #expect(error["code"] as? String == code)
        #expect((error["message"] as? String)?.isEmpty == false)
        #expect(try desk.ask(client, #"{"id":3,"cmd":"ping"}"#, id: 3)["uptime_ms"] != nil)
    }

    @Test func `a panel that is locked for clients reports it`() throws {
        _ = try ask(#""cmd":"lock","on":true,"clients":true,"except":["ch2.*"]"#)
        #expect(try set("ch1.level", #""value":-1"#)["code"] as? String == "locked")
        #expect(try set("ch2.level", #""value":-1"#)["applied"] as? Bool == true)
        try desk.run { watcher.read { $0["event"] as? String == "locked" } }
        let event = try #require(watcher.lines.last { $0["event"] as? String == "locked" })
        #expect(event["locked"] as? Bool == true && event["except"] as? [String] == ["ch2.*"])
        let late = try desk.client()
        let reply = try desk.ask(late, #"{"id":1,"cmd":"subscribe"}"#, id: 1)
        #expect((reply["state"] as? [String: Any])?["locked"] as? Bool == true)
        #expect(try ask(#""cmd":"unlock""#)["locked"] as? Bool == false)
        #expect(try set("ch1.level", #""value":-1"#)["applied"] as? Bool == true)
    }

    // MARK: The rest

    @Test func `a screenshot arrives in pieces, and matches what is shown`() throws {
        var file = Data()
        var offset = 0
        var pieces = 0
        while true {
            let piece = try ask(#""cmd":"screenshot","offset":\#(offset)"#)
            let data = try #require(Data(base64Encoded: piece["data"] as? String ?? "-"))
            #expect(piece["offset"] as? Int == offset)
            file += data
            offset += data.count
            pieces += 1
            guard piece["more"] as? Bool == true else {
                #expect(piece["bytes"] as? Int == file.count)
                break
            }
        }
        let picture = try Bitmap(pngData: [UInt8](file))
        #expect(try picture.looksLike(desk.shown))
        #expect(
            try ask(#""cmd":"screenshot","offset":\#(offset)"#)["code"] as? String == "bad-request")
    }

    @Test func `a client can list the other clients, and disconnect`() throws {
        _ = try ask(#""cmd":"hello","name":"bridge""#)
        let reply = try ask(#""cmd":"clients""#)
        let clients = try #require(reply["clients"] as? [[String: Any]])
        #expect(clients.count == 2)
        #expect(clients[0]["name"] as? String == "bridge")
        #expect(clients[0]["pid"] as? Int == Int(getpid()))
        #expect(clients[0]["uid"] as? Int == Int(getuid()))
        #expect(clients[0]["gid"] as? Int == Int(getgid()))
        #expect(clients.map { $0["subscribed"] as? Bool } == [false, true])
        #expect(try ask(#""cmd":"version""#)["protocol"] as? Int == 1)
        client.send(#"{"id":9,"cmd":"bye"}"#)
        client.send(#"{"id":10,"cmd":"ping"}"#)
        try desk.run { client.readToEnd() }
        #expect(client.lines.suffix(2).map { $0["id"] as? Int } == [9, nil])
        #expect(client.lines.last?["reason"] as? String == "requested")
    }

    @Test func `a client that unsubscribes receives nothing more`() throws {
        _ = try ask(#""cmd":"subscribe""#)
        _ = try ask(#""cmd":"unsubscribe""#)
        try set("ch1.mute", #""value":1"#)
        try desk.finger(.began, on: "ch1.level")
        try desk.finger(.ended)
        #expect(try events(of: "ch1.level", to: client).isEmpty)
        #expect(try events(of: "ch1.level").count == 2)
    }

    @Test func `every client receives a fade's events, from its beginning to its end`() throws {
        _ = try ask(#""cmd":"subscribe""#)
        let reply = try set("ch1.level", #""norm":1,"over_ms":200"#)
        #expect(reply["target"] as? Double == 10 && reply["value"] as? Double == -10)
        try desk.run { client.read { $0["phase"] as? String == "ended" } }
        let phases = try events(of: "ch1.level", to: client).compactMap { $0["phase"] as? String }
        #expect(phases.first == "began" && phases.last == "ended")
        #expect(phases.dropFirst().dropLast().allSatisfy { $0 == "changed" } && phases.count > 3)
    }

    @Test func `every control reports what a copy of the panel needs`() throws {
        let reply = try ask(#""cmd":"list","match":"ch1.*""#)
        let controls = try #require(reply["controls"] as? [[String: Any]])
        #expect(
            controls.compactMap { $0["control"] as? String } == [
                "ch1.level", "ch1.mute", "ch1.gate",
            ])
        for control in controls {
            #expect((control["frame"] as? [Double])?.count == 4)
            #expect((control["accessibility"] as? [String: Any])?["label"] != nil)
            for key in ["color", "enabled", "visible", "access", "page", "norm", "text"] {
                #expect(control[key] != nil, "\(key)")
            }
        }
        #expect(
            (reply["pages"] as? [[String: Any]])?.compactMap { $0["page"] as? String } == [
                "main", "dyn",
            ])
    }
}
