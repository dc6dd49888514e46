import Foundation

/// A subscriber that reads as much as it is told to, and checks each line against what has been
/// posted before.
struct StalledReader {
    /// What is wrong; nil as long as nothing is.
    private(set) var failure: String?
    /// The values as it has been told.
    private(set) var values: [Double]
    /// The numbers of the edges that it was told of, and of those that a resync stood for.
    private(set) var edges: Set<Int64> = []
    private(set) var covered: Set<Int64> = []
    private(set) var resyncs = 0
    /// The numbers of the requests that were answered.
    private(set) var answered: [Int64] = []
    /// The last movement of each gesture that it was told of.
    private(set) var moves: [Int64: Int64] = [:]
    /// The gestures that it was told the end of, and those whose beginning a resync may have
    /// swallowed.
    private(set) var finished: Set<Int64> = []
    private(set) var swallowed: Int64 = 0

    let client: SocketClient
    private var newest: [Int64]
    private var open: Set<Int64> = []
    private var partial: [UInt8] = []

    /// Begins with a snapshot of the values.
    init(_ client: SocketClient, values: [Double]) {
        self.client = client
        self.values = values
        newest = [Int64](repeating: 0, count: values.count)
    }

    /// Whether there is half a line.
    var hasPartialLine: Bool { !partial.isEmpty }

    /// Reads at most so many bytes, and returns how many there were.
    mutating func read(atMost most: Int, posted: PostedEvents) -> Int {
        guard most > 0 else { return 0 }
        var buffer = [UInt8](repeating: 0, count: most)
        let count = recv(client.descriptor, &buffer, most, 0)
        guard count > 0 else { return 0 }
        partial += buffer[..<count]
        var start = 0
        while let end = newline(from: start) {
            if failure == nil, start < end { check(Line(partial[start..<end]), posted) }
            start = end + 1
        }
        partial.removeSubrange(..<start)
        return count
    }

    /// Searched for by C, as the lines are many.
    private func newline(from start: Int) -> Int? {
        partial.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return nil }
            return memchr(base + start, Int32(UInt8(ascii: "\n")), bytes.count - start)
                .map { UnsafeRawPointer($0) - base }
        }
    }

    private mutating func check(_ line: Line, _ posted: PostedEvents) {
        if line.has("\"event\":\"resync\"") { return resync(line, posted) }
        guard let control = line.number(after: "\"control\":\"k").map(Int.init),
            values.indices.contains(control),
            let sequence = line.number(after: "\"seq\":").map(Int64.init),
            let value = line.number(after: "\"value\":")
        else { return fail("cannot be understood", line) }
        if let id = line.number(after: "{\"id\":") {
            answered.append(Int64(id))
            if sequence < newest[control] { fail("an answer older than what went before", line) }
        } else {
            if sequence <= newest[control] { fail("an event out of order", line) }
            checkGesture(line, control, sequence, posted)
        }
        newest[control] = sequence
        values[control] = value
    }

    private mutating func resync(_ line: Line, _ posted: PostedEvents) {
        guard let sequence = line.number(after: "\"seq\":").map(Int64.init) else {
            return fail("cannot be understood", line)
        }
        resyncs += 1
        covered.formUnion(posted.edges.lazy.filter { $0 <= sequence })
        covered.subtract(edges)
        for control in values.indices {
            guard let value = line.number(after: "\"k\(control).v\":{\"value\":") else {
                return fail("lacks a control", line)
            }
            if sequence < newest[control] { fail("a resync older than what went before", line) }
            newest[control] = sequence
            values[control] = value
        }
        open = []
        swallowed = posted.lastGesture(at: sequence)
    }

    private mutating func checkGesture(
        _ line: Line, _ control: Int, _ sequence: Int64, _ posted: PostedEvents
    ) {
        if line.has("\"phase\":\"set\"") {
            edges.insert(sequence)
            return
        }
        guard let gesture = line.number(after: "\"gesture\":").map(Int64.init) else {
            return fail("has no gesture", line)
        }
        let mayBeOpen = open.contains(gesture) || gesture <= swallowed
        if finished.contains(gesture) { fail("follows the end of its gesture", line) }
        if line.has("\"phase\":\"changed\"") {
            if !mayBeOpen { fail("precedes the beginning of its gesture", line) }
            moves[gesture] = sequence
            return
        }
        edges.insert(sequence)
        if line.has("\"phase\":\"began\"") {
            if !open.insert(gesture).inserted { fail("begins twice", line) }
            return
        }
        if !mayBeOpen { fail("ends what has not begun", line) }
        if gesture > swallowed, moves[gesture] != posted.lastMoves[gesture] {
            fail("ends without its last movement", line)
        }
        open.remove(gesture)
        finished.insert(gesture)
    }

    private mutating func fail(_ what: String, _ line: Line) {
        failure = failure ?? "\(what): \(line)"
    }
}

extension StalledReader {
    /// A line of the protocol, of which a few numbers are wanted, and many lines a second.
    struct Line: CustomStringConvertible {
        private let bytes: [UInt8]

        init(_ bytes: ArraySlice<UInt8>) {
            // The end is where a number ends at the latest.
            self.bytes = Array(bytes) + [0]
        }

        var description: String { String(decoding: bytes.dropLast(), as: UTF8.self) }

        func has(_ text: String) -> Bool {
            withStart { strstr($0, text) } != nil
        }

        /// The number behind the first occurrence of a text.
        func number(after text: String) -> Double? {
            withStart { line in
                guard let found = strstr(line, text) else { return nil }
                let start = found + text.utf8.count
                var end: UnsafeMutablePointer<CChar>?
                let number = strtod(start, &end)
                return end == start ? nil : number
            }
        }

        private func withStart<Result>(_ body: (UnsafePointer<CChar>) -> Result?) -> Result? {
            bytes.withUnsafeBytes { bytes in
                bytes.baseAddress.flatMap { body($0.assumingMemoryBound(to: CChar.self)) }
            }
        }
    }
}
