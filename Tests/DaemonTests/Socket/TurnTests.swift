import EventLoop
import Foundation
import Panel
import PanelProtocol
import Testing

@testable import GlassfaderDaemon

/// Long answers, and turns: what one client asks for is no other's wait.
struct TurnTests {
    private static let channels = Dictionary(
        uniqueKeysWithValues: (1...1000).map { ("ch\($0).level", Double($0 % 100)) })

    /// Reads until so many lines have come.
    private func take(_ count: Int, by client: SocketClient, of desk: SocketDesk) throws -> [String]
    {
        var lines: [String] = []
        for _ in 0..<1000 where lines.count < count {
            try desk.settle()
            lines += client.lines()
        }
        try #require(lines.count == count)
        return lines
    }

    @Test func `a long list is written in pieces, and has the same contents as a short one`() throws
    {
        let infos = (0..<10).map { index in
            ControlInfo(control: "k\(index)", type: "knob", label: "\(index)", access: .readWrite)
        }
        let strips = (0..<3).map { index in
            StripInfo(
                strip: "s\(index)", style: StripStyle(color: "#aabbcc", label: "\(index)"),
                order: index, pages: ["main"], controls: ["s\(index).k"],
                bind: [.init("osc", .text("/s/\(index)"))])
        }
        var bridges = JSONObject()
        bridges.append("osc", .object(JSONObject()))
        let main = [PageInfo(id: "main", label: "Main")]
        for (pages, bridges, strips) in [
            ([], JSONObject(), []), (main, JSONObject(), strips), (main, bridges, strips),
            ([], bridges, []),
        ] {
            var whole = JSONWriter()
            Reply.list(
                generation: 3, controls: infos, pages: pages, bridges: bridges, strips: strips
            )
            .write(id: .integer(7), to: &whole)
            var pieces = ListReply(
                id: .integer(7), generation: 3, pages: pages, bridges: bridges)
            var written =
                pieces.next(Array(strips.prefix(1))) + pieces.next(Array(strips.dropFirst()))
            written += pieces.next(Array(infos[..<4]))
            written += pieces.next([] as [ControlInfo])
            written += pieces.next(Array(infos[4...]))
            written += pieces.end() ?? []
            #expect(written == whole.bytes)
            #expect(pieces.end() == nil)
        }
        var empty = JSONWriter()
        Reply.list(generation: 3, controls: []).write(id: .integer(7), to: &empty)
        var pieces = ListReply(id: .integer(7), generation: 3, pages: [])
        #expect(pieces.end() == empty.bytes)
    }

