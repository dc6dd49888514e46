import Foundation
import Testing

@testable import GlassfaderDaemon

/// Pictures for clients, which take a while to be made and come in pieces.
struct PictureTests {
    private let desk: SocketDesk

    init() throws {
        desk = try SocketDesk(limits: .init())
    }

    private func ask(_ client: SocketClient, from offset: Int) throws -> String {
        try desk.ask(client, #"{"id":1,"cmd":"screenshot","offset":\#(offset)}"#).joined()
    }

    /// Hands out the pictures that were asked for: each in three pieces.
    private func makePictures() throws {
        let takers = desk.pictureTakers
        desk.pictureTakers = []
        let picture = PanelPicture(
            width: 640, height: 480, file: [UInt8](repeating: 7, count: 100_000))
        for taker in takers { taker(.success(picture)) }
        try desk.settle()
    }

    private func connect() throws -> SocketClient {
        let client = try desk.connect()
        try desk.settle()
        _ = client.lines()
        return client
    }

    @Test func `requests behind a screenshot request wait, and those of other clients do not`()
        throws
    {
        let client = try connect()
        let other = try connect()
        client.send(#"{"id":1,"cmd":"screenshot"}"# + "\n" + #"{"id":2,"cmd":"ping"}"# + "\n")
        #expect(try desk.ask(other, #"{"id":3,"cmd":"ping"}"#).count == 1)
        #expect(client.lines().isEmpty)
        // Nothing turns round and round meanwhile.
        #expect(try desk.loop.runOnce(waitingAtMost: .zero) == false)
        try makePictures()
        try desk.wait(.zero)
        let lines = client.lines()
        #expect(lines.count == 2)
        #expect(lines.first?.hasPrefix(#"{"id":1,"ok":{"format":"png","width":640,"#) == true)
        #expect(lines.last?.hasPrefix(#"{"id":2,"ok""#) == true)
    }

    @Test func `clients that start a screenshot and abandon it do not fill the memory`() throws {
        let clients = try (0..<6).map { _ in try connect() }
        for client in clients {
            #expect(try ask(client, from: 0).isEmpty)
            try makePictures()
            #expect(client.lines().count == 1)
            // Whoever goes on taking one is never the one that must do without.
            #expect(try ask(clients[0], from: 48_000).contains(#""more":true"#))
        }
        let answers = try clients.map { try ask($0, from: 48_000) }
        #expect(
            answers.map { $0.contains("bad-request") } == [
                false, true, true, false, false, false,
            ])
        // Which begin again.
        #expect(try ask(clients[1], from: 0).isEmpty)
        try makePictures()
        #expect(clients[1].lines().first?.contains(#""more":true"#) == true)
    }

    @Test func `a client that vanishes during its screenshot is removed, and others are served`()
        throws
    {
        let client = try connect()
        let other = try connect()
        #expect(try ask(client, from: 0).isEmpty)
        #expect(try ask(other, from: 0).isEmpty)
        client.vanish()
        try desk.settle()
        try makePictures()
        #expect(other.lines().count == 1)
        #expect(desk.server.connections.count == 1)
    }
}
