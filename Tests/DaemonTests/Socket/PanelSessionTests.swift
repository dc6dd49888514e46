import Foundation
import GlassfaderClient
import Testing

@testable import GlassfaderDaemon

/// A program with tasks, and the real server, which comes and goes.
///
/// Its tasks wait for processors behind all other tests, so the limit is longer than those take.
@Suite(.timeLimit(.minutes(30)))
final class PanelSessionTests {
    private let path = "/tmp/glassfader-\(getpid())-\(UInt32.random(in: 0...UInt32.max)).sock"

    deinit {
        unlink(path)
    }

    @Test func `a program receives the panel's state at the beginning, and what others set`()
        async throws
    {
        let panel = try ThreadedServer(path: path)
        defer { panel.stop() }
        let bridge = try PanelSession(
            following: PanelSubscription(to: ["ch1.*"]), path: path, name: "bridge")
        let updates = bridge.updates.makeAsyncIterator()
        guard case .snapshot(let start)? = await updates.next() else {
            Issue.record("no values at the beginning")
            return
        }
        #expect(start.values == [entry("ch1.level", 10)])
        #expect(start.page != nil && start.isLocked == false && start.generation == 3)

        let other = try PanelClient(path: path, name: "other")
        try other.set("ch2.level", to: .value(.number(1)))
        try other.set("ch1.level", to: .value(.number(30)))
        let change = try #require(await updates.next()?.change)
        #expect(change.control == "ch1.level")
        #expect(change.reading.value == .number(30))
        #expect(change.source == "client")
    }

    @Test
    func `a program sets values while it listens, and receives no events for its own changes`()
        async throws
    {
        let panel = try ThreadedServer(path: path)
        defer { panel.stop() }
        let bridge = try PanelSession(path: path, name: "bridge")
        let updates = bridge.updates.makeAsyncIterator()
        _ = await updates.next()

        let setting = try await bridge.set("ch1.level", to: .value(.number(150)))
        #expect(setting.isApplied)
        #expect(setting.reading.value == .number(100))
        #expect(try await bridge.reading(of: "ch1.level").norm == .number(1))
        #expect(try await bridge.controls().map(\.name) == ["ch1.level", "ch2.level"])

        try PanelClient(path: path).set("ch2.level", to: .value(.number(7)))
        #expect(await updates.next()?.change?.control == "ch2.level")
    }