    @Test func `a list that its client does not read uses little memory`() throws {
        let desk = try SocketDesk(Self.channels)
        let client = try desk.connect(sendBuffer: 4608)
        try desk.settle()
        client.send(#"{"id":1,"cmd":"list"}"# + "\n" + #"{"id":2,"cmd":"ping"}"# + "\n")
        try desk.settle()
        let subscriber = try #require(desk.server.connections.first)
        #expect(subscriber.backlog < 64 * 1024)

        let lines = try take(3, by: client, of: desk)
        let list = try #require(
            try JSONSerialization.jsonObject(with: Data(lines[1].utf8)) as? [String: Any])
        let controls = (list["ok"] as? [String: Any])?["controls"] as? [[String: Any]]
        #expect(
            controls?.compactMap { $0["control"] as? String } == Self.channels.keys.sorted())
        #expect(lines[2].hasPrefix(#"{"id":2,"ok":"#))
    }

    @Test func `events for changes during the writing of a list follow the list`() throws {
        let desk = try SocketDesk(Self.channels)
        let client = try desk.connect(sendBuffer: 4608)
        client.send(#"{"id":1,"cmd":"subscribe"}"# + "\n")
        _ = try take(2, by: client, of: desk)
        client.send(#"{"id":2,"cmd":"list"}"# + "\n")
        try desk.settle()
        desk.move("ch999.level", to: 1, .set)
        desk.move("ch1.level", to: 2, .set)
        let lines = try take(3, by: client, of: desk)
        #expect(lines[0].hasPrefix(#"{"id":2,"ok":"#))
        #expect(lines[1].contains("ch999.level") && lines[2].contains("ch1.level"))
    }

    @Test func `a daemon that stops completes the list that it is writing`() throws {
        // More than are listed at once, and no more than the socket takes.
        let desk = try SocketDesk(Self.channels.filter { $0.value < 10 })
        let client = try desk.connect()
        try desk.settle()
        _ = client.lines()
        client.send(#"{"id":1,"cmd":"list"}"# + "\n")
        // The request is read, and the first piece is written.
        _ = try desk.loop.runOnce(waitingAtMost: .zero)
        desk.server.close(.shutdown)
        let lines = client.lines()
        #expect(lines.count == 2 && lines[0].hasSuffix("]}}"))
        #expect(lines.last == #"{"event":"bye","reason":"shutdown"}"#)
    }

    @Test func `the daemon handles 64 requests of a connection before others get their turn`()
        throws
    {
        let desk = try SocketDesk()
        let busy = try desk.connect()
        let other = try desk.connect()
        try desk.settle()
        _ = (busy.lines(), other.lines())
        busy.send(String(repeating: #"{"id":1,"cmd":"ping"}"# + "\n", count: 180))
        other.send(#"{"id":1,"cmd":"ping"}"# + "\n")
        var answered = 0
        while other.lines().isEmpty {
            #expect(try desk.loop.runOnce(waitingAtMost: .zero))
            try desk.server.flush(at: desk.now)
            let more = busy.lines().count
            #expect(more <= ConnectionTurn.mostRequests)
            answered += more
        }
        #expect(answered <= 2 * ConnectionTurn.mostRequests)
        try desk.settle()
        #expect(answered + busy.lines().count == 180)
    }

    @Test func `a connection whose requests wait is not handled again until its turn`() throws {
        let desk = try SocketDesk()
        let client = try desk.connect()
        try desk.settle()
        _ = client.lines()
        client.send(String(repeating: #"{"id":1,"cmd":"ping"}"# + "\n", count: 1000))
        var handlers = 0
        while try desk.loop.runOnce(waitingAtMost: .zero) { handlers += 1 }
        #expect(client.lines().count == 1000)
        // A read or a turn, and the end of its round, for each 64 requests and each 4 KiB.
        #expect(handlers < 100, "\(handlers) handlers")
    }

    @Test func `reloads requested together become one, and each request gets a reply`() throws {
        let desk = try RunningDaemon()
        let client = try desk.client()
        let other = try desk.client()
        let before = desk.log.count { $0.hasPrefix("read ") }
        let reloads = (1...2000).map { #"{"id":\#($0),"cmd":"reload"}"# + "\n" }.joined()
        client.send(String(reloads.dropLast()))
        other.send(#"{"id":1,"cmd":"reload"}"#)
        var answers: [Int] = []
        try desk.run {
            _ = client.read()
            answers = client.lines.compactMap { $0["id"] as? Int }
            return answers.count == 2000
        }
        #expect(answers == Array(1...2000))
        #expect(client.lines.allSatisfy { $0["error"] == nil })
        try desk.run { other.read { $0["id"] as? Int == 1 } }
        let reads = desk.log.count { $0.hasPrefix("read ") } - before
        #expect(reads <= 2000 / 20, "\(reads) reloads")
    }

    @Test func `requests after a reload wait for it, and use the new panel`() throws {
        let desk = try RunningDaemon()
        let client = try desk.client()
        let newLabel = RunningDaemon.twoFaders.replacing("default = -10", with: "default = -20")
        try desk.replacePanel(newLabel)
        client.send(
            #"{"id":1,"cmd":"reload"}"# + "\n" + #"{"id":2,"cmd":"list","match":"ch1.level"}"#)
        try desk.run { client.read { $0["id"] as? Int == 2 } }
        let list = client.lines.last?["ok"] as? [String: Any]
        let control = (list?["controls"] as? [[String: Any]])?.first
        #expect(control?["default"] as? Double == -20)
        #expect(client.lines.compactMap { $0["id"] as? Int } == [1, 2])
    }
}
