import Foundation
import Panel
import PanelProtocol
import Testing

@testable import GlassfaderDaemon

struct PanelServerTests {
    private let desk: SocketDesk

    init() throws {
        desk = try SocketDesk()
    }

    /// The members of a line, by key.
    private func read(_ line: String?) throws -> NSDictionary {
        let data = Data(try #require(line).utf8)
        return try #require(try JSONSerialization.jsonObject(with: data) as? NSDictionary)
    }

    @Test func `the panel knows the names of the clients that are connected`() throws {
        let desk = try SocketDesk()
        #expect(desk.panel.clientNames == [])
        let (mixer, other) = (try desk.connect(), try desk.connect())
        let monitor = try desk.connect(isMonitor: true)
        _ = try desk.ask(mixer, #"{"cmd":"hello","name":"mixer"}"#)
        // One that only asks for the version keeps its name.
        _ = try desk.ask(mixer, #"{"cmd":"hello","protocol":1}"#)
        _ = try desk.ask(other, #"{"cmd":"ping"}"#)
        _ = try desk.ask(monitor, #"{"cmd":"hello","name":"spy"}"#)
        #expect(desk.panel.clientNames == ["mixer"], "a monitor serves nothing")
        mixer.vanish()
        try desk.settle()
        try desk.settle()
        #expect(desk.panel.clientNames == [])
    }

    @Test func `the daemon sends the first message`() throws {
        let client = try desk.connect()
        try desk.settle()
        #expect(
            client.lines() == [
                #"{"hello":{"server":"glassfader","version":"1.0","protocol":1,"protocol_min":1,"#
                    + #""features":[],"panel":"foh","client":"c1","generation":3,"#
                    + #""clock":"monotonic_us","limits":{"line_bytes":65536,"max_rate_hz":60}}}"#
            ])
    }

    @Test func `a subscribed client receives the values, then the changes`() throws {
        let client = try desk.connect()
        try desk.settle()
        _ = client.lines()
        desk.move("ch1.level", to: 11)
        let reply = try desk.ask(client, #"{"id":4,"cmd":"subscribe","match":["ch1.*"]}"#)
        #expect(
            reply == [
                #"{"id":4,"ok":{"subscription":1,"seq":1,"generation":3,"#
                    + #""snapshot":{"ch1.level":{"value":11.0,"norm":0.11}},"#
                    + #""state":{"page":"main","locked":false}}}"#
            ])

        desk.move("ch1.level", to: 12, .began)
        desk.move("ch2.level", to: 13)
        desk.move("ch1.level", to: 14)
        desk.move("ch1.level", to: 15, .ended)
        try desk.settle()
        let events = try client.lines().map(read)
        #expect(events.map { $0["phase"] as? String } == ["began", "changed", "ended"])
        #expect(events.map { $0["value"] as? Double } == [12, 14, 15])
        #expect(events.map { $0["seq"] as? Int } == [2, 4, 5])
    }

    @Test func `levels get a reply only on request, and are not events`() throws {
        let client = try desk.connect()
        let other = try desk.connect()
        try desk.settle()
        _ = try desk.ask(other, #"{"id":1,"cmd":"subscribe"}"#)
        _ = client.lines()
        #expect(try desk.ask(client, #"{"cmd":"meters","v":{"ch1.level":[-18,-17.5]}}"#) == [])
        #expect(desk.shownLevels == ["ch1.level": [-18, -17.5]])
        #expect(
            try desk.ask(client, #"{"id":7,"cmd":"meters","v":{"ch1.level":[-3]}}"#) == [
                #"{"id":7,"ok":{}}"#
            ])
        #expect(desk.shownLevels == ["ch1.level": [-3, -17.5]])
        #expect(other.lines().isEmpty)
    }

    @Test func `levels are sent to clients that subscribe to them by name`() throws {
        let (engine, display, other) = (try desk.connect(), try desk.connect(), try desk.connect())
        try desk.settle()
        _ = try desk.ask(engine, #"{"id":1,"cmd":"subscribe","events":["meters"]}"#)
        _ = try desk.ask(
            display, #"{"id":1,"cmd":"subscribe","events":["meters"],"match":["ch1.*"]}"#)
        _ = try desk.ask(other, #"{"id":1,"cmd":"subscribe"}"#)
        let levels = #"{"cmd":"meters","v":{"ch1.level":[-18,-17.5],"ch2.level":[-3]}}"#
        #expect(try desk.ask(engine, levels).isEmpty, "it knows what it has sent")
        let heard = display.lines()
        #expect(heard.count == 1)
        #expect(heard[0].hasPrefix(#"{"event":"meters","v":{"ch1.level":[-18.0,-17.5]},"t":"#))
        #expect(other.lines().isEmpty)
    }

    @Test func `of levels that come faster than the client's rate, the newest are sent`() throws {
        let desk = try SocketDesk()
        let (engine, display) = (try desk.connect(), try desk.connect())
        try desk.settle()
        _ = try desk.ask(
            display, #"{"id":1,"cmd":"subscribe","events":["meters"],"max_rate_hz":20}"#)
        for level in 1...10 {
            _ = try desk.ask(engine, #"{"cmd":"meters","v":{"ch1.level":[-\#(level)]}}"#)
        }
        #expect(display.lines().count { $0.contains("[-1.0]") } == 1)
        try desk.wait(.milliseconds(40))
        #expect(display.lines().isEmpty)
        try desk.wait(.milliseconds(10))
        let heard = display.lines()
        #expect(heard.count == 1)
        #expect(heard[0].contains("[-10.0]"))
    }

    @Test func `levels for an unknown meter return an error on request, and the others are shown`()
        throws
    {
        let client = try desk.connect()
        try desk.settle()
        _ = client.lines()
        let levels = #""cmd":"meters","v":{"ch9.level":[-1],"ch2.level":[-9]}}"#
        #expect(try desk.ask(client, "{" + levels) == [])
        #expect(desk.shownLevels == ["ch2.level": [-9]])
        #expect(
            try desk.ask(client, #"{"id":8,"# + levels) == [
                #"{"id":8,"error":{"code":"unknown-control","message":"no control 'ch9.level'","#
                    + #""near":["ch2.level","ch1.level"]}}"#
            ])
        #expect(
            try desk.ask(client, #"{"cmd":"meters","v":{"ch1.level":"loud"}}"#).count == 1,
            "a mistake in the program that sends them is told")
    }

    @Test func `nothing is written before the round ends`() throws {
        let client = try desk.connect()
        try desk.settle()
        _ = try desk.ask(client, #"{"id":1,"cmd":"subscribe"}"#)
        desk.move("ch1.level", to: 12, .began)
        #expect(client.lines().isEmpty)
        try desk.settle()
        #expect(client.lines().count == 1)
    }

    @Test func `a line that is not JSON gets an error, and the connection stays open`() throws {
        let client = try desk.connect()
        try desk.settle()
        _ = client.lines()
        #expect(
            try desk.ask(client, "\r\n\nGET / HTTP/1.1\r") == [
                #"{"id":null,"error":{"code":"parse","message":"line 3: expected '{'"}}"#
            ])
        #expect(
            try desk.ask(client, #"{"cmd":"set","control":"ch1.level"}"#) == [
                #"{"id":null,"error":{"code":"bad-request","message":"expected exactly one of "#
                    + #"value, norm, delta and delta_norm, found none","field":"value"}}"#
            ])
        #expect(
            try desk.ask(client, #"{"id":"x","cmd":"get","control":"ch1.levle"}"#) == [
                #"{"id":"x","error":{"code":"unknown-control","message":"no control 'ch1.levle'","#
                    + #""near":["ch1.level","ch2.level"]}}"#
            ])
        #expect(
            try desk.ask(client, #"{"id":2,"cmd":"get","control":"ch1.level"}"#) == [
                #"{"id":2,"ok":{"control":"ch1.level","value":10.0,"norm":0.1,"text":"10","#
                    + #""touched":false,"seq":0}}"#
            ])
    }

    @Test func `a client that sets a value gets a reply, and the others are notified`() throws {
        let setter = try desk.connect()
        let other = try desk.connect()
        let echoing = try desk.connect()
        try desk.settle()
        _ = try desk.ask(setter, #"{"id":1,"cmd":"hello","name":"bridge"}"#)
        _ = try desk.ask(setter, #"{"id":2,"cmd":"subscribe"}"#)
        _ = try desk.ask(other, #"{"id":2,"cmd":"subscribe"}"#)
        _ = try desk.ask(echoing, #"{"id":2,"cmd":"subscribe","echo":true}"#)

        let reply = try desk.ask(
            setter, #"{"id":5,"cmd":"set","control":"ch1.level","value":140}"#)
        #expect(
            reply == [
                #"{"id":5,"ok":{"control":"ch1.level","applied":true,"value":100.0,"norm":1.0,"#
                    + #""seq":1}}"#
            ])
        let event = try read(other.lines().last)
        #expect(event["value"] as? Double == 100)
        #expect(event["phase"] as? String == "set")
        #expect(
            event["source"] as? NSDictionary
                == ["kind": "client", "client": "c1", "name": "bridge"])
        #expect(echoing.lines().count == 1)

        let own = try desk.ask(
            echoing, #"{"cmd":"set","control":"ch1.level","value":5,"feedback":true}"#)
        #expect(
            try read(own.first)["source"] as? NSDictionary
                == ["kind": "feedback", "client": "c3"])
    }

    @Test func `setting a control to its current value sends no event`() throws {
        let setter = try desk.connect()
        let other = try desk.connect()
        try desk.settle()
        _ = try desk.ask(other, #"{"id":1,"cmd":"subscribe"}"#)
        _ = try desk.ask(setter, #"{"cmd":"set","control":"ch1.level","value":7}"#)
        _ = try desk.ask(setter, #"{"cmd":"set","control":"ch1.level","value":7}"#)
        #expect(other.lines().count == 1)
    }

    @Test(arguments: [1, 3])
    func `a client that reads in time receives every event, even of hundreds at once`(
        clients count: Int
    ) throws {
        let clients = try (0..<count).map { _ in try desk.connect() }
        try desk.settle()
        for client in clients { _ = try desk.ask(client, #"{"id":1,"cmd":"subscribe"}"#) }
        for value in 1...400 {
            desk.move("ch1.level", to: Double(value % 100), .began)
            desk.move("ch1.level", to: Double(value % 100), .ended)
        }
        try desk.settle()
        for client in clients { #expect(client.lines().count == 800) }
    }

    @Test func `a slow client receives the newest value of each control`() throws {
        let desk = try SocketDesk(maximum: 20_000)
        let client = try desk.connect(sendBuffer: 4608)
        try desk.settle()
        _ = try desk.ask(client, #"{"id":1,"cmd":"subscribe"}"#)
        for value in 1...20_000 {
            desk.move("ch1.level", to: Double(value), .began)
            desk.move("ch1.level", to: Double(value), .ended)
            desk.move("ch2.level", to: Double(value))
            try desk.server.flush(at: desk.loop.now)
        }
        let events = try desk.readAll(client).map(read)
        let resyncs = events.indices.filter { events[$0]["event"] as? String == "resync" }
        #expect(resyncs.count == 1)
        #expect(events.count < 200)
        let snapshot = try #require(events[resyncs[0]]["snapshot"] as? [String: NSDictionary])
        #expect(snapshot["ch1.level"]?["value"] as? Double == 20_000)
        #expect(snapshot["ch2.level"]?["value"] as? Double == 20_000)
    }

    @Test func `a client that vanishes does not disturb the others`() throws {
        let going = try desk.connect()
        let staying = try desk.connect()
        try desk.settle()
        _ = try desk.ask(going, #"{"id":1,"cmd":"subscribe"}"#)
        _ = try desk.ask(staying, #"{"id":1,"cmd":"subscribe"}"#)
        for _ in 0..<3 { desk.move("ch1.level", to: 50, .set) }
        going.vanish()
        try desk.settle()
        #expect(desk.server.connections.count == 1)
        #expect(staying.lines().count == 3)
        desk.move("ch1.level", to: 51, .set)
        try desk.settle()
        #expect(staying.lines().count == 1)
    }

    @Test func `a client that vanishes is gone at once, whatever its rate holds back`() throws {
        let desk = try SocketDesk()
        var client: SocketClient? = try desk.connect()
        _ = try desk.ask(
            try #require(client), #"{"id":1,"cmd":"subscribe","max_rate_hz":0.1}"#)
        for value in 11...13 {
            desk.move("ch1.level", to: Double(value))
            try desk.settle()
        }
        #expect(desk.server.connections.first?.waiting.events == 1)
        client = nil
        try desk.settle()
        #expect(desk.server.connections.isEmpty)
    }

    @Test func `a client that disconnects before the greeting is removed`() throws {
        let client = try desk.connect()
        client.send(#"{"id":1,"cmd":"pi"#)
        client.vanish()
        try desk.settle()
        #expect(desk.server.connections.count == 0)
    }

    @Test func `a client that hangs up gets its replies before the connection closes`() throws {
        let client = try desk.connect()
        client.send(#"{"id":1,"cmd":"ping"}"# + "\n" + #"{"id":2,"cmd":"list"}"# + "\n")
        client.hangUp()
        try desk.settle()
        let lines = client.lines()
        #expect(lines.count == 3)
        #expect(lines.last?.hasPrefix(#"{"id":2,"ok":{"generation":3"#) == true)
        #expect(client.waitForEnd() && !client.wasBroken)
        #expect(desk.server.connections.count == 0)
    }

    @Test func `a thousand requests at once get their replies in order`() throws {
        let client = try desk.connect()
        try desk.settle()
        _ = client.lines()
        client.send(
            (1...1000).map { #"{"id":\#($0),"cmd":"get","control":"ch1.level"}"# + "\n" }.joined())
        var replies: [String] = []
        while replies.count < 1000 {
            try desk.settle()
            let lines = client.lines()
            try #require(!lines.isEmpty)
            replies += lines
        }
        #expect(try replies.map { try read($0)["id"] as? Int } == (1...1000).map(Optional.some))
    }

    @Test func `a line that is too long gets an error, and the connection ends`() throws {
        let client = try desk.connect()
        try desk.settle()
        _ = client.lines()
        let text = String(repeating: "x", count: 10_000)
        var answers: [String] = []
        for _ in 0..<8 where !client.hasEnded {
            client.send(text)
            try desk.settle()
            answers += client.lines()
        }
        #expect(
            answers == [
                #"{"id":null,"error":{"code":"too-large","message":"line 1: longer than 65536 "#
                    + #"bytes"}}"#,
                #"{"event":"bye","reason":"too-large"}"#,
            ])
        #expect(client.waitForEnd())
        #expect(desk.server.connections.count == 0)
    }

    @Test func `a connection over the limit gets an error`() throws {
        let clients = try (0..<32).map { _ in try desk.connect() }
        let last = try desk.connect()
        try desk.settle()
        #expect(
            last.lines() == [
                #"{"id":null,"error":{"code":"busy","message":"one user may have "#
                    + #"at most 32 connections"}}"#
            ])
        #expect(last.waitForEnd())

        clients[0].vanish()
        try desk.settle()
        let next = try desk.connect()
        try desk.settle()
        #expect(next.lines().first?.hasPrefix(#"{"hello""#) == true)
    }

    @Test func `a client that never reads is not read, and is disconnected after 30 s`() throws {
        var ends: [Int32] = [-1, -1]
        try #require(
            socketpair(
                AF_UNIX,
                Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0,
                &ends)
                == 0)
        var handled = 0
        let reply = [UInt8](repeating: UInt8(ascii: "x"), count: 1000)
        let start = desk.now
        let subscriber = try ClientConnection(
            descriptor: ends[0], client: "c1", credentials: try PeerCredentials(of: ends[0]),
            limits: SocketLimits(),
            allowance: LineAllowance(perSecond: 1_000_000, at: start), loop: desk.loop,
            received: { subscriber, _ in
                handled += 1
                subscriber.post(line: reply)
            }, snapshot: { _ in .empty })
        let client = SocketClient(descriptor: ends[1])

        var taken = 0
        for _ in 0..<100 {
            taken += max(0, client.send(String(repeating: "{\"cmd\":\"ping\"}\n", count: 100)))
            while try desk.loop.runOnce(waitingAtMost: .zero) {
                subscriber.flush(at: start)
            }
            subscriber.resume(at: start)
            subscriber.flush(at: start)
        }
        #expect(handled < taken / 15)
        #expect(handled > 32)
        let before = handled
        #expect(subscriber.nextDeadline == start + .seconds(30))

        subscriber.resume(at: start + .milliseconds(29_999))
        #expect(!subscriber.hasEnded)
        subscriber.resume(at: start + .seconds(30))
        #expect(subscriber.hasEnded)
        #expect(subscriber.end == .stalled)
        #expect(handled == before)
    }

    @Test func `all clients are notified when the daemon stops`() throws {
        let client = try desk.connect()
        desk.server.close(.shutdown)
        #expect(client.lines().last == #"{"event":"bye","reason":"shutdown"}"#)
        #expect(client.waitForEnd())
    }
}
