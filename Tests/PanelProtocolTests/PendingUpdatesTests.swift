import PanelProtocol
import Testing

@testable import GlassfaderClient

/// What waits in a session for a program that is slow to take it.
struct PendingUpdatesTests {
    @Test
    func `only the newest movement of a control stays pending, but its begin and end stay too`()
        throws
    {
        var pending = PendingUpdates()
        pending.append(try change("a", 1, "began"))
        for value in 2...50 { pending.append(try change("a", Double(value), "changed")) }
        pending.append(try change("b", 7, "changed"))
        pending.append(try change("a", 51, "ended"))
        #expect(
            taken(&pending) == ["a began 1.0", "a changed 50.0", "b changed 7.0", "a ended 51.0"])
        #expect(pending.isEmpty)
    }

    @Test func `all values replace the events of values, and not what happened beside them`() throws
    {
        var pending = PendingUpdates()
        pending.append(try change("a", 1, "set"))
        pending.append(.event(.pageChanged(page: "second")))
        let values = [PanelSnapshotEntry(control: "a", reading: reading(2))]
        pending.append(.snapshot(PanelSnapshot(values: values)))
        #expect(pending.removeFirst() == .event(.pageChanged(page: "second")))
        #expect(pending.removeFirst() == .snapshot(PanelSnapshot(values: values)))
        #expect(pending.isEmpty)
    }

    @Test func `the panel's values after lost events come with the page, the lock and the file`()
        throws
    {
        var pending = PendingUpdates()
        pending.append(.snapshot(PanelSnapshot(page: "main", isLocked: false, generation: 1)))
        pending.append(try change("a", 1, "set"))
        let resync = """
            {"event":"resync","reason":"overflow","seq":9,"generation":2,\
            "snapshot":{"a":{"value":2,"norm":0}},\
            "state":{"page":"second","locked":true,"spill":"dca1"}}
            """
        pending.append(try event(resync))
        let values = [PanelSnapshotEntry(control: "a", reading: reading(2))]
        let expected = PanelSnapshot(
            values: values, page: "second", isLocked: true, spilledVCA: "dca1", generation: 2)
        #expect(pending.removeFirst() == .snapshot(expected))
        #expect(pending.isEmpty)
    }

    @Test func `a program that reads nothing for long knows the page, the lock and the file`()
        throws
    {
        var pending = PendingUpdates()
        pending.append(.snapshot(PanelSnapshot(page: "main", isLocked: true, generation: 1)))
        pending.append(try event(#"{"event":"locked","locked":false}"#))
        pending.append(try event(#"{"event":"spillChanged","spill":"dca1"}"#))
        pending.append(.event(.configReloaded(generation: 2, added: [], removed: [])))
        let last = PendingUpdates.capacity - 3
        for page in 1...last { pending.append(.event(.pageChanged(page: "\(page)"))) }
        let expected = PanelSnapshot(
            page: "\(last)", isLocked: false, spilledVCA: "dca1", generation: 2)
        #expect(pending.removeFirst() == .snapshot(expected))
        #expect(pending.isEmpty)
    }

    @Test func `of a level in effect only the newest stays pending, in order with the value`()
        throws
    {
        var pending = PendingUpdates()
        pending.append(snapshot("a", 0))
        _ = pending.removeFirst()
        for value in 1...50 { pending.append(try level("a", Double(value))) }
        pending.append(try change("a", 7, "set"))
        pending.append(try level("a", 51))
        pending.append(try change("a", 8, "changed"))
        var found: [String] = []
        while let update = pending.removeFirst() {
            switch update {
            case .event(.effectiveChanged(let control, let level)):
                found.append("\(control) in effect \(level.value)")
            case .event(.valueChanged(let change)):
                found.append("\(change.control) \(change.phase)")
            default: found.append("another")
            }
        }
        #expect(found == ["a in effect 50.0", "a set", "a in effect 51.0", "a changed"])
    }

    private func level(_ control: String, _ value: Double) throws -> PanelUpdate {
        let line =
            #"{"event":"effectiveChanged","control":"\#(control)","#
            + #""effective":{"value":\#(value),"norm":0,"gain":1}}"#
        return try event(line)
    }

    @Test func `too many pending changes are replaced by the current values`() throws {
        var pending = PendingUpdates()
        pending.append(snapshot("b", 3))
        for value in 1...PendingUpdates.capacity {
            pending.append(try change("a", Double(value), "set"))
        }
        #expect(
            taken(&pending) == ["b 3.0, a \(Double(PendingUpdates.capacity))"])
        pending.append(try change("a", 1, "set"))
        #expect(taken(&pending) == ["a set 1.0"])
    }

    @Test func `too many pending changes replace nothing that happened beside them`() throws {
        var pending = PendingUpdates()
        pending.append(.event(.pageChanged(page: "second")))
        for value in 1...PendingUpdates.capacity {
            pending.append(try change("a", Double(value), "set"))
        }
        #expect(pending.removeFirst() == .event(.pageChanged(page: "second")))
        #expect(taken(&pending) == ["a \(Double(PendingUpdates.capacity))"])
    }

    @Test func `too many other events are replaced by the current values, too`() throws {
        var pending = PendingUpdates()
        pending.append(try change("a", 1, "set"))
        for page in 0...PendingUpdates.capacity {
            pending.append(.event(.pageChanged(page: "\(page)")))
            #expect(pending.storedCount <= PendingUpdates.capacity)
        }
        pending.append(.event(.pageChanged(page: "last")))
        let all = taken(&pending)
        #expect(all.first == "a 1.0" && all.last == "another")
    }

    @Test func `a program that never empties the queue uses little memory`() throws {
        var pending = PendingUpdates()
        pending.append(try change("a", 0, "changed"))
        for value in 1...20_000 {
            pending.append(
                try change(value.isMultiple(of: 2) ? "a" : "b", Double(value), "changed"))
            _ = pending.removeFirst()
            try #require(!pending.isEmpty)
            #expect(pending.storedCount <= 2 * PendingUpdates.capacity)
        }
        pending.append(try change("a", -1, "changed"))
        #expect(taken(&pending) == ["a changed -1.0"])
    }

    private func reading(_ value: Double) -> PanelReading {
        PanelReading(value: .number(value), norm: .number(0))
    }

    private func change(_ control: String, _ value: Double, _ phase: String) throws -> PanelUpdate {
        let line = """
            {"event":"valueChanged","control":"\(control)","value":\(value),"norm":0,\
            "phase":"\(phase)","source":{"kind":"touch"},"seq":1,"t":1}
            """
        return try event(line)
    }

    private func event(_ line: String) throws -> PanelUpdate {
        .event(try #require(PanelEvent(try JSON.object(parsing: Array(line.utf8)[...]))))
    }

    /// The state with one control.
    private func snapshot(_ control: String, _ value: Double) -> PanelUpdate {
        .snapshot(
            PanelSnapshot(values: [PanelSnapshotEntry(control: control, reading: reading(value))]))
    }

    private func taken(_ pending: inout PendingUpdates) -> [String] {
        var texts: [String] = []
        while let text = text(pending.removeFirst()) { texts.append(text) }
        return texts
    }

    private func text(_ update: PanelUpdate?) -> String? {
        switch update {
        case .snapshot(let snapshot):
            snapshot.values.map { "\($0.control) \($0.reading.value)" }.joined(separator: ", ")
        case .event(.valueChanged(let change)):
            "\(change.control) \(change.phase) \(change.reading.value)"
        case .event, .disconnected: "another"
        case nil: nil
        }
    }
}
