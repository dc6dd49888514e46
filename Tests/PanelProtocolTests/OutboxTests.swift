import PanelProtocol
import Testing

struct OutboxTests {
    private func event(
        _ control: String, _ value: Double, _ phase: ValueChanged.Phase, gesture: Int64? = nil,
        sequence: Int64 = 0
    ) -> EventLine {
        let event = ValueChanged(
            control: ControlKey(control),
            state: ControlState(value: .number(value), norm: .number(0)),
            phase: phase, gesture: gesture, source: .touch(slot: 0), time: .zero)
        event.sequence = sequence
        return event
    }

    private func noSnapshot() -> Snapshot {
        Issue.record("a snapshot was asked for")
        return Snapshot(sequence: 0, controls: [])
    }

    /// Takes everything that may be sent, and tells it as `control phase value` or the line.
    private func take(
        from outbox: inout Outbox, at now: Duration = .zero, snapshot: (() -> Snapshot)? = nil
    ) throws -> [String] {
        var reader = LineReader(limit: 1 << 20)
        var lines: [String] = []
        while true {
            let bytes = outbox.nextBytes(at: now, snapshot: snapshot ?? noSnapshot)
            if bytes.isEmpty { return lines }
            reader.append(bytes)
            outbox.consumed(bytes.count)
            while let line = try reader.next() {
                let object = try? JSON.object(parsing: line.bytes)
                if let object, object["event"]?.string == "valueChanged" {
                    let control = try #require(object["control"]?.string)
                    let phase = try #require(object["phase"]?.string)
                    let value = try #require(object["value"]?.number)
                    lines.append("\(control) \(phase) \(value)")
                } else {
                    lines.append(String(decoding: line.bytes, as: UTF8.self))
                }
            }
        }
    }

    @Test func `the newest movement replaces the earlier ones`() throws {
        var outbox = Outbox()
        for value in 1...100 { outbox.post(event("a", Double(value), .changed)) }
        #expect(outbox.count == 1)
        #expect(try take(from: &outbox) == ["a changed 100.0"])
        #expect(outbox.isEmpty)
    }

    @Test func `replies to requests that arrive together come in their order, however long`()
        throws
    {
        var outbox = Outbox()
        func postLong(_ line: String, in pieces: Int) {
            outbox.beginLongLine()
            let bytes = Array((line + String(repeating: "-", count: 9000) + "\n").utf8)
            for start in stride(from: 0, to: bytes.count, by: bytes.count / pieces + 1) {
                let end = min(start + bytes.count / pieces + 1, bytes.count)
                outbox.appendToLongLine(Array(bytes[start..<end]))
            }
            outbox.endLongLine()
        }
        postLong("first", in: 3)
        outbox.post(line: Array("second\n".utf8))
        outbox.post(event("a", 1, .set))
        postLong("third", in: 2)
        outbox.post(line: Array("fourth\n".utf8))
        outbox.beginLongLine()
        outbox.appendToLongLine(Array("fifth".utf8))
        let lines = try take(from: &outbox).map { $0.prefix(while: { $0 != "-" }) }
        #expect(lines == ["first", "second", "a set 1.0", "third", "fourth"])
        outbox.appendToLongLine(Array(" and last\n".utf8))
        outbox.endLongLine()
        #expect(outbox.backlog == 10, "its beginning has been taken")
        #expect(outbox.nextBytes(at: .zero, snapshot: noSnapshot) == Array(" and last\n".utf8)[...])
    }

    @Test func `the newest level in effect replaces earlier ones, in order with the value`() throws
    {
        func level(_ value: Double) -> EventLine {
            let level = EffectiveLevel(value: value, norm: 0, gain: 1)
            var writer = JSONWriter()
            return EventLine(
                PanelNotice(
                    .effectiveChanged(control: "a", level), source: .link(of: "m"), time: .zero),
                with: &writer)
        }
        var outbox = Outbox()
        outbox.interval = .milliseconds(100)
        for value in 1...100 { outbox.post(level(Double(value))) }
        outbox.post(event("a", 7, .changed, gesture: 1))
        #expect(outbox.count == 2)
        let lines = try take(from: &outbox)
        #expect(lines.count == 2 && lines[0].contains(#""effective":{"value":100.0"#))
        #expect(lines[1] == "a changed 7.0")
        outbox.post(level(101))
        #expect(try take(from: &outbox) == [], "the rate of the control")
        outbox.post(event("a", 8, .ended, gesture: 1))
        let last = try take(from: &outbox)
        #expect(last.count == 2 && last[0].contains("101.0") && last[1] == "a ended 8.0")
    }