    @Test func `what the engine has is shown without replies, and no bridge acts on it`()
        async throws
    {
        let panel = try ThreadedServer(path: path)
        defer { panel.stop() }
        let bridge = try PanelSession(path: path, name: "bridge")
        let other = try PanelClient(path: path)
        var events = try other.subscribe(to: ["*"])
        _ = try await bridge.controls()
        try bridge.showFeedback(["ch1.level": .number(30), "ch2.level": .number(.infinity)])
        let changes = [events.next(), events.next()].compactMap { event -> PanelEvent.Change? in
            if case .valueChanged(let change)? = event { change } else { nil }
        }
        .sorted { $0.control < $1.control }
        #expect(changes.map(\.control) == ["ch1.level", "ch2.level"])
        #expect(changes.map(\.reading.value) == [.number(30), .number(100)])
        #expect(changes.allSatisfy { $0.source == "feedback" })
        #expect(throws: PanelClientError.self) {
            try bridge.showFeedback(["ch1.level": .number(.nan)])
        }
    }

    @Test func `a program that reads nothing for a while still hears of another panel file`()
        async throws
    {
        let panel = try ThreadedServer(path: path)
        defer { panel.stop() }
        let bridge = try PanelSession(path: path, name: "bridge")
        let updates = bridge.updates.makeAsyncIterator()
        _ = await updates.next()
        let other = try PanelClient(path: path)
        try other.set("ch1.level", to: .value(.number(30)))
        _ = try other.reply(to: "reload")
        var seen: [String] = []
        while seen.last?.hasPrefix("values") != true, let update = await updates.next() {
            switch update {
            case .snapshot(let snapshot):
                seen.append(
                    "values \(snapshot.values.map(\.reading.value) == [.number(30), .number(20)])")
            case .event(.configReloaded): seen.append("another file")
            default: break
            }
        }
        #expect(seen == ["another file", "values true"])
    }

    @Test func `requests of many tasks get their own replies`() async throws {
        let panel = try ThreadedServer(path: path)
        defer { panel.stop() }
        let bridge = try PanelSession(path: path)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<40 {
                group.addTask {
                    let name = index % 2 == 0 ? "ch1.level" : "ch2.level"
                    let value = Double(index)
                    let setting = try await bridge.set(name, to: .value(.number(value)))
                    #expect(setting.reading.value == .number(value))
                }
            }
            try await group.waitForAll()
        }
    }

    @Test
    func `a session follows a panel that starts late, stops and returns, and reports its values`()
        async throws
    {
        let bridge = try PanelSession(path: path)
        let updates = bridge.updates.makeAsyncIterator()
        #expect(await updates.next() == .disconnected(.notRunning(path: path)))

        let first = try ThreadedServer(path: path)
        #expect(await updates.next()?.values?.first == entry("ch1.level", 10))
        try await bridge.set("ch1.level", to: .value(.number(50)))
        first.stop()
        #expect(await updates.next() == .event(.bye(reason: "shutdown")))
        #expect(await updates.next() == .disconnected(.disconnected))
        let error = await #expect(throws: PanelClientError.self) {
            try await bridge.set("ch1.level", to: .value(.number(1)))
        }
        #expect(error?.isConnectionFailure == true)

        let second = try ThreadedServer(path: path)
        defer { second.stop() }
        #expect(await updates.next()?.values?.first == entry("ch1.level", 10))
        #expect(try await bridge.set("ch1.level", to: .value(.number(5))).isApplied)
    }

    @Test func `a closed session ends its updates, and rejects requests`() async throws {
        let panel = try ThreadedServer(path: path)
        defer { panel.stop() }
        let bridge = try PanelSession(path: path)
        let updates = bridge.updates.makeAsyncIterator()
        _ = await updates.next()
        async let next = updates.next()
        bridge.close()
        #expect(await next == nil)
        await #expect(throws: PanelClientError.disconnected) {
            try await bridge.reading(of: "ch1.level")
        }
    }

    @Test func `a cancelled task stops waiting`() async throws {
        let panel = try ThreadedServer(path: path)
        defer { panel.stop() }
        let bridge = try PanelSession(path: path)
        let updates = bridge.updates
        let task = Task {
            var count = 0
            for await _ in updates { count += 1 }
            return count
        }
        task.cancel()
        #expect(await task.value <= 1)
    }

    @Test func `a program that reads nothing for a while has the last value of every control`()
        async throws
    {
        let panel = try ThreadedServer(path: path)
        defer { panel.stop() }
        let bridge = try PanelSession(path: path)
        let updates = bridge.updates.makeAsyncIterator()
        _ = await updates.next()
        let other = try PanelClient(path: path)
        for index in 0..<1500 {
            let name = index % 2 == 0 ? "ch1.level" : "ch2.level"
            try other.set(name, to: .value(.number(Double(index % 97))))
        }
        // An answer comes behind what happened before.
        _ = try await bridge.reading(of: "ch1.level")

        var values: [String: PanelValue] = [:]
        while values["ch2.level"] != .number(Double(1499 % 97))
            || values["ch1.level"] != .number(Double(1498 % 97))
        {
            let update = try #require(await updates.next())
            if let change = update.change { values[change.control] = change.reading.value }
            for entry in update.values ?? [] { values[entry.control] = entry.reading.value }
        }
    }

    @Test func `no request waits forever when the connection breaks`() async throws {
        let panel = try DeafPanel(path: path)
        let bridge = try PanelSession(path: path)
        let updates = bridge.updates.makeAsyncIterator()
        _ = await updates.next()
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<40 {
                group.addTask {
                    do {
                        _ = try await bridge.reading(of: "ch1.level")
                        return false
                    } catch {
                        return (error as? PanelClientError)?.isConnectionFailure == true
                    }
                }
            }
            #expect(await group.allSatisfy { $0 })
        }
        withExtendedLifetime(panel) {}
    }

    @Test func `a request that the panel takes no more fails because the connection has ended`()
        async throws
    {
        let panel = try DeafPanel(path: path)
        let bridge = try PanelSession(path: path)
        let updates = bridge.updates.makeAsyncIterator()
        _ = await updates.next()
        await #expect(throws: PanelClientError.disconnected) {
            try await bridge.reading(of: "ch1.level")
        }
        withExtendedLifetime(panel) {}
    }

    @Test func `a request without a reply fails when the session is closed`() async throws {
        let panel = try DeafPanel(path: path, isOpen: true)
        let bridge = try PanelSession(path: path)
        let updates = bridge.updates.makeAsyncIterator()
        _ = await updates.next()
        let reading = Task { try await bridge.reading(of: "ch1.level") }
        bridge.close()
        await #expect(throws: PanelClientError.disconnected) { try await reading.value }
        withExtendedLifetime(panel) {}
    }

    @Test func `a request that is too long is rejected, and the connection stays`() async throws {
        let panel = try ThreadedServer(path: path)
        defer { panel.stop() }
        let bridge = try PanelSession(path: path)
        let updates = bridge.updates.makeAsyncIterator()
        _ = await updates.next()
        let error = await #expect(throws: PanelClientError.self) {
            try await bridge.reading(of: String(repeating: "x", count: 70_000))
        }
        #expect(error?.isConnectionFailure == false)
        bridge.setMeters(["ch1.level": [Double](repeating: -1, count: 70_000)])
        #expect(try await bridge.reading(of: "ch1.level").value == .number(10))
        try PanelClient(path: path).set("ch2.level", to: .value(.number(7)))
        #expect(await updates.next()?.change?.control == "ch2.level")
    }

    @Test func `no request waits forever when the panel neither reads nor writes`() async throws {
        let panel = try DeafPanel(path: path, isOpen: true)
        let bridge = try PanelSession(path: path)
        let updates = bridge.updates.makeAsyncIterator()
        _ = await updates.next()
        // More than the socket takes.
        let points = (0..<4096).map { Double($0) }
        for plot in 0..<60 { bridge.setPoints(["plot\(plot)": points]) }
        let error = await #expect(throws: PanelClientError.self) {
            try await bridge.reading(of: "ch1.level")
        }
        #expect(error?.isConnectionFailure == true)
        withExtendedLifetime(panel) {}
    }

    /// A fader, 0...100, with a value.
    private func entry(_ control: String, _ value: Double) -> PanelSnapshotEntry {
        PanelSnapshotEntry(
            control: control,
            reading: PanelReading(value: .number(value), norm: .number(value / 100)))
    }
}

extension PanelUpdate {
    fileprivate var change: PanelEvent.Change? {
        if case .event(.valueChanged(let change)) = self { change } else { nil }
    }

    fileprivate var values: [PanelSnapshotEntry]? {
        if case .snapshot(let snapshot) = self { snapshot.values } else { nil }
    }
}
