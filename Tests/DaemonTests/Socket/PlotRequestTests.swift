import Foundation
import PanelProtocol
import Testing

@testable import GlassfaderDaemon

/// Points that clients send to plots.
struct PlotRequestTests {
    @Test func `points without an id are shown, and get no reply and no event`() throws {
        let desk = try SocketDesk(plots: ["a", "b"])
        let (client, other) = (try desk.connect(), try desk.connect())
        try desk.settle()
        _ = try desk.ask(other, #"{"id":1,"cmd":"subscribe"}"#)
        _ = client.lines()
        #expect(
            try desk.ask(client, #"{"cmd":"plot","v":{"a.scope":[0,0.5,1],"b.scope":[-2.5]}}"#)
                == [])
        #expect(desk.shownPoints == ["a.scope": [0, 0.5, 1], "b.scope": [-2.5]])
        #expect(
            try desk.ask(client, #"{"id":7,"cmd":"plot","v":{"a.scope":[]}}"#) == [
                #"{"id":7,"ok":{}}"#
            ])
        #expect(desk.shownPoints == ["b.scope": [-2.5]])
        #expect(other.lines().isEmpty)
    }

    @Test func `points are sent to clients that subscribe to them by name`() throws {
        let desk = try SocketDesk(plots: ["a", "b"])
        let (engine, display, other) = (try desk.connect(), try desk.connect(), try desk.connect())
        try desk.settle()
        _ = try desk.ask(engine, #"{"id":1,"cmd":"subscribe","events":["plot"]}"#)
        _ = try desk.ask(
            display, #"{"id":1,"cmd":"subscribe","events":["plot"],"match":["a.*"]}"#)
        _ = try desk.ask(other, #"{"id":1,"cmd":"subscribe","events":["meters"]}"#)
        let points = #"{"cmd":"plot","v":{"a.scope":[1,2.5],"b.scope":[3],"ch1.level":[1]}}"#
        #expect(try desk.ask(engine, points).isEmpty, "it knows what it has sent")
        let heard = display.lines()
        #expect(heard.count == 1)
        #expect(heard[0].hasPrefix(#"{"event":"plot","v":{"a.scope":[1.0,2.5]},"t":"#))
        #expect(other.lines().isEmpty)
    }

    @Test func `of points that come faster than the client's rate, the newest are sent`() throws {
        let desk = try SocketDesk(plots: ["a"])
        let (engine, display) = (try desk.connect(), try desk.connect())
        try desk.settle()
        _ = try desk.ask(
            display, #"{"id":1,"cmd":"subscribe","events":["plot"],"max_rate_hz":20}"#)
        for point in 1...10 {
            _ = try desk.ask(engine, #"{"cmd":"plot","v":{"a.scope":[\#(point)]}}"#)
        }
        #expect(display.lines().count { $0.contains("[1.0]") } == 1)
        try desk.wait(.milliseconds(50))
        let heard = display.lines()
        #expect(heard.count == 1)
        #expect(heard[0].contains("[10.0]"))
    }

    @Test(arguments: [
        (#""c.scope":[1]"#, #""code":"unknown-control","message":"no control 'c.scope'""#),
        (#""ch1.level":[1]"#, #""code":"bad-request","message":"ch1.level is no plot""#),
    ])
    func `what is no plot returns an error on request, and the other points are shown`(
        wrong: String, error: String
    ) throws {
        let desk = try SocketDesk(plots: ["a"])
        let client = try desk.connect()
        try desk.settle()
        _ = client.lines()
        let points = #""cmd":"plot","v":{\#(wrong),"a.scope":[0.5]}}"#
        #expect(try desk.ask(client, "{" + points) == [])
        #expect(desk.shownPoints == ["a.scope": [0.5]])
        let answer = try desk.ask(client, #"{"id":8,"# + points)
        #expect(answer.count == 1 && answer[0].contains(error), "\(answer)")
        #expect(
            try desk.ask(client, #"{"id":9,"cmd":"meters","v":{"a.scope":[0]}}"#).first?
                .contains("a.scope has no meter") == true)
    }

    @Test func `the greatest number of points fits in a line, and reaches other clients`() throws {
        let desk = try SocketDesk(plots: ["a"])
        let (engine, display) = (try desk.connect(), try desk.connect())
        try desk.settle()
        _ = try desk.ask(display, #"{"id":1,"cmd":"subscribe","events":["plot"]}"#)
        let points = (0..<4096).map { "\(-123.456 - Double($0))".prefix(10) }
        let line = #"{"cmd":"plot","v":{"a.scope":[\#(points.joined(separator: ","))]}}"#
        #expect(line.utf8.count < 65_536)
        var heard: [String] = []
        _ = try desk.ask(engine, line)
        for _ in 0..<10 {
            heard += display.lines()
            try desk.settle()
        }
        #expect(desk.shownPoints["a.scope"]?.count == 4096)
        #expect(heard.count == 1)
    }
}