    @Test func `the bye line is the last line, even after events delayed by the rate limit`() throws
    {
        var outbox = Outbox()
        outbox.interval = .milliseconds(100)
        outbox.post(event("a", 1, .changed))
        #expect(try take(from: &outbox) == ["a changed 1.0"])
        outbox.post(event("a", 2, .changed))
        outbox.post(last: Array("bye\n".utf8))
        #expect(try take(from: &outbox) == ["a changed 2.0", "bye"])
        #expect(outbox.isEmpty)
        #expect(outbox.eventCount == 0)
    }

    @Test func `an edge is sent after earlier movements of its control and before later ones`()
        throws
    {
        var outbox = Outbox()
        outbox.post(event("a", 1, .began, sequence: 1))
        outbox.post(event("a", 2, .changed, sequence: 2))
        outbox.post(event("b", 3, .changed, sequence: 3))
        outbox.post(event("a", 4, .ended, sequence: 4))
        outbox.post(event("a", 4, .began, sequence: 5))
        outbox.post(event("a", 5, .changed, sequence: 6))
        #expect(
            try take(from: &outbox) == [
                "a began 1.0", "a changed 2.0", "a ended 4.0", "a began 4.0", "b changed 3.0",
                "a changed 5.0",
            ])
    }

    @Test func `two fingers on one control have separate events, in order`() throws {
        var outbox = Outbox()
        outbox.interval = .milliseconds(16)
        var sequence: Int64 = 0
        func post(_ value: Double, _ phase: ValueChanged.Phase, _ gesture: Int64) {
            sequence += 1
            outbox.post(event("a", value, phase, gesture: gesture, sequence: sequence))
        }
        post(1, .changed, 1)
        post(2, .changed, 2)
        post(3, .changed, 1)
        #expect(outbox.count == 2)
        #expect(try take(from: &outbox) == ["a changed 2.0", "a changed 3.0"])

        post(4, .changed, 2)
        post(5, .changed, 1)
        #expect(try take(from: &outbox, at: .milliseconds(15)) == [])
        post(6, .ended, 2)
        #expect(
            try take(from: &outbox, at: .milliseconds(15)) == [
                "a changed 4.0", "a changed 5.0", "a ended 6.0",
            ])
        #expect(outbox.isEmpty)
    }

    @Test func `replies about moving controls do not count towards the event limit`() throws {
        var outbox = Outbox()
        for value in 1...256 {
            outbox.post(event("a", Double(value), .changed, sequence: Int64(value)))
            outbox.post(line: Array("reply\n".utf8), after: "a")
        }
        #expect(outbox.count == 512)
        outbox.post(event("a", 257, .changed, sequence: 257))
        outbox.post(line: Array("reply\n".utf8), after: "a")
        #expect(outbox.count == 258)
        let lines = try take(from: &outbox) { Snapshot(sequence: 257, controls: []) }
        #expect(lines.count == 258 && lines.dropLast().allSatisfy { $0 == "reply" })
    }

    @Test func `a reply about a control is sent after the movements of that control`() throws {
        var outbox = Outbox()
        outbox.post(event("a", 1, .changed))
        outbox.post(event("b", 2, .changed))
        outbox.post(line: Array("reply\n".utf8), after: "a")
        #expect(try take(from: &outbox) == ["a changed 1.0", "reply", "b changed 2.0"])
    }

    @Test func `too many edges become one resync, and replies are kept`() throws {
        var outbox = Outbox()
        outbox.post(line: Array("first\n".utf8))
        for value in 0..<256 { outbox.post(event("a", Double(value), .set)) }
        #expect(outbox.count == 257)
        outbox.post(event("a", 256, .set))
        #expect(outbox.count == 2)
        outbox.post(event("a", 257, .set))
        outbox.post(event("a", 258, .changed))
        outbox.post(line: Array("second\n".utf8))
        #expect(outbox.count == 3)

        let lines = try take(from: &outbox) {
            Snapshot(
                sequence: 9,
                controls: [("a", ControlState(value: .number(258), norm: .number(1)))])
        }
        #expect(
            lines == [
                "first", "second",
                #"{"event":"resync","reason":"overflow","seq":9,"generation":3,"#
                    + #""snapshot":{"a":{"value":258.0,"norm":1.0}},"#
                    + #""state":{"page":"main","locked":false}}"#,
            ])

        outbox.post(event("a", 259, .set))
        #expect(try take(from: &outbox) == ["a set 259.0"])
    }

    /// The event of a page turn, as an example of what no snapshot contains.
    private func turn(to page: String, sequence: Int64) -> EventLine {
        var notice = PanelNotice(
            .pageChanged(page: page), source: .touch(slot: 0), time: .zero)
        notice.sequence = sequence
        var writer = JSONWriter()
        return EventLine(notice, with: &writer)
    }

    @Test func `a resync stands for values, and not for what happened beside them`() throws {
        var outbox = Outbox(limit: 4)
        outbox.post(turn(to: "first", sequence: 1))
        for value in 0..<4 { outbox.post(event("a", Double(value), .set)) }
        outbox.post(turn(to: "second", sequence: 6))
        let lines = try take(from: &outbox) { Snapshot(sequence: 6, controls: []) }
        #expect(lines.count == 3 && lines[0].contains("first") && lines[1].contains("second"))
        #expect(lines[2].contains(#""resync","reason":"overflow","seq":6"#))
        for number in 1...6 { outbox.post(turn(to: "p\(number)", sequence: Int64(number))) }
        #expect(outbox.count == 2, "they have the same limit")
        let last = try take(from: &outbox) { Snapshot(sequence: 6, controls: []) }
        #expect(last.count == 2 && last[0].contains("p6") && last[1].contains("resync"))
    }

    @Test func `a movement waits for the rate limit, an edge does not`() throws {
        var outbox = Outbox()
        outbox.interval = .milliseconds(100)
        outbox.post(event("a", 1, .changed))
        #expect(try take(from: &outbox, at: .seconds(5)) == ["a changed 1.0"])
        #expect(outbox.nextDeadline() == nil)

        outbox.post(event("a", 2, .changed))
        outbox.post(event("b", 3, .changed))
        #expect(try take(from: &outbox, at: .milliseconds(5099)) == ["b changed 3.0"])
        #expect(outbox.nextDeadline() == .milliseconds(5100))
        #expect(!outbox.isEmpty)
        #expect(try take(from: &outbox, at: .milliseconds(5100)) == ["a changed 2.0"])

        outbox.post(event("a", 4, .changed))
        outbox.post(event("a", 4, .ended))
        #expect(
            try take(from: &outbox, at: .milliseconds(5101)) == ["a changed 4.0", "a ended 4.0"])
    }

    @Test func `a line taken byte by byte stays whole, and an unstarted line is updated`() throws {
        var outbox = Outbox()
        outbox.post(event("a", 1, .changed))
        var taken: [UInt8] = []
        var posted = 1.0
        while !outbox.isEmpty {
            let bytes = outbox.nextBytes(at: .zero, snapshot: noSnapshot)
            taken.append(try #require(bytes.first))
            outbox.consumed(1)
            if posted < 50 {
                posted += 1
                outbox.post(event("a", posted, .changed))
            }
        }
        var reader = LineReader()
        reader.append(taken)
        var values: [Double] = []
        while let line = try reader.next() {
            values.append(try #require(JSON.object(parsing: line.bytes)["value"]?.number))
        }
        #expect(values == [1, 50])
    }

    @Test func `a new subscription drops the pending events of the old one`() throws {
        var outbox = Outbox()
        outbox.post(event("a", 1, .began))
        outbox.post(event("a", 2, .changed))
        outbox.post(snapshot: Array("snapshot\n".utf8))
        outbox.post(event("a", 3, .changed))
        #expect(try take(from: &outbox) == ["snapshot", "a changed 3.0"])
    }

    @Test(arguments: 1...8, [0, 1, 3, 10, 15])
    func `a client that stalls for any time ends up with the correct state`(
        seed: Int, stall: Int
    ) throws {
        var model = OutboxModel(seed: UInt64(seed))
        try model.run(for: .seconds(20), stalledFor: .seconds(stall))

        #expect(model.received == model.truth)
        #expect(model.peak <= Outbox.defaultLimit + OutboxModel.fingers)
        #expect(model.receivedEdges == model.postedEdges.subtracting(model.coveredEdges))
        if stall <= 3 {
            #expect(model.resyncs == 0)
        } else {
            #expect(model.resyncs == 1)
        }
    }
}
