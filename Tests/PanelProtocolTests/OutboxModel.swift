import PanelProtocol
import TestVectors
import Testing

/// Eighteen fingers on sixteen controls, two of them on each of the first two, and a subscriber
/// that reads slowly, or not at all for a while. What it reads is checked line by line.
struct OutboxModel {
    static let controls = 16
    static let fingers = 18
    private static let step = Duration.milliseconds(30)

    /// The values as they are, and as the subscriber has been told.
    private(set) var truth = [Double](repeating: 0, count: controls)
    private(set) var received = [Double](repeating: 0, count: controls)
    /// The sequence numbers of the edges posted, received, and covered by a resync.
    private(set) var postedEdges: Set<Int64> = []
    private(set) var receivedEdges: Set<Int64> = []
    private(set) var coveredEdges: Set<Int64> = []
    /// How many resyncs came, and how many entries waited at most.
    private(set) var resyncs = 0
    private(set) var peak = 0

    private var random: SeededGenerator
    private var outbox = Outbox()
    private var reader = LineReader(limit: 1 << 20)
    private var sequence: Int64 = 0
    private var gestures: Int64 = 0
    /// The gesture of each finger that is down.
    private var held = [Int64?](repeating: nil, count: fingers)
    private var newest = [Int64](repeating: 0, count: controls)
    /// The gestures that have begun and not ended, as the subscriber has been told.
    private var open: Set<Int64> = []
    private var finished: Set<Int64> = []
    /// The last movement of each gesture, as posted and as received.
    private var postedMoves: [Int64: Int64] = [:]
    private var receivedMoves: [Int64: Int64] = [:]
    /// The last gesture whose beginning a resync may have swallowed.
    private var swallowed: Int64 = 0

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
        outbox.interval = .milliseconds(16)
    }

    mutating func run(for duration: Duration, stalledFor stall: Duration) throws {
        let begin = Duration.seconds(2)
        var now = Duration.zero
        while now < duration {
            for finger in 0..<Self.fingers { move(finger, at: now) }
            peak = max(peak, outbox.count)
            if now < begin || now >= begin + stall {
                try read(atMost: Int.random(in: 0...20_000, using: &random), at: now)
            }
            now += Self.step
        }
        now += .seconds(1)
        try read(atMost: .max, at: now)
        #expect(outbox.isEmpty)
        #expect(!reader.hasPartialLine)
    }

    private mutating func move(_ finger: Int, at now: Duration) {
        let control = finger % Self.controls
        if let gesture = held[finger] {
            let isLast = Double.random(in: 0..<1, using: &random) < 0.06
            truth[control] = Double.random(in: -1000...1000, using: &random).rounded()
            if isLast {
                held[finger] = nil
                post(control, Bool.random(using: &random) ? .ended : .cancelled, gesture, at: now)
            } else {
                post(control, .changed, gesture, at: now)
            }
        } else if Double.random(in: 0..<1, using: &random) < 0.07 {
            gestures += 1
            held[finger] = gestures
            post(control, .began, gestures, at: now)
        }
    }

    private mutating func post(
        _ control: Int, _ phase: ValueChanged.Phase, _ gesture: Int64, at now: Duration
    ) {
        sequence += 1
        let event = ValueChanged(
            control: ControlKey("\(control)"),
            state: ControlState(value: .number(truth[control]), norm: .number(0)), phase: phase,
            gesture: gesture, source: .touch(slot: control), time: now)
        if phase == .changed {
            postedMoves[gesture] = sequence
        } else {
            postedEdges.insert(sequence)
        }
        event.sequence = sequence
        outbox.post(event)
    }

    private mutating func read(atMost limit: Int, at now: Duration) throws {
        var room = limit
        let snapshot = Snapshot(
            sequence: sequence,
            controls: truth.enumerated().map {
                ("\($0)", ControlState(value: .number($1), norm: .number(0)))
            })
        while room > 0 {
            let bytes = outbox.nextBytes(at: now) { snapshot }.prefix(room)
            if bytes.isEmpty { break }
            reader.append(bytes)
            room -= bytes.count
            outbox.consumed(bytes.count)
            while let line = try reader.next() { try check(JSON.object(parsing: line.bytes)) }
        }
    }

    private mutating func check(_ line: JSONObject) throws {
        let sequence = try #require(line["seq"]?.integer)
        if line["event"]?.string == "resync" {
            resyncs += 1
            coveredEdges = postedEdges.subtracting(receivedEdges).filter { $0 <= sequence }
            for member in try #require(line["snapshot"]?.object).members {
                let control = try #require(Int(member.key))
                received[control] = try #require(member.value.object?["value"]?.number)
                #expect(newest[control] <= sequence)
                newest[control] = sequence
            }
            open = []
            swallowed = gestures
            return
        }

        let control = try #require(line["control"]?.string.flatMap(Int.init))
        let phase = try #require(line["phase"]?.string.flatMap(ValueChanged.Phase.init))
        let gesture = try #require(line["gesture"]?.integer)
        #expect(sequence > newest[control], "control \(control) went back")
        newest[control] = sequence
        received[control] = try #require(line["value"]?.number)
        if phase != .changed { receivedEdges.insert(sequence) }

        #expect(!finished.contains(gesture))
        switch phase {
        case .began:
            #expect(open.insert(gesture).inserted)
        case .changed:
            #expect(open.contains(gesture) || gesture <= swallowed)
            receivedMoves[gesture] = sequence
        case .ended, .cancelled:
            #expect(open.remove(gesture) != nil || gesture <= swallowed)
            #expect(receivedMoves[gesture] == postedMoves[gesture] || gesture <= swallowed)
            finished.insert(gesture)
        case .set:
            Issue.record("nobody sets anything here")
        }
    }
}
