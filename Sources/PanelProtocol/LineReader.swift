/// Splits a stream of bytes into lines, however the bytes arrive.
///
/// A line ends with `\n`; a `\r` before it is removed. Empty lines are counted, so that errors name
/// the right line. The JSON decoder checks the contents.
package struct LineReader: Sendable {
    /// The maximum length of a request, in bytes before its `\n`.
    package static let requestLimit = 65_536

    /// A line without its end.
    package struct Line: Equatable, Sendable {
        /// The bytes; none in an empty line.
        package var bytes: ArraySlice<UInt8>
        /// Its number in the stream, from 1.
        package var number: Int
    }

    /// A line was longer than the limit. The start of the next one is unknown, so reading cannot
    /// continue.
    package struct LineTooLong: Error, Equatable, CustomStringConvertible {
        /// The number of the line, from 1.
        package var number: Int
        /// The limit, in bytes.
        package var limit: Int

        package var description: String { "line \(number) has more than \(limit) bytes" }
    }

    private let limit: Int
    private(set) var buffer: [UInt8] = []
    /// The start of the next line, and the end of the part that was searched for its `\n`.
    private(set) var start = 0
    private var searched = 0
    /// The number of complete lines.
    private var lines = 0

    /// Starts a stream with lines of at most `limit` bytes.
    package init(limit: Int = requestLimit) {
        self.limit = limit
    }

    /// Whether the buffer contains a complete line; it may be empty.
    package var hasCompleteLine: Bool { buffer[searched...].contains(UInt8(ascii: "\n")) }

    /// Appends received bytes.
    package mutating func append(_ bytes: some Collection<UInt8>) {
        buffer.removeFirst(start)
        searched -= start
        start = 0
        buffer.append(contentsOf: bytes)
    }

    /// The next complete line that is not empty; `nil` until more bytes arrive.
    package mutating func next() throws(LineTooLong) -> Line? {
        while let line = try nextOrEmpty() {
            if !line.bytes.isEmpty { return line }
        }
        return nil
    }

    /// The next complete line, which may be empty; `nil` until more bytes arrive.
    package mutating func nextOrEmpty() throws(LineTooLong) -> Line? {
        guard let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
            searched = buffer.count
            if buffer.count - start > limit {
                throw LineTooLong(number: lines + 1, limit: limit)
            }
            return nil
        }
        var line = buffer[start..<end]
        start = end + 1
        searched = start
        lines += 1
        if line.count > limit { throw LineTooLong(number: lines, limit: limit) }
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        return Line(bytes: line, number: lines)
    }
}
