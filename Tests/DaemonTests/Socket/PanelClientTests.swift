import Foundation
import GlassfaderClient
import PanelProtocol
import Testing

@testable import GlassfaderDaemon

/// The client against the real server, which runs on a thread of its own.
final class PanelClientTests {
    private let path = "/tmp/glassfader-\(getpid())-\(UInt32.random(in: 0...UInt32.max)).sock"

    deinit {
        unlink(path)
    }

    /// Serves the path while the body asks.
    private func withPanel(_ body: (String) throws -> Void) throws {
        let panel = try ThreadedServer(path: path)
        defer { panel.stop() }
        try body(path)
    }

    @Test func `a client sends levels, and receives errors if it asks for a reply`() throws {
        try withPanel { path in
            let panel = try PanelClient(path: path, name: "test")
            try panel.setMeters(["ch1.level": [-18, -.infinity, .nan], "ch9.level": [0]])
            try panel.setMeters(["ch1.level": [.infinity]], waitsForReply: true)
            let error = #expect(throws: PanelClientError.self) {
                try panel.setMeters(["ch9.level": [0]], waitsForReply: true)
            }
            guard case .rejected("unknown-control", _, _) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
        }
    }

    @Test func `a client sends points, and receives errors if it asks for a reply`() throws {
        try withPanel { path in
            let panel = try PanelClient(path: path, name: "test")
            try panel.setPoints(["ch1.level": [0, -.infinity, .nan, .infinity], "ch9.level": []])
            let error = #expect(throws: PanelClientError.self) {
                try panel.setPoints(["ch1.level": [0]], waitsForReply: true)
            }
            guard case .rejected("bad-request", let message, _) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(message.contains("ch1.level is no plot"))
        }
    }

    @Test func `a client lists, gets and sets`() throws {
        try withPanel { path in
            let panel = try PanelClient(path: path, name: "test")
            #expect(panel.greeting.panel == "foh")
            #expect(panel.greeting.generation == 3)
            #expect(try panel.controls().map(\.name) == ["ch1.level", "ch2.level"])
            #expect(try panel.controls(matching: "*2*").first?.reading?.value == .number(20))

            let setting = try panel.set("ch1.level", to: .value(.number(150)))
            #expect(setting.isApplied)
            #expect(setting.reading.value == .number(100))
            #expect(try panel.reading(of: "ch1.level").norm == .number(1))
        }
    }

    @Test func `a daemon that ends between a request and its reply counts as disconnected`() throws
    {
        let line = Array(#"{"event":"bye","reason":"shutdown"}"#.utf8)
        let bye = try JSON.object(parsing: line[...])
        guard case .failure(.disconnected) = PanelConnection.result(bye) else {
            Issue.record("\(PanelConnection.result(bye))")
            return
        }
    }

    @Test func `a client names strips, and has scenes stored, recalled and deleted`() throws {
        try withPanel { path in
            let panel = try PanelClient(path: path)
            try panel.perform(.styleStrip("ch1", PanelStyle(label: "Kick", color: "#ff0000")))
            #expect(try panel.strips(matching: "ch1").map(\.label) == ["Kick"])
            try panel.perform(.styleStrip("ch1", PanelStyle(isVisible: false)))
            #expect(try panel.strips(matching: "ch1").map(\.isVisible) == [false])
            try panel.perform(.styleControl("ch1.level", PanelStyle(label: "Gain", icon: "star")))
            #expect(try panel.controls(matching: "ch1.level").map(\.label) == ["Gain"])
            try panel.perform(.styleStrip("ch1", PanelStyle(resets: true)))
            #expect(try panel.strips(matching: "ch1").map(\.label) != ["Kick"])

            try panel.perform(.storeScene("soft", controls: ["ch1.*"]))
            try panel.set("ch1.level", to: .value(.number(60)))
            try panel.set("ch2.level", to: .value(.number(60)))
            try panel.perform(.recallScene("soft"))
            #expect(try panel.reading(of: "ch1.level").value == .number(10))
            #expect(try panel.reading(of: "ch2.level").value == .number(60))
            try panel.set("ch1.level", to: .value(.number(60)))
            try panel.perform(.recallScene("soft", except: ["ch1.*"]))
            #expect(try panel.reading(of: "ch1.level").value == .number(60))
            try panel.perform(.deleteScene("soft"))
            let error = #expect(throws: PanelClientError.self) {
                try panel.perform(.recallScene("soft"))
            }
            guard case .rejected? = error else {
                Issue.record("\(String(describing: error))")
                return
            }
        }
    }

    @Test func `a client locks and unlocks the panel, and shows a page of it`() throws {
        try withPanel { path in
            let panel = try PanelClient(path: path)
            let other = try PanelClient(path: path)
            try panel.perform(.lock(except: ["ch2.*"], coversClients: true))
            #expect(throws: PanelClientError.self) {
                try other.set("ch1.level", to: .value(.number(1)))
            }
            try other.set("ch2.level", to: .value(.number(1)))
            try panel.perform(.unlock)
            try other.set("ch1.level", to: .value(.number(1)))
            try panel.perform(.spill(nil))
            #expect(throws: PanelClientError.self) { try panel.perform(.spill("ch1")) }
            #expect(throws: PanelClientError.self) { try panel.perform(.showPage("nowhere")) }
        }
    }

    @Test func `an infinite value is the end of the range, and what is no number is rejected`()
        throws
    {
        try withPanel { path in
            let panel = try PanelClient(path: path)
            #expect(
                try panel.set("ch1.level", to: .value(.number(.infinity))).reading.value
                    == .number(100))
            #expect(
                try panel.set("ch1.level", to: .norm(.number(-.infinity))).reading.value
                    == .number(0))
            let changes: [PanelChange] = [
                .value(.number(.nan)), .norm(.parts([.init("low", 0), .init("high", .nan)])),
                .delta(.number(.infinity)), .deltaNorm(.number(-.infinity)),
            ]
            for change in changes {
                let error = #expect(throws: PanelClientError.self) {
                    try panel.set("ch1.level", to: change)
                }
                #expect(error?.description.hasPrefix("ch1.level: ") == true)
                guard case .rejected("bad-value", _, _) = error else {
                    Issue.record("\(String(describing: error))")
                    return
                }
            }
            for rate in [Double.nan, .infinity] {
                let error = #expect(throws: PanelClientError.self) {
                    try panel.subscribe(PanelSubscription(maximumRate: rate))
                }
                #expect(
                    error?.description == "max_rate_hz: expected a finite number, found \(rate)")
                #expect(throws: PanelClientError.self) {
                    try PanelSession(following: PanelSubscription(maximumRate: rate), path: path)
                }
            }
            let error = #expect(throws: PanelClientError.self) {
                try panel.set("ch1.level", to: .value(.number(1)), over: .seconds(Int64.max))
            }
            #expect(error?.description.contains("over_ms") == true)
            #expect(try panel.reading(of: "ch1.level").value == .number(0))
        }
    }

    @Test func `events that nobody reads are replaced by the present values`() throws {
        try withPanel { path in
            let listener = try PanelClient(path: path)
            let setter = try PanelClient(path: path)
            var events = try listener.subscribe()
            for number in 0..<4200 {
                let control = number % 2 == 0 ? "ch1.level" : "ch2.level"
                try setter.set(control, to: .value(.number(Double(number % 89))))
                if number % 100 == 0 { _ = try listener.reading(of: "ch1.level") }
            }
            _ = try listener.reading(of: "ch1.level")
            guard case .resync(let state) = events.next() else {
                Issue.record("no values in place of the events")
                return
            }
            #expect(
                state.values.map(\.reading.value) == [4198, 4199].map { .number(Double($0 % 89)) })
            try setter.set("ch1.level", to: .value(.number(5)))
            guard case .valueChanged(let change) = events.next() else {
                Issue.record("no event after the values")
                return
            }
            #expect(change.reading.value == .number(5))
        }
    }

    @Test func `another subscription begins with its snapshot, and no older value follows`() throws
    {
        try withPanel { path in
            let listener = try PanelClient(path: path)
            let setter = try PanelClient(path: path)
            _ = try listener.subscribe(to: ["ch1.*"])
            try setter.set("ch1.level", to: .value(.number(5)))
            _ = try listener.reading(of: "ch1.level")
            var events = try listener.subscribe(to: ["*"])
            #expect(events.snapshot.values.first?.reading.value == .number(5))
            try setter.set("ch2.level", to: .value(.number(6)))
            guard case .valueChanged(let change) = events.next() else {
                Issue.record("no event")
                return
            }
            #expect(change.control == "ch2.level")
        }
    }

    @Test func `an error suggests what may have been meant`() throws {
        try withPanel { path in
            let panel = try PanelClient(path: path)
            let error = #expect(throws: PanelClientError.self) {
                try panel.reading(of: "ch1.levle")
            }
            #expect(
                error?.description
                    == "no control 'ch1.levle'; did you mean ch1.level or ch2.level?")
            #expect(error?.isConnectionFailure == false)
            #expect(try panel.reading(of: "ch1.level").value == .number(10))
        }
    }

    @Test func `a client receives what others set, in order, with requests in between`() throws {
        try withPanel { path in
            let listener = try PanelClient(path: path)
            let setter = try PanelClient(path: path, name: "setter")
            var events = try listener.subscribe(to: ["ch1.*"])
            #expect(events.snapshot.values.map(\.control) == ["ch1.level"])
            for value in [1.0, 2, 3] { try setter.set("ch1.level", to: .value(.number(value))) }
            #expect(try listener.reading(of: "ch1.level").value == .number(3))

            var values: [PanelValue] = []
            for _ in 0..<3 {
                guard case .valueChanged(let change) = events.next() else { break }
                #expect(change.source == "client")
                #expect(change.phase == "set")
                values.append(change.reading.value)
            }
            #expect(values == [.number(1), .number(2), .number(3)])
        }
    }

    @Test func `the end of the daemon is reported, and ends the events`() throws {
        var client: PanelClient?
        var events: PanelEvents?
        try withPanel { path in
            client = try PanelClient(path: path)
            events = try client?.subscribe()
        }
        #expect(events?.next() == .bye(reason: "shutdown"))
        #expect(events?.next() == nil)
        #expect(events?.end == .disconnected)
    }

    @Test func `without a daemon the error explains what to do`() throws {
        #expect(throws: PanelClientError.notRunning(path: path)) { try PanelClient(path: path) }
        let address = try #require(UnixAddress(path: path))
        let dead = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        #expect(address.call(bind, on: dead) == 0)
        close(dead)
        #expect(throws: PanelClientError.notRunning(path: path)) { try PanelClient(path: path) }

        let folder = "/tmp"
        let error = #expect(throws: PanelClientError.self) { try PanelClient(path: folder) }
        #expect(error?.isConnectionFailure == true)
    }
}
