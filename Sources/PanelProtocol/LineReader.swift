/// Cuts a stream of bytes into lines, however the bytes arrive.
///
/// A line ends with `\n`, before which a `\r` is dropped. Empty lines count, so that errors name
/// the right line, and are skipped. What a line contains is for the JSON reader to judge.
package struct LineReader: Sendable {
    /// The longest line, in bytes before its `\n`, of requests.
    package static let requestLimit = 65_536

    /// A line without its end.
    package struct Line: Equatable, Sendable {
        /// The bytes; at least one.
        package var bytes: ArraySlice<UInt8>
        /// Its number in the stream, from 1.
        package var number: Int
    }

    /// A line was longer than the limit. Where the next one begins is unknown, so that reading
    /// cannot go on.
    package struct LineTooLong: Error, Equatable, CustomStringConvertible {
        /// The number of the line, from 1.
        package var number: Int
        /// The limit, in bytes.
        package var limit: Int

        package var description: String { "line \(number) has more than \(limit) bytes" }
    }

    private let limit: Int
    private(set) var buffer: [UInt8] = []
    /// Where the next line begins, and up to where it has been searched for its end.
    private(set) var start = 0
    private var searched = 0
    /// How many lines have ended.
    package private(set) var lines = 0

    /// Begins a stream whose lines have at most `limit` bytes.
    package init(limit: Int = requestLimit) {
        self.limit = limit
    }

    /// Whether a line is held that has ended; it may be empty.
    package var hasCompleteLine: Bool { buffer[searched...].contains(UInt8(ascii: "\n")) }

    /// Takes bytes as they were received.
    package mutating func append(_ bytes: some Collection<UInt8>) {
        buffer.removeFirst(start)
        searched -= start
        start = 0
        buffer.append(contentsOf: bytes)
    }

    /// The next line that is complete; nil until more bytes arrive.
    package mutating func next() throws(LineTooLong) -> Line? {
        while let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
            var line = buffer[start..<end]
            start = end + 1
            searched = start
            lines += 1
            if line.count > limit { throw LineTooLong(number: lines, limit: limit) }
            if line.last == UInt8(ascii: "\r") { line.removeLast() }
            if !line.isEmpty { return Line(bytes: line, number: lines) }
        }
        searched = buffer.count
        if buffer.count - start > limit {
            throw LineTooLong(number: lines + 1, limit: limit)
        }
        return nil
    }
}
