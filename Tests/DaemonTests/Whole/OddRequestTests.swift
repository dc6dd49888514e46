import Foundation
import Testing

@testable import GlassfaderDaemon

/// Requests that make little sense, and clients that get into each other's way, at a running
/// daemon.
struct OddRequestTests {
    private let desk: RunningDaemon
    private let client: PanelWatcher
    private let watcher: PanelWatcher

    init() throws {
        desk = try RunningDaemon()
        client = try desk.client()
        watcher = try desk.subscriber()
    }

    /// The answer to a request, behind which there was at most one event for others.
    private func ask(_ members: String, of client: PanelWatcher? = nil) throws -> [String: Any] {
        try desk.ask(client ?? self.client, #"{"id":7,\#(members)}"#, id: 7)
    }

    /// Waits until all that was posted has come.
    private func settle(_ listener: PanelWatcher) throws {
        _ = try desk.ask(listener, #"{"id":99,"cmd":"ping"}"#, id: 99)
    }

    // MARK: Values and names

    @Test(arguments: ["true", "false", #""on""#, #""-6""#])
    func `a fader rejects a word as its value, alone, in a batch and as feedback`(word: String)
        throws
    {
        for change in ["value", "norm", "delta"] {
            for feedback in ["", #","feedback":true"#] where change == "value" || feedback == "" {
                let members =
                    #""cmd":"set","control":"ch1.level","\#(change)":\#(word)\#(feedback)"#
                #expect(try ask(members)["code"] as? String == "bad-value", "\(members)")
            }
        }
        let batch = try ask(
            #""cmd":"batch","ops":[{"cmd":"set","control":"ch1.level","value":\#(word)}]"#)
        #expect("\(batch)".contains("bad-value"), "\(batch)")
        #expect(try desk.value(of: "ch1.level") == -10)
    }

    @Test(arguments: [
        ("value", "1e300", 10), ("value", "-1e300", -90), ("value", "9007199254740993", 10),
        ("value", "-9223372036854775808", -90), ("value", "5e-324", 0), ("value", "-5e-324", 0),
        ("value", "-0", 0), ("value", "-0.0", 0), ("norm", "7", 10), ("norm", "-1e9", -90),
        ("delta", "1e308", 10), ("delta", "-1e308", -90), ("delta_norm", "-1e308", -90),
    ])
    func `a number out of range is clamped, for the client that set it and for the others`(
        way: String, number: String, value: Double
    ) throws {
        let reply = try ask(#""cmd":"set","control":"ch1.level","\#(way)":\#(number)"#)
        #expect(reply["applied"] as? Bool == true, "\(reply)")
        let told = try #require(reply["value"] as? Double)
        #expect(told == value && told.sign == (value < 0 ? .minus : .plus))
        try settle(watcher)
        #expect(watcher.events(of: "ch1.level").last?["value"] as? Double == value)
        let text = try ask(#""cmd":"get","control":"ch1.level""#)["text"] as? String
        #expect(text?.hasPrefix("-0") == false)
    }

    @Test(arguments: [
        #""1""#, "null", "[1]", "{}", #"{"low":1}"#, "1e999", "-1e999", "NaN", "Infinity",
        "123456789012345678901234567890",
    ])
    func `a value that is not a number is rejected and changes nothing`(value: String) throws {
        client.send(#"{"id":7,"cmd":"set","control":"ch1.level","value":\#(value)}"#)
        try desk.run { client.read { $0["error"] != nil } }
        let error = try #require(client.lines.last?["error"] as? [String: Any])
        #expect(
            ["bad-value", "bad-request", "parse"].contains(error["code"] as? String), "\(error)")
        #expect(try desk.value(of: "ch1.level") == -10)
        try settle(watcher)
        #expect(watcher.events(of: "ch1.level").isEmpty)
        #expect(try ask(#""cmd":"ping""#)["seq"] as? Int == 0)
    }

    @Test(arguments: [
        "", "../ch1.level", "CH1.LEVEL", "ch1.level ", "ch1.levell", "🎚", "ch1", "*",
        "ch1.level\\n",
        String(repeating: "x", count: 8192),
    ])
    func `a control has one name, and similar names are rejected`(name: String) throws {
        for request in ["\"cmd\":\"get\"", "\"cmd\":\"set\",\"value\":3"] {
            let error = try ask(#"\#(request),"control":"\#(name)""#)
            #expect(error["code"] as? String == "unknown-control", "\(error)")
            #expect((error["message"] as? String ?? "").utf8.count < 300)
        }
        #expect(try desk.value(of: "ch1.level") == -10)
    }

    @Test func `a client can only choose a short name for itself`() throws {
        for length in [65, 8192] {
            let name = String(repeating: "n", count: length)
            #expect(
                try ask(#""cmd":"hello","name":"\#(name)""#)["code"] as? String == "bad-request")
        }
        #expect(desk.log.allSatisfy { $0.utf8.count < 300 })
    }

    // MARK: Clients beside each other

    @Test func `a client that sends back every event comes to rest`() throws {
        let mirror = try desk.client()
        _ = try desk.ask(mirror, #"{"id":1,"cmd":"subscribe","echo":true}"#, id: 1)
        var answered = 0
        func reflect() throws -> Int {
            try settle(mirror)
            let events = mirror.events(of: "ch1.level") + mirror.events(of: "ch2.level")
            let new = mirror.lines.filter { $0["event"] as? String == "valueChanged" }
                .dropFirst(answered)
            for event in new {
                let control = try #require(event["control"] as? String)
                let value = try #require(event["value"] as? Double)
                mirror.send(#"{"cmd":"set","control":"\#(control)","value":\#(value)}"#)
            }
            answered = events.count
            return new.count
        }
        _ = try ask(#""cmd":"link","name":"both","controls":["ch1.level","ch2.level"]"#)
        _ = try ask(#""cmd":"set","control":"ch1.level","value":-30"#)
        try desk.finger(.began, on: "ch2.level")
        for _ in 0..<5 { try desk.finger(.moved, by: 7) }
        try desk.finger(.ended)
        var rounds = 0
        while try reflect() > 0 {
            rounds += 1
            try #require(rounds < 10, "it goes on for ever")
        }
        #expect(rounds >= 1)
        let values = try [desk.value(of: "ch1.level"), desk.value(of: "ch2.level")]
        #expect(
            values
                == [mirror.events(of: "ch1.level"), mirror.events(of: "ch2.level")]
                .compactMap { $0.last?["value"] as? Double })
    }

    @Test func `when two clients fight over a control the last one wins, and both see the same`()
        throws
    {
        let others = try (0..<2).map { _ in try desk.client() }
        for other in others {
            _ = try desk.ask(other, #"{"id":1,"cmd":"subscribe","echo":true}"#, id: 1)
        }
        for number in 0..<60 {
            others[number % 2].send(
                #"{"cmd":"set","control":"ch1.level","value":\#(-(number * 7 % 50))}"#)
            if number % 5 == 0 { try settle(others[number % 2]) }
        }
        // The first one's answer may come before the other one's last wish was read.
        for other in others + others { try settle(other) }
        try settle(watcher)
        func seen(_ listener: PanelWatcher) -> [String] {
            listener.events(of: "ch1.level").map { "\($0["seq"] ?? "") \($0["value"] ?? "")" }
        }
        #expect(seen(others[0]).count > 30)
        #expect(seen(others[0]) == seen(others[1]) && seen(others[0]) == seen(watcher))
        let value = try desk.value(of: "ch1.level")
        #expect(watcher.events(of: "ch1.level").last?["value"] as? Double == value)
    }

    @Test func `a client that disconnects in the middle of its requests leaves nothing held`()
        throws
    {
        let going = try #require(SocketClient(path: desk.socketPath))
        going.send(
            #"{"cmd":"set","control":"ch1.level","value":0,"over_ms":100}"# + "\n"
                + #"{"cmd":"batch","ops":[{"cmd":"set","control":"ch2.level","value":-3}"#)
        try desk.run { watcher.read { $0["phase"] as? String == "began" } }
        going.vanish()
        try desk.run { watcher.read { $0["phase"] as? String == "ended" } }
        #expect(watcher.events(of: "ch1.level").last?["value"] as? Double == 0)
        #expect(try ask(#""cmd":"get","control":"ch1.level""#)["touched"] as? Bool == false)
        #expect(
            try ask(#""cmd":"set","control":"ch1.level","value":-8"#)["applied"] as? Bool == true)
        // Half a line of it is nothing.
        #expect(try desk.value(of: "ch2.level") == -10)
    }

    @Test func `a thousand requests in one write do not block other clients`() throws {
        let busy = try #require(SocketClient(path: desk.socketPath))
        let asking = try #require(SocketClient(path: desk.socketPath))
        for client in [busy, asking] {
            try desk.run { client.lines().contains { $0.contains("hello") } }
        }
        let many = (1...1000).map { #"{"id":\#($0),"cmd":"get","control":"ch1.level"}"# + "\n" }
        #expect(busy.sendAll(Array(many.joined().utf8)))
        asking.send(#"{"id":1,"cmd":"ping"}"# + "\n")
        var before = 0
        var after = 0
        try desk.run {
            before += busy.lines().count
            return !asking.lines().isEmpty
        }
        try desk.run {
            after += busy.lines().count
            return before + after == 1000
        }
        #expect(before < 500, "\(before) were answered before the other one")
    }
}
