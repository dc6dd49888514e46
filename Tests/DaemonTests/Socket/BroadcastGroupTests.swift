import Foundation
import PanelProtocol
import Testing

@testable import GlassfaderDaemon

/// Subscribers that are sent the same bytes, and what parts them.
struct BroadcastGroupTests {
    private let desk: SocketDesk

    init() throws {
        desk = try SocketDesk(maximum: 200)
    }

    private func subscriber(
        _ request: String = #"{"id":1,"cmd":"subscribe"}"#, sendBuffer: Int32? = nil
    ) throws -> SocketClient {
        let client = try desk.connect(sendBuffer: sendBuffer)
        try desk.settle()
        _ = try desk.ask(client, request)
        return client
    }

    /// The values and phases that a client has read, of events alone.
    private func events(_ client: SocketClient) throws -> [String] {
        try client.lines().compactMap { line in
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? NSDictionary
            guard object?["event"] as? String == "valueChanged" else { return nil }
            return "\(object?["phase"] ?? "") \(object?["value"] as? Int ?? -1)"
        }
    }

    private var inStep: [Bool] { desk.server.connections.map(\.isInGroup) }

    @Test func `clients with the same subscription receive the same events`() throws {
        let clients = try (0..<5).map { _ in try subscriber() }
        let other = try subscriber(#"{"id":1,"cmd":"subscribe","phases":["ended"]}"#)
        #expect(inStep.allSatisfy { $0 })
        desk.move("ch1.level", to: 1, .began)
        desk.move("ch1.level", to: 2)
        desk.move("ch1.level", to: 3)
        desk.move("ch1.level", to: 4, .ended)
        try desk.settle()
        for client in clients {
            #expect(try events(client) == ["began 1", "changed 3", "ended 4"])
        }
        #expect(try events(other) == ["ended 4"])
        #expect(inStep.allSatisfy { $0 })
    }

    @Test func `a slow reader leaves the group, and rejoins it when it has caught up`() throws {
        let slow = try subscriber(sendBuffer: 4608)
        let quick = try subscriber()
        var heard: [String] = []
        for value in 1...200 {
            desk.move("ch1.level", to: Double(value), .set)
            try desk.settle()
            heard += try events(quick)
        }
        #expect(heard == (1...200).map { "set \($0)" })
        #expect(inStep == [false, true])

        var late: [String] = []
        while true {
            let lines = try events(slow)
            if lines.isEmpty { break }
            late += lines
            try desk.settle()
        }
        #expect(late == heard)
        #expect(inStep == [true, true])
        desk.move("ch1.level", to: 1, .set)
        try desk.settle()
        #expect(try events(slow) == ["set 1"])
        #expect(try events(quick) == ["set 1"])
    }

    @Test func `a reply keeps its place among the events`() throws {
        let asking = try subscriber()
        let other = try subscriber()
        desk.move("ch1.level", to: 1)
        try desk.settle()
        desk.move("ch1.level", to: 2)
        try desk.settle()
        #expect(try events(asking) == ["changed 1"])
        asking.send(#"{"id":9,"cmd":"get","control":"ch1.level"}"# + "\n")
        try desk.settle()
        let lines = asking.lines()
        #expect(lines.count == 2)
        #expect(lines.first?.contains(#""value":2.0"#) == true)
        #expect(lines.last?.hasPrefix(#"{"id":9,"#) == true)
        try desk.wait(.milliseconds(20))
        #expect(try events(other) == ["changed 1", "changed 2"])
        #expect(asking.lines().isEmpty)
        try desk.wait(.milliseconds(20))
        #expect(inStep == [true, true])
    }

    @Test func `a client that sets a value receives no event for it, but all other events`() throws
    {
        let setting = try subscriber()
        let other = try subscriber()
        desk.move("ch2.level", to: 1, .set)
        let reply = try desk.ask(setting, #"{"cmd":"set","control":"ch1.level","value":5}"#)
        #expect(reply.count == 1 && reply[0].contains("ch2.level"))
        #expect(try events(other) == ["set 1", "set 5"])
        desk.move("ch2.level", to: 2, .set)
        try desk.settle()
        #expect(try events(setting) == ["set 2"])
        #expect(try events(other) == ["set 2"])
    }

    @Test func `a client that joins while others wait for their turn receives nothing twice`()
        throws
    {
        let first = try subscriber()
        desk.move("ch1.level", to: 1)
        try desk.settle()
        desk.move("ch1.level", to: 2)
        let second = try subscriber()
        #expect(inStep == [true, false])
        desk.move("ch1.level", to: 3)
        try desk.wait(.milliseconds(20))
        #expect(try events(first) == ["changed 1", "changed 3"])
        #expect(try events(second) == ["changed 3"])
    }

    @Test func `a client that changes its subscription no longer receives the first one's events`()
        throws
    {
        let client = try subscriber()
        let other = try subscriber()
        desk.move("ch1.level", to: 1)
        _ = try desk.ask(client, #"{"id":2,"cmd":"subscribe","match":"ch2.*"}"#)
        desk.move("ch1.level", to: 2, .set)
        desk.move("ch2.level", to: 3, .set)
        try desk.settle()
        #expect(try events(client) == ["set 3"])
        #expect(try events(other) == ["changed 1", "set 2", "set 3"])
    }

    @Test func `clients that disconnect do not disturb the rest of the group`() throws {
        let clients = try (0..<4).map { _ in try subscriber() }
        clients[1].vanish()
        clients[2].hangUp()
        desk.move("ch1.level", to: 1, .set)
        try desk.settle()
        #expect(desk.server.connections.count == 2)
        for index in [0, 3] { #expect(try events(clients[index]) == ["set 1"]) }
    }
}
