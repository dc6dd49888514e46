import Foundation
import Panel
import PanelProtocol
import Testing

@testable import GlassfaderDaemon

/// Every request is answered, in order, whatever came before it on the connection.
struct AnswerTests {
    private static let channels = Dictionary(
        uniqueKeysWithValues: (1...400).map { ("ch\($0).level", Double($0 % 100)) })

    /// The ids of the replies among some lines.
    private func ids(_ lines: [String]) throws -> [Int] {
        try lines.compactMap { line in
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            return object?["id"] as? Int
        }
    }

    private func subscriber(of desk: SocketDesk) throws -> SocketClient {
        let client = try desk.connect()
        try desk.settle()
        #expect(try ids(desk.ask(client, #"{"id":1,"cmd":"subscribe"}"#)) == [1])
        return client
    }

    private let picture = PanelPicture(width: 1, height: 1, file: [1, 2, 3])

    @Test func `a subscribed client gets replies after a screenshot`() throws {
        let desk = try SocketDesk()
        let client = try subscriber(of: desk)
        #expect(try desk.ask(client, #"{"id":2,"cmd":"screenshot"}"#).isEmpty)
        #expect(try desk.ask(client, #"{"id":3,"cmd":"ping"}"#).isEmpty)
        desk.pictureTakers.popLast()?(.success(picture))
        try desk.settle()
        #expect(try ids(client.lines()) == [2, 3])
        #expect(try ids(desk.ask(client, #"{"id":4,"cmd":"ping"}"#)) == [4])
    }

    @Test func `a subscribed client gets replies after a screenshot that no request waited for`()
        throws
    {
        let desk = try SocketDesk()
        let client = try subscriber(of: desk)
        _ = try desk.ask(client, #"{"id":2,"cmd":"screenshot"}"#)
        desk.pictureTakers.popLast()?(.success(picture))
        try desk.settle()
        #expect(try ids(client.lines()) == [2])
        #expect(try ids(desk.ask(client, #"{"id":3,"cmd":"ping"}"#)) == [3])
    }

    @Test func `a subscribed client gets replies after a long list`() throws {
        let desk = try SocketDesk(Self.channels)
        let client = try subscriber(of: desk)
        // It is longer than what a socket takes at once.
        var list = try desk.ask(client, #"{"id":2,"cmd":"list"}"#)
        for _ in 0..<100 where list.isEmpty {
            try desk.settle()
            list += client.lines()
        }
        #expect(try ids(list) == [2])
        #expect(try #require(list.first).utf8.count > 32 * 1024)
        #expect(try ids(desk.ask(client, #"{"id":3,"cmd":"ping"}"#)) == [3])
    }

    @Test func `a subscribed client gets replies after minutes of levels in one write`() throws {
        let desk = try SocketDesk()
        let client = try subscriber(of: desk)
        let levels = #"{"cmd":"meters","v":{"ch1.level":[-10]}}"# + "\n"
        #expect(client.sendAll(Array(String(repeating: levels, count: 2500).utf8)))
        try desk.settle()
        client.send(#"{"id":2,"cmd":"ping"}"# + "\n")
        try desk.settle()
        for _ in 0..<20 { try desk.wait(.milliseconds(50)) }
        #expect(try ids(client.lines()) == [2])
        #expect(try ids(desk.ask(client, #"{"id":3,"cmd":"ping"}"#)) == [3])
    }

    @Test func `a bridge gets replies while another client of its user floods`() throws {
        let desk = try SocketDesk()
        let bridge = try subscriber(of: desk)
        let flooding = try desk.connect()
        try desk.settle()
        let flood = String(repeating: #"{"cmd":"meters","v":{}}"# + "\n", count: 1000)
        for number in 2...40 {
            flooding.send(flood)
            try desk.settle()
            bridge.send(#"{"id":\#(number),"cmd":"ping"}"# + "\n")
            try desk.settle()
            try desk.wait(.milliseconds(50))
            #expect(try ids(bridge.lines()) == [number])
        }
    }

    @Test func `a client that leaves after a screenshot is forgotten, and its slot is free`() throws
    {
        let desk = try SocketDesk()
        for _ in 0..<100 {
            let client = try subscriber(of: desk)
            _ = try desk.ask(client, #"{"id":2,"cmd":"screenshot"}"#)
            desk.pictureTakers.popLast()?(.success(picture))
            try desk.settle()
            client.vanish()
            try desk.settle()
        }
        #expect(desk.server.connections.isEmpty)
    }
}
