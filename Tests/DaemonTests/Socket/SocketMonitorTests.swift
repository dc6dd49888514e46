import Foundation
import PanelProtocol
import Testing

@testable import GlassfaderDaemon

/// Clients of the socket for looking only.
struct SocketMonitorTests {
    @Test func `a monitor receives everything that happens`() throws {
        let desk = try SocketDesk()
        let monitor = try desk.connect(isMonitor: true)
        try desk.settle()
        #expect(monitor.lines().first?.hasPrefix(#"{"hello""#) == true)
        #expect(
            try desk.ask(monitor, #"{"id":1,"cmd":"get","control":"ch1.level"}"#).first?
                .hasPrefix(#"{"id":1,"ok""#) == true)
        #expect(
            try desk.ask(monitor, #"{"id":2,"cmd":"subscribe"}"#).first?
                .hasPrefix(#"{"id":2,"ok""#) == true)
        desk.move("ch1.level", to: 50, .set)
        try desk.settle()
        #expect(monitor.lines().count == 1)
    }

    @Test(arguments: [
        #""cmd":"set","control":"ch1.level","value":1}"#,
        #""cmd":"meters","v":{"ch1.level":[-3]}}"#,
        #""cmd":"plot","v":{"ch1.level":[-3]}}"#,
    ])
    func `a monitor cannot change anything, and the error gives the reason`(request: String) throws
    {
        let desk = try SocketDesk()
        let monitor = try desk.connect(isMonitor: true)
        let other = try desk.connect()
        try desk.settle()
        _ = monitor.lines()
        _ = try desk.ask(other, #"{"id":1,"cmd":"subscribe"}"#)
        #expect(
            try desk.ask(monitor, #"{"id":7,"# + request) == [
                #"{"id":7,"error":{"code":"read-only","message":"this socket is read-only","#
                    + #""field":"cmd"}}"#
            ])
        #expect(other.lines().isEmpty)
        #expect(desk.shownLevels.isEmpty)
    }

    @Test func `the list of clients reports what they may do, and who they are`() throws {
        let desk = try SocketDesk()
        let monitor = try desk.connect(isMonitor: true)
        let other = try desk.connect()
        try desk.settle()
        _ = try desk.ask(monitor, #"{"id":1,"cmd":"hello","name":"bridge"}"#)
        _ = other.lines()
        let line = try #require(try desk.ask(other, #"{"id":2,"cmd":"clients"}"#).first)
        let who = #""pid":\#(getpid()),"uid":\#(getuid()),"gid":\#(getgid()),"#
        #expect(
            line == #"{"id":2,"ok":{"clients":["#
                + #"{"client":"c1","name":"bridge",\#(who)"access":"r","subscribed":false,"queue":0},"#
                + #"{"client":"c2",\#(who)"access":"rw","subscribed":false,"queue":0}]}}"#)
    }

    @Test func `the server knows who is at the other end`() throws {
        let desk = try SocketDesk()
        _ = try desk.connect(isMonitor: true)
        _ = try desk.connect()
        let subscribers = desk.server.connections
        #expect(subscribers.map(\.isMonitor) == [true, false])
        for subscriber in subscribers {
            #expect(subscriber.credentials.process == getpid())
            #expect(subscriber.credentials.user == getuid())
            #expect(subscriber.credentials.group == getgid())
        }
    }
}
