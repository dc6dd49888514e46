import Drawing
import EventLoop
import Foundation
import Panel
import PanelProtocol
import TestVectors
import Testing

@testable import GlassfaderDaemon

/// A short time of fingers and clients on a panel, all decided by a seed: the server on real
/// socket pairs, whose subscribers read slowly, or not at all for a while, or ask in between.
struct StallModel {
    private static let controls = 4
    /// Two fingers are on the first control.
    private static let fingers = 5
    private static let step = Duration.milliseconds(10)

    private let desk: SocketDesk
    private let entries: Int
    private var random: SeededGenerator
    private var readers: [StalledReader] = []
    /// The steps in which each reader does not read.
    private var stalls: [Range<Int>] = []
    private var held = [Int64?](repeating: nil, count: fingers)
    private var posted = PostedEvents()
    /// The edges that the first reader caused and thus is not told of, and its requests.
    private var ownEdges: Set<Int64> = []
    private var asked: Int64 = 0

    /// What `description` returns, and fonts, serve many models.
    init(
        seed: UInt64, description: PanelDescription, fonts: FontCollection, loop: EventLoop
    ) throws {
        random = SeededGenerator(seed: seed)
        var limits = SocketLimits()
        limits.entries = [16, 24, 256][Int.random(in: 0..<3, using: &random)]
        entries = limits.entries
        desk = try SocketDesk(
            description, fonts: fonts, limits: limits, loop: loop)
    }

    /// The panel, with its faders at different values.
    static func description() throws -> PanelDescription {
        try SocketDesk.description(
            Dictionary(uniqueKeysWithValues: (0..<controls).map { ("k\($0).v", Double($0)) }))
    }

    /// Runs for so many steps, and returns what went wrong.
    mutating func run(steps: Int) throws -> String? {
        try connect(steps: steps)
        for step in 0..<steps {
            for finger in 0..<Self.fingers { move(finger) }
            if Int.random(in: 0..<8, using: &random) == 0 { try ask() }
            try desk.wait(Self.step)
            if let failure = checkBounds() { return "step \(step): \(failure)" }
            for index in readers.indices where !stalls[index].contains(step) {
                let most = Int.random(in: 0...4000, using: &random)
                _ = readers[index].read(atMost: most, posted: posted)
            }
            if let failure = readers.lazy.compactMap(\.failure).first {
                return "step \(step): \(failure)"
            }
        }
        try drain()
        for index in readers.indices {
            if let failure = checkEnd(of: index) { return failure }
        }
        return nil
    }

    /// How many resyncs there were.
    var resyncs: Int { readers.reduce(0) { $0 + $1.resyncs } }

    private mutating func connect(steps: Int) throws {
        // Two that can be sent the same, and one that asked for less.
        for rate in [60, 60, 25] {
            let client = try desk.connect(sendBuffer: 4608)
            try desk.settle()
            _ = try desk.ask(client, #"{"id":0,"cmd":"subscribe","max_rate_hz":\#(rate)}"#)
            readers.append(
                StalledReader(client, values: (0..<Self.controls).map(Double.init)))
            let start = Int.random(in: 0..<steps / 2, using: &random)
            let length = Int.random(in: 0...steps, using: &random)
            stalls.append(start..<min(start + length, steps))
        }
    }

    private mutating func move(_ finger: Int) {
        let control = "k\(finger % Self.controls).v"
        let value = Double(Int.random(in: 0...100, using: &random))
        guard let gesture = held[finger] else {
            guard Bool.random(using: &random) else { return }
            let gesture = Int64(posted.beginnings.count + 1)
            held[finger] = gesture
            desk.move(control, to: desk.values[control] ?? 0, .began, gesture: gesture)
            posted.edges.insert(desk.server.sequence)
            posted.beginnings.append(desk.server.sequence)
            return
        }
        switch Int.random(in: 0..<8, using: &random) {
        case 0...2:
            held[finger] = nil
            desk.move(
                control, to: value, Bool.random(using: &random) ? .ended : .cancelled,
                gesture: gesture)
            posted.edges.insert(desk.server.sequence)
        case 3...6:
            desk.move(control, to: value, gesture: gesture)
            posted.lastMoves[gesture] = desk.server.sequence
        default:
            break
        }
    }

    /// The first reader sets a value, or asks for one.
    private mutating func ask() throws {
        asked += 1
        let control = "k\(Int.random(in: 0..<Self.controls, using: &random)).v"
        let client = readers[0].client
        if Bool.random(using: &random) {
            client.send(#"{"id":\#(asked),"cmd":"get","control":"\#(control)"}"# + "\n")
            return
        }
        let value = Int.random(in: 0...100, using: &random)
        client.send(
            #"{"id":\#(asked),"cmd":"set","control":"\#(control)","value":\#(value)}"# + "\n")
        let before = desk.server.sequence
        try desk.settle()
        if desk.server.sequence > before {
            posted.edges.insert(desk.server.sequence)
            ownEdges.insert(desk.server.sequence)
        }
    }

    private mutating func drain() throws {
        var isDone = false
        while !isDone {
            try desk.wait(.milliseconds(50))
            isDone = desk.server.connections.allSatisfy { $0.waiting.lines == 0 }
            for index in readers.indices {
                if readers[index].read(atMost: 1 << 16, posted: posted) > 0 { isDone = false }
            }
        }
    }

    private func checkBounds() -> String? {
        for subscriber in desk.server.connections {
            guard subscriber.waiting.events <= entries + Self.fingers else {
                return "\(subscriber.waiting.events) events wait for \(subscriber.client)"
            }
        }
        return nil
    }

    private func checkEnd(of index: Int) -> String? {
        let reader = readers[index]
        if let failure = reader.failure { return failure }
        if reader.hasPartialLine { return "reader \(index) has half a line" }
        if index == 0, reader.answered != Array(1...max(asked, 1)).filter({ $0 <= asked }) {
            return "answers \(reader.answered) to \(asked) requests"
        }
        let truth = (0..<Self.controls).map { desk.values["k\($0).v"] ?? -1 }
        if reader.values != truth {
            return "reader \(index) has \(reader.values) in place of \(truth)"
        }
        let own = index == 0 ? ownEdges : []
        let lost = posted.edges.subtracting(own).subtracting(reader.edges)
            .subtracting(reader.covered)
        return lost.isEmpty ? nil : "reader \(index) was not told of \(lost.sorted())"
    }
}
