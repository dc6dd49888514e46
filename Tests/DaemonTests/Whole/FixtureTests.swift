import Controls
import Drawing
import Foundation
import TestVectors
import Testing

@testable import GlassfaderDaemon

/// The examples of the protocol against a running daemon, over its real socket.
struct FixtureTests {
    private static let panel = """
        version = 1
        name = "foh"
        [[pages]]
        id = "main"
        strips = [
          { id = "ch1", label = "", controls = [
            { id = "level", type = "slider", label = "Vox", taper = "x32", unit = "dB", default = 0, step = 0.1, detents = [0] },
            { id = "mute", type = "switch", label = "Mute", title = "On", title_on = "Muted" },
            { id = "meter", type = "meter", channels = 2, scale = "iec60268_18", hold_ms = 1500, falloff = 20 },
          ] },
          { id = "ch2", controls = [
            { id = "level", type = "slider", taper = "x32", unit = "dB", default = -9, step = 0.1 },
            { id = "meter", type = "meter", channels = 2 },
          ] },
          { id = "ch8", controls = [{ id = "level", type = "slider", taper = "x32", unit = "dB" }] },
          { id = "master", controls = [
            { id = "level", type = "slider", taper = "x32", unit = "dB", default = 0 },
            { id = "mute", type = "switch" },
          ] },
        ]
        [[pages]]
        id = "dyn"
        strips = [{ id = "ch1", controls = [
          { id = "gate", type = "range", label = "Gate", unit = "dB", min = -60, max = 0, step = 0.5, taper = "db_linear", min_gap = 6, default = { low = -48, high = -24 } },
        ] }]
        [[pages]]
        id = "fx"
        strips = [{ id = "fx", controls = [
          { id = "xy", type = "xy", label = "FX", x = { min = 20, max = 20000, unit = "Hz", taper = "log", default = 632.46 }, y = { min = 0, max = 1, default = 0.5 } },
        ] }]
        [[links]]
        name = "link12"
        controls = ["ch1.level", "ch2.level"]
        """

    private struct Example {
        let isRequest: Bool
        let name: String
        let message: [String: Any]
        var id: Int? { message["id"] as? Int }
    }

    private let examples: [Example]
    private let desk: RunningDaemon

    init() throws {
        let text = try String(
            contentsOf: TestFiles.vectors.appending(path: "protocol_examples.jsonl"),
            encoding: .utf8)
        examples = try text.split(separator: "\n").map { line in
            let object = try #require(
                try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            return Example(
                isRequest: object["dir"] as? String == "c>s",
                name: try #require(object["case"] as? String),
                message: try #require(object["msg"] as? [String: Any]))
        }
        desk = try RunningDaemon(Self.panel, width: 1280, height: 800)
    }

    private func example(_ name: String) throws -> Example {
        try #require(examples.first { $0.name.hasPrefix(name) }, "\(name)")
    }

    /// What clocks and counters say is another each time.
    private static let varying: Set = [
        "t", "seq", "uptime_ms", "version", "generation", "client", "txn", "gesture",
    ]

    /// Where an answer lacks something of the example; newer servers may say more.
    private func differences(_ wanted: Any, _ found: Any?, at path: String = "") -> [String] {
        switch wanted {
        case let wanted as [String: Any]:
            guard let found = found as? [String: Any] else { return ["\(path): no object"] }
            return wanted.filter { !Self.varying.contains($0.key) }.flatMap {
                differences($0.value, found[$0.key], at: "\(path).\($0.key)")
            }
        case let wanted as [[String: Any]]:
            let found = found as? [[String: Any]] ?? []
            return wanted.enumerated().flatMap { index, element in
                guard let control = element["control"] as? String else {
                    return differences(
                        element, index < found.count ? found[index] : nil, at: "\(path)[\(index)]")
                }
                return differences(
                    element, found.first { $0["control"] as? String == control },
                    at: "\(path)[\(control)]")
            }
        case let wanted as [String]:
            let found = found as? [String] ?? []
            return wanted.allSatisfy(found.contains) ? [] : ["\(path): \(found), not \(wanted)"]
        case let wanted as NSNumber:
            let number = (found as? NSNumber)?.doubleValue ?? .nan
            return abs(number - wanted.doubleValue) < 0.0011
                ? [] : ["\(path): \(number), not \(wanted)"]
        default:
            return "\(wanted)" == "\(found ?? "nothing")"
                ? [] : ["\(path): \(found ?? "nothing"), not \(wanted)"]
        }
    }

    private func line(_ message: [String: Any]) throws -> String {
        String(decoding: try JSONSerialization.data(withJSONObject: message), as: UTF8.self)
    }

    @Test func `there are sixteen requests and twenty-three replies and events`() {
        #expect(examples.count == 39)
        #expect(examples.count(where: \.isRequest) == 16)
        #expect(Set(examples.map(\.name)).count == 39)
    }

    @Test func `every request of the examples gets the reply in the examples`() throws {
        let client = try desk.client()
        let greeting = try #require(client.lines.first)
        let wantedGreeting = try example("greeting").message
        #expect(
            differences(wantedGreeting, greeting).filter { !$0.hasPrefix(".hello.features") } == [])
        #expect(Set(features(wantedGreeting)).isSubset(of: features(greeting)))
        let other = try desk.client()
        _ = try desk.ask(other, #"{"id":1,"cmd":"scene","op":"store","name":"verse"}"#, id: 1)
        let replies = examples.filter { !$0.isRequest && $0.id != nil }
        var replayed = 0
        var compared = ["greeting"]
        for request in examples where request.isRequest {
            try prepare(for: request.name, as: other)
            replayed += 1
            guard let id = request.id else {
                client.send(try line(request.message))
                let before = client.lines.count
                _ = try desk.ask(client, #"{"id":900,"cmd":"ping"}"#, id: 900)
                // A request without an id has no reply.
                #expect(client.lines.count == before + 1)
                continue
            }
            let answer = try desk.ask(client, try line(request.message), id: id)
            let whole = try #require(client.lines.last { $0["id"] as? Int == id })
            #expect(whole["ok"] != nil, "\(request.name): \(answer)")
            guard let reply = replies.first(where: { $0.id == id }),
                let wanted = reply.message["ok"]
            else { continue }
            compared.append(reply.name)
            // A pad on another strip does not match the pattern of the example.
            let found = differences(wanted, answer).filter { !$0.hasPrefix(".controls[fx.xy]") }
            #expect(found == [], "\(request.name)")
        }
        #expect(replayed == 16)
        // The greeting, and the eight examples of replies that are no errors.
        #expect(Set(compared).count == 9)
        print("examples: \(replayed) requests replayed, \(compared.count) replies compared")
        let list = try desk.ask(client, #"{"id":2,"cmd":"list","match":"fx.*"}"#, id: 2)
        let wanted = try #require(try example("introspection reply").message["ok"])
        #expect(differences(wanted, list).filter { $0.hasPrefix(".controls[fx.xy]") } == [])
    }

    private func features(_ greeting: [String: Any]) -> [String] {
        (greeting["hello"] as? [String: Any])?["features"] as? [String] ?? []
    }

    private func prepare(for name: String, as other: PanelWatcher) throws {
        if name.hasPrefix("introspection") {
            _ = try desk.ask(
                other, #"{"id":2,"cmd":"set","control":"ch1.level","value":-6}"#, id: 2)
        } else if name.hasPrefix("set while a finger") {
            _ = try desk.ask(
                other, #"{"id":2,"cmd":"set","control":"ch1.level","value":-5.2}"#, id: 2)
            try desk.finger(.began, on: "ch1.level")
        } else if name.hasPrefix("animated") {
            try desk.finger(.ended, at: desk.daemon.loop.now - .seconds(1))
        }
    }

    @Test func `wrong requests get the errors in the examples`() throws {
        let client = try desk.client()
        var answer = try desk.ask(client, #"{"id":15,"cmd":"get","control":"ch9.level"}"#, id: 15)
        #expect(
            differences(
                try #require(try example("error: unknown control").message["error"]), answer) == [])
        #expect((answer["near"] as? [String])?.first == "ch8.level")
        answer = try desk.ask(
            client, #"{"id":16,"cmd":"set","control":"ch1.level","value":"loud"}"#, id: 16)
        #expect(
            differences(try #require(try example("error: bad value").message["error"]), answer)
                == [])
        let typist = try desk.client()
        typist.send(String(repeating: "\n", count: 15) + "\nhello")
        try desk.run { typist.read { $0["error"] != nil } }
        let error = try #require(typist.lines.last)
        #expect(differences(try example("error: not JSON").message, error) == [])
    }

    @Test func `reports on fingers, clients and the panel have everything that the examples have`()
        throws
    {
        let watcher = try desk.subscriber()
        let other = try desk.client()
        _ = try desk.ask(other, #"{"id":1,"cmd":"hello","name":"ardour-bridge"}"#, id: 1)
        try desk.finger(.began, on: "ch1.level")
        try desk.finger(.moved, by: 30)
        try desk.finger(.ended)
        try desk.finger(.began, on: "ch1.level", slot: 1)
        try desk.finger(.moved, by: 10, slot: 1)
        _ = try desk.ask(other, #"{"id":11,"cmd":"page","page":"dyn"}"#, id: 11)
        let gate = try #require(desk.daemon.panel["ch1.gate"]?.view as? RangeSlider)
        let thumb = gate.upperThumbRect.center
        let frame = gate.frameInWindow
        let place = thumb.offsetBy(dx: frame.minX, dy: frame.minY)
        let contact = Window.Contact(device: 9, number: 50, slot: 0)
        desk.daemon.panel.window.handleTouch(.began, contact, at: place, time: desk.daemon.loop.now)
        for step in 1...5 {
            desk.daemon.panel.window.handleTouch(
                .moved, contact,
                at: gate.isVertical
                    ? place.offsetBy(dx: 0, dy: -4 * Double(step))
                    : place.offsetBy(dx: 4 * Double(step), dy: 0), time: desk.daemon.loop.now)
        }
        desk.daemon.panel.window.handleTouch(.ended, contact, at: place, time: desk.daemon.loop.now)
        _ = try desk.ask(other, #"{"id":12,"cmd":"page","page":"main"}"#, id: 12)
        try desk.finger(.began, on: "ch1.mute")
        try desk.finger(.ended)
        _ = try desk.ask(
            other, #"{"id":5,"cmd":"set","control":"master.level","value":-3.04}"#, id: 5)
        try desk.replacePanel(
            Self.panel.replacing(#"{ id = "ch8""#, with: #"{ id = "ch9""#))
        try desk.run { watcher.read { $0["event"] as? String == "configReloaded" } }

        let cases: [(String, ([String: Any]) -> Bool)] = [
            ("touch begins", { Self.is($0, "ch1.level", "began", "touch") }),
            ("touch moves", { Self.is($0, "ch1.level", "changed", "touch") }),
            ("linked partner", { Self.is($0, "ch2.level", "changed", "link") }),
            ("touch ends", { Self.is($0, "ch1.level", "ended", "touch") }),
            (
                "cancelled: palm",
                {
                    Self.is($0, "ch1.level", "cancelled", "touch")
                        && $0["reason"] as? String == "page"
                }
            ),
            ("discrete", { Self.is($0, "ch1.mute", "set", "touch") }),
            (
                "range slider",
                { Self.is($0, "ch1.gate", "changed", "touch") && $0["part"] as? String == "high" }
            ),
            ("what the OTHER", { Self.is($0, "master.level", "set", "client") }),
            ("config reloaded", { $0["event"] as? String == "configReloaded" }),
        ]
        for (name, isLike) in cases {
            let wanted = try example(name).message
            let found = try #require(watcher.lines.first(where: isLike), "\(name)")
            #expect(Set(wanted.keys).isSubset(of: found.keys), "\(name)")
            for case (let key, let object as [String: Any]) in wanted
            where key != "value" && key != "norm" {
                #expect(
                    Set(object.keys).isSubset(of: (found[key] as? [String: Any] ?? [:]).keys),
                    "\(name)")
            }
        }
        let reload = try #require(
            watcher.lines.first { $0["event"] as? String == "configReloaded" })
        #expect(reload["added"] as? [String] == ["ch9.level"])
        #expect(reload["removed"] as? [String] == ["ch8.level"])

        try desk.daemon.end()
        #expect(watcher.waitForEnd())
        #expect(differences(try example("last line").message, watcher.lines.last) == [])
    }

    private static func `is`(
        _ event: [String: Any], _ control: String, _ phase: String, _ source: String
    ) -> Bool {
        event["control"] as? String == control && event["phase"] as? String == phase
            && (event["source"] as? [String: Any])?["kind"] as? String == source
    }
}

extension String {
    fileprivate func replacing(_ text: String, with other: String) -> String {
        replacingOccurrences(of: text, with: other)
    }
}
